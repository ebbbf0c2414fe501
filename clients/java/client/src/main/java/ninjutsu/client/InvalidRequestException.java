package ninjutsu.client;

import java.util.List;

/** What was sent contradicts itself. */
public final class InvalidRequestException extends NinjutsuException {

  private final transient List<Fault> faults;

  InvalidRequestException(String message, List<Fault> faults, Throwable cause) {
    super(message, cause);
    this.faults = List.copyOf(faults);
  }

  /** Each wrong field with what is wrong with it; empty where no field is. */
  public List<Fault> faults() {
    return faults;
  }
}
