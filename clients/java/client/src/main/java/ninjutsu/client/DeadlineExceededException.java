package ninjutsu.client;

/** No answer came in time. */
public final class DeadlineExceededException extends NinjutsuException {

  DeadlineExceededException(String message, Throwable cause) {
    super(message, cause);
  }
}
