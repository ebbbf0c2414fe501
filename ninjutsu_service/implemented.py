"""What of the card script language is carried out here, read from the rules that do it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.carried import Carried
from ninjutsu_service.cards.cost import CostPart
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.valid import parse_valid
from ninjutsu_service.rules.conditions import PART_CONDITIONS
from ninjutsu_service.rules.effects.registry import HANDLERS
from ninjutsu_service.rules.extra_counters import LINE_PARAMETERS, PART_PARAMETERS
from ninjutsu_service.rules.parts import ITSELF, PART_KINDS, is_payable
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.replacing import CHOICE_PARAMETERS, COPY_PARAMETERS
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.static_lines import EVERY_STATIC, STATIC_MODES
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.trigger import EVERY_TRIGGER, TRIGGER_MODES
from ninjutsu_service.rules.valid import unread
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.state.board import Board

if TYPE_CHECKING:
    from ninjutsu_service.rules.reads import Reads

KEYWORDS = (
    "CARDNAME can't be countered.",
    "Class",
    "Deathtouch",
    "Double Strike",
    "First Strike",
    "Flash",
    "Haste",
    "Hexproof",
    "Indestructible",
    "Infect",
    "Lifelink",
    "Protection",
    "Shroud",
    "Split second",
    "This spell can't be countered.",
    "Toxic",
    "Trample",
    "Wither",
    "etbCounter",
    "ETBReplacement",
)
"""The keywords, besides those of the registry, that the rules look at."""

COSTS = (*sorted(PART_KINDS), "PayLife", "SubCounter")
"""The parts of costs that can be paid, besides mana."""

BEFORE = (
    *("Defender", "Fear", "Flying", "Horsemanship", "Intimidate", "Menace", "Reach", "Shadow"),
    *("Skulk", "Vigilance"),
)
"""The keywords that matter only as attackers and blockers are declared: nothing is left of them."""


ENTERING = {"Clone": COPY_PARAMETERS, "PutCounter": PART_PARAMETERS, **CHOICE_PARAMETERS}
"""What is carried out as something enters, by what it does, with the parameters that are read."""


class _Unread:
    """`Reads.unread`, loaded with the first script that is checked: a server starts without it."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    @cached_property
    def _reads(self) -> Reads:
        from ninjutsu_service.rules.reads import Reads  # noqa: PLC0415

        return Reads(self._registry)

    def __call__(
        self, kind: str, name: str, parameters: Mapping[str, str], svars: Mapping[str, str]
    ) -> Iterator[tuple[str, str]]:
        return self._reads.unread(kind, name, parameters, svars)


class _Costs:
    """Whether parts of costs can be paid: the rules are asked about an object that may pay."""

    def __init__(self, registry: Registry) -> None:
        self._rulebook = Rulebook(CardPool.from_texts(), registry)

    def payable(self, part: CostPart) -> bool:
        """Whether it can be paid by who has what it asks for."""
        if not is_payable(part):
            return False
        return part.name not in PART_KINDS or any(not words for words in self._unfit(part))

    def unfit(self, part: CostPart) -> list[str]:
        """The words of what pays for it that are neither true nor false of any object."""
        if part.name not in PART_KINDS:
            return []
        return list(dict.fromkeys(word for words in self._unfit(part) for word in words))

    def _unfit(self, part: CostPart) -> Iterator[list[str]]:
        """Those words, of each alternative."""
        if part.what in ITSELF:
            yield []
            return
        seen, view = self._asked(PART_KINDS[part.name].zone)
        for alternative in parse_valid(part.what.replace(";", ",")).alternatives:
            yield unread(view, alternative.text, seen, "they")

    def _asked(self, zone: int) -> tuple[Seen, View]:
        """An object in the zone that a cost is paid from, as the one who pays sees it."""
        state = pb.CombatState(turn=1, active_player_id="you", step=pb.STEP_DECLARE_BLOCKERS)
        for name in ("you", "they"):
            state.players.add(id=name, life=20, library_size=1)
        item = state.objects.add(id="pays", incarnation=1, owner_id="you", card_name="Pays")
        item.zone = zone  # type: ignore[assignment]
        item.characteristics.name = "Pays"
        item.characteristics.types.append("Creature")
        item.characteristics.power = item.characteristics.toughness = 1
        table = Table(Board(state), self._rulebook)
        item = table.board.objects["pays"]
        seen = Seen(item, table.traits(item))
        return seen, View(table, seen, "you", {})


def carried(registry: Registry) -> Carried:
    """What is carried out here, as the checks of scripts ask for it.

    Args:
        registry: the keywords.
    """
    costs = _Costs(registry)
    lines = frozenset(keyword.line.lower() for keyword in registry)
    return Carried(
        abilities={api.lower(): known | PART_CONDITIONS for api, (_, known) in HANDLERS.items()},
        triggers={mode.lower(): known | EVERY_TRIGGER for mode, known in TRIGGER_MODES.items()},
        statics={mode.lower(): known | EVERY_STATIC for mode, known in STATIC_MODES.items()},
        replacements={"moved": LINE_PARAMETERS},
        entering={api.lower(): known for api, known in ENTERING.items()},
        keywords=frozenset(name.lower() for name in (*KEYWORDS, *BEFORE)),
        bound=lines,
        casts=frozenset(keyword.line.lower() for keyword in registry if keyword.casts),
        costs=COSTS,
        payable=costs.payable,
        unfit=costs.unfit,
        unread=_Unread(registry),
    )
