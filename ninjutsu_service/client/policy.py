"""The deadline and the retries that the service recommends to its callers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ninjutsu.v1 import card_pool_pb2, service_pb2

SECONDS = 5.0
"""The deadline of a call. The slowest measured takes a hundredth of it."""

RETRY_POLICY: dict[str, Any] = {
    "maxAttempts": 5,
    "initialBackoff": "0.05s",
    "maxBackoff": "1s",
    "backoffMultiplier": 2,
    # A server that stops answers CANCELLED to what it had accepted and not begun.
    "retryableStatusCodes": ["UNAVAILABLE", "CANCELLED"],
}

STREAM_RETRY_POLICY: dict[str, Any] = {
    **RETRY_POLICY,
    # Five attempts, which are all that gRPC makes, over as long as a call may take.
    "initialBackoff": "0.4s",
    "maxBackoff": "2s",
}

SERVICE_CONFIG: dict[str, Any] = {
    "methodConfig": [
        {
            # Every unary call may be repeated: none has a side effect.
            "name": [
                {"service": service.full_name}
                for module in (service_pb2, card_pool_pb2)
                for service in module.DESCRIPTOR.services_by_name.values()
            ],
            "waitForReady": True,
            "timeout": f"{SECONDS:g}s",
            "retryPolicy": RETRY_POLICY,
        },
        {
            # A stream lives as long as its combat, so that it has no deadline: one that waited
            # for a server would wait for ever. It is begun anew as long as none has answered;
            # from then on its state is on one server.
            "name": [
                {"service": "ninjutsu.v1.NinjutsuService", "method": "Play"},
                {"service": "ninjutsu.v1.CardPoolService", "method": "WatchCards"},
            ],
            "retryPolicy": STREAM_RETRY_POLICY,
        },
    ]
}
"""A gRPC service config, for any language's client: retries, deadline, wait for ready."""


def channel_options(more: Mapping[str, int | str]) -> list[tuple[str, int | str]]:
    """Channel arguments that put the policy into force; further ones take the place of its own."""
    options: dict[str, int | str] = {
        "grpc.service_config": json.dumps(SERVICE_CONFIG),
        "grpc.enable_retries": 1,
        # A pool of its own: channels to the same address do not share one connection.
        "grpc.use_local_subchannel_pool": 1,
        "grpc.max_receive_message_length": -1,
        "grpc.keepalive_time_ms": 60_000,
    }
    # Of two with one name grpc takes the first.
    return list({**options, **more}.items())
