"""What is noted of the values in a script is what the rules leave to the engine as they play it."""

from __future__ import annotations

import pytest

from ninjutsu_service.implemented import ENTERING
from ninjutsu_service.rules.effects.registry import EVERY_PART, HANDLERS
from ninjutsu_service.rules.extra_counters import LINE_PARAMETERS
from ninjutsu_service.rules.reads import TESTS
from ninjutsu_service.rules.static_lines import STATIC_MODES
from ninjutsu_service.rules.trigger import EVERY_TRIGGER, TRIGGER_MODES
from tests.boards import ENGINE, events, pb, yes
from tests.rules.scripts import abilities, game_of, notes_of, script
from tests.rules.test_effects_told import doing


def notes(*lines: str) -> list[str]:
    """What is said to be left to the engine of a card with these lines."""
    return [note.partition(" is left to the engine")[0] for note in notes_of(*lines)]


AWAY = "ChangeZone | Defined$ Self | Origin$ Battlefield | Destination$ Library"
PARTS = [
    ("Discard | Defined$ You | NumCards$ 1 | Mode$ RevealYouChoose", "Mode$ RevealYouChoose"),
    ("Discard | Defined$ You | NumCards$ 1 | Mode$ Random", ""),
    ("Discard | DiscardValid$ Card.modified | NumCards$ 1", "DiscardValid$ modified"),
    ("Draw | NumCards$ X", "NumCards$ X"),
    ("Draw | NumCards$ Y", ""),
    ("Draw | NumCards$ Later", "NumCards$ Later"),
    ("Draw | NumCards$ -Twice", "NumCards$ -Twice"),
    ("Draw | Defined$ TopOfLibrary", "Defined$ TopOfLibrary"),
    ("Draw | Defined$ TriggeredPlayer", ""),
    ("Draw | Defined$ Self", "Defined$ Self"),
    ("GainLife | LifeAmount$ AFLifeLost", "LifeAmount$ AFLifeLost"),
    ("LoseLife | LifeAmount$ 1 | SubAbility$ DBGain", ""),
    ("Pump | Defined$ Self | NumAtt$ Double", "NumAtt$ Double"),
    ("Pump | Defined$ Self | NumAtt$ +Y", ""),
    ("Pump | Defined$ You | NumAtt$ 1", "Defined$ You"),
    ("PumpAll | ValidCards$ Creature.modified | NumAtt$ 1", "ValidCards$ modified"),
    ("PumpAll | ValidCards$ Creature.powerGEY | NumAtt$ 1", ""),
    ("PumpAll | ValidCards$ Creature.powerGEX | NumAtt$ 1", "ValidCards$ powerGEX"),
    ("PutCounter | Defined$ Self | CounterType$ P1P1,M1M1", "CounterType$ P1P1,M1M1"),
    ("PutCounter | Defined$ Self | CounterType$ P1P1", ""),
    ("PutCounterAll | ValidCards$ Card | CounterType$ Any", "CounterType$ Any"),
    ("RemoveCounter | Defined$ Self | CounterType$ P1P1 | CounterNum$ All", ""),
    ("DealDamage | Defined$ TriggeredTarget | NumDmg$ 1", ""),
    ("DealDamage | Defined$ Enchanted | NumDmg$ 1", "Defined$ Enchanted"),
    ("DamageAll | ValidPlayers$ Player.descended | NumDmg$ 1", "ValidPlayers$ descended"),
    (f"{AWAY} | LibraryPosition$ 1", "LibraryPosition$ 1"),
    (f"{AWAY} | LibraryPosition$ -1", ""),
    ("ChangeZone | Defined$ Self | Origin$ Sideboard | Destination$ Hand", "Origin$ Sideboard"),
    ("ChangeZone | Defined$ TopOfLibrary | Origin$ Library | Destination$ Hand",
     "Defined$ TopOfLibrary"),
    ("ChangeZone | Origin$ Hand | Destination$ Exile | DefinedPlayer$ Somebody",
     "DefinedPlayer$ Somebody"),
    ("ChangeZoneAll | Origin$ Battlefield | Destination$ Exile | ChangeType$ Card.suspected",
     "ChangeType$ suspected"),
    ("Dig | DigNum$ 1 | ChangeNum$ All", ""),
    ("Dig | DigNum$ 1 | ChangeNum$ 1 | LibraryPosition2$ 2", "LibraryPosition2$ 2"),
    ("Sacrifice | SacValid$ Self", ""),
    ("Sacrifice | SacValid$ Creature.modified", "SacValid$ modified"),
    ("MakeCard | Name$ Rat | Zone$ Library", "Zone$ Library"),
    ("MakeCard | Name$ ChosenName | Zone$ Hand", "Name$ ChosenName"),
    ("ChooseType | Type$ Creature", "Type$ Creature"),
    ("ChoosePlayer | Choices$ Player.descended", "Choices$ descended"),
    ("GainControl | Defined$ Self | NewController$ Opponent", "NewController$ Opponent"),
    ("Draw | ConditionPresent$ Creature.modified", "ConditionPresent$ modified"),
    ("Draw | ConditionPresent$ Creature | ConditionCompare$ GEX", "ConditionCompare$ GEX"),
    ("Draw | ConditionPresent$ Creature | ConditionZone$ Sideboard", "ConditionZone$ Sideboard"),
    ("Draw | ConditionDefined$ Enchanted | ConditionPresent$ Card", "ConditionDefined$ Enchanted"),
    ("Draw | ConditionCheckSVar$ X", "ConditionCheckSVar$ X"),
    ("Draw | ConditionPlayerTurn$ False", "ConditionPlayerTurn$ False"),
    ("Branch | BranchConditionSVar$ X | TrueSubAbility$ DBGain", "BranchConditionSVar$ X"),
    ("Token | TokenScript$ rat | TokenOwner$ Enchanted", "TokenOwner$ Enchanted"),
    ("Seek | Num$ 1 | Type$ Card.suspected", "Type$ suspected"),
    ("Scry | ScryNum$ X", "ScryNum$ X"),
    ("RepeatEach | RepeatPlayers$ Somebody | RepeatSubAbility$ DBGain", "RepeatPlayers$ Somebody"),
]  # fmt: skip
MORE = (
    "SVar:X:Count$Domain",
    "SVar:Y:Count$InYourYard",
    "SVar:Twice:SVar$X/Twice",
    "SVar:Later:Number$0",
    "SVar:AFLifeLost:Number$0",
)
GAIN = "SVar:DBGain:DB$ GainLife | LifeAmount$ 1"


