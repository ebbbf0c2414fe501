"""How often abilities trigger, when their order is asked for, and what the choices call them."""

from __future__ import annotations

import pytest

from tests.boards import Game, event, events, pb, told, wire
from tests.rules.scripts import abilities, game_of, on_stack, picks, script

LIFE = "SVar:TrigLife:DB$ GainLife | Defined$ You | LifeAmount$ 1"
WATCH = (
    "T:Mode$ DamageDone | ValidSource$ Ninja.YouCtrl | ValidTarget$ Player | CombatDamage$ True"
    " | TriggerZones$ Battlefield | Execute$ TrigLife"
)
PLAIN = script("Plain")


def hitting(*lines: str, attackers: int = 2, source: str = "Watcher") -> Game:
    """A watcher of a's, and so many Ninjas that hit b; the first of them has 3 power."""
    game = game_of(script(source, *lines), PLAIN)
    game.add("source", source)
    for number in range(attackers):
        name = f"hitter {number + 1}"
        game.add(name, "Plain", tapped=True)
        if not number:
            game[name].counters["P1P1"] = 1
        game.attack(name)
    return game


@pytest.mark.parametrize(
    ("limit", "before", "triggers"),
    [(1, 0, 1), (2, 0, 2), (3, 0, 3), (9, 0, 3), (2, 1, 1), (2, 2, 0), (3, 2, 1)],
)
def test_how_often_each_turn(limit: int, before: int, triggers: int):
    """603.2: of three at once so many as the limit leaves; each is marked, by what set it off."""
    game = hitting(f"{WATCH} | ActivationLimit$ {limit}", LIFE, attackers=3)
    game["source"].triggered_this_turn.extend(["TrigLife"] * before)
    game["source"].triggered_this_turn.append("TrigOther")
    outcome = game.advance()
    assert abilities(outcome) == ["TrigLife"] * triggers
    marks = [each for each in told(outcome) if each[0] == "ability_triggered"]
    hits = [n for n, each in enumerate(outcome.events, 1) if each.HasField("damage_dealt")]
    assert marks == [("ability_triggered", "603.2", 0, hit) for hit in hits[:triggers]]
    after = game.then(outcome)["source"].triggered_this_turn
    assert list(after).count("TrigLife") == before + triggers


DIES = (
    "T:Mode$ ChangesZone | Origin$ Battlefield | Destination$ Graveyard | ValidCard$ Card.Self"
    " | ActivationLimit$ 1 | Execute$ TrigLife"
)


@pytest.mark.parametrize(("before", "triggers"), [(0, 1), (1, 0)])
def test_what_is_gone_is_not_marked(before: int, triggers: int):
    """400.7, 603.2: as it last was it counts; there is no such object to be marked any more."""
    game = game_of(script("Source", DIES, LIFE, "SVar:TrigDo:DB$ Destroy | Defined$ Self"))
    game.add("source", "Source")
    game["source"].triggered_this_turn.extend(["TrigLife"] * before)
    on_stack(game, "TrigDo")
    outcome = game.resolve()
    assert abilities(outcome) == ["TrigLife"] * triggers
    assert events(outcome, "ability_triggered") == []
    assert not game.then(outcome)["source"].triggered_this_turn


def test_nothing_is_marked_after_a_part_that_is_left():
    """The engine carries that part out first: what triggered is told, and no event follows."""
    lines = [
        (
            "T:Mode$ LifeGained | ValidPlayer$ You | TriggerZones$ Battlefield | ActivationLimit$ 1"
            " | Execute$ TrigTap"
        ),
        "SVar:TrigTap:DB$ Tap",
        "SVar:TrigDo:DB$ GainLife | LifeAmount$ 1 | SubAbility$ DBNew",
        "SVar:DBNew:DB$ SomethingNew",
    ]
    game = game_of(script("Source", *lines))
    game.add("source", "Source")
    on_stack(game, "TrigDo")
    outcome = game.resolve()
    assert [each.ability for each in outcome.triggers] == ["TrigTap"]
    assert events(outcome, "ability_triggered") == []


