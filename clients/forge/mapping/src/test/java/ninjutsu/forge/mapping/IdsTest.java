package ninjutsu.forge.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class IdsTest {

  @Test
  void playersCardsAndStackObjectsWithOneNumberDiffer() {
    assertEquals(4, Set.of(Ids.player(3), Ids.card(3), Ids.stack(3), Ids.team(3)).size());
  }

  @Test
  void aCardsNumberIsReadBack() {
    assertEquals(17, Ids.cardNumber(Ids.card(17)).getAsInt());
    for (String other : new String[] {"", "c", "p3", "~1", "cx", "c12345678901"}) {
      assertFalse(Ids.cardNumber(other).isPresent(), other);
    }
  }

  @Test
  void anIncarnationIsNeverZeroAndTellsMovesApart() {
    assertTrue(Ids.incarnation(-1, 0) > 0);
    assertNotEquals(Ids.incarnation(5, 0), Ids.incarnation(6, 0));
    assertNotEquals(Ids.incarnation(5, 0), Ids.incarnation(5, 7));
    assertNotEquals(Ids.incarnation(5, 14), Ids.incarnation(6, 0));
  }
}