@pytest.mark.parametrize(("part", "left"), PARTS)
def test_a_note_is_made_where_a_value_leaves_a_part_to_the_engine(part: str, left: str):
    """The checks and the effects agree about each value, and the note names what is not read."""
    more = (*MORE, GAIN)
    assert notes(f"SVar:TrigDo:DB$ {part}", *more) == ([left] if left else [])
    outcome = doing(f"DB$ {part}", *more).resolve(random_seed=1)
    found = [each.ability for each in events(outcome, "effect_left_to_engine")]
    assert bool(found) is bool(left)


TARGETS = [
    ("Destroy | ValidTgts$ Creature.wasDealtDamageThisTurn", "ValidTgts$ wasDealtDamageThisTurn"),
    ("Destroy | ValidTgts$ Creature | TgtZone$ Sideboard", "TgtZone$ Sideboard"),
    ("Destroy | ValidTgts$ Creature | TargetMax$ X", "TargetMax$ X"),
    ("Destroy | ValidTgts$ Creature.powerLE3", ""),
    ("DealDamage | ValidTgts$ Any | NumDmg$ 1", ""),
]


@pytest.mark.parametrize(("part", "left"), TARGETS)
def test_targets_that_are_left(part: str, left: str):
    """So with what an ability may target."""
    assert notes(f"SVar:TrigDo:DB$ {part}", *MORE) == ([left] if left else [])
    outcome = doing(f"DB$ {part}", *MORE, targets=() if left else ("x",)).resolve()
    assert len(events(outcome, "effect_left_to_engine")) == bool(left)


