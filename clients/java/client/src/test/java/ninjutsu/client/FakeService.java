package ninjutsu.client;

import io.grpc.Context;
import io.grpc.Deadline;
import io.grpc.Grpc;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import ninjutsu.v1.ListActionsRequest;
import ninjutsu.v1.ListActionsResponse;
import ninjutsu.v1.NinjutsuServiceGrpc;
import ninjutsu.v1.PlayRequest;
import ninjutsu.v1.PlayResponse;

/** A server on loopback that answers as a test says, and remembers how it was asked. */
final class FakeService extends NinjutsuServiceGrpc.NinjutsuServiceImplBase
    implements AutoCloseable, ServerInterceptor {

  final AtomicInteger calls = new AtomicInteger();
  volatile ListActionsRequest request;
  volatile String language;
  volatile long millisLeft = -1;
  private final Function<Integer, Throwable> failure;
  private final Server server;

  /** Fails each call, counted from 1, with what the function gives for it; null answers. */
  FakeService(Function<Integer, Throwable> failure) throws IOException {
    this.failure = failure;
    this.server =
        Grpc.newServerBuilderForPort(0, InsecureServerCredentials.create())
            .addService(this)
            .intercept(this)
            .build()
            .start();
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  @Override
  public void listActions(ListActionsRequest asked, StreamObserver<ListActionsResponse> answer) {
    request = asked;
    Deadline deadline = Context.current().getDeadline();
    millisLeft = deadline == null ? -1 : deadline.timeRemaining(TimeUnit.MILLISECONDS);
    Throwable error = failure.apply(calls.incrementAndGet());
    if (error != null) {
      answer.onError(error);
      return;
    }
    answer.onNext(ListActionsResponse.getDefaultInstance());
    answer.onCompleted();
  }

  @Override
  public StreamObserver<PlayRequest> play(StreamObserver<PlayResponse> answer) {
    return new StreamObserver<>() {
      @Override
      public void onNext(PlayRequest command) {
        Throwable error = failure.apply(calls.incrementAndGet());
        if (error != null) {
          answer.onError(error);
        } else if (command.hasResolve()) {
          answer.onCompleted();
        } else if (!command.hasAdvanceStep()) {
          ListActionsResponse actions = ListActionsResponse.getDefaultInstance();
          request = command.getListActions();
          answer.onNext(PlayResponse.newBuilder().setActions(actions).build());
        }
      }

      @Override
      public void onError(Throwable error) {
        calls.set(-1);
      }

      @Override
      public void onCompleted() {
        answer.onCompleted();
      }
    };
  }

  @Override
  public <Q, A> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, A> call, Metadata headers, ServerCallHandler<Q, A> next) {
    language = headers.get(Metadata.Key.of("accept-language", Metadata.ASCII_STRING_MARSHALLER));
    return next.startCall(call, headers);
  }

  @Override
  public void close() {
    server.shutdownNow();
  }

  static Throwable status(Status.Code code) {
    return code.toStatus().withDescription("as told").asRuntimeException();
  }
}
