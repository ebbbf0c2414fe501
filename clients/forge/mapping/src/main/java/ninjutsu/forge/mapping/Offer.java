package ninjutsu.forge.mapping;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import ninjutsu.v1.Action;
import ninjutsu.v1.ActionKind;

/**
 * What Forge would have a player activate or cast.
 *
 * @param spell whether it is a spell rather than an ability
 * @param ninjutsu whether Forge marks it as ninjutsu
 * @param alternativeCost the name of Forge's AlternativeCost, "Sneak"; empty for none
 * @param zone the name of the zone where it works, "Hand"; empty where it does not say
 * @param manaCost card script notation, before increases and reductions
 * @param ability Forge's own object
 */
public record Offer<T>(
    boolean spell,
    boolean ninjutsu,
    String alternativeCost,
    String zone,
    String manaCost,
    T ability) {

  /**
   * The one that an action means.
   *
   * @param zone the name of the zone where the card is
   * @return empty where none is meant, or several that nothing tells apart
   */
  public static <T> Optional<Offer<T>> meant(Action action, String zone, List<Offer<T>> offers) {
    List<Offer<T>> found = offers.stream().filter(each -> each.serves(action, zone)).toList();
    if (found.size() == 1) {
      return Optional.of(found.get(0));
    }
    return only(found, action, Function.identity())
        .or(() -> only(found, action, Offer::withoutGeneric));
  }

  private boolean serves(Action action, String where) {
    if (!zone.isEmpty() && !zone.equals(where)) {
      return false;
    }
    if (action.getKind() == ActionKind.ACTION_KIND_CAST_SPELL) {
      return spell && letters(alternativeCost).equals(letters(action.getKeyword()));
    }
    return !spell && ninjutsu;
  }

  private static <T> Optional<Offer<T>> only(
      List<Offer<T>> offers, Action action, Function<String, String> seen) {
    String wanted = seen.apply(action.getManaCost());
    List<Offer<T>> found =
        offers.stream().filter(each -> seen.apply(each.manaCost()).equals(wanted)).toList();
    return found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
  }

  /** A cost as far as reductions and increases leave it alone (CR 601.2f). */
  private static String withoutGeneric(String manaCost) {
    return manaCost.replaceAll("(^| )(\\d+|X)(?= |$)", "").strip();
  }

  private static String letters(String name) {
    return name.replaceAll("[^A-Za-z]", "").toLowerCase(Locale.ROOT);
  }
}
