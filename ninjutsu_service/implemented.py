"""What of the card script language is carried out here, read from the rules that do it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from ninjutsu_service.cards.carried import Carried
from ninjutsu_service.rules.conditions import PART_CONDITIONS
from ninjutsu_service.rules.effects.registry import HANDLERS
from ninjutsu_service.rules.extra_counters import LINE_PARAMETERS, PART_PARAMETERS
from ninjutsu_service.rules.parts import PART_KINDS, is_payable
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.replacing import CHOICE_PARAMETERS, COPY_PARAMETERS
from ninjutsu_service.rules.static_lines import EVERY_STATIC, STATIC_MODES
from ninjutsu_service.rules.trigger import EVERY_TRIGGER, TRIGGER_MODES

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


def carried(registry: Registry) -> Carried:
    """What is carried out here, as the checks of scripts ask for it.

    Args:
        registry: the keywords.
    """
    lines = frozenset(keyword.line.lower() for keyword in registry)
    return Carried(
        abilities={api.lower(): known | PART_CONDITIONS for api, (_, known) in HANDLERS.items()},
        triggers={mode.lower(): known | EVERY_TRIGGER for mode, known in TRIGGER_MODES.items()},
        statics={mode.lower(): known | EVERY_STATIC for mode, known in STATIC_MODES.items()},
        replacements={"moved": LINE_PARAMETERS},
        entering={api.lower(): known for api, known in ENTERING.items()},
        keywords=frozenset(name.lower() for name in (*KEYWORDS, *BEFORE)),
        bound=lines,
        costs=COSTS,
        payable=is_payable,
        unread=_Unread(registry),
    )
