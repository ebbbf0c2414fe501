"""Hostile values for every field of every message, found by reflection."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

LARGE = "\N{NINJA}" * 300_000
"""1.2 MB."""

TEXTS: tuple[str, ...] = (
    "",
    " ",
    "\0",
    "~1",
    "~",
    "~18446744073709551616",
    "a",
    "b",
    "bear",
    "ninja",
    "nobody",
    "{card}{0}%s%n",
    "\N{RIGHT-TO-LEFT OVERRIDE}\N{ZERO WIDTH JOINER}\N{COMBINING ACUTE ACCENT}",
    "\ud7ff\ue000\uffff\U0010ffff",
    "ß\N{LATIN CAPITAL LETTER I WITH DOT ABOVE}\N{LATIN SMALL LIGATURE FFI}",
    "٣",
    "²",
    "-1",
    "1e9",
    "\r\n\t",
    "x" * 5000,
)
"""Any text at all; some are ids in the states that the tests send."""

SCRIPT_TEXTS: tuple[str, ...] = (
    "Ninja of the Deep Hours",
    "ninja of the deep hours // ninja of the deep hours",
    "Ninjutsu",
    "Ninjutsu:",
    "Ninjutsu:1 U",
    "Ninjutsu:no cost",
    "Ninjutsu:U B:Commander:Commander:Commander",
    "Ninjutsu:X X X X",
    "Ninjutsu:1000000",
    "Ninjutsu:1000001",
    "Ninjutsu:99999999999999999999999999",
    "Ninjutsu:" + "W/U/P " * 60,
    "Ninjutsu:" + " ".join(["2/W", "2/U", "2/B", "2/R", "2/G"] * 12),
    "Ninjutsu:" + "W U B R G C S WU WB " * 7,
    "Ninjutsu:" + "X " * 3000,
    "Ninjutsu:" + "U " * 3000,
    "Ninjutsu:" + "<" * 500,
    "Ninjutsu:Sac<1/" + "/" * 500 + ">",
    "Ninjutsu:" + "Discard<1/Card> " * 200,
    "Ninjutsu:PayLife<999999999999999999999>",
    "Ninjutsu:PayLife<-5> Sac<-1/Creature> Discard<٣/Card> tapXType<X/Creature>",
    "Ninjutsu:Discard<1/Hand> Discard<100000/Card.Self> Exile<1/CARDNAME>",
    "Sneak:2 U",
    "Web-slinging:W",
    "Flying",
    "Haste",
    ":" * 1000,
    "no cost",
    "T",
    "T Sac<1/CARDNAME>",
    "1 T",
    "X T",
    "U",
    "U " * 1000,
    "2/W",
    "PayLife<1>",
    "Creature",
    "P1P1",
    "LOYALTY",
    "Creature.Other+YouCtrl,Card.!Self",
)
"""What looks like something of a card script."""

UINT32 = (0, 1, 2, 2**30, 2**30 + 1, 2**31 - 1, 2**31, 2**32 - 1)
UINT64 = (0, 1, 2, 2**32, 2**63 - 1, 2**63, 2**64 - 1)
INT32 = (0, 1, -1, 2**30, -(2**30), 2**30 + 1, 2**31 - 1, -(2**31))

_NUMBERS = {
    FieldDescriptor.TYPE_UINT32: UINT32,
    FieldDescriptor.TYPE_UINT64: UINT64,
    FieldDescriptor.TYPE_INT32: INT32,
    FieldDescriptor.TYPE_BOOL: (False, True),
    FieldDescriptor.TYPE_STRING: TEXTS + SCRIPT_TEXTS,
}


def values(field: FieldDescriptor) -> tuple[Any, ...]:
    """Hostile values of a field's scalar type."""
    if field.enum_type is not None:
        known = tuple(value.number for value in field.enum_type.values)
        return (*known, 99, -1, 2**31 - 1, -(2**31))
    return _NUMBERS[field.type]


Path = tuple[tuple[str, int], ...]
"""From a message down to one inside it: fields, each with an index; -1 for no list."""


@dataclass(frozen=True)
class Slot:
    """One field of one message inside a request.

    Attributes:
        path: to the message.
        field: the field; it need not be set.
    """

    path: Path
    field: FieldDescriptor

    def __str__(self) -> str:
        steps = [name if index < 0 else f"{name}[{index}]" for name, index in self.path]
        return ".".join([*steps, self.field.name])


