"""What is read of the values in a script, asked of the rules one value at a time."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules import reads as module
from ninjutsu_service.rules.amounts import is_set_later
from ninjutsu_service.rules.defined import names_players
from ninjutsu_service.rules.reads import Reads
from tests.rules.scripts import INSTALLED

SVARS = {"x": "Count$Domain", "y": "Number$2", "life": "Count$YourLifeTotal"}


def left(key: str, value: str, kind: str = "ability", name: str = "draw", **more: str) -> str:
    """The words of one value that are not read; empty where all are."""
    parameters = {key: value, **more}
    found = dict(Reads(INSTALLED).unread(kind, name, parameters, SVARS))
    assert set(found) <= {key}
    return found.get(key, "")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("", ""),
        ("Creature.YouCtrl", ""),
        ("Creature.modified+YouCtrl", "modified"),
        ("Creature.modified,Creature.equipped+modified", "modified, equipped"),
        ("Nonsense", "Nonsense"),
        ("Any", ""),
        ("Any,Nonsense", "Nonsense"),
        ("Player.Opponent", ""),
        ("Player.Silly", "Silly"),
        ("Creature.powerLEX", "powerLEX"),
        ("Creature.powerLEY", ""),
    ],
)
def test_a_valid_expression(value: str, words: str):
    """Each word that is neither true nor false here, once; of objects and of players."""
    assert left("validcards", value) == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("Spell", ""),
        ("Spell.YouCtrl", ""),
        ("Spell.modified", "modified"),
        ("Activated.Ninjutsu", ""),
        ("Activated.modified", "modified"),
        ("Triggered.modified,Spell.suspected", "modified, suspected"),
        ("Instant.YouCtrl", ""),
        ("Nonsense.YouCtrl", "Nonsense"),
    ],
)
def test_a_valid_expression_of_the_stack(value: str, words: str):
    """The words of spells and abilities, and of the card that a spell is."""
    assert left("validsa", value, "trigger", "spellcast") == words


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("3", ""), ("+1", ""), ("-Y", ""), ("Y", ""), ("X", "X"), ("+X", "+X"), ("life", ""),
        # What nothing defines is told of elsewhere; a word is no letter.
        ("Z", ""), ("Double", "Double"), ("?", "?"),
    ],
)  # fmt: skip
def test_a_number(value: str, words: str):
    """What it is worked out from is read here, or it is left."""
    assert left("numcards", value) == words


@pytest.mark.parametrize(
    ("key", "value", "words", "name"),
    [
        ("defined", "You", "", "draw"),
        ("defined", "Self", "Self", "draw"),
        ("defined", "Self", "", "putcounter"),
        ("defined", "You", "", "putcounter"),
        ("defined", "Nobody", "Nobody", "putcounter"),
        ("defined", "Nobody", "", "charm"),
        ("defined", "Self", "", "pump"),
        ("defined", "TriggeredCard", "", "pump"),
        ("defined", "TriggeredTarget", "", "pump"),
        ("defined", "TriggeredTarget", "", "draw"),
        ("svarcompare", "GE1", "", "draw"),
        ("svarcompare", "GEX", "GEX", "draw"),
        ("svarcompare", "XX1", "XX1", "draw"),
        ("destination", "Sideboard", "Sideboard", "changezone"),
        ("destination", "Hand,Exile", "", "changezone"),
        ("libraryposition", "1", "1", "changezone"),
        ("libraryposition", "-1", "", "changezone"),
        ("conditionpresent", "Card.IsRemembered", "", "draw"),
        ("lifeamount", "Targeted$CardPower", "", "gainlife"),
        ("lifeamount", "Returned$CardPower", "", "gainlife"),
    ],
)
def test_whom_and_where(key: str, value: str, words: str, name: str):
    """Players for what players do, objects for what objects do, either for some."""
    assert left(key, value, name=name) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("etbCounter:P1P1:1", ""),
        ("etbCounter:P1P1:X", "etbCounter:P1P1:X"),
        ("etbCounter:P1P1:1:ValidCard$ Creature.IsRemembered", ""),
        ("etbCounter:P1P1:1:CheckSVar$ Y", "etbCounter:P1P1:1:CheckSVar$ Y"),
        # Told of elsewhere.
        ("etbCounter:P1P1", ""),
    ],
)
def test_counters_on_entering(text: str, words: str):
    """As many as it says, if what it says is read."""
    assert left("", text, "keyword", "etbcounter") == words


@pytest.mark.parametrize(("value", "words"), [("2", ""), ("X", "X"), ("²", "²"), ("-1", "-1")])
def test_a_limit_of_a_trigger(value: str, words: str):
    """A plain number."""
    assert left("activationlimit", value, "trigger", "damagedone") == words


@pytest.mark.parametrize(("work", "words"), [(0, "Creature.powerGEY"), (5000, "")])
def test_what_takes_too_much_work(monkeypatch: pytest.MonkeyPatch, work: int, words: str):
    """It is not read, as far as this goes."""
    monkeypatch.setattr(module, "MOST_WORK", work)
    assert left("validcards", "Creature.powerGEY", name="pumpall") == words


def test_keys_that_are_not_asked_about():
    """What has no test is not told of, nor is what is empty."""
    parameters = {"spelldescription": "Nonsense.", "numcards": "", "defined": "Nobody"}
    assert list(Reads(INSTALLED).unread("ability", "draw", parameters, {})) == [
        ("defined", "Nobody")
    ]


@pytest.mark.parametrize(
    ("svars", "later"),
    [
        ({"x": "Number$0"}, True),
        ({"x": " Number $ 0"}, True),
        ({"x": "Number$1"}, False),
        ({"x": "Count$0"}, False),
        ({"x": "Number$"}, False),
        ({"x": "Number$1", "do": "DB$ StoreSVar | SVar$ X | Type$ Number"}, True),
        ({"x": "Number$1", "do": "DB$ StoreSVar | SVar$ Y | Type$ Number"}, False),
        ({"x": "Number$1", "do": "DB$ RollDice | ResultSVar$ X"}, True),
        ({"x": "Number$1", "do": "DB$ DealDamage | ExcessSVar$ X"}, True),
        ({"x": "Number$1", "do": "DB$ RollDice | ChosenSVar$ X"}, True),
        ({"x": "Number$1", "do": "DB$ RollDice | OtherSVar$ X"}, True),
        ({"x": "Number$1", "do": "DB$ Vote | VarName$ x"}, True),
        ({"x": "Number$1", "do": "AB$ Draw | Cost$ 1 | Announce$ X"}, True),
        ({"x": "Number$1", "do": "A word about SVar$ X"}, False),
        ({}, False),
    ],
)
def test_a_value_that_only_holds_a_place(svars: dict[str, str], later: bool):
    """What a part of the script sets as it is carried out is no number that stands there."""
    assert is_set_later(svars, "x") is later


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("You", True),
        ("Opponent", True),
        ("Each", True),
        ("TriggeredPlayer", True),
        ("TriggeredCardController", True),
        ("TriggeredCardLKICopyController", True),
        ("TargetedOwner", True),
        ("Player.Opponent", True),
        ("You & Opponent", True),
        ("You & Self", False),
        ("Self", False),
        ("Targeted", True),
        ("TargetedCard", False),
        ("Controller", False),
        ("EnchantedController", False),
        ("Yes", False),
        ("Player.Silly", False),
    ],
)
def test_words_that_name_players(words: str, named: bool):
    """Those by which a script can name players; an object is none, its controller is."""
    assert names_players(words) is named
    # What resolves says the same of them, but where the one view has no such player.
    if words not in ("Yes", "You & Opponent"):
        assert (left("definedplayer", words) == "") is named


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Protection:Creature.Zombie:Zombies", ""),
        ("Hexproof:Card.MonoColor:monocolored", ""),
        ("Hexproof", ""),
        ("Hexproof:", ""),
        ("Protection:Creature.modified:modified creatures", "modified"),
        ("Hexproof:Card.modified:what is modified", "modified"),
    ],
)
def test_what_a_keyword_is_against(line: str, words: str):
    """Of protection and hexproof from a quality, the words that are neither true nor false."""
    assert left("", line, "keyword", line.partition(":")[0].lower()) == words
