package ninjutsu.client;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.channel.ChannelOption;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.TimeUnit;

/** Channels to a service, with the policy in force. */
final class Channels {

  private static final String UNIX = "unix:";

  private Channels() {}

  /** What a client speaks over. */
  record Opened(ManagedChannel channel, Runnable release) {}

  /** Opens a channel; connecting happens with the first call. */
  static Opened open(String address, ChannelCredentials credentials) {
    if (!address.startsWith(UNIX)) {
      ChannelCredentials used =
          credentials == null ? InsecureChannelCredentials.create() : credentials;
      return new Opened(ready(Grpc.newChannelBuilder(address, used)), () -> {});
    }
    // Java's own unix sockets: they need no native library, so they work on every system.
    EventLoopGroup loop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("ninjutsu-socket", true), NioIoHandler.newFactory());
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(
                UnixDomainSocketAddress.of(path(address)),
                credentials == null ? InsecureChannelCredentials.create() : credentials)
            .overrideAuthority("localhost")
            .channelType(NioDomainSocketChannel.class)
            // gRPC's own default, which such a channel would log that it does not know.
            .withOption(ChannelOption.SO_KEEPALIVE, null)
            .eventLoopGroup(loop);
    return new Opened(ready(builder), () -> loop.shutdownGracefully(0, 1, TimeUnit.SECONDS));
  }

  /** The path of "unix:path" or "unix:///path". */
  static String path(String address) {
    String path = address.substring(UNIX.length());
    return path.startsWith("//") ? path.substring(2) : path;
  }

  private static ManagedChannel ready(ManagedChannelBuilder<?> builder) {
    return builder
        .defaultServiceConfig(Policy.serviceConfig())
        .enableRetry()
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .keepAliveTime(60, TimeUnit.SECONDS)
        .build();
  }
}
