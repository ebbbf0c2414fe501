package ninjutsu.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import ninjutsu.v1.AutomaticPayment;
import ninjutsu.v1.CallOptions;
import ninjutsu.v1.Choice;
import ninjutsu.v1.Payment;
import ninjutsu.v1.TakeActionRequest;
import org.junit.jupiter.api.Test;

class DecisionsTest {

  private static final Choice CHOICE = Choice.newBuilder().setId("c1").build();

  @Test
  void anAnswerNamesItsChoice() {
    assertTrue(Decisions.yes(CHOICE).getYes());
    assertFalse(Decisions.no(CHOICE).getYes());
    assertEquals(List.of("b", "a"), Decisions.pick(CHOICE, "b", "a").getOptionIdsList());
    assertEquals("c1", Decisions.no(CHOICE).getChoiceId());
    assertEquals(
        List.of(3), Decisions.divide(CHOICE, Map.of("wall", 3)).getAmountsList());
  }

  @Test
  void settingsReachTheRequestAndUnsetStaysUnset() {
    CallSettings settings =
        CallSettings.NONE
            .withPayment(
                Payment.newBuilder().setAutomatic(AutomaticPayment.getDefaultInstance()).build())
            .and(Decisions.yes(CHOICE))
            .withSeed(0)
            .engineSettles()
            .returningState(false);
    TakeActionRequest request =
        Requests.takeAction("ana", ninjutsu.v1.Action.getDefaultInstance(), settings)
            .getTakeAction();
    assertTrue(request.hasPayment());
    assertTrue(request.hasRandomSeed());
    assertEquals(1, request.getDecisionsCount());
    assertEquals(
        CallOptions.newBuilder().setEngineSettles(true).setReturnState(false).build(),
        request.getOptions());
    request =
        Requests.takeAction("ana", ninjutsu.v1.Action.getDefaultInstance(), CallSettings.NONE)
            .getTakeAction();
    assertFalse(
        request.hasPayment() || request.hasRandomSeed() || request.hasOptions()
            || request.hasState());
  }
}
