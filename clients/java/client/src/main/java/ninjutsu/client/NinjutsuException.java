package ninjutsu.client;

/** Any failure of a call. */
public abstract sealed class NinjutsuException extends RuntimeException
    permits RefusedException,
        InvalidRequestException,
        UnavailableException,
        DeadlineExceededException,
        FailedException {

  NinjutsuException(String message, Throwable cause) {
    super(message, cause);
  }
}
