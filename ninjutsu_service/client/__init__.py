"""A client that reads like Python: over a channel, over asyncio, or in process.

    from ninjutsu_service.client import Refused, connect

    with connect("127.0.0.1:50051") as service:
        for action in service.list_actions(state, "ana").actions:
            outcome = service.take_action(state, "ana", action)

`connect` and `connect_async` speak to a service, with its recommended deadline and retries;
`Local` runs the same rules in this process. All have the methods of `Service`.
"""

from ninjutsu_service.client.answers import Happened, Listing, Outcome
from ninjutsu_service.client.channel import Client, Stream, connect
from ninjutsu_service.client.channel_async import AsyncClient, AsyncStream, connect_async
from ninjutsu_service.client.errors import (
    DeadlineExceeded,
    Failed,
    InvalidRequest,
    NinjutsuError,
    Refused,
    Unavailable,
)
from ninjutsu_service.client.events import EventValue, value_of
from ninjutsu_service.client.local import Local
from ninjutsu_service.client.policy import SERVICE_CONFIG
from ninjutsu_service.client.service import Combat, Service
from ninjutsu_service.client.state import StateBuilder

__all__ = [
    "SERVICE_CONFIG",
    "AsyncClient",
    "AsyncStream",
    "Client",
    "Combat",
    "DeadlineExceeded",
    "EventValue",
    "Failed",
    "Happened",
    "InvalidRequest",
    "Listing",
    "Local",
    "NinjutsuError",
    "Outcome",
    "Refused",
    "Service",
    "StateBuilder",
    "Stream",
    "Unavailable",
    "connect",
    "connect_async",
    "value_of",
]
