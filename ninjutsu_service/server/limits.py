"""What a request may hold, looked at before anything else is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ninjutsu_service.server.settings import Settings
from ninjutsu_service.state.faults import Fault, InvalidRequest


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of each a request may hold.

    Attributes:
        objects, attackers, stack: of a state.
        commands: of a batch.
    """

    objects: int
    attackers: int
    stack: int
    commands: int

    @classmethod
    def of(cls, settings: Settings) -> Limits:
        """The limits that the settings name."""
        return cls(
            settings.max_objects, settings.max_attackers, settings.max_stack, settings.max_commands
        )

    def check(self, request: Any) -> None:
        """Count what a request holds; counting is all, so it costs the same for every size.

        Args:
            request: any message of NinjutsuService with a state.

        Raises:
            InvalidRequest: it names each field that is too long, and the setting.
        """
        state = request.state
        if (
            len(state.objects) > self.objects
            or len(state.combat.attackers) > self.attackers
            or len(state.stack) > self.stack
        ):
            raise InvalidRequest(self._too_long(state))

    def check_batch(self, request: Any) -> None:
        """The same for a batch, its commands included.

        Raises:
            InvalidRequest: as for `check`.
        """
        self.check(request)
        count = len(request.commands)
        if count > self.commands:
            raise InvalidRequest([_fault("commands", count, "max_commands", self.commands)])

    def _too_long(self, state: Any) -> list[Fault]:
        counted = (
            ("objects", state.objects, "max_objects", self.objects),
            ("combat.attackers", state.combat.attackers, "max_attackers", self.attackers),
            ("stack", state.stack, "max_stack", self.stack),
        )
        return [
            _fault(field, len(items), setting, allowed)
            for field, items, setting, allowed in counted
            if len(items) > allowed
        ]


def _fault(field: str, count: int, setting: str, allowed: int) -> Fault:
    return Fault(field, f"has {count}; this server takes {allowed} ({setting})")
