package ninjutsu.client;

import io.grpc.Status;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import ninjutsu.v1.Action;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.NinjutsuServiceGrpc.NinjutsuServiceStub;
import ninjutsu.v1.PlayRequest;
import ninjutsu.v1.PlayResponse;

/**
 * A combat that is played on: the methods of {@link NinjutsuClient} without the state, which the
 * service keeps. A refusal leaves the stream as it was; any other failure ends it. For one
 * thread at a time.
 */
public final class PlayedCombat implements AutoCloseable {

  /** What the stream brought: a response, or its end. */
  private record Said(PlayResponse response, Throwable error) {}

  private final BlockingQueue<Said> answers = new LinkedBlockingQueue<>();
  private final Observer observer = new Observer();
  private CombatState state;
  private NinjutsuException ended;

  PlayedCombat(NinjutsuServiceStub stub, CombatState state) {
    this.state = state;
    stub.play(observer);
  }

  /** As {@link NinjutsuClient#listActions}. */
  public Listing listActions(String player, ListOption... options) {
    PlayRequest.Builder command = PlayRequest.newBuilder();
    return (Listing) say(command.setListActions(Requests.listing(state, player, options)));
  }

  /** As {@link NinjutsuClient#takeAction(CombatState, String, Action)}. */
  public Outcome takeAction(String player, Action action) {
    return takeAction(player, action, CallSettings.NONE);
  }

  /** As {@link NinjutsuClient#takeAction(CombatState, String, Action, CallSettings)}. */
  public Outcome takeAction(String player, Action action, CallSettings settings) {
    PlayRequest.Builder command = PlayRequest.newBuilder();
    return (Outcome) say(command.setTakeAction(Requests.taking(state, player, action, settings)));
  }

  /** As {@link NinjutsuClient#resolve(CombatState)}. */
  public Outcome resolve() {
    return resolve(CallSettings.NONE);
  }

  /** As {@link NinjutsuClient#resolve(CombatState, CallSettings)}. */
  public Outcome resolve(CallSettings settings) {
    PlayRequest.Builder command = PlayRequest.newBuilder();
    return (Outcome) say(command.setResolve(Requests.resolving(state, settings)));
  }

  /** As {@link NinjutsuClient#advanceStep(CombatState)}. */
  public Outcome advanceStep() {
    return advanceStep(CallSettings.NONE);
  }

  /** As {@link NinjutsuClient#advanceStep(CombatState, CallSettings)}. */
  public Outcome advanceStep(CallSettings settings) {
    PlayRequest.Builder command = PlayRequest.newBuilder();
    return (Outcome) say(command.setAdvanceStep(Requests.advancing(state, settings)));
  }

  /** The engine changed the game itself: the next command brings this state along. */
  public void replaceState(CombatState changed) {
    state = changed;
  }

  /** Ends the stream. */
  @Override
  public void close() {
    if (ended == null) {
      ended = new InvalidRequestException("the stream is closed", List.of(), null);
      observer.requests.cancel("closed", null);
    }
  }

  private Answer say(PlayRequest.Builder command) {
    if (ended != null) {
      throw ended;
    }
    observer.requests.onNext(command.build());
    Answer answer = Answer.of(next());
    state = null;
    if (answer instanceof Refused refused) {
      throw new RefusedException(refused, null);
    }
    return answer;
  }

  private PlayResponse next() {
    Said said;
    try {
      said = answers.take();
    } catch (InterruptedException interrupted) {
      close();
      Thread.currentThread().interrupt();
      throw new FailedException("CANCELLED", "interrupted while waiting", "", interrupted);
    }
    if (said.error() != null) {
      ended = Errors.of(said.error());
      throw ended;
    }
    return said.response();
  }

  private final class Observer implements ClientResponseObserver<PlayRequest, PlayResponse> {

    private ClientCallStreamObserver<PlayRequest> requests;

    @Override
    public void beforeStart(ClientCallStreamObserver<PlayRequest> stream) {
      requests = stream;
    }

    @Override
    public void onNext(PlayResponse response) {
      answers.add(new Said(response, null));
    }

    @Override
    public void onError(Throwable error) {
      answers.add(new Said(null, error));
    }

    @Override
    public void onCompleted() {
      answers.add(
          new Said(
              null,
              Status.CANCELLED.withDescription("the service ended the stream").asException()));
    }
  }
}
