"""Which triggered abilities of a script are read, and what is read of them (CR 603.1)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.script import read_card
from ninjutsu_service.rules.trigger import Trigger, read_triggers
from tests.boards import pb
from tests.rules.scripts import script

DO = "SVar:TrigDo:DB$ Draw"


def read(*lines: str) -> tuple[Trigger, ...]:
    return read_triggers(read_card(script("Source", *(f"T:{line}" for line in lines), DO)).faces[0])


GAIN = "Mode$ LifeGained | Execute$ TrigDo"


@pytest.mark.parametrize(
    ("line", "understood"),
    [
        (GAIN, True),
        (f"{GAIN} | ValidPlayer$ You", True),
        (f"{GAIN} | ValidCard$ Card", False),
        (f"{GAIN} | SomethingNew$ 1", False),
        (f"{GAIN} | TriggerZones$ Graveyard,Battlefield", True),
        (f"{GAIN} | TriggerZones$ Somewhere", False),
        (f"{GAIN} | ActivationLimit$ 2", True),
        (f"{GAIN} | ActivationLimit$ 999999", True),
        (f"{GAIN} | ActivationLimit$ 1000000", False),
        (f"{GAIN} | ActivationLimit$ X", False),
        (f"{GAIN} | ActivationLimit$ ٣", False),
        (f"{GAIN} | OptionalDecider$ You", True),
        (f"{GAIN} | OptionalDecider$ Opponent", True),
        (f"{GAIN} | OptionalDecider$ TriggeredTarget", True),
        (f"{GAIN} | OptionalDecider$ TriggeredCardController", True),
        (f"{GAIN} | OptionalDecider$ TriggeredSourceLKICopyController", True),
        (f"{GAIN} | OptionalDecider$ Player.Opponent", True),
        (f"{GAIN} | OptionalDecider$ Yes", False),
        (f"{GAIN} | OptionalDecider$ True", False),
        (f"{GAIN} | OptionalDecider$ EnchantedController", False),
        (f"{GAIN} | OptionalDecider$ Controller", False),
        (f"{GAIN} | OptionalDecider$ Player.SomethingNew", False),
        (f"{GAIN} | PlayerTurn$ True | CheckSVar$ X", True),
        ("Mode$ LifeGained | Execute$ TrigNone", False),
        ("Mode$ LifeGained", False),
        ("Mode$ SomethingNew | Execute$ TrigDo", False),
    ],
)
def test_what_is_understood(line: str, understood: bool):
    """What is not read in full neither triggers nor fails to."""
    assert bool(read(line)) is understood


def test_what_is_read():
    """The zones, the limit, and which line of those that execute the same."""
    first, second, third = read(
        f"{GAIN} | TriggerZones$ Graveyard | ActivationLimit$ 2",
        "Mode$ LifeLost | Execute$ trigdo",
        "Mode$ Drawn | ValidCard$ Card.Self | Execute$ TrigDo",
    )
    assert (first.mode, first.zones, first.limit, first.number) == (
        "LifeGained", frozenset((pb.ZONE_GRAVEYARD,)), 2, 0,
    )  # fmt: skip
    assert (second.mode, second.zones, second.limit, second.number) == ("LifeLost", None, 0, 2)
    assert (third.number, third.level, third.own) == (3, 1, True)


@pytest.mark.parametrize(
    ("valid", "own"),
    [
        ("Mode$ DamageDone | ValidSource$ Card.Self", True),
        ("Mode$ DamageDone | ValidSource$ Creature.Other", False),
        ("Mode$ DamageDone | ValidSource$ Card.Self,Creature.Other", False),
        ("Mode$ DamageDone | ValidSource$ Card.Self,Card.Self+tapped", True),
        ("Mode$ DamageDone | ValidSource$ Card.nonSelf", False),
        ("Mode$ DamageDone", False),
        ("Mode$ ChangesZone | ValidCard$ Card.Self", True),
        ("Mode$ ChangesZone | ValidCard$ Card", False),
    ],
)
def test_what_waits_for_its_own_source_alone(valid: str, own: bool):
    """Every alternative says `Self`."""
    (trigger,) = read(f"{valid} | Execute$ TrigDo")
    assert trigger.own is own
