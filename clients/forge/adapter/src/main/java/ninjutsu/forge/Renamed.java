package ninjutsu.forge;

import com.google.common.collect.Multiset;
import forge.game.card.Card;
import forge.game.player.Player;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What Forge has called or typed differently from version to version. */
final class Renamed {

  private static final Method TIMESTAMP = method("getGameTimestamp", "getTimestamp");
  private static final Method PROTECTOR = method("getProtectingPlayer");

  private Renamed() {}

  /** When the card moved last; Forge 1 called it getTimestamp. */
  static long timestamp(Card card) {
    if (TIMESTAMP == null) {
      throw new IllegalStateException(
          "this Forge's Card has neither getGameTimestamp nor getTimestamp");
    }
    return (Long) call(TIMESTAMP, card);
  }

  /** Who protects a battle; null for everything else, and where Forge has no battles yet. */
  static Player protector(Card card) {
    return PROTECTOR == null ? null : (Player) call(PROTECTOR, card);
  }

  /** Counters by name: of a Map by type, or of a Multiset in newer versions. */
  static Map<String, Integer> counters(Object counters) {
    Map<String, Integer> found = new TreeMap<>();
    if (counters instanceof Map<?, ?> map) {
      map.forEach((type, amount) -> found.put(type.toString(), (Integer) amount));
    } else if (counters instanceof Multiset<?> multiset) {
      multiset.entrySet().forEach(each -> found.put(each.getElement().toString(), each.getCount()));
    }
    found.values().removeIf(amount -> amount < 1);
    return found;
  }

  private static Method method(String... names) {
    return Stream.of(names)
        .flatMap(name -> Stream.of(Card.class.getMethods()).filter(each -> is(each, name)))
        .findFirst()
        .orElse(null);
  }

  private static boolean is(Method method, String name) {
    return method.getName().equals(name) && method.getParameterCount() == 0;
  }

  private static Object call(Method method, Card card) {
    try {
      return method.invoke(card);
    } catch (IllegalAccessException | InvocationTargetException error) {
      throw new IllegalStateException(method + " failed", error);
    }
  }
}