@pytest.mark.parametrize(
    ("effect", "asked"),
    [
        ("GainLife | Defined$ You | LifeAmount$ 1", False),
        ("GainLife | Defined$ You | LifeAmount$ X", True),
        ("Destroy | Defined$ TriggeredSource", True),
        ("Pump | Defined$ TriggeredCard | NumAtt$ 1", True),
    ],
)
def test_order_matters_where_they_differ(effect: str, asked: bool):
    """603.3b: two of one source about one player differ in what they count or are about."""
    lines = [WATCH, f"SVar:TrigLife:DB$ {effect}"]
    if "X" in effect:
        lines.append("SVar:X:TriggerCount$DamageAmount")
    outcome = hitting(*lines).advance()
    assert outcome.HasField("choice") is asked


def test_what_the_choice_calls_them():
    """603.3b: by the source, and by whom it is about, but not by its own name again."""
    game = hitting(WATCH, "SVar:TrigLife:DB$ Destroy | Defined$ TriggeredSource")
    game["hitter 2"].characteristics.CopyFrom(
        pb.Characteristics(name="Watcher", types=["Creature", "Ninja"], power=2, toughness=2)
    )
    choice = game.advance().choice
    labels = dict(zip(choice.option_ids, choice.option_labels, strict=True))
    assert (choice.id, choice.kind) == ("603.3b:a", wire.CHOICE_KIND_ORDER)
    assert set(labels.values()) == {"Watcher (Plain, b)", "Watcher (b)"}
    assert (choice.min, choice.max) == (len(labels), len(labels))


def test_about_nothing_it_has_no_more_than_a_name():
    """A step that begins is about nobody's creature: the source's name is all."""
    upkeep = "T:Mode$ Phase | Phase$ EndCombat | TriggerZones$ Battlefield | Execute$ TrigLife"
    game = game_of(script("One", upkeep, LIFE), script("Two", upkeep, LIFE),
                   step=pb.STEP_COMBAT_DAMAGE)  # fmt: skip
    game.add("one", "One")
    game.add("two", "Two")
    choice = game.advance().choice
    assert sorted(choice.option_labels) == ["One (a)", "Two (a)"]


WEAKER = "SVar:TrigLife:DB$ Destroy | ValidTgts$ Creature.OppCtrl+powerLEX"


@pytest.mark.parametrize("dies", [False, True])
def test_the_source_as_it_is_or_last_was(dies: bool):
    """608.2h: what it may target is compared with its power now; of one that died, as it last was.

    It has two +1/+1 counters, and so 4 power, until it dies.
    """
    hits = (
        "T:Mode$ DamageDone | ValidSource$ Card.Self | ValidTarget$ Player | CombatDamage$ True"
        " | Execute$ TrigLife"
    )
    game = game_of(script("Hitter", hits, WEAKER, "SVar:X:Count$CardPower"))
    game.add("source", "Hitter", tapped=True, counters={"P1P1": 2}, damage=4 if dies else 0)
    game.attack("source")
    for name, power in (("weak", 4), ("strong", 5)):
        game.creature(name, owner="b", power=power, toughness=9)
        game.creature(f"{name} too", owner="b", power=power, toughness=9)
    choice = game.advance().choice
    assert list(choice.option_ids) == ["weak", "weak too"]


def test_a_mode_without_targets_goes_away():
    """603.3c: where no mode can be chosen the ability is removed; what else triggered stays."""
    lines = [
        WATCH.replace("TrigLife", "TrigCharm"),
        WATCH,
        "SVar:TrigCharm:DB$ Charm | CharmNum$ 1 | Choices$ DBKill",
        "SVar:DBKill:DB$ Destroy | ValidTgts$ Artifact",
        LIFE,
    ]
    game = hitting(*lines, attackers=1)
    choice = game.advance().choice
    for order in (choice.option_ids, reversed(choice.option_ids)):
        outcome = game.advance(picks(choice, *order))
        assert abilities(outcome) == ["TrigLife"]
        assert event(outcome, "priority_given").player_id == "a"


def test_the_choice_of_a_mode_names_its_rule():
    """603.3c: chosen as the ability goes on the stack."""
    lines = [
        WATCH.replace("TrigLife", "TrigCharm"),
        "SVar:TrigCharm:DB$ Charm | CharmNum$ 1 | Choices$ TrigLife,DBTap",
        LIFE,
        "SVar:DBTap:DB$ Tap",
    ]
    choice = hitting(*lines, attackers=1).advance().choice
    assert choice.id.startswith("603.3c:")
    assert list(choice.option_ids) == ["TrigLife", "DBTap"]
