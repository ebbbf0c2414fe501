package ninjutsu.client;

import ninjutsu.v1.PlayResponse;

/** What one command of a batch or a stream came to. */
public sealed interface Answer permits Listing, Outcome, Refused {

  /** Reads a response. */
  static Answer of(PlayResponse response) {
    return switch (response.getResponseCase()) {
      case ACTIONS -> Listing.of(response.getActions());
      case OUTCOME -> Outcome.of(response.getOutcome());
      case REFUSAL -> Refused.of(response.getRefusal());
      case RESPONSE_NOT_SET ->
          throw new FailedException(
              "UNKNOWN", "a response of a kind that this client does not know", "", null);
    };
  }
}
