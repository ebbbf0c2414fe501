package ninjutsu.client;

/** The rules forbid the action; nothing has changed. */
public final class RefusedException extends NinjutsuException {

  private final transient Refused refused;

  RefusedException(Refused refused, Throwable cause) {
    super(refused.message() + " (" + refused.reason() + ", " + refused.rule() + ")", cause);
    this.refused = refused;
  }

  /** Why, as a value. */
  public Refused refused() {
    return refused;
  }

  /** A RefusalReason without its prefix, "BLOCKED". */
  public String reason() {
    return refused.reason();
  }

  /** The rule's number in the Comprehensive Rules. */
  public String rule() {
    return refused.rule();
  }
}
