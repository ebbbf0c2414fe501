package ninjutsu.client;

import java.util.Map;
import ninjutsu.v1.Refusal;
import ninjutsu.v1.RefusalReason;

/**
 * Why the rules forbid an action.
 *
 * @param reason a RefusalReason without its prefix, "BLOCKED"; a number, "21", where this
 *     client's contract does not know it
 * @param rule the rule's number in the Comprehensive Rules
 * @param sourceId the card; empty where none is concerned
 * @param keyword the keyword's registered name
 * @param returnedId the creature that was to be returned, where it is the obstacle
 * @param message for a player, in the client's language
 */
public record Refused(
    String reason, String rule, String sourceId, String keyword, String returnedId, String message)
    implements Answer {

  private static final String PREFIX = "REFUSAL_REASON_";

  static Refused of(Refusal refusal) {
    String reason =
        refusal.getReason() == RefusalReason.UNRECOGNIZED
            ? Integer.toString(refusal.getReasonValue())
            : refusal.getReason().name().substring(PREFIX.length());
    return new Refused(
        reason,
        refusal.getRule(),
        refusal.getSourceId(),
        refusal.getKeyword(),
        refusal.getReturnedId(),
        refusal.getMessage());
  }

  static Refused of(String reason, Map<String, String> said, String message) {
    return new Refused(
        reason,
        said.getOrDefault("rule", ""),
        said.getOrDefault("source_id", ""),
        said.getOrDefault("keyword", ""),
        said.getOrDefault("returned_id", ""),
        message);
  }
}
