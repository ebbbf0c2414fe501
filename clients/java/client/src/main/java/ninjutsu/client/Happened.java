package ninjutsu.client;

import ninjutsu.v1.Event;

/**
 * One event.
 *
 * @param change what happened
 * @param rule the rule that it follows, "702.49a"
 * @param batch events with the same number but 0 happen at the same time
 * @param cause the number, from 1, of the event that brought it about; 0 for none
 * @param event the message itself
 */
public record Happened(Change change, String rule, int batch, int cause, Event event) {

  static Happened of(Event event) {
    return new Happened(
        Change.of(event), event.getRule(), event.getBatch(), event.getCause(), event);
  }
}