TRIGGERS = [
    ("", ""),
    (" | OptionalDecider$ Opponent", ""),
    (" | OptionalDecider$ Yes", "OptionalDecider$ Yes"),
    (" | OptionalDecider$ EnchantedController", "OptionalDecider$ EnchantedController"),
    (" | TriggerZones$ Sideboard", "TriggerZones$ Sideboard"),
    (" | ActivationLimit$ X", "ActivationLimit$ X"),
    (" | IsPresent$ Creature.modified", "IsPresent$ modified"),
    (" | IsPresent$ Creature | PresentCompare$ GEX", "PresentCompare$ GEX"),
    (" | CheckSVar$ X", "CheckSVar$ X"),
    (" | CheckSVar$ Y | SVarCompare$ GE0", ""),
    (" | PlayerTurn$ False", "PlayerTurn$ False"),
]


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("Card.Self", ""),
        ("Creature.equipped+YouCtrl", "ValidSource$ equipped"),
        ("Creature.modified+YouCtrl", "ValidSource$ modified"),
        ("Creature.IsImprinted,Creature.modified", "ValidSource$ IsImprinted, modified"),
    ],
)
def test_what_a_trigger_waits_for(source: str, left: str):
    """A source that nobody here can tell never sets it off: the note says so."""
    line = f"T:Mode$ DamageDone | ValidSource$ {source} | ValidTarget$ Player | Execute$ TrigDo"
    assert notes(line, "SVar:TrigDo:DB$ Draw") == ([left] if left else [])
    game = game_of(script("Source", line, "SVar:TrigDo:DB$ Draw"))
    game.attacker("source", "Source")
    game.state.step = pb.STEP_DECLARE_BLOCKERS
    assert len(abilities(game.advance())) == (not left)


@pytest.mark.parametrize(("more", "left"), TRIGGERS)
def test_conditions_of_a_trigger(more: str, left: str):
    """So with its conditions, its limit, its zones, and who decides."""
    line = f"T:Mode$ DamageDone | ValidSource$ Card.Self | Execute$ TrigDo{more}"
    lines = (line, "SVar:TrigDo:DB$ Draw", *MORE)
    assert notes(*lines) == ([left] if left else [])
    game = game_of(script("Source", *lines))
    game.attacker("source", "Source")
    assert len(abilities(game.advance())) == (not left)


