"""Numbers at the ends of what their fields hold, many at a time: no sum may overflow."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.boards import Game, event, pb, wire
from tests.fuzz.hostile import follow, is_map, slots
from tests.fuzz.requests import answer, seeds

pytestmark = pytest.mark.slow

UINT32 = (0, 1, 2**30 - 1, 2**30, 2**31 - 1, 2**31, 2**32 - 1)
NUMBERS: dict[int, tuple[int, ...]] = {
    FieldDescriptor.TYPE_UINT32: UINT32,
    FieldDescriptor.TYPE_INT32: (-(2**31), -(2**30), -1, 0, 1, 2**30, 2**31 - 1),
    FieldDescriptor.TYPE_UINT64: (0, 1, 2**63 - 1),
}
COUNTERS = ("P1P1", "M1M1", "P9999P9999", "LOYALTY", "DEFENSE", "POISON", "LEVEL")
CHECKED = {"life", "generic", *pb.ManaPool.DESCRIPTOR.fields_by_name}
"""What every call refuses beyond 2^30."""

IDENTITY = {"incarnation", "source_incarnation", "object_incarnation", "turn", "turn_entered"}
"""What would only make everything another object."""


def enlarge(message: Message, chance: Random) -> None:
    """Give some of the numbers in a message values at the ends of their range."""
    share = chance.random()
    for slot in list(slots(message)):
        owner, field = follow(message, slot.path), slot.field
        if is_map(field):
            for key in [*getattr(owner, field.name), chance.choice(COUNTERS)]:
                if chance.random() < share:
                    getattr(owner, field.name)[key] = chance.choice(UINT32)
        elif field.type in NUMBERS and not field.is_repeated and field.name not in IDENTITY:
            if chance.random() >= share:
                continue
            number = chance.choice(NUMBERS[field.type])
            if field.name in CHECKED:
                number = max(-(2**30), min(2**30, number))
            setattr(owner, field.name, 0 if field.name.startswith("snow_") else number)


@settings(max_examples=200)
@given(
    st.sampled_from(("AdvanceStep", "Resolve", "TakeAction", "ListActions", "Play")),
    st.integers(0, 2**32),
)
def test_large_numbers_together(method: str, seed: int):
    """Life, damage, counters, power and mana saturate; none leaves its field."""
    chance = Random(seed)
    message: Any = chance.choice(seeds()[method])
    changed = type(message).FromString(message.SerializeToString())
    enlarge(changed, chance)
    answer(method, changed)


def test_life_stays_in_its_field():
    """Five attackers with 2^30 power each: life goes down to what is read, and stays there."""
    game = Game()
    game.player("b").life = -(2**30)
    game.state.priority_player_id = ""
    for number in range(5):
        game.attacker(f"giant{number}", power=2**31 - 1)
    answered: Any = answer("AdvanceStep", wire.AdvanceStepRequest(state=game.state))
    assert answered.outcome.state.players[1].life == -(2**30)


def test_a_pool_takes_no_more_than_it_holds():
    """Mana of 2^30 and one more: what is over is lost, for more would not be read again."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", "Ninja of the Deep Hours")
    game.lands("U", 1)
    game.player("a").mana_pool.blue = 2**30
    outcome = game.take(
        "ninja",
        "bear",
        payment=wire.Payment(manual=wire.ManualPayment(sources=[wire.ManaSource(object_id="u1")])),
    )
    assert event(outcome, "mana_added").mana.blue == 1
    assert outcome.state.players[0].mana_pool.blue == 2**30 - 2


def test_incarnations_count_up_to_their_end():
    """An incarnation of nearly 2^63 still leaves room for what follows."""
    game = Game()
    game.attacker("bear", incarnation=2**63 - 2)
    game.hand("ninja", "Ninja of the Deep Hours", incarnation=2**63 - 2)
    game.lands("U", 2)
    after = game.through("ninja", "bear")
    assert (after["bear"].incarnation, after["ninja"].incarnation) == (2**63 - 1,) * 2
