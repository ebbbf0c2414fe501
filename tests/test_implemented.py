"""What is said to be carried out here is what the rules do, no more and no less."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import ninjutsu_service.rules
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.script import read_parameters
from ninjutsu_service.cards.vocabulary import VOCABULARY
from ninjutsu_service.implemented import BEFORE, COSTS, KEYWORDS, carried
from ninjutsu_service.rules.effects.registry import HANDLERS, handler_of
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.static_lines import EVERY_STATIC, STATIC_MODES
from tests.rules.scripts import notes_of

HERE = carried(Registry.installed())
RULES = Path(ninjutsu_service.rules.__file__).parent


def literals(name: str) -> Iterator[tuple[str, list[str]]]:
    """Every call of a function of this name in the rules: its module and its texts."""
    for path in sorted(RULES.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if called == name:
                    texts = [each.value for each in node.args if isinstance(each, ast.Constant)]
                    yield path.stem, [text for text in texts if isinstance(text, str)]


def test_every_keyword_that_the_rules_look_at_is_listed() -> None:
    """A keyword that is carried out and not listed would be noted as left to the engine."""
    asked = {text for _, texts in literals("has_keyword") for text in texts}
    assert asked
    assert asked <= set(KEYWORDS)
    assert set(KEYWORDS).isdisjoint(BEFORE)


def test_every_parameter_of_a_static_ability_that_is_read_is_listed() -> None:
    """What the rules ask a static ability's line for."""
    read = {
        text.lower()
        for module, texts in literals("get")
        if module in ("statics", "permission", "static_lines")
        for text in texts
    }
    listed = frozenset().union(*STATIC_MODES.values())
    assert listed <= read
    assert read - listed - {""} <= EVERY_STATIC


def test_a_note_is_made_where_the_rules_leave_a_part_to_the_engine() -> None:
    """The checks and the effects agree, of an ability and of each of its parameters."""
    for value in (
        "DB$ Draw | NumCards$ 1",
        "DB$ Draw | NumCards$ 1 | UpTo$ True",
        "DB$ Draw | NumCards$ 1 | AILogic$ Never",
        "DB$ Explore",
    ):
        line = AbilityLine("SVar", read_parameters(value), value)
        text = f"Name:E\nManaCost:U\nTypes:Instant\nSVar:X:{value}\nOracle:\n"
        notes = check_script(text, notes=True, carried=HERE)
        left = handler_of(value.split()[1], line) is None
        assert ["NJ901" in {note.code for note in notes}] == [left], value


def test_what_is_done_only_as_something_enters_is_told_from_what_abilities_do() -> None:
    """A copy and counters, as a card or others enter, are left elsewhere; a type is chosen."""
    for part in ("DB$ Clone | Choices$ Creature", "DB$ ChooseType | Type$ Card"):
        name = part.split()[1]
        entering = notes_of("K:ETBReplacement:Other:DBDo", f"SVar:DBDo:{part}")
        chained = notes_of(
            "K:ETBReplacement:Other:DBLook",
            "SVar:DBLook:DB$ RevealHand | SubAbility$ DBDo",
            f"SVar:DBDo:{part}",
        )
        assert entering == chained == []
        left = [f"the ability {name} is left to the engine"] if name == "Clone" else []
        assert notes_of(f"SVar:DBDo:{part}") == left
    others = "R:Event$ Moved | ValidCard$ Creature | Destination$ Battlefield | ReplaceWith$ DBPut"
    put = "SVar:DBPut:DB$ PutCounter | Defined$ ReplacedCard | CounterType$ P1P1 | ETB$ True"
    assert notes_of(others + " | ReplacementResult$ Updated", put) == []
    assert notes_of("R:Event$ Draw | ReplaceWith$ DBPut", put) == [
        "the replacement Draw is left to the engine"
    ]
    assert notes_of("SVar:DBPut:DB$ PutCounter | CounterType$ P1P1 | ETB$ True") == [
        "ETB$ is left to the engine, and with it the ability PutCounter"
    ]


def test_names_are_ones_that_the_checks_know() -> None:
    """Nothing that is carried out is reported as unknown."""
    assert {api.lower() for api in HANDLERS} <= VOCABULARY.apis.keys()
    assert set(HERE.triggers) <= VOCABULARY.trigger_modes.keys()
    assert set(HERE.statics) <= VOCABULARY.static_modes.keys()
    assert set(HERE.keywords) | set(HERE.bound) <= VOCABULARY.keywords.keys()
    assert set(COSTS) <= VOCABULARY.cost_heads
