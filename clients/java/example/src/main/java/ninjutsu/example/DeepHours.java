package ninjutsu.example;

import java.util.List;
import java.util.stream.Stream;
import ninjutsu.client.Change;
import ninjutsu.client.Happened;
import ninjutsu.client.NinjutsuClient;
import ninjutsu.client.PlayedCombat;
import ninjutsu.client.RefusedException;
import ninjutsu.client.StateBuilder;
import ninjutsu.v1.Action;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.Step;

/** A Ninja takes an unblocked bear's place, told event by event. */
public final class DeepHours {

  private DeepHours() {}

  /** Plays it on the service at the address that is given, or at 127.0.0.1:50051. */
  public static void main(String[] arguments) {
    String address = arguments.length > 0 ? arguments[0] : "127.0.0.1:50051";
    try (NinjutsuClient service = NinjutsuClient.connect(address)) {
      CombatState state = state();
      tryTheBlockedOgre(service, state);
      List<Action> actions = service.listActions(state, "ana").actions();
      for (Action action : actions) {
        System.out.printf(
            "%s: %s %s, returning %s%n",
            action.getSourceId(),
            action.getKeyword(),
            action.getManaCost(),
            action.getReturnedId());
      }
      try (PlayedCombat game = service.play(state)) {
        Stream.of(game.takeAction("ana", actions.get(0)), game.resolve(), game.advanceStep())
            .flatMap(outcome -> outcome.events().stream())
            .forEach(each -> System.out.printf("%8s  %s%n", each.rule(), tell(each)));
      }
    }
  }

  private static CombatState state() {
    return new StateBuilder("ana", Step.STEP_DECLARE_BLOCKERS)
        .turn(5)
        .player("ana", 20)
        .player("ben", 20)
        .creature("bear", "Grizzly Bears", "ana", 2, 2, each -> each.setTapped(true))
        .creature("ogre", "Gray Ogre", "ana", 2, 2, each -> each.setTapped(true))
        .creature("wall", "Wall of Wood", "ben", 0, 3)
        .hand("ninja", "Ninja of the Deep Hours", "ana")
        .land("island-1", "Island", "ana", "U")
        .land("island-2", "Island", "ana", "U")
        .attack("bear", "ben")
        .attack("ogre", "ben", "wall")
        .build();
  }

  private static void tryTheBlockedOgre(NinjutsuClient service, CombatState state) {
    Action wrong =
        Action.newBuilder()
            .setSourceId("ninja")
            .setKeyword("Ninjutsu")
            .setReturnedId("ogre")
            .build();
    try {
      service.takeAction(state, "ana", wrong);
    } catch (RefusedException refused) {
      System.out.printf(
          "%s, %s: %s%n", refused.reason(), refused.rule(), refused.refused().message());
    }
  }

  /** What an engine would do with an event; here it is told. */
  static String tell(Happened happened) {
    Change change = happened.change();
    if (change instanceof Change.ZoneChanged moved) {
      return "%s goes from %s to %s"
          .formatted(
              moved.message().getObjectId(),
              moved.message().getFromZone(),
              moved.message().getToZone());
    }
    if (change instanceof Change.AttackJoined joined) {
      return "%s attacks %s"
          .formatted(joined.message().getObjectId(), joined.message().getTarget().getPlayerId());
    }
    if (change instanceof Change.LifeChanged life) {
      return "%s's life changes by %d"
          .formatted(life.message().getPlayerId(), life.message().getChange());
    }
    return change.getClass().getSimpleName();
  }
}