@pytest.mark.parametrize(
    ("cost", "left"),
    [
        ("PayLife<1>", False),
        ("Sac<1/Creature>", False),
        ("1 U", True),
        ("Exile<1/Card>", True),
        ("Draw<1/You>", True),
        ("PayLife<2> PayEnergy<2>", True),
    ],
)
def test_what_is_paid_as_a_trigger_resolves(cost: str, left: bool):
    """118.12: mana, and what nobody here can ask for, is the engine's; it is not passed over."""
    part = f"AB$ Draw | Cost$ {cost} | NumCards$ 2"
    line = "T:Mode$ LifeGained | Execute$ TrigDo"
    assert notes(line, f"SVar:TrigDo:{part}") == ([f"Cost$ {cost}"] if left else [])
    # Who activates the ability pays with the engine: nothing is asked here.
    assert notes(f"SVar:Other:{part}") == []
    game = doing(part, line)
    choice = game.resolve().choice
    assert bool(choice.id) is not left
    if left:
        assert len(events(game.resolve(), "effect_left_to_engine")) == 1
    else:
        outcome = game.resolve(yes(choice.id))
        assert not events(outcome, "effect_left_to_engine")


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("K:etbCounter:P1P1:1", False),
        ("K:etbCounter:P1P1:1:no Condition:Words.", False),
        ("K:etbCounter:P1P1:1:CheckSVar$ X", True),
        ("K:etbCounter:P1P1:X", True),
        ("K:etbCounter:P1P1:Y", False),
        ("K:etbCounter:P1P1:1:ValidCard$ Card.Self+escaped", True),
    ],
)
def test_counters_as_a_card_enters(line: str, left: bool):
    """So with what a card enters with."""
    assert notes(line, *MORE) == ([line.removeprefix("K:")] if left else [])
    game = game_of(script("Card", "K:Ninjutsu:U", line, *MORE))
    game.attacker("bear")
    game.hand("card", "Card")
    outcome = game.then(game.take("card", "bear", payment=ENGINE)).resolve()
    assert len(events(outcome, "effect_left_to_engine")) == left


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Affected$ Creature.Ninja+YouCtrl | AddPower$ 1", ""),
        ("Affected$ Creature.modified | AddPower$ 1", "Affected$ modified"),
        ("Affected$ Creature | AddPower$ X", "AddPower$ X"),
        ("Affected$ Creature | AddPower$ Y", ""),
        ("Affected$ Creature | AddPower$ 1 | Condition$ Metalcraft", "Condition$ Metalcraft"),
        ("Affected$ Creature | AddPower$ 1 | Condition$ PlayerTurn", ""),
        ("Affected$ Creature | AddPower$ 1 | EffectZone$ Graveyard", "EffectZone$ Graveyard"),
    ],
)
def test_static_abilities(line: str, left: str):
    """What does not apply here for want of understanding is noted; the rest applies."""
    lines = (f"S:Mode$ Continuous | {line}", *MORE)
    assert notes(*lines) == ([left] if left else [])
    game = game_of(script("Source", *lines))
    game.attacker("source", "Source").ClearField("characteristics")
    game.add("dead", "Dead", pb.ZONE_GRAVEYARD)
    (hit,) = events(game.advance(), "damage_dealt")
    assert hit.amount == (2 if left else 3)


def test_a_value_that_takes_too_much_work_is_left():
    """Names that name each other over and over end the asking, not the check."""
    often = "/Plus.V{0}" * 60
    more = [f"SVar:V{n}:SVar$V{n + 1}" + often.format(n + 1) for n in range(1, 6)]
    lines = ("SVar:TrigDo:DB$ Draw | NumCards$ V1", *more, "SVar:V6:5")
    assert notes(*lines) == ["NumCards$ V1"]


TAKEN = frozenset(
    ("affecteddefined", "addkeyword", "addtype", "addtypes", "choices",
     "combatdamage", "conjure", "copytriggeringobjects", "execute", "etb", "event",
     "falsesubability", "hidden", "invalidtypes", "kw", "look", "mayplay", "name", "phase",
     "removecardtypes",
     "repeatsubability", "repeatoptionalforeachplayer", "replacewith", "truesubability", "type",
     "validtypes", "tokenscript", "zone", "mode", "db")
)  # fmt: skip
"""Names, texts and words that are taken as they stand, or are asked of one kind of line alone."""

FLAGS = frozenset(
    ("atrandom", "gaincontrol", "mandatory", "nolooking", "noregen", "noreveal", "noshuffle",
     "optional", "restrandomorder", "reveal", "shuffle", "shufflenonmandatory", "tapped",
     "tokenattacking", "tokentapped", "branchcondition", "replacementresult", "activezones")
)  # fmt: skip
"""Switches: whatever stands there, they are on."""


def test_every_value_is_asked_about() -> None:
    """No parameter that the rules read is forgotten."""
    keys = {key for _, known in HANDLERS.values() for key in known - EVERY_PART}
    keys |= {key for known in TRIGGER_MODES.values() for key in known}
    keys |= {key for known in STATIC_MODES.values() for key in known}
    keys |= {key for known in ENTERING.values() for key in known}
    keys |= EVERY_TRIGGER | LINE_PARAMETERS
    asked = {where.rpartition(" ")[2] for where in TESTS}
    text = {key for key in keys if key.startswith(("remember", "clear"))}
    text |= {key for key in keys if key.endswith(("description", "title")) or key == "secondary"}
    assert keys - asked - TAKEN - FLAGS - text - {"subability"} == set()
