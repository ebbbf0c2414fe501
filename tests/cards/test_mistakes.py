"""Mistakes that are easily made in a script of one's own: each is told, with what was meant."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.card import KeywordLine
from ninjutsu_service.cards.check import check_script
from ninjutsu_service.cards.diagnostics import Diagnostic, Severity
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.implemented import carried
from ninjutsu_service.rules.registry import Registry

REGISTRY = Registry.installed()
HEAD = ("Name:Example", "ManaCost:1 U", "Types:Creature Human Ninja", "PT:2/1")
HIT = "T:Mode$ DamageDone | ValidSource$ {} | ValidTarget$ Player | Execute$ TrigDo"


def found(*lines: str) -> list[Diagnostic]:
    """What is said of a card with these lines, notes aside."""
    text = "\n".join((*HEAD, *lines, "Oracle:\n"))
    return check_script(text, carried=carried(REGISTRY))


def told(*lines: str) -> list[tuple[str, str, str]]:
    """Each as (code, token, suggestion)."""
    return [(each.code, each.token, each.suggestion) for each in found(*lines)]


def doing(part: str) -> tuple[str, str]:
    """A trigger and what it does."""
    return HIT.format("Card.Self"), f"SVar:TrigDo:DB$ {part}"


@pytest.mark.parametrize(
    "part",
    [
        "Draw | NumCards$ {}",
        "GainLife | LifeAmount$ {}",
        "DealDamage | Defined$ You | NumDmg$ {}",
        "PutCounter | CounterType$ P1P1 | CounterNum$ {}",
        "Pump | NumAtt$ +{}",
        "Pump | NumDef$ -{}",
        "DestroyAll | ValidCards$ Creature.cmcLE{}",
    ],
)
@pytest.mark.parametrize("letter", ["X", "Y", "Z"])
def test_a_letter_that_nothing_defines(part: str, letter: str) -> None:
    """X is an SVar like Y and Z; where the face has none the number is reported."""
    lines = doing(part.format(letter))
    assert [(code, token) for code, token, _ in told(*lines)] == [("NJ309", letter)]
    assert told(*lines, f"SVar:{letter}:Count$InYourHand") == []


def test_a_keyword_that_says_itself_what_x_is() -> None:
    """Casualty X has no SVar; counters have."""
    assert told("K:Casualty:X") == []
    assert told("K:etbCounter:P1P1:X") == [("NJ309", "X", "")]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Ninjutsu 1 U", "Ninjutsu:1 U"),
        ("ninjutsu U", "Ninjutsu:U"),
        ("Ninjutsu—{1}{U}", "Ninjutsu:1 U"),
        ("Sneak 1U", "Sneak:1 U"),
        ("Web-slinging 1 U", "Web-slinging:1 U"),
        ("Commander ninjutsu:U B", "Ninjutsu:U B:Commander"),
        ("Commander ninjutsu:1U", "Ninjutsu:1 U:Commander"),
        ("Commander ninjutsu 1 U", "Ninjutsu:1 U:Commander"),
        ("Commander  ninjutsu  1 U", "Ninjutsu:1 U:Commander"),
        ("CommanderNinjutsu:1 U", "Ninjutsu:1 U:Commander"),
        ("Commander-ninjutsu:1 U", "Ninjutsu:1 U:Commander"),
        ("Ninjutsu commander:1 U", "Ninjutsu:1 U:Commander"),
        ("commander Ninjutsu—{1}{U}", "Ninjutsu:1 U:Commander"),
    ],
)
def test_a_keyword_that_is_not_told_from_its_cost(written: str, meant: str) -> None:
    """Nothing is bound by it, so it is an error; what is suggested is bound."""
    for lines, column in ((f"K:{written}",), 3), ((GRANT.format(written),), 34):
        (only,) = found(*lines)
        assert (only.code, only.severity, only.line) == ("NJ505", Severity.ERROR, 5)
        assert (only.column, only.token, only.suggestion) == (column, written, meant)
    assert not bound(written)
    assert bound(meant)
    assert found(f"K:{meant}") == []


GRANT = "S:Mode$ Continuous | AddKeyword$ {} | Affected$ Creature.Ninja+YouCtrl"


def bound(keyword: str) -> bool:
    """Whether the rules have a keyword for such a line."""
    head, *arguments = keyword.split(":")
    return REGISTRY.bind(KeywordLine(keyword, head, tuple(arguments), 1)) is not None


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        (">=1", "GE1"),
        (">= 3", "GE3"),
        ("=X", "EQX"),
        ("!=2", "NE2"),
        ("GT", "GT1"),
        ("GE 2", "GE2"),
        ("ge1", ""),
        ("3", ""),
    ],
)
@pytest.mark.parametrize(
    "keys",
    [
        "CheckSVar$ X | SVarCompare$",
        "IsPresent$ Ninja | PresentCompare$",
    ],
)
def test_a_comparison(written: str, meant: str, keys: str) -> None:
    """As scripts write it: two letters and what is compared with."""
    lines = (
        f"T:Mode$ LifeGained | {keys} {written} | Execute$ TrigDo",
        "SVar:TrigDo:DB$ Draw",
        "SVar:X:Count$InYourHand",
    )
    assert told(*lines) == [("NJ405", written, meant)]
    if meant:
        assert told(lines[0].replace(written, meant), *lines[1:]) == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("Card Self", "Card.Self"),
        ("Creature.Ninja.YouCtrl", "Creature.Ninja+YouCtrl"),
        ("Creature.Other.Ninja.YouCtrl", "Creature.Other+Ninja+YouCtrl"),
        ("Creature Ninja.YouCtrl", "Creature.Ninja+YouCtrl"),
        ("Creature.Ninja YouCtrl", "Creature.Ninja+YouCtrl"),
        ("Creature.Ninja + YouCtrl", "Creature.Ninja+YouCtrl"),
        ("Creature.nonNinja.YouCtrl", ""),
        ("Card.Self,Creature.Ninja.YouCtrl", "Creature.Ninja+YouCtrl"),
    ],
)
def test_a_valid_expression(written: str, meant: str) -> None:
    """One dot, then plus signs, and no space."""
    if not meant:
        meant = "Creature.nonNinja+YouCtrl"
    wrong = written.rpartition(",")[2]
    lines = (HIT.format(written), "SVar:TrigDo:DB$ Draw")
    expected = [("NJ406", wrong, meant)]
    assert told(*lines) == expected
    assert told(lines[0].replace(wrong, meant), lines[1]) == []


@pytest.mark.parametrize(
    "valid",
    [
        "Creature.ControlledBy TriggeredTarget",
        "Creature.ControlledBy Player.Opponent",
        "Card.CastSa Spell.Sneak",
        "Aura.AttachedTo Creature.YouCtrl",
        "Creature.DamagedByGiant.YouCtrl",
        "Land.canProduceManaColor Colorless",
        "Time Lord.YouCtrl",
        "Creature.namedWill of the People",
    ],
)
def test_what_takes_a_space_or_a_dot(valid: str) -> None:
    """A property with somebody or something after it is none of those mistakes."""
    assert "NJ406" not in {code for code, _, _ in told(HIT.format(valid), "SVar:TrigDo:DB$ Draw")}


def test_keywords_joined_by_a_comma() -> None:
    """` & ` joins them; nothing else that stands there is taken for a list."""
    line = "S:Mode$ Continuous | Affected$ Card.Self | AddKeyword$ {}"
    assert told(line.format("Lifelink, Double Strike")) == [
        ("NJ504", "Lifelink, Double Strike", "Lifelink & Double Strike")
    ]
    assert told(line.format("Lifelink, Ward:1")) == [
        ("NJ504", "Lifelink, Ward:1", "Lifelink & Ward:1")
    ]
    assert told(line.format("Lifelink & Double Strike")) == []
    assert told(line.format("If CARDNAME attacks, all creatures you control attack if able.")) == []


@pytest.mark.parametrize(
    ("written", "meant"), [("+1/+1", "P1P1"), ("-1/-1", "M1M1"), ("+0/+2", "P0P2")]
)
def test_a_counter_as_cards_print_it(written: str, meant: str) -> None:
    """Scripts write it otherwise, wherever they name a counter."""
    part = "PutCounter | Defined$ Self | CounterType$ {} | CounterNum$ 1"
    assert told(*doing(part.format(written))) == [("NJ401", written, meant)]
    assert told(*doing(part.format(meant))) == []
    assert told(f"K:etbCounter:{written}:1") == [("NJ401", written, meant)]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("etbCounter:P1P1", "etbCounter:P1P1:1"),
        ("etbCounter:STUN:", "etbCounter:STUN:1"),
        ("etbCounter", "etbCounter:P1P1:1"),
    ],
)
def test_counters_without_a_number(written: str, meant: str) -> None:
    """No counter would be put on."""
    assert told(f"K:{written}") == [("NJ508", written, meant)]
    assert told(f"K:{meant}") == []


@pytest.mark.parametrize(
    "line",
    [
        "SVar:TrigDo:DB$ Draw | NumCards$ X\nSVar:X:Count$Revolt.4.2",
        "SVar:TrigDo:DB$ Draw | NumCards$ X\nSVar:X:Convoked$Amount",
        "SVar:TrigDo:DB$ Draw | NumCards$ X\nSVar:X:Count$PromisedGift.2.1",
        "SVar:TrigDo:DB$ PutCounter | Defined$ Convoked | CounterType$ P1P1 | CounterNum$ 1",
        "SVar:TrigDo:DB$ Draw | ConditionPresent$ Card.PromisedGift",
        "SVar:TrigDo:DB$ ChooseType | Type$ Card | ValidTypes$ Land,Nonland",
        # Cards may be called anything, and older scripts say where their picture is.
        "SVar:TrigDo:DB$ Draw | NumCards$ X\nSVar:X:Count$NamedInAllYards.Darg, Wizards/Plus.1",
        "SVar:TrigDo:DB$ Draw\nSVar:Picture:https://example.org/wizards/cards/Dark Power.jpg",
    ],
)
def test_words_of_forge(line: str) -> None:
    """What Forge knows is no mistake."""
    text = "\n".join((*HEAD, HIT.format("Card.Self"), line, "Oracle:\n"))
    assert check_script(text, notes=True) == []


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ((*doing("Draw | NumCards$ X"), "SVar:X:TriggerCount$Damage"),
         [("NJ401", "Damage", "DamageAmount")]),
        ((*doing("Draw | NumCards$ X"), "SVar:X:Count$NamedInAlYards.Darg/Plus.1"),
         [("NJ401", "NamedInAlYards", "NamedInAllYards")]),
        (doing("Draw | NumCards$ one"), [("NJ401", "one", "1")]),
        (("Ninjutsu:1 U",), [("NJ115", "Ninjutsu", "K:Ninjutsu")]),
        ((HIT.format("Card.Self"), "TrigDo:DB$ Draw"),
         [("NJ301", "TrigDo", ""), ("NJ115", "TrigDo", "SVar:TrigDo")]),
        (("K:Ninjutsu:1 Sac<Creature>",), [("NJ506", "Sac<Creature>", "Sac<1/Creature>")]),
        (("K:Ninjutsu:1 Discard<1,Card>",), [("NJ506", "Discard<1,Card>", "Discard<1/Card>")]),
        (("K:Ninjutsu:1 Exile<1/Card>",), [("NJ506", "Exile<1/Card>", "")]),
        (("K:Saga:3:DBPump,DBGainLife", "SVar:DBPump:DB$ Pump"), [("NJ301", "DBGainLife", "")]),
        (("K:Saga :3:DBPump,DBGainLife", "SVar:DBPump:DB$ Pump"), [("NJ301", "DBGainLife", "")]),
        (("K:etbCounter :P1P1",), [("NJ508", "etbCounter :P1P1", "etbCounter:P1P1:1")]),
        (("K:Casualty :X",), []),
        (("K:ETBReplacement:Copy:DBCop", "SVar:DBCopy:DB$ Clone"),
         [("NJ301", "DBCop", "DBCopy"), ("NJ308", "DBCopy", "DBCop")]),
        ((*doing("Charm | Choices$ DBOne,DBTwo"), "SVar:DBOne:DB$ Draw"),
         [("NJ301", "DBTwo", "")]),
    ],
)  # fmt: skip
def test_what_was_meant(lines: tuple[str, ...], expected: list[tuple[str, str, str]]) -> None:
    """Once, with what has to stand there."""
    assert told(*lines) == expected


YES = "Branch | BranchConditionSVar$ Y | BranchConditionSVarCompare$ GE0"


@pytest.mark.parametrize(
    ("parts", "closing"),
    [
        (["Draw | SubAbility$ TrigDo"], ["TrigDo"]),
        ([f"{YES} | TrueSubAbility$ TrigDo | FalseSubAbility$ TrigDo"], ["TrigDo", "TrigDo"]),
        (["Charm | Choices$ DB1,TrigDo", "Draw"], ["TrigDo"]),
        (["GenericChoice | Defined$ You | Choices$ DB1,DB2", "Draw", "Scry | SubAbility$ DB1"], []),
        (["GenericChoice | Defined$ You | Choices$ DB1,DB2", "Draw | SubAbility$ DB2",
          "Draw | SubAbility$ DB1"], ["DB1"]),
        (["RepeatEach | RepeatPlayers$ Player | RepeatSubAbility$ DB1",
          f"{YES} | TrueSubAbility$ DB2", "Draw | SubAbility$ TrigDo"], ["TrigDo"]),
    ],
    ids=["chain", "branch", "charm", "none", "two", "long"],
)  # fmt: skip
def test_parts_that_lead_back_to_themselves(parts: list[str], closing: list[str]) -> None:
    """NJ303 at each name that closes a circle, whichever parameter names it."""
    names = ["TrigDo", *(f"DB{number}" for number in range(1, len(parts)))]
    lines = [f"SVar:{name}:DB$ {part}" for name, part in zip(names, parts, strict=True)]
    found = told(HIT.format("Card.Self"), *lines, "SVar:Y:Number$1")
    assert [each for each in found if each[0] == "NJ303"] == [
        ("NJ303", name, "") for name in closing
    ]
    assert {code for code, _, _ in found} <= {"NJ303"}


def test_how_a_cost_is_written() -> None:
    """The message says it, not only that it cannot be paid."""
    (only,) = found("K:Ninjutsu:1 Sac<Creature>")
    assert only.message == "Ninjutsu is not offered: Sac<Creature> is written Sac<1/Creature>"


@pytest.mark.parametrize(
    "line",
    [
        "K:Ninjutsu:1 Sac<Creature>",
        "K:Ninjutsu:1 Discard<1,Card>",
        "K:Ninjutsu 1 U",
        "Ninjutsu:1 U",
        "K:Commander ninjutsu 1U",
        "K:Sneak:{1}{U}",
    ],
)
def test_what_is_suggested_is_offered(line: str) -> None:
    """A card mended as suggested has its keyword, and nothing is wrong with it."""
    (only,) = found(line)
    assert only.suggestion
    mended = line.replace(only.token, only.suggestion)
    assert found(mended) == []
    card = CardPool.from_texts("\n".join((*HEAD, mended, "Oracle:\n"))).get("Example")
    assert card is not None
    assert REGISTRY.bind(card.faces[0].keywords[0]) is not None
