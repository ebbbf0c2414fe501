"""What a keyword of the family may state. A keyword is a value of `Keyword`, not code.

Ninjutsu and its relatives differ in a few answers: where the card must be, what goes back
and where to, in which steps, at what cost, whether it is an ability or a way of casting, and
how the card enters. A new relative is one more value (see `rules/keywords/`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb

AFTER_BLOCKS = frozenset(
    (
        pb.STEP_DECLARE_BLOCKERS,
        pb.STEP_FIRST_COMBAT_DAMAGE,
        pb.STEP_COMBAT_DAMAGE,
        pb.STEP_END_OF_COMBAT,
    )
)
"""The steps in which a creature can be unblocked (CR 509.1h)."""


class Returned(Enum):
    """The creature that goes back as part of the cost."""

    UNBLOCKED_ATTACKER = "unblocked attacking creature"
    TAPPED_CREATURE = "tapped creature"


class Window(Enum):
    """When it may be used by the player who has priority."""

    ANY_TIME = "whenever the player has priority, in the steps named"
    OWN_TURN = "the same, in the player's own turn"
    WHILE_SEARCHING = "while the player searches their library, when nobody has priority"
    SPELL_TIMING = "when the card itself could be cast (CR 117.1a, 307.1)"


@dataclass(frozen=True, slots=True)
class Rules:
    """The number of the rule that each refusal and each event cites."""

    keyword: str
    window: str
    zone: str
    owner: str
    returned: str
    enters: str
    attacks: str = "508.4"
    priority: str = "117.1b"
    forbidden: str = "602.5"


@dataclass(frozen=True, slots=True)
class Keyword:
    """One keyword, by what it states.

    Attributes:
        name: as registered and as `Action.keyword` names it, "Commander ninjutsu".
        line: what its `K:` line begins with in a card script, "Ninjutsu".
        variant: the argument after the cost that tells variants of one line apart, "Commander".
        rules: which rules its refusals cite.
        also: the keywords that it is a variant of: what an effect says of those is true of
            it as well (CR 702.49d).
        casts: whether it is an alternative cost of casting the card (CR 118.9) rather than
            an activated ability (CR 602).
        zones: where the card must be.
        steps: the steps in which it may be used; None for every step.
        window: at which moments within them.
        returned: what goes back.
        returned_to: the zone of its owner that it goes to; a library is shuffled.
        reveals: whether revealing the card is part of the cost (CR 702.49b).
        attacks: whether the card enters tapped and attacking what the returned creature
            attacked (CR 702.49c).
        commander_tax: whether, from the command zone, {2} is added for each earlier time
            (CR 903.8), and this one counts. Casting from there always is so.
        extra_cost: a further cost in script notation that every card with it pays.
    """

    name: str
    line: str
    rules: Rules
    variant: str = ""
    also: tuple[str, ...] = ()
    casts: bool = False
    zones: frozenset[int] = field(default=frozenset((pb.ZONE_HAND,)))
    steps: frozenset[int] | None = AFTER_BLOCKS
    window: Window = Window.ANY_TIME
    returned: Returned = Returned.UNBLOCKED_ATTACKER
    returned_to: int = pb.ZONE_HAND
    reveals: bool = True
    attacks: bool = True
    commander_tax: bool = False
    extra_cost: str = ""

    @property
    def kind(self) -> wire.ActionKind.ValueType:
        """The wire contract's name for ability or spell."""
        return wire.ACTION_KIND_CAST_SPELL if self.casts else wire.ACTION_KIND_ACTIVATE_ABILITY

    @property
    def names(self) -> tuple[str, ...]:
        """Its own name and those of the keywords that it is a variant of."""
        return (self.name, *self.also)

    def vary(self, **stated: object) -> Keyword:
        """A variant that states something else in the places named."""
        return replace(self, **stated)  # type: ignore[arg-type]
