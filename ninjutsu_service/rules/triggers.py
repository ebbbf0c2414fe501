"""Triggered abilities of scripts in play (CR 603): which wait to go on the stack."""

from __future__ import annotations

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.ledger import Ledger


def put_waiting(ledger: Ledger, decisions: Decisions) -> bool:
    """Put what has triggered since the last time on the stack; False where nothing has."""
    return False


def report(ledger: Ledger) -> list[pb.StackObject]:
    """What has triggered, for an engine that settles itself."""
    return []
