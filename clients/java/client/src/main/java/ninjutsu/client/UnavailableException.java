package ninjutsu.client;

/** Nothing answers, after the retries. */
public final class UnavailableException extends NinjutsuException {

  UnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
