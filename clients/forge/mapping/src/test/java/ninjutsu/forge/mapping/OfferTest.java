package ninjutsu.forge.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import ninjutsu.v1.Action;
import ninjutsu.v1.ActionKind;
import org.junit.jupiter.api.Test;

class OfferTest {

  private static Offer<String> ninjutsu(String zone, String cost) {
    return new Offer<>(false, true, "", zone, cost, zone + " " + cost);
  }

  private static Offer<String> spell(String alternative) {
    return new Offer<>(true, false, alternative, "", "1 U", alternative);
  }

  private static Action action(String keyword, ActionKind kind, String cost) {
    return Action.newBuilder().setKeyword(keyword).setKind(kind).setManaCost(cost).build();
  }

  private static Action activate(String cost) {
    return action("Ninjutsu", ActionKind.ACTION_KIND_ACTIVATE_ABILITY, cost);
  }

  private static Optional<String> meant(Action action, String zone, List<Offer<String>> offers) {
    return Offer.meant(action, zone, offers).map(Offer::ability);
  }

  @Test
  void commanderNinjutsuIsTheAbilityOfTheZoneWhereTheCardIs() {
    List<Offer<String>> offers = List.of(ninjutsu("Hand", "U B"), ninjutsu("Command", "U B"));
    assertEquals(Optional.of("Command U B"), meant(activate("U B"), "Command", offers));
    assertEquals(Optional.of("Hand U B"), meant(activate("U B"), "Hand", offers));
  }

  @Test
  void aKeywordIsCastByItsOwnAlternativeCost() {
    List<Offer<String>> offers =
        List.of(spell(""), spell("Sneak"), spell("WebSlinging"), ninjutsu("Hand", "1 U"));
    ActionKind cast = ActionKind.ACTION_KIND_CAST_SPELL;
    assertEquals(Optional.of("Sneak"), meant(action("Sneak", cast, "1 U"), "Hand", offers));
    assertEquals(
        Optional.of("WebSlinging"), meant(action("Web-slinging", cast, "U"), "Hand", offers));
    assertEquals(Optional.of("Hand 1 U"), meant(activate("1 U"), "Hand", offers));
  }

  @Test
  void ofTwoTheCostDecidesAsFarAsReductionsLeaveIt() {
    List<Offer<String>> offers = List.of(ninjutsu("Hand", "1 U"), ninjutsu("Hand", "2 U B"));
    assertEquals(Optional.of("Hand 2 U B"), meant(activate("2 U B"), "Hand", offers));
    assertEquals(Optional.of("Hand 2 U B"), meant(activate("U B"), "Hand", offers));
    assertEquals(Optional.of("Hand 1 U"), meant(activate("U"), "Hand", offers));
  }

  @Test
  void whatNothingTellsApartIsNotGuessed() {
    List<Offer<String>> offers = List.of(ninjutsu("Hand", "1 U"), ninjutsu("Hand", "3 U"));
    assertEquals(Optional.empty(), meant(activate("U"), "Hand", offers));
    assertEquals(Optional.empty(), meant(activate("U"), "Graveyard", offers));
  }
}
