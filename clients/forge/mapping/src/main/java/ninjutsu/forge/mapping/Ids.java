package ninjutsu.forge.mapping;

import java.util.OptionalInt;

/**
 * Ids of the contract, made from Forge's numbers. Players, objects and stack objects share one
 * namespace there, and each has its own numbers in Forge.
 */
public final class Ids {

  /** More than there are zones in Forge. */
  private static final int ZONES = 64;

  private Ids() {}

  /** A player's id. */
  public static String player(int number) {
    return "p" + number;
  }

  /** A card's id, which it keeps in every zone. */
  public static String card(int number) {
    return "c" + number;
  }

  /** A stack object's id. */
  public static String stack(int number) {
    return "s" + number;
  }

  /** A team's id. */
  public static String team(int number) {
    return "t" + number;
  }

  /** The number of a card's id; empty for another id, also one that the service made up. */
  public static OptionalInt cardNumber(String id) {
    if (!id.matches("c\\d{1,9}")) {
      return OptionalInt.empty();
    }
    return OptionalInt.of(Integer.parseInt(id.substring(1)));
  }

  /**
   * A number that differs after every change of zone (CR 400.7).
   *
   * @param timestamp the card's, which Forge renews as the card moves but not as it is cast
   * @param zone the zone's ordinal number, which tells a card from the spell that it became
   */
  public static long incarnation(long timestamp, int zone) {
    return Math.max(timestamp + 1, 0) * ZONES + zone + 1;
  }
}
