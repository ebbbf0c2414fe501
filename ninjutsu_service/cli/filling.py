"""Filling in a message from a scenario's tables, or saying which key or value cannot be it."""

from __future__ import annotations

from typing import Any

from google.protobuf import json_format
from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

_NUMBERS: dict[int, range] = {
    FieldDescriptor.CPPTYPE_INT32: range(-(2**31), 2**31),
    FieldDescriptor.CPPTYPE_UINT32: range(2**32),
    FieldDescriptor.CPPTYPE_INT64: range(-(2**63), 2**63),
    FieldDescriptor.CPPTYPE_UINT64: range(2**64),
}
"""What a field of numbers can hold."""


class FillError(ValueError):
    """What is said of a message cannot be; the text begins with where it stands."""


def fill(message: Message, data: Any, where: str) -> None:
    """Fill in a message.

    Args:
        message: what is filled in.
        data: its fields by name, nested as in the message.
        where: what it is called in errors.

    Raises:
        FillError: a field that there is not, or a value that cannot be the field's.
    """
    _check(message.DESCRIPTOR, data, where)
    try:
        json_format.ParseDict(data, message)
    except (json_format.ParseError, TypeError, AttributeError, ValueError) as error:
        raise FillError(f"{where}: {error}") from error


def _check(kind: Any, data: Any, where: str) -> None:
    """Check the fields of a message of a kind, one of protobuf's two classes of `Descriptor`."""
    if not isinstance(data, dict):
        raise FillError(f"{where}: a table, {{ … }}, not {data!r}")
    seen: dict[str, str] = {}
    for key, value in data.items():
        field = kind.fields_by_name.get(key) or kind.fields_by_camelcase_name.get(key)
        if field is None:
            hint = _meant(key, list(kind.fields_by_name))
            raise FillError(f"{where}.{key}: {kind.name} has no such field{hint}")
        at = f"{where}.{key}"
        if field.name in seen:
            raise FillError(f"{at}: {seen[field.name]} is the same field; name it once")
        seen[field.name] = key
        if not field.is_repeated:
            _check_one(field, value, at)
        elif field.message_type is not None and field.message_type.GetOptions().map_entry:
            if not isinstance(value, dict):
                raise FillError(f"{at}: a table, {{ … }}, not {value!r}")
            of_values = field.message_type.fields_by_name["value"]
            for name, each in value.items():
                _check_one(of_values, each, f"{at}.{name}")
        elif isinstance(value, list):
            for index, each in enumerate(value):
                _check_one(field, each, f"{at}[{index}]")
        else:
            raise FillError(f"{at}: a list, [ … ], not {value!r}")


def _check_one(field: FieldDescriptor, value: Any, at: str) -> None:
    """Check the value of a field, or one of several."""
    if field.message_type is not None:
        _check(field.message_type, value, at)
    elif field.enum_type is not None:
        _check_enum(field.enum_type, value, at)
    elif field.cpp_type in _NUMBERS:
        if not isinstance(value, int) or isinstance(value, bool):
            raise FillError(f"{at}: a whole number, not {value!r}")
        numbers = _NUMBERS[field.cpp_type]
        if value not in numbers:
            raise FillError(f"{at}: {value} is not between {numbers[0]} and {numbers[-1]}")
    elif field.cpp_type == FieldDescriptor.CPPTYPE_BOOL and not isinstance(value, bool):
        raise FillError(f"{at}: true or false, not {value!r}")
    elif field.cpp_type == FieldDescriptor.CPPTYPE_STRING and not isinstance(value, str):
        raise FillError(f"{at}: text in quotes, not {value!r}")


def _check_enum(kind: EnumDescriptor, value: Any, at: str) -> None:
    names = list(kind.values_by_name)
    if isinstance(value, str) and value not in names:
        hint = _meant(value, names) or f"; there are {', '.join(names[1:])}"
        raise FillError(f"{at}: {kind.name} has no {value!r}{hint}")
    if not isinstance(value, (str, int)) or isinstance(value, bool):
        raise FillError(f"{at}: one of {', '.join(names[1:])}, not {value!r}")
    if isinstance(value, int) and value not in _NUMBERS[FieldDescriptor.CPPTYPE_INT32]:
        raise FillError(f"{at}: {value} is no {kind.name}; there are {', '.join(names[1:])}")


def _meant(word: str, names: list[str]) -> str:
    from ninjutsu_service.cards.check.suggest import near

    found = near(word, names)
    return f"; did you mean {found!r}?" if found else ""
