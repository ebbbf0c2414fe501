"""Magic's ninjutsu family of keyword abilities, as a gRPC service for card-game engines."""

__version__ = "0.1.0"