def slots(message: Message, path: Path = ()) -> Iterator[Slot]:
    """Every field of a message and of all messages inside it, set or not."""
    fields: Sequence[Any] = message.DESCRIPTOR.fields
    for field in fields:
        yield Slot(path, field)
        if field.message_type is None or is_map(field):
            continue
        if field.is_repeated:
            for index, inner in enumerate(getattr(message, field.name)):
                yield from slots(inner, (*path, (field.name, index)))
        elif message.HasField(field.name):
            yield from slots(getattr(message, field.name), (*path, (field.name, -1)))


def is_map(field: FieldDescriptor) -> bool:
    """Whether a field is a map."""
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def follow(message: Message, path: Path) -> Any:
    """The message at the end of a path."""
    for name, index in path:
        message = getattr(message, name)
        if index >= 0:
            message = message[index]  # type: ignore[index]
    return message


def variants(field: FieldDescriptor) -> Sequence[Any]:
    """What `put` can do to a field."""
    if is_map(field):
        return [(key, value) for key in (*TEXTS, "P1P1", "LOYALTY", "DEFENSE") for value in UINT32]
    if field.message_type is not None:
        return ("clear", "empty", "twice", "hundred") if field.is_repeated else ("clear", "empty")
    if field.is_repeated:
        return [("clear",), *(("append", value) for value in values(field))]
    return values(field)


def put(message: Message, slot: Slot, variant: Any) -> None:
    """Change one field to a hostile value."""
    owner = follow(message, slot.path)
    field = slot.field
    if is_map(field):
        key, value = variant
        getattr(owner, field.name)[key] = value
    elif field.message_type is not None:
        _put_message(owner, field, variant)
    elif field.is_repeated:
        if variant[0] == "clear":
            owner.ClearField(field.name)
        else:
            getattr(owner, field.name).append(variant[1])
    else:
        setattr(owner, field.name, variant)


def _put_message(owner: Any, field: FieldDescriptor, variant: str) -> None:
    if not field.is_repeated:
        owner.ClearField(field.name)
        if variant == "empty":
            getattr(owner, field.name).SetInParent()
        return
    items = getattr(owner, field.name)
    if variant == "clear":
        owner.ClearField(field.name)
    elif variant == "empty":
        items.add()
    else:
        copies = [type(item).FromString(item.SerializeToString()) for item in items[-1:]]
        items.extend(copies * (1 if variant == "twice" else 100))


def by_field(message: Message) -> dict[str, list[Slot]]:
    """Every place of each field, by the field's full name."""
    found: dict[str, list[Slot]] = {}
    for slot in slots(message):
        found.setdefault(slot.field.full_name, []).append(slot)
    return found


def mutate(message: Message, chance: Random, times: int) -> list[tuple[str, Any]]:
    """Change so many fields at random; what was done, for whoever reads a failure.

    Each field of each message is as likely as any other, however often it is there: there are
    many objects and few stack objects.
    """
    done = []
    for _ in range(times):
        every = by_field(message)
        slot = chance.choice(every[chance.choice(list(every))])
        variant = chance.choice(variants(slot.field))
        put(message, slot, variant)
        done.append((str(slot), variant))
    return done


def spoil(data: bytes, chance: Random) -> bytes:
    """Flip, cut, repeat or insert bytes."""
    spoiled = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        place = chance.randrange(len(spoiled) + 1)
        length = chance.choice((1, 1, 2, 4, 16, 64))
        kind = chance.randrange(5)
        if kind == 0 and place < len(spoiled):
            spoiled[place] ^= 1 << chance.randrange(8)
        elif kind == 1:
            del spoiled[place : place + length]
        elif kind == 2:
            spoiled[place:place] = chance.randbytes(length)
        elif kind == 3:
            spoiled[place:place] = spoiled[place : place + length] * chance.choice((1, 2, 50))
        elif place < len(spoiled):
            spoiled[place] = chance.choice((0, 1, 0x7F, 0x80, 0xFF))
    return bytes(spoiled)


def everywhere(message: Message, chance: Random, times: int) -> list[tuple[str, Any]]:
    """Give so many fields one hostile value each, wherever a message has them.

    Sums of many large numbers, and everything being alike, are reached by this and by nothing
    that changes one place at a time.
    """
    done = []
    for _ in range(times):
        every = by_field(message)
        name = chance.choice(list(every))
        variant = chance.choice(variants(every[name][0].field))
        for slot in every[name]:
            with suppress(IndexError):
                put(message, slot, variant)
        done.append((name, variant))
    return done
