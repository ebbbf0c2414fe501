"""Short ways to read Forge's state files in tests."""

from __future__ import annotations

from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.client import Local
from ninjutsu_service.forge.dump import read_dump
from ninjutsu_service.forge.state import Converted, to_state
from ninjutsu_service.rules.rulebook import Rulebook
from tests.boards import bundled

HEAD = "humanlife=20\nailife=20\nactiveplayer=human\nturn=3\nhumanlibrary=\nailibrary=\n"
"""What a file must say for nothing to be taken for it, but the phase."""

QUIET = ["p0 has priority, and the stack is empty"]
"""What is told of a file that leaves nothing open."""

OLD = """\
# a comment
humanlife=18
ailife=12
humancounters=POISON=2
activeplayer=human
activephase=COMBAT_DECLARE_BLOCKERS
humanhand=Ninja of the Deep Hours;Okiba-Gang Shinobi
humanbattlefield=Island|Tapped;Island|Set:BFZ;Snow-Covered Island;Swamp;\
Some Bird|Tapped|Attacking;Some Cub|Tapped|Attacking:7|Id:12|Counters:P1P1=2
humancommand=Yuriko, the Tiger's Shadow|IsCommander
humanlibrary=Forest;Island
aibattlefield=Some Walker|Id:7|Counters:LOYALTY=4;Stolen|Owner:human|SummonSick;\
t:Spirit,P:1,T:2,Cost:no cost,Color:W,Types:Creature-Spirit,Keywords:Flying
"""
"""A whole file in the older form: a combat, with attackers that no script knows."""


def converted(text: str, *blocked: str, pool: CardPool | None = None) -> Converted:
    """A whole file as a state, which must be in order.

    Args:
        text: the file.
        blocked: the attackers that were blocked.
        pool: instead of the bundled cards.
    """
    rulebook = Rulebook(pool, bundled().registry) if pool else bundled()
    made = to_state(read_dump(text), rulebook, blocked)
    assert Local(rulebook=rulebook).check_state(made.state) == []
    return made


def of_lines(more: str, phase: str = "MAIN1", *, pool: CardPool | None = None) -> Converted:
    """A file of `HEAD`, which has six lines, the phase and more lines, from the eighth on."""
    return converted(f"{HEAD}activephase={phase}\n{more}", pool=pool)


def permanents(
    cards: str, phase: str = "MAIN1", *, zone: str = "battlefield", pool: CardPool | None = None
) -> Converted:
    """The same with one line of cards of p0's."""
    return of_lines(f"human{zone}={cards}", phase, pool=pool)


def told(made: Converted) -> str:
    """What had to be assumed, a line each."""
    return "\n".join(made.assumptions)
