package ninjutsu.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import ninjutsu.v1.CallOptions;
import ninjutsu.v1.Decision;
import ninjutsu.v1.Payment;

/**
 * What may be said with a call that changes something. Start from {@link #NONE}.
 *
 * @param payment how the mana is paid; empty: automatically. For TakeAction only
 * @param decisions the answers to the choices that earlier tries were answered with
 * @param seed for what the rules leave to chance; an unsigned number
 * @param options who settles, and whether the state comes back
 */
public record CallSettings(
    Optional<Payment> payment,
    List<Decision> decisions,
    Optional<Long> seed,
    Optional<CallOptions> options) {

  /** Nothing said: automatic payment, no decisions, no seed, and the service settles. */
  public static final CallSettings NONE =
      new CallSettings(Optional.empty(), List.of(), Optional.empty(), Optional.empty());

  /** The same with another way of paying. */
  public CallSettings withPayment(Payment payment) {
    return new CallSettings(Optional.of(payment), decisions, seed, options);
  }

  /** The same with these decisions in place of those before. */
  public CallSettings withDecisions(List<Decision> decisions) {
    return new CallSettings(payment, List.copyOf(decisions), seed, options);
  }

  /** As {@link #withDecisions(List)}. */
  public CallSettings withDecisions(Decision... decisions) {
    return withDecisions(Arrays.asList(decisions));
  }

  /** The same with one more decision. */
  public CallSettings and(Decision decision) {
    List<Decision> more = new ArrayList<>(decisions);
    more.add(decision);
    return withDecisions(more);
  }

  /** The same with a seed. */
  public CallSettings withSeed(long seed) {
    return new CallSettings(payment, decisions, Optional.of(seed), options);
  }

  /** The same with options. */
  public CallSettings withOptions(CallOptions options) {
    return new CallSettings(payment, decisions, seed, Optional.of(options));
  }

  /** The same for an engine that runs state-based actions and triggers itself. */
  public CallSettings engineSettles() {
    return withOptions(soFar().setEngineSettles(true).build());
  }

  /** The same, saying whether outcomes carry the state. */
  public CallSettings returningState(boolean wanted) {
    return withOptions(soFar().setReturnState(wanted).build());
  }

  private CallOptions.Builder soFar() {
    return options.orElse(CallOptions.getDefaultInstance()).toBuilder();
  }
}
