package ninjutsu.forge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import forge.game.card.Card;
import forge.game.zone.ZoneType;
import java.util.List;
import ninjutsu.client.ListOption;
import ninjutsu.client.Listing;
import ninjutsu.client.NinjutsuClient;
import ninjutsu.forge.mapping.Ids;
import ninjutsu.v1.Action;
import ninjutsu.v1.ActionKind;
import ninjutsu.v1.Attacker;
import ninjutsu.v1.BlockStatus;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.GameObject;
import ninjutsu.v1.Step;
import ninjutsu.v1.Zone;
import org.junit.jupiter.api.Test;

class ForgeCombatTest {

  private static String id(Card card) {
    return Ids.card(card.getId());
  }

  private static GameObject object(CombatState state, Card card) {
    return state.getObjectsList().stream()
        .filter(each -> each.getId().equals(id(card)))
        .findFirst()
        .orElseThrow();
  }

  private static Action ninjutsu(Card source, Card returned) {
    return Action.newBuilder()
        .setSourceId(id(source))
        .setKeyword("Ninjutsu")
        .setKind(ActionKind.ACTION_KIND_ACTIVATE_ABILITY)
        .setReturnedId(id(returned))
        .setManaCost("1 U")
        .build();
  }

  @Test
  void theTurnAndThePlayersAreTold() {
    Table table = new Table();
    CombatState state = ForgeCombat.of(table.game);
    assertEquals(5, state.getTurn());
    assertEquals(Step.STEP_DECLARE_BLOCKERS, state.getStep());
    assertEquals(Ids.player(table.ana.getId()), state.getActivePlayerId());
    assertEquals(Ids.player(table.ana.getId()), state.getPriorityPlayerId());
    assertEquals(2, state.getPlayersCount());
    assertEquals(20, state.getPlayers(1).getLife());
    assertEquals("", state.getPlayers(0).getTeamId());
    assertTrue(state.getPlayers(0).hasLibrarySize());
    assertFalse(state.hasCombat());
  }

  @Test
  void aPermanentHasWhatForgeHasComputed() {
    Table table = new Table();
    Card bear = table.creature(table.ana, "Grizzly Bears");
    bear.setTapped(true);
    GameObject object = object(ForgeCombat.of(table.game), bear);
    assertEquals("Grizzly Bears", object.getCardName());
    assertEquals(Zone.ZONE_BATTLEFIELD, object.getZone());
    assertTrue(object.getTapped());
    assertTrue(object.getIncarnation() > 0);
    assertEquals(List.of("Creature", "Bear"), object.getCharacteristics().getTypesList());
    assertEquals(List.of("Green"), object.getCharacteristics().getColorsList());
    assertEquals("1 G", object.getCharacteristics().getManaCost());
    assertEquals(2, object.getCharacteristics().getPower());
  }

  @Test
  void aCardInHandHasItsKeywordAndALandItsMana() {
    Table table = new Table();
    Card ninja = table.ninja(table.ana, ZoneType.Hand, "Ninjutsu:1 U");
    Card island = table.island(table.ana);
    CombatState state = ForgeCombat.of(table.game);
    assertEquals(Zone.ZONE_HAND, object(state, ninja).getZone());
    assertEquals(
        List.of("Ninjutsu:1 U"), object(state, ninja).getCharacteristics().getKeywordsList());
    assertEquals("U", object(state, island).getManaAbilities(0).getProduces());
    assertEquals("T", object(state, island).getManaAbilities(0).getCost());
  }

  @Test
  void blockedIsWhatForgeHasRecorded() {
    Table table = new Table();
    Card bear = table.creature(table.ana, "Grizzly Bears");
    Card wolf = table.creature(table.ana, "Timber Wolves");
    Card ogre = table.creature(table.ana, "Gray Ogre");
    Card wall = table.creature(table.ben, "Wall of Wood");
    table.attack(bear, table.ben, false);
    table.attack(wolf, table.ben, null);
    table.attack(ogre, table.ben, true, wall);
    List<Attacker> attackers = ForgeCombat.of(table.game).getCombat().getAttackersList();
    assertEquals(
        List.of(
            BlockStatus.BLOCK_STATUS_UNBLOCKED,
            BlockStatus.BLOCK_STATUS_UNDECLARED,
            BlockStatus.BLOCK_STATUS_BLOCKED),
        attackers.stream().map(Attacker::getBlockStatus).toList());
    assertEquals(List.of(id(wall)), attackers.get(2).getBlockerIdsList());
    assertEquals(Ids.player(table.ben.getId()), attackers.get(0).getTarget().getPlayerId());
  }

  @Test
  void anActionIsTheAbilityOnTheCardAndTheCreature() {
    Table table = new Table();
    Card bear = table.creature(table.ana, "Grizzly Bears");
    Card ninja = table.ninja(table.ana, ZoneType.Hand, "Ninjutsu:1 U");
    table.attack(bear, table.ben, false);
    ForgeAction found =
        ForgeAction.find(table.game, table.ana, ninjutsu(ninja, bear)).orElseThrow();
    assertTrue(found.ability().hasParam("Ninjutsu"));
    assertEquals(bear, found.returned());
    assertEquals(table.ana, found.ability().getActivatingPlayer());
  }

  @Test
  void whereTheCardIsDecidesWhichOfACommandersAbilities() {
    Table table = new Table();
    Card bear = table.creature(table.ana, "Grizzly Bears");
    Card ninja = table.ninja(table.ana, ZoneType.Command, "Ninjutsu:1 U:Commander");
    ForgeAction found =
        ForgeAction.find(table.game, table.ana, ninjutsu(ninja, bear)).orElseThrow();
    assertEquals("Command", found.ability().getParam("ActivationZone"));
  }

  @Test
  void whatTheGameNoLongerHasIsNotFound() {
    Table table = new Table();
    Card bear = table.creature(table.ana, "Grizzly Bears");
    Action action = ninjutsu(bear, bear);
    assertFalse(ForgeAction.find(table.game, table.ana, action).isPresent());
    action = action.toBuilder().setSourceId("~1").build();
    assertFalse(ForgeAction.find(table.game, table.ana, action).isPresent());
  }

  @Test
  void aServiceAnswersWhatForgesPlayerCanDo() {
    String address = System.getenv("CONFORMANCE_ADDRESS");
    assumeTrue(address != null, "CONFORMANCE_ADDRESS names no server");
    Table table = new Table();
    Card bear = table.creature(table.ana, "Grizzly Bears");
    Card ogre = table.creature(table.ana, "Gray Ogre");
    Card wall = table.creature(table.ben, "Wall of Wood");
    Card ninja = table.ninja(table.ana, ZoneType.Hand, "Ninjutsu:1 U");
    table.island(table.ana);
    table.island(table.ana);
    table.attack(bear, table.ben, false);
    table.attack(ogre, table.ben, true, wall);
    try (NinjutsuClient service = NinjutsuClient.connect(address)) {
      CombatState state = ForgeCombat.of(table.game);
      assertEquals(List.of(), service.checkState(state));
      Listing listing =
          service.listActions(state, Ids.player(table.ana.getId()), ListOption.EXPLAIN);
      assertEquals(1, listing.actions().size());
      assertEquals("BLOCKED", listing.refusals().get(0).reason());
      ForgeAction found =
          ForgeAction.find(table.game, table.ana, listing.actions().get(0)).orElseThrow();
      assertEquals(ninja, found.ability().getHostCard());
      assertEquals(bear, found.returned());
    }
  }
}
