"""Counters and effects on characteristics that were sent."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.rules.adjusting import take_off_counters
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.table import Table
from ninjutsu_service.state.board import Board
from tests.boards import Game, ev, folded, pb, zone_change


@pytest.mark.parametrize(
    ("counter", "power", "toughness"),
    [("P1P1", 3, 3), ("M1M1", 1, 1), ("P1P0", 3, 2), ("P2P2", 4, 4), ("M2M1", 0, 1),
     ("P1P2", 3, 4), ("CHARGE", 2, 2), ("P1", 2, 2)],
)  # fmt: skip
def test_counters_change_what_was_sent(counter: str, power: int, toughness: int):
    """F2, 122.1a: sent characteristics follow counters, and are as before without them."""
    game = Game()
    game.creature("bear")
    on = folded(game, {"counters_changed": ev.CountersChanged(object_id="bear", counter=counter,
                                                             change=1)})  # fmt: skip
    sent = on["bear"].characteristics
    assert (sent.power, sent.toughness) == (power, toughness)
    off = folded(on, {"counters_changed": ev.CountersChanged(object_id="bear", counter=counter,
                                                            change=-1)})  # fmt: skip
    assert off["bear"] == game["bear"]


def test_keyword_counters_change_what_was_sent():
    """F2, 122.1b: one keyword for any number of counters, taken away with the last."""
    game = Game()
    game.creature("bear", keywords=["Menace"])

    def counted(game: Game, change: int) -> Game:
        event = ev.CountersChanged(object_id="bear", counter="MENACE", change=change)
        return folded(game, {"counters_changed": event})

    game = counted(game, 2)
    assert list(game["bear"].characteristics.keywords) == ["Menace", "Menace"]
    game = counted(game, -1)
    assert list(game["bear"].characteristics.keywords) == ["Menace", "Menace"]
    game = counted(game, -1)
    assert list(game["bear"].characteristics.keywords) == ["Menace"]


def test_no_fewer_than_no_counters():
    """What takes more counters than there are takes those that are there."""
    game = Game()
    game.creature("bear", power=4, toughness=4)
    game["bear"].counters["P1P1"] = 2
    change = ev.CountersChanged(object_id="bear", counter="P1P1", change=-5)
    found = folded(game, {"counters_changed": change})
    assert dict(found["bear"].counters) == {}
    assert found["bear"].characteristics.power == 2


@pytest.mark.parametrize("known", [False, True])
def test_a_zone_change_takes_counters_and_effects_off(known: bool):
    """F2, 400.7: what no script knows keeps what was sent, less its counters and effects."""
    game = Game()
    game.creature("bear", "Ninja of the Deep Hours" if known else "", power=5, toughness=4,
                  keywords=["Flying", "Deathtouch"])  # fmt: skip
    game["bear"].counters.update({"P1P1": 2, "FLYING": 1})
    game.state.effects.add(id="~1", object_id="bear", incarnation=1, power_change=1,
                           keywords=["Deathtouch"])  # fmt: skip
    found = folded(game, zone_change("bear", pb.ZONE_GRAVEYARD))["bear"]
    if known:
        assert not found.HasField("characteristics")
    else:
        assert found.characteristics == pb.Characteristics(types=["Creature"], power=2, toughness=2)
    assert not found.counters


def test_effects_are_of_one_object():
    """400.7: an effect on what the object was before changes nothing of what it is now."""
    game = Game()
    game.creature("bear", incarnation=3)
    effect = pb.TemporaryEffect(id="~1", object_id="bear", incarnation=2, power_change=2)
    found = folded(game, {"effect_began": ev.EffectBegan(effect=effect)})
    assert found["bear"].characteristics.power == 2


def test_an_effect_that_ends():
    """Sent characteristics are as they were before it."""
    game = Game()
    game.creature("bear")
    effect = pb.TemporaryEffect(id="~1", object_id="bear", incarnation=1, power_change=2,
                                toughness_change=-1, keywords=["Menace"])  # fmt: skip
    began = {"effect_began": ev.EffectBegan(effect=effect)}
    assert folded(game, began)["bear"].characteristics == pb.Characteristics(
        types=["Creature"], power=4, toughness=1, keywords=["Menace"]
    )
    ended = folded(game, began, {"effect_ended": ev.EffectEnded(effect_id="~1")})
    assert ended.state == game.state


@pytest.mark.parametrize("gone", ["effect_ended", "step_began"])
def test_what_was_read_of_an_object_follows_effects(gone: str):
    """F2: characteristics that were read before an effect began, or ended, are read anew."""
    game = Game()
    game.creature("bear")
    ledger = Ledger(Table(Board(game.state), game.rulebook))
    item = ledger.table.board.objects["bear"]
    found = [ledger.table.traits(item).power]
    effect = pb.TemporaryEffect(id="e", object_id="bear", incarnation=1, power_change=2,
                                duration=pb.DURATION_END_OF_COMBAT)  # fmt: skip
    ledger.write(ev.EffectBegan(effect=effect), "611.2a")
    found.append(ledger.table.traits(item).power)
    ended = {
        "effect_ended": ev.EffectEnded(effect_id="e"),
        "step_began": ev.StepBegan(step=pb.STEP_POSTCOMBAT_MAIN),
    }
    ledger.write(ended[gone], "611.2a")
    found.append(ledger.table.traits(item).power)
    assert found == [2, 4, 2]


def counted(game: Game, counter: str, change: int) -> pb.Characteristics:
    """What is sent of "bear" after a change of its counters."""
    event = ev.CountersChanged(object_id="bear", counter=counter, change=change)
    return folded(game, {"counters_changed": event})["bear"].characteristics


@pytest.mark.parametrize(
    ("counter", "change", "power", "toughness"),
    [("P0P1", 1, 2, 3), ("P1P0", 2, 4, 2), ("M0M1", 1, 2, 1), ("P1P1", 3, 5, 5)],
)
def test_each_number_by_itself(counter: str, change: int, power: int, toughness: int):
    """F2, 122.1a: what was not sent stays so, whatever is added to the other."""
    game = Game()
    game.creature("bear")
    sent = counted(game, counter, change)
    assert (sent.power, sent.toughness) == (power, toughness)
    game["bear"].characteristics.ClearField("power")
    sent = counted(game, counter, change)
    assert (sent.HasField("power"), sent.toughness) == (False, toughness)
    game["bear"].characteristics.power = 2
    game["bear"].characteristics.ClearField("toughness")
    sent = counted(game, counter, change)
    assert (sent.power, sent.HasField("toughness")) == (power, False)


@pytest.mark.parametrize(
    "fields", [{"characteristics_copiable": True}, {"zone": pb.ZONE_GRAVEYARD}]
)
def test_what_counters_do_not_change(fields: dict[str, Any]):
    """F2, 707.2, 122.2: copiable values, and what is not on the battlefield."""
    game = Game()
    game.creature("bear", **fields)
    assert counted(game, "P1P1", 2) == game["bear"].characteristics
    assert counted(game, "FLYING", 2) == game["bear"].characteristics


@pytest.mark.parametrize(
    ("there", "sent", "change", "expected"),
    [
        (0, [], 1, ["Flying"]),
        (0, [], 3, ["Flying"]),
        (1, ["Flying"], 1, ["Flying"]),
        (2, ["Flying"], 2, ["Flying"]),
        (1, ["Flying"], -1, []),
        (3, ["Flying"], -1, ["Flying"]),
        (3, ["Flying"], -3, []),
        (0, ["Flying"], -1, ["Flying"]),
        (0, ["Flying"], 1, ["Flying", "Flying"]),
    ],
)
def test_a_keyword_comes_with_the_first_and_goes_with_the_last(
    there: int, sent: list[str], change: int, expected: list[str]
):
    """F2, 122.1b: whatever the number; one that it had without counters stays."""
    game = Game()
    game.creature("bear", keywords=sent)
    if there:
        game["bear"].counters["FLYING"] = there
    assert list(counted(game, "FLYING", change).keywords) == expected


MOST = 2**30
"""As many counters as are read."""


@pytest.mark.parametrize("sent", [False, True])
def test_counters_are_added_up_before_they_are_bounded(sent: bool):
    """122.1a: whatever order a map has, which differs from process to process."""
    game = Game()
    many = {"P1P1": MOST, "M1M1": MOST - 1, "P2P2": MOST, "M2M2": MOST}
    if sent:
        item = game.creature("ninja", power=3, toughness=3, counters=many)
        take_off_counters(item)
        assert (item.characteristics.power, item.characteristics.toughness) == (2, 2)
        assert not item.counters
    else:
        item = game.add("ninja", "Ninja of the Deep Hours", counters=many)
        traits = Table(Board(game.state), game.rulebook).traits(item)
        assert (traits.power, traits.toughness) == (3, 3)


def test_all_counters_go_with_their_keywords():
    """122.1b: one of each kind at once; what it had before stays."""
    game = Game()
    item = game.creature(
        "bear", keywords=["Flying", "Flying", "Trample"], power=4, toughness=4,
        counters={"FLYING": 2, "TRAMPLE": 1, "P1P1": 2, "CHARGE": 3},
    )  # fmt: skip
    take_off_counters(item)
    assert list(item.characteristics.keywords) == ["Flying"]
    assert (item.characteristics.power, item.characteristics.toughness) == (2, 2)
    item = game.hand("card", "Bear", counters={"P1P1": 1})
    item.characteristics.power = 2
    take_off_counters(item)
    assert (item.characteristics.power, dict(item.counters)) == (2, {})


@pytest.mark.parametrize("counters", [2**30, 2**30 + 1, 2**31, 2**32 - 1])
def test_counters_without_end_are_cancelled(counters: int):
    """704.5q: more than 2^30 count as 2^30, of which 3 less are 3 less; it died of the rest."""
    game = Game()
    game.state.step = pb.STEP_END_OF_COMBAT
    game.creature("bear", power=7, toughness=7)
    game["bear"].counters["P1P1"] = counters
    game["bear"].counters["M1M1"] = 3
    outcome = game.advance()
    assert [(each.rule, each.WhichOneof("event")) for each in outcome.events][1:] == [
        ("704.5q", "counters_changed"), ("704.5q", "counters_changed"), ("117.3a", "priority_given")
    ]  # fmt: skip
    bear = next(each for each in outcome.state.objects if each.id == "bear")
    assert dict(bear.counters) == {"P1P1": 2**30 - 3}
    assert (bear.characteristics.power, bear.characteristics.toughness) == (7, 7)


def test_counters_that_are_none_take_no_keyword():
    """A counter that was sent as 0 gave nothing that could be taken off again."""
    game = Game()
    game.creature("bear", keywords=["Flying", "Menace"])
    game["bear"].counters.update({"FLYING": 0, "MENACE": 1})
    take_off_counters(game["bear"])
    assert list(game["bear"].characteristics.keywords) == ["Flying"]


def test_copiable_values_keep_what_counters_do_not_touch():
    """Counters apply on top of copiable values: without them these are as they were."""
    game = Game()
    game.creature("bear", keywords=["Menace"]).characteristics_copiable = True
    game["bear"].counters.update({"P1P1": 3, "MENACE": 1})
    take_off_counters(game["bear"])
    sent = game["bear"].characteristics
    assert (sent.power, sent.toughness, list(sent.keywords)) == (2, 2, ["Menace"])
    assert not game["bear"].counters
