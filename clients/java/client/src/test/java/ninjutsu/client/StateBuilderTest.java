package ninjutsu.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ninjutsu.v1.BlockStatus;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.GameObject;
import ninjutsu.v1.Step;
import ninjutsu.v1.Zone;
import org.junit.jupiter.api.Test;

class StateBuilderTest {

  private static StateBuilder begun() {
    return new StateBuilder("ana", Step.STEP_DECLARE_BLOCKERS)
        .player("ana", 20)
        .player("ben", 0, each -> each.setTeamId("b"))
        .creature("bear", "Grizzly Bears", "ana", 2, 2, each -> each.setTapped(true))
        .creature("ogre", "Gray Ogre", "ana", 2, 2)
        .permanent("walker", "Some Walker", "ben")
        .object("late", "Island", "ben", Zone.ZONE_EXILE, each -> each.setIncarnation(4));
  }

  @Test
  void aStateSaysWhatWasSaid() {
    CombatState state =
        begun().turn(5).priority("").hand("ninja", "Some Ninja", "ana").build();
    assertEquals(5, state.getTurn());
    assertEquals("ana", state.getActivePlayerId());
    assertEquals("", state.getPriorityPlayerId());
    assertTrue(state.getPlayers(1).hasLife());
    assertEquals(0, state.getPlayers(1).getLife());
    assertEquals("b", state.getPlayers(1).getTeamId());
    GameObject bear = state.getObjects(0);
    assertTrue(bear.getTapped());
    assertEquals("Creature", bear.getCharacteristics().getTypes(0));
    assertEquals(1, bear.getIncarnation());
    assertEquals(4, state.getObjects(3).getIncarnation());
    assertEquals(Zone.ZONE_HAND, state.getObjects(4).getZone());
    assertFalse(state.hasCombat());
  }

  @Test
  void blockersMakeAnAttackerBlocked() {
    CombatState state =
        begun().attack("bear", "ben").attack("ogre", "ben", "wall").build();
    assertEquals(
        BlockStatus.BLOCK_STATUS_UNBLOCKED, state.getCombat().getAttackers(0).getBlockStatus());
    assertEquals(
        BlockStatus.BLOCK_STATUS_BLOCKED, state.getCombat().getAttackers(1).getBlockStatus());
    assertEquals("wall", state.getCombat().getAttackers(1).getBlockerIds(0));
    assertTrue(state.getCombat().getAttackers(0).getDeclared());
  }

  @Test
  void anAttackedPermanentIsNotedWithItsIncarnation() {
    CombatState state = begun().attackPermanent("bear", "late").build();
    assertEquals(4, state.getCombat().getAttackers(0).getTarget().getIncarnation());
    assertThrows(IllegalArgumentException.class, () -> begun().attackPermanent("bear", "none"));
  }

  @Test
  void aLandHasOneAbilityForEachText() {
    CombatState state = begun().land("dual", "Some Land", "ana", "U", "U B").build();
    assertEquals("U B", state.getObjects(4).getManaAbilities(1).getProduces());
  }
}
