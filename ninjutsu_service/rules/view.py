"""What an ability sees: its source, its controller, and what it remembers while it resolves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.traits import Traits

if TYPE_CHECKING:
    from ninjutsu_service.rules.table import Table


class Seen(NamedTuple):
    """An object with its characteristics, now or as it last was (CR 608.2h).

    Attributes:
        item: the object; a copy where it is gone.
        traits: its characteristics, then.
        live: whether it is the object that is there now.
        attacking: whether it is attacking, or was as it left.
    """

    item: pb.GameObject
    traits: Traits
    live: bool = True
    attacking: bool = False


LastKnown = Callable[[str, int], Seen | None]
"""Last known information by id and incarnation; None where there is none."""


def nothing_known(object_id: str, incarnation: int) -> Seen | None:
    """Nothing is known of what is gone."""
    return None


@dataclass(slots=True)
class View:
    """How an ability sees the table.

    Attributes:
        table: the table.
        source: the object whose ability it is, now or as it last was; None where it has none.
        you: the ability's controller.
        svars: the named values of the script, by name in lower case.
        context: what set a trigger off.
        x: the value of X.
        targets: the targets that are still legal.
        returned: the creature that was returned for the cost, as it was.
        remembered: what parts of the ability remembered, objects and ids of players.
        each_player: in a repetition for each player, the one whose turn it is.
        chosen_player, chosen_type: what was chosen earlier in the ability.
        results: what parts of the ability came to, by the name in lower case that scripts know
            it by, "aflifelost".
        naming: the named values that are being worked out, in lower case.
        last_known: last known information of this call.
        permission: of a spell that becomes the permanent which is entering, the permanent whose
            ability let it be cast, empty for none; None where nothing is entering.
    """

    table: Table
    source: Seen | None
    you: str
    svars: Mapping[str, str] = field(default_factory=dict)
    context: pb.TriggerContext | None = None
    x: int = 0
    targets: Sequence[pb.Target] = ()
    returned: Seen | None = None
    remembered: list[Seen | str] = field(default_factory=list)
    each_player: str = ""
    chosen_player: str = ""
    chosen_type: str = ""
    results: dict[str, int] = field(default_factory=dict)
    naming: set[str] = field(default_factory=set)
    last_known: LastKnown = nothing_known
    permission: pb.Target | None = None

    def seen(self, object_id: str, incarnation: int = 0) -> Seen | None:
        """An object by id: as it is now, or as it last was where that was another incarnation.

        Args:
            object_id: its id.
            incarnation: which object of that id; 0 for the one that is there now.
        """
        item = self.table.board.objects.get(object_id)
        if item is not None and incarnation in (0, item.incarnation):
            return self.now(item)
        return self.last_known(object_id, incarnation)

    def now(self, item: pb.GameObject) -> Seen:
        """An object that is there, as it is."""
        return Seen(item, self.table.traits(item), True, self.table.is_attacking(item))

    def players(self) -> list[str]:
        """The players in the game, in turn order from the active player (CR 101.4)."""
        return self.table.board.turn_order()
