package ninjutsu.forge.mapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Optional;
import ninjutsu.v1.BlockStatus;
import ninjutsu.v1.Step;
import ninjutsu.v1.Zone;
import org.junit.jupiter.api.Test;

class TermsTest {

  @Test
  void everyStepOfCombatHasItsName() {
    assertEquals(Step.STEP_DECLARE_BLOCKERS, Terms.step("COMBAT_DECLARE_BLOCKERS"));
    assertEquals(Step.STEP_FIRST_COMBAT_DAMAGE, Terms.step("COMBAT_FIRST_STRIKE_DAMAGE"));
    assertEquals(Step.STEP_COMBAT_DAMAGE, Terms.step("COMBAT_DAMAGE"));
    assertEquals(Step.STEP_END_OF_COMBAT, Terms.step("COMBAT_END"));
    assertEquals(Step.STEP_OTHER, Terms.step("UPKEEP"));
    assertEquals(Step.STEP_OTHER, Terms.step("A_STEP_OF_TOMORROW"));
  }

  @Test
  void zonesThatTheContractLacksAreNone() {
    assertEquals(Optional.of(Zone.ZONE_COMMAND), Terms.zone("Command"));
    assertFalse(Terms.zone("Sideboard").isPresent());
  }

  @Test
  void blocksAreUndeclaredUntilForgeSays() {
    assertEquals(BlockStatus.BLOCK_STATUS_UNDECLARED, Terms.blockStatus(null));
    assertEquals(BlockStatus.BLOCK_STATUS_UNBLOCKED, Terms.blockStatus(false));
    assertEquals(BlockStatus.BLOCK_STATUS_BLOCKED, Terms.blockStatus(true));
  }

  @Test
  void manaCostsAreWrittenAsInScripts() {
    assertEquals("1 U", Terms.manaCost("{1}{U}"));
    assertEquals("X W/B 2/W U/P", Terms.manaCost("{X}{W/B}{2/W}{U/P}"));
    assertEquals("0", Terms.manaCost("{0}"));
    assertEquals("no cost", Terms.manaCost("no cost"));
  }

  @Test
  void manaIsToldWhereScriptsTellIt() {
    assertEquals(List.of("U"), Terms.produces("U", null));
    assertEquals(List.of("C C"), Terms.produces("C", "2"));
    assertEquals(List.of("U", "B"), Terms.produces("Combo U B", "1"));
    assertEquals(List.of("W", "U", "B", "R", "G"), Terms.produces("Any", null));
    assertEquals(List.of("U B"), Terms.produces("U B", null));
    assertEquals(List.of(), Terms.produces("Chosen", null));
    assertEquals(List.of(), Terms.produces("Special EnchantedManaCost", null));
    assertEquals(List.of(), Terms.produces("G", "X"));
    assertEquals(List.of(), Terms.produces("G", "0"));
  }

  @Test
  void onlyPlainCostsOfManaAbilitiesAreTold() {
    assertEquals(Optional.of("T"), Terms.manaAbilityCost(List.of("CostTap")));
    assertEquals(
        Optional.of("T Sac<1/CARDNAME>"),
        Terms.manaAbilityCost(List.of("CostTap", "CostSacrifice")));
    assertEquals(Optional.empty(), Terms.manaAbilityCost(List.of("CostPartMana", "CostTap")));
    assertEquals(Optional.empty(), Terms.manaAbilityCost(List.of("CostSacrifice")));
  }
}
