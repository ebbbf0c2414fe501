package ninjutsu.client;

import java.util.List;
import ninjutsu.v1.Action;
import ninjutsu.v1.ListActionsResponse;

/**
 * What a player may do, and what not.
 *
 * @param actions in the order of the state's objects
 * @param refusals with {@link ListOption#EXPLAIN} only
 */
public record Listing(List<Action> actions, List<Refused> refusals) implements Answer {

  static Listing of(ListActionsResponse response) {
    return new Listing(
        List.copyOf(response.getActionsList()),
        response.getRefusalsList().stream().map(Refused::of).toList());
  }
}
