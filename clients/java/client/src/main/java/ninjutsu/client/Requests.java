package ninjutsu.client;

import java.util.Arrays;
import java.util.List;
import ninjutsu.v1.Action;
import ninjutsu.v1.AdvanceStepRequest;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.ListActionsRequest;
import ninjutsu.v1.PlayRequest;
import ninjutsu.v1.ResolveRequest;
import ninjutsu.v1.TakeActionRequest;

/**
 * Commands without a state, for {@link NinjutsuClient#batch}, from what the methods of {@link
 * NinjutsuClient} take.
 */
public final class Requests {

  private Requests() {}

  /** ListActions as a command. */
  public static PlayRequest listActions(String player, ListOption... options) {
    return PlayRequest.newBuilder().setListActions(listing(null, player, options)).build();
  }

  /** TakeAction as a command. */
  public static PlayRequest takeAction(String player, Action action, CallSettings settings) {
    return PlayRequest.newBuilder().setTakeAction(taking(null, player, action, settings)).build();
  }

  /** Resolve as a command. */
  public static PlayRequest resolve(CallSettings settings) {
    return PlayRequest.newBuilder().setResolve(resolving(null, settings)).build();
  }

  /** AdvanceStep as a command. */
  public static PlayRequest advanceStep(CallSettings settings) {
    return PlayRequest.newBuilder().setAdvanceStep(advancing(null, settings)).build();
  }

  static ListActionsRequest listing(CombatState state, String player, ListOption... options) {
    List<ListOption> wanted = Arrays.asList(options);
    ListActionsRequest.Builder request =
        ListActionsRequest.newBuilder()
            .setPlayerId(player)
            .setExplain(wanted.contains(ListOption.EXPLAIN))
            .setEnginePays(wanted.contains(ListOption.ENGINE_PAYS));
    if (state != null) {
      request.setState(state);
    }
    return request.build();
  }

  static TakeActionRequest taking(
      CombatState state, String player, Action action, CallSettings settings) {
    TakeActionRequest.Builder request =
        TakeActionRequest.newBuilder()
            .setPlayerId(player)
            .setAction(action)
            .addAllDecisions(settings.decisions());
    settings.payment().ifPresent(request::setPayment);
    settings.seed().ifPresent(request::setRandomSeed);
    settings.options().ifPresent(request::setOptions);
    if (state != null) {
      request.setState(state);
    }
    return request.build();
  }

  static ResolveRequest resolving(CombatState state, CallSettings settings) {
    ResolveRequest.Builder request =
        ResolveRequest.newBuilder().addAllDecisions(settings.decisions());
    settings.seed().ifPresent(request::setRandomSeed);
    settings.options().ifPresent(request::setOptions);
    if (state != null) {
      request.setState(state);
    }
    return request.build();
  }

  static AdvanceStepRequest advancing(CombatState state, CallSettings settings) {
    AdvanceStepRequest.Builder request =
        AdvanceStepRequest.newBuilder().addAllDecisions(settings.decisions());
    settings.seed().ifPresent(request::setRandomSeed);
    settings.options().ifPresent(request::setOptions);
    if (state != null) {
      request.setState(state);
    }
    return request.build();
  }
}
