package ninjutsu.client;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.rpc.BadRequest;
import com.google.rpc.ErrorInfo;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.List;

/** Statuses as typed exceptions. */
final class Errors {

  private Errors() {}

  /** The exception for a failed call. */
  static NinjutsuException of(Throwable error) {
    Status status = Status.fromThrowable(error);
    String message = status.getDescription() == null ? "" : status.getDescription();
    com.google.rpc.Status details = StatusProto.fromThrowable(error);
    ErrorInfo info = detail(details, ErrorInfo.getDefaultInstance());
    switch (status.getCode()) {
      case FAILED_PRECONDITION:
        if (!info.getReason().isEmpty()) {
          return new RefusedException(
              Refused.of(info.getReason(), info.getMetadataMap(), message), error);
        }
        break;
      case INVALID_ARGUMENT:
        return new InvalidRequestException(message, faults(details), error);
      case UNAVAILABLE:
        return new UnavailableException(message, error);
      case DEADLINE_EXCEEDED:
        return new DeadlineExceededException(message, error);
      default:
        break;
    }
    return new FailedException(status.getCode().name(), message, info.getReason(), error);
  }

  private static List<Fault> faults(com.google.rpc.Status details) {
    return detail(details, BadRequest.getDefaultInstance()).getFieldViolationsList().stream()
        .map(each -> new Fault(each.getField(), each.getDescription()))
        .toList();
  }

  /** The detail of a status that is of a type, or that type's empty message. */
  private static <T extends Message> T detail(com.google.rpc.Status details, T type) {
    if (details == null) {
      return type;
    }
    for (Any each : details.getDetailsList()) {
      if (each.is(type.getClass())) {
        try {
          @SuppressWarnings("unchecked")
          T found = (T) each.unpack(type.getClass());
          return found;
        } catch (InvalidProtocolBufferException unreadable) {
          return type;
        }
      }
    }
    return type;
  }
}
