package ninjutsu.client;

import io.grpc.Channel;
import io.grpc.ChannelCredentials;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.MetadataUtils;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import ninjutsu.v1.Action;
import ninjutsu.v1.BatchRequest;
import ninjutsu.v1.CheckStateRequest;
import ninjutsu.v1.CombatState;
import ninjutsu.v1.NinjutsuServiceGrpc;
import ninjutsu.v1.NinjutsuServiceGrpc.NinjutsuServiceBlockingStub;
import ninjutsu.v1.PlayRequest;

/**
 * Calls a service. Safe to use from several threads. A state that is passed in stays as it is.
 *
 * <p>Every method throws a {@link NinjutsuException}: {@link RefusedException} where the rules
 * forbid what is asked, {@link InvalidRequestException} where the request contradicts itself,
 * {@link UnavailableException}, {@link DeadlineExceededException} and {@link FailedException} as
 * their names say.
 */
public final class NinjutsuClient implements AutoCloseable {

  private static final Metadata.Key<String> LANGUAGE =
      Metadata.Key.of("accept-language", Metadata.ASCII_STRING_MARSHALLER);

  private final Channel channel;
  private final NinjutsuServiceBlockingStub stub;
  private final Runnable release;

  private NinjutsuClient(Channel channel, String language, Runnable release) {
    Metadata headers = new Metadata();
    headers.put(LANGUAGE, language);
    this.channel =
        ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    this.stub = NinjutsuServiceGrpc.newBlockingStub(this.channel);
    this.release = release;
  }

  /**
   * A client of the service at an address, in plain text, with messages in English.
   *
   * @param address "host:port", or "unix:/path/to/socket"
   */
  public static NinjutsuClient connect(String address) {
    return connect(address, null, "en");
  }

  /**
   * A client of the service at an address. Connecting happens with the first call.
   *
   * @param address "host:port", or "unix:/path/to/socket"
   * @param credentials for TLS; null speaks plain text
   * @param language of messages for players, as in HTTP's Accept-Language
   */
  public static NinjutsuClient connect(
      String address, ChannelCredentials credentials, String language) {
    Channels.Opened opened = Channels.open(address, credentials);
    return new NinjutsuClient(
        opened.channel(), language, () -> shutDown(opened.channel(), opened.release()));
  }

  /**
   * A client over a channel of one's own, which stays open when the client is closed. {@link
   * Policy#serviceConfig} is what the service recommends for it.
   */
  public static NinjutsuClient over(Channel channel, String language) {
    return new NinjutsuClient(channel, language, () -> {});
  }

  /** The channel with the client's language on it, for generated stubs of other kinds. */
  public Channel channel() {
    return channel;
  }

  /** Every keyword action that a player may take now. */
  public Listing listActions(CombatState state, String player, ListOption... options) {
    return call(() -> Listing.of(stub.listActions(Requests.listing(state, player, options))));
  }

  /** Announces an action and pays for it, automatically. */
  public Outcome takeAction(CombatState state, String player, Action action) {
    return takeAction(state, player, action, CallSettings.NONE);
  }

  /** Announces an action and pays for it. */
  public Outcome takeAction(
      CombatState state, String player, Action action, CallSettings settings) {
    return call(
        () ->
            Outcome.of(
                stub.takeAction(Requests.taking(state, player, action, settings)).getOutcome()));
  }

  /** Resolves the top of the stack. */
  public Outcome resolve(CombatState state) {
    return resolve(state, CallSettings.NONE);
  }

  /** Resolves the top of the stack. */
  public Outcome resolve(CombatState state, CallSettings settings) {
    return call(
        () -> Outcome.of(stub.resolve(Requests.resolving(state, settings)).getOutcome()));
  }

  /** Moves to the next step and takes its turn-based actions. */
  public Outcome advanceStep(CombatState state) {
    return advanceStep(state, CallSettings.NONE);
  }

  /** Moves to the next step and takes its turn-based actions. */
  public Outcome advanceStep(CombatState state, CallSettings settings) {
    return call(
        () -> Outcome.of(stub.advanceStep(Requests.advancing(state, settings)).getOutcome()));
  }

  /** Everything that is wrong with a state. */
  public List<Fault> checkState(CombatState state) {
    CheckStateRequest request = CheckStateRequest.newBuilder().setState(state).build();
    return call(
        () ->
            stub.checkState(request).getFaultsList().stream()
                .map(each -> new Fault(each.getField(), each.getMessage()))
                .toList());
  }

  /**
   * Many commands, each tried on one state; a refusal is an answer like the others.
   *
   * @param commands made by {@link Requests}
   */
  public List<Answer> batch(CombatState state, List<PlayRequest> commands) {
    BatchRequest request =
        BatchRequest.newBuilder().setState(state).addAllCommands(commands).build();
    return call(() -> stub.batch(request).getResponsesList().stream().map(Answer::of).toList());
  }

  /** A combat on one stream, its state kept by the service; close it when it is over. */
  public PlayedCombat play(CombatState state) {
    return new PlayedCombat(NinjutsuServiceGrpc.newStub(channel), state);
  }

  /** Closes the channel that {@link #connect} opened. */
  @Override
  public void close() {
    release.run();
  }

  private static <T> T call(Supplier<T> made) {
    try {
      return made.get();
    } catch (StatusRuntimeException error) {
      throw Errors.of(error);
    }
  }

  private static void shutDown(ManagedChannel channel, Runnable release) {
    channel.shutdown();
    try {
      if (!channel.awaitTermination(1, TimeUnit.SECONDS)) {
        channel.shutdownNow();
      }
    } catch (InterruptedException interrupted) {
      channel.shutdownNow();
      Thread.currentThread().interrupt();
    }
    release.run();
  }
}
