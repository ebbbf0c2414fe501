package ninjutsu.client;

/** Any other status of a call. */
public final class FailedException extends NinjutsuException {

  private final String code;
  private final String reason;

  FailedException(String code, String message, String reason, Throwable cause) {
    super(code + ": " + message, cause);
    this.code = code;
    this.reason = reason;
  }

  /** The status's name, "RESOURCE_EXHAUSTED". */
  public String code() {
    return code;
  }

  /** The service's own word for it; empty where it gave none. */
  public String reason() {
    return reason;
  }
}
