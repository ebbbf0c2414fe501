"""Answers to many requests, as bytes: what `test_processes.py` runs in a process of its own.

    python -m tests.properties.answers 0 20

prints one line a request, a digest of the answer, for the combats made from the seeds 0 to 19.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from random import Random

from google.protobuf.message import Message

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.state.faults import InvalidRequest
from tests.boards import bundled
from tests.properties.asking import askers
from tests.properties.combats import LARGE, SMALL, Maker


def answers(seed: int) -> Iterator[bytes]:
    """What the service says to every kind of request about one combat."""
    state = Maker(Random(seed), LARGE if seed % 10 == 0 else SMALL).make()
    yield _bytes(calls.check_state(bundled(), wire.CheckStateRequest(state=state)))
    for player in askers(state):
        listing = wire.ListActionsRequest(state=state, player_id=player, explain=True)
        found = calls.list_actions(bundled(), listing)
        yield _bytes(found)
        for action in found.actions[:3]:
            taking = wire.TakeActionRequest(state=state, player_id=player, action=action)
            taken = calls.take_action(bundled(), taking)
            yield _bytes(taken)
            if taken.outcome.HasField("state"):
                yield _resolved(taken.outcome.state)


def _resolved(state: pb.CombatState) -> bytes:
    request = wire.ResolveRequest(state=state, random_seed=1)
    try:
        return _bytes(calls.resolve(bundled(), request))
    except (InvalidRequest, Refused) as error:
        return str(error).encode()


def _bytes(message: Message) -> bytes:
    return message.SerializeToString(deterministic=True)


def digests(first: int, last: int) -> list[str]:
    """One line for each answer."""
    return [
        f"{seed} {hashlib.blake2b(answer, digest_size=8).hexdigest()}"
        for seed in range(first, last)
        for answer in answers(seed)
    ]


if __name__ == "__main__":
    print("\n".join(digests(int(sys.argv[1]), int(sys.argv[2]))))
