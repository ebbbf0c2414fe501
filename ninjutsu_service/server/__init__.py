"""The gRPC server: the only place that knows grpc."""
