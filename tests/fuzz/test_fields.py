"""Every field of every message, set to hostile values one at a time and all at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message
from hypothesis import given, settings
from hypothesis import strategies as st

from ninjutsu_service.server.wire import Unparsable, parser
from tests.fuzz.hostile import LARGE, Slot, everywhere, mutate, put, slots, spoil, variants
from tests.fuzz.journeys import journeys
from tests.fuzz.requests import METHODS, answer, kind_of, seeds

pytestmark = pytest.mark.slow

METHOD = pytest.mark.parametrize("method", METHODS)

SAMPLE = 6
"""How many of the many texts are tried at each field; which ones depends on the field's name."""


def copy(message: Message) -> Any:
    return type(message).FromString(message.SerializeToString())


def one_of_each(message: Message) -> Iterator[Slot]:
    """The first and the last place where a message has each field."""
    first: dict[str, Slot] = {}
    last: dict[str, Slot] = {}
    for slot in slots(message):
        first.setdefault(slot.field.full_name, slot)
        last[slot.field.full_name] = slot
    for name, slot in first.items():
        yield slot
        if str(last[name]) != str(slot):
            yield last[name]


def tried(slot: Slot) -> list[Any]:
    every = list(variants(slot.field))
    if len(every) <= SAMPLE:
        return every
    return Random(str(slot)).sample(every, SAMPLE)


@METHOD
def test_the_seeds_are_answered(method: str):
    """What the mutations begin with is valid: else they would only try the checks."""
    for message in seeds()[method]:
        assert not isinstance(answer(method, message), Exception)


@METHOD
def test_one_field_at_a_time(method: str):
    """A hostile value in any one field is answered, refused or rejected, and nothing else."""
    outcomes = set()
    for message in seeds()[method]:
        for slot in one_of_each(message):
            for variant in tried(slot):
                changed = copy(message)
                put(changed, slot, variant)
                outcomes.add(kind_of(answer(method, changed)))
    assert f"{method}Response" in outcomes


def test_a_megabyte_in_any_text():
    """No text is too long to be answered or rejected."""
    message = seeds()["TakeAction"][0]
    for slot in one_of_each(message):
        if slot.field.type == FieldDescriptor.TYPE_STRING and not slot.field.is_repeated:
            changed = copy(message)
            put(changed, slot, LARGE)
            answer("TakeAction", changed)


@settings(max_examples=150)
@given(st.sampled_from(sorted(METHODS)), st.integers(0, 2**32), st.integers(1, 9))
def test_several_fields(method: str, seed: int, times: int):
    """Any combination of hostile values, here and there."""
    chance = Random(seed)
    message = copy(chance.choice(seeds()[method]))
    mutate(message, chance, times)
    answer(method, message)


@settings(max_examples=150)
@given(st.sampled_from(sorted(METHODS)), st.integers(0, 2**32), st.integers(1, 6))
def test_fields_everywhere(method: str, seed: int, times: int):
    """One hostile value wherever a message has the field: sums, and everything alike."""
    chance = Random(seed)
    message = copy(chance.choice(seeds()[method]))
    everywhere(message, chance, times)
    answer(method, message)


def test_every_card_is_played():
    """The combats below begin with every bundled card doing what it does."""
    methods = {method for method, _ in journeys()}
    assert methods == {"ListActions", "CheckState", "TakeAction", "AdvanceStep", "Resolve"}
    pushed = {
        item.keyword or "trigger"
        for _, request in journeys()
        for item in request.state.stack  # type: ignore[attr-defined]
    }
    assert pushed >= {"trigger", "Ninjutsu", "Commander ninjutsu", "Sneak", "Web-slinging"}


@settings(max_examples=150)
@given(st.integers(0, 2**32), st.integers(1, 6), st.booleans())
def test_fields_in_the_middle_of_a_combat(seed: int, times: int, all_of_them: bool):
    """Hostile values while abilities and spells of every bundled card are on the stack."""
    chance = Random(seed)
    method, request = chance.choice(journeys())
    message = copy(request)
    (everywhere if all_of_them else mutate)(message, chance, times)
    answer(method, message)


@settings(max_examples=200)
@given(st.sampled_from(sorted(METHODS)), st.integers(0, 2**32))
def test_spoiled_bytes(method: str, seed: int):
    """Flipped, cut and grown bytes are no message, or one that is answered or rejected."""
    chance = Random(seed)
    message = chance.choice(seeds()[method])
    parsed = parser(type(message))(spoil(message.SerializeToString(), chance))
    if not isinstance(parsed, Unparsable):
        answer(method, parsed)
