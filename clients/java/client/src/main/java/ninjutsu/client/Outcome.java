package ninjutsu.client;

import java.util.List;
import java.util.Optional;
import ninjutsu.v1.Choice;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.StackObject;

/**
 * What happened, or the choice that is needed before anything can.
 *
 * @param events in order
 * @param state after the events; empty where it was not asked for, or a choice is open
 * @param choice what a player must decide: make the same call again with one more decision
 * @param triggers what triggered, for an engine that settles by itself
 * @param random whether the seed decided something
 */
public record Outcome(
    List<Happened> events,
    Optional<CombatState> state,
    Optional<Choice> choice,
    List<StackObject> triggers,
    boolean random)
    implements Answer {

  static Outcome of(ninjutsu.v1.Outcome outcome) {
    return new Outcome(
        outcome.getEventsList().stream().map(Happened::of).toList(),
        outcome.hasState() ? Optional.of(outcome.getState()) : Optional.empty(),
        outcome.hasChoice() ? Optional.of(outcome.getChoice()) : Optional.empty(),
        List.copyOf(outcome.getTriggersList()),
        outcome.getRandom());
  }
}
