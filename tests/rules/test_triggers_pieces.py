"""Abilities that trigger, wait, go on the stack and resolve, piece by piece."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.cards.card import Face
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules import triggers
from ninjutsu_service.rules.ability import read_part
from ninjutsu_service.rules.choices import ChoiceNeeded, Decisions
from ninjutsu_service.rules.effects.run import LeftToEngine, Run
from ninjutsu_service.rules.happenings import Happening
from ninjutsu_service.rules.ledger import Ledger, zone_change
from ninjutsu_service.rules.traits import Traits
from ninjutsu_service.rules.trigger import Trigger, read_triggers
from ninjutsu_service.rules.view import Seen, View, nothing_known
from ninjutsu_service.rules.watching import (
    FIT_STEPS,
    Waiting,
    _any_fits,
    _attacked_by,
    _has_abilities,
    _may_await,
    _set_off,
    _used_up,
    what_triggers,
)
from tests.boards import Game, ev, pb
from tests.rules.scripts import game_of, script, table_of

WATCHER = script(
    "Watcher",
    "T:Mode$ LifeGained | ValidPlayer$ You | TriggerZones$ Battlefield | Execute$ TrigDraw",
    "SVar:TrigDraw:DB$ Draw",
)


def face_of(text: str, name: str) -> Face:
    card = CardPool.from_texts(text).get(name)
    assert card is not None
    return card.faces[0]


FACE = face_of(WATCHER, "Watcher")
(TRIGGER,) = read_triggers(FACE)


def trigger(**fields: Any) -> Trigger:
    values = {"mode": "LifeGained", "ability": "TrigDraw", "line": TRIGGER.line, "face": FACE}
    return Trigger(**{**values, **fields})


def gained(**fields: Any) -> Happening:
    return Happening(("LifeGained",), pb.TriggerContext(player_id="a"), player="a", **fields)


def waiting(item: pb.GameObject | None = None, **fields: Any) -> Waiting:
    values = {
        "source": Seen(item or pb.GameObject(id="it", incarnation=1), Traits(name="It")),
        "controller": "a",
        "ability": "TrigDraw",
        "face": FACE,
        "context": pb.TriggerContext(player_id="b", amount=3, object_id="x"),
    }
    return Waiting(**{**values, **fields})


def test_what_waits_and_says_no_more():
    """Any number of times, for no event, the first ability; kept with its source as it was."""
    plain = waiting()
    assert (plain.limit, plain.cause, plain.number, plain.attacked) == (0, 0, 0, None)
    made = triggers.stack_object(Ledger(table_of(Game())), plain)
    assert (made.trigger_number, made.HasField("attack_target")) == (0, False)
    item = pb.GameObject(id="it", zone=pb.ZONE_BATTLEFIELD)
    assert not _used_up(item, trigger())
    assert _has_abilities(item, trigger())


@pytest.mark.parametrize(
    ("level", "counters", "there"),
    [(1, {}, True), (1, {"LEVEL": 0}, True), (2, {}, False), (2, {"LEVEL": 1}, False),
     (2, {"LEVEL": 2}, True), (3, {"LEVEL": 2}, False), (2, {"LEVEL": 3}, True)],
)  # fmt: skip
def test_from_which_level_an_ability_is_there(level: int, counters: dict[str, int], there: bool):
    """716.2: a Class begins at level 1, and what is there at level 1 is there always."""
    item = pb.GameObject(id="it", zone=pb.ZONE_BATTLEFIELD, counters=counters)
    assert _has_abilities(item, trigger(level=level)) == there


@pytest.mark.parametrize(("limit", "times", "used"), [(0, 5, False), (1, 0, False), (1, 1, True),
                                                      (2, 1, False), (2, 3, True)])  # fmt: skip
def test_how_often_each_turn(limit: int, times: int, used: bool):
    """What has triggered as often as it may is not set off again."""
    game = game_of(WATCHER)
    item = game.add("it", "Watcher", triggered_this_turn=["TrigDraw"] * times + ["Other"] * 3)
    limited = trigger(limit=limit)
    assert _used_up(item, limited) == used
    table = table_of(game)
    view = View(table, Seen(item, table.traits(item)), "a")
    assert len(list(_set_off(view, limited, [gained()]))) == (not used)


def test_what_may_be_awaited():
    """Things of its mode where it works; what only its source sets off is about that."""
    bear = pb.GameObject(id="it", incarnation=1, zone=pb.ZONE_BATTLEFIELD)
    other = pb.GameObject(id="other", incarnation=1)
    about, not_about = (gained(items=[Seen(each, Traits())]) for each in (bear, other))
    own = trigger(own=True)
    assert _may_await(bear, own, about)
    assert not _may_await(bear, own, not_about)
    assert _may_await(bear, trigger(), not_about)
    assert not _may_await(bear, trigger(mode="Drawn"), about)
    assert not _may_await(bear, trigger(zones=frozenset((pb.ZONE_HAND,))), about)


def test_what_an_object_attacks():
    """A copy of it; of what does not attack, nothing."""
    game = Game()
    attacker, other = game.attacker("bear"), game.creature("other")
    table = table_of(game)
    assert _attacked_by(table, attacker) == pb.AttackTarget(player_id="b")
    assert _attacked_by(table, other) is None


@pytest.mark.parametrize(
    ("expression", "answer"),
    [("Creature", True), ("Artifact", False), ("Creature.neverHeardOf", None)],
)
def test_whether_any_fits(expression: str, answer: bool | None):
    """One that fits is enough; where none does, one that cannot be told leaves it open."""
    game = Game()
    item = game.creature("bear")
    table = table_of(game)
    seen = Seen(item, table.traits(item))
    view = View(table, seen, "a")
    assert _any_fits(view, expression, [seen]) is answer
    assert _any_fits(view, expression, []) is False


def test_the_work_of_watching():
    """Thirty steps for each ability and happening; none for what waits for other things."""
    assert FIT_STEPS == 30
    game = game_of(WATCHER)
    game.add("it", "Watcher")
    table = table_of(game)
    table.traits(table.board.objects["it"])
    for happened, steps in (([gained()], 31), ([gained(), gained()], 62), ([], 0),
                            ([Happening(("Drawn",), pb.TriggerContext())], 0)):  # fmt: skip
        before = table.effort.left
        assert len(what_triggers(table, None, happened, nothing_known)) == steps // 31
        assert before - table.effort.left == steps
    back = gained(looks_back=True)
    assert what_triggers(table, None, [back], nothing_known) == []
    assert len(what_triggers(table_of(Game()), table, [back], nothing_known)) == 1


@pytest.mark.parametrize(
    ("went", "any_went"),
    [([True, False], True), ([False, True], True), ([False, False], False), ([True], True)],
)
def test_whether_any_went_on_the_stack(
    monkeypatch: pytest.MonkeyPatch, went: list[bool], any_went: bool
):
    """603.3b: one is enough, and each is put there."""
    left = list(went)
    monkeypatch.setattr(triggers, "_put", lambda *_: left.pop(0))
    ledger = Ledger(table_of(Game()))
    assert triggers.put_waiting(ledger, Decisions()) is False
    ledger.waiting += [waiting() for _ in went]
    assert triggers.put_waiting(ledger, Decisions()) == any_went
    assert left == []
    assert ledger.waiting == []


def test_what_is_put_on_the_stack():
    """603.3: an ability that the script has; what it has not goes away."""
    ledger = Ledger(table_of(Game()))
    for ability, put in (("None", False), ("TrigDraw", True)):
        each = waiting(ability=ability)
        made = triggers.stack_object(ledger, each)
        assert triggers._put(ledger, Decisions(), each, made) is put
    assert ledger.kinds == ["stack_pushed"]


def test_what_is_reported_waits_no_more():
    """F4: an engine that was told of it puts it on the stack itself."""
    ledger = Ledger(table_of(Game()))
    ledger.waiting.append(waiting())
    assert len(triggers.report(ledger)) == 1
    assert ledger.waiting == []
    assert triggers.report(ledger) == []


def there_and_then(incarnation: int | None) -> tuple[Ledger, pb.GameObject]:
    """What triggered once as the first object of its id; what is there has triggered twice."""
    game = Game()
    if incarnation is not None:
        game.attacker("it", incarnation=incarnation, power=7,
                      triggered_this_turn=["TrigDraw"] * 2)  # fmt: skip
    item = pb.GameObject(id="it", incarnation=1, triggered_this_turn=["TrigDraw", "Other"])
    return Ledger(table_of(game)), item


@pytest.mark.parametrize(("incarnation", "times"), [(None, 1), (2, 1), (1, 2)])
def test_how_often_it_has_triggered(incarnation: int | None, times: int):
    """By what is there where that is still the same object, else as it was."""
    ledger, item = there_and_then(incarnation)
    assert triggers._times(ledger, item, "TrigDraw") == times
    for limit in (times, times + 1):
        found = triggers._within_limits(ledger, [waiting(item, limit=limit)])
        assert len(found) == limit - times
    assert ledger.kinds == ["ability_triggered"] * (incarnation == 1)


@pytest.mark.parametrize(("incarnation", "live"), [(None, False), (2, False), (1, True)])
def test_the_source_as_its_ability_goes_on_the_stack(incarnation: int | None, live: bool):
    """As it is now where it is still the same object, else as it was."""
    ledger, item = there_and_then(incarnation)
    made = pb.StackObject(source_id="it", source_incarnation=1)
    source = triggers._view(ledger, waiting(item), made).source
    assert source
    assert (source.live, source.attacking) == (live, live)
    assert (source.item is item) == (not live)
    assert source.traits.power == (7 if live else None)


def test_what_tells_abilities_apart():
    """Amount and object only where the script asks for them."""
    assert triggers._kind(waiting()) == ("it", "TrigDraw", "b", 0, "")
    lines = ("SVar:X:TriggerCount$DamageAmount", "SVar:D:DB$ Tap | Defined$ TriggeredSource")
    asking = face_of(script("Asking", *lines), "Asking")
    assert triggers._kind(waiting(face=asking)) == ("it", "TrigDraw", "b", 3, "x")


def test_by_which_rule_modes_are_chosen(monkeypatch: pytest.MonkeyPatch):
    """603.3c: modes first; where none can be chosen the ability goes away."""
    asked: list[str] = []

    def choose_modes(*_: object, prefix: str, rule: str) -> None:
        asked.extend((prefix, rule))

    monkeypatch.setattr(triggers, "choose_modes", choose_modes)
    view = View(table_of(Game()), None, "a")
    part = read_part("DB$ Charm | Choices$ TrigDraw")
    made = pb.StackObject(id="~1")
    assert triggers._announce(Decisions(), view, FACE, part, made) is False
    assert asked == ["603.3c:~1", "603.3c"]
    charm = face_of(script("Charm", "SVar:Pick:DB$ Charm | Choices$ TrigDraw"), "Charm")
    ledger = Ledger(table_of(Game()))
    assert triggers._put(ledger, Decisions(), waiting(ability="Pick", face=charm), made) is False
    assert ledger.kinds == []


def run_of(game: Game, source: Seen | None = None, **fields: Any) -> Run:
    ledger = Ledger(table_of(game))
    view = View(ledger.table, source, "a", last_known=ledger.last_known)
    top = pb.StackObject(id="s", source_id="bear", source_incarnation=1)
    return Run(ledger, Decisions(), view, top, FACE, **fields)


def test_the_targets_of_a_part():
    """Of that part or one that reads the same, once; of any other, none."""
    text, target = "DB$ Tap | ValidTgts$ Creature", pb.Target(object_id="bear")
    part, other = read_part(text), read_part("DB$ Untap | ValidTgts$ Creature")
    same = type(part)(part.kind, dict(part.parameters), part.text)
    assert same is not part
    for asked in (part, same):
        run = run_of(Game(), groups=[(part, [target])])
        assert not run.engine_settles
        assert list(run.targets_of(other)) == []
        assert run.targets_of(asked) == [target]
        assert list(run.targets_of(asked)) == []


def test_a_part_that_nobody_carries_out():
    """It is left to the engine, as is one that the script does not have."""
    with pytest.raises(LeftToEngine):
        run_of(Game()).follow("TrigDraw")
    done: list[str] = []
    run = run_of(Game(), carry=lambda _, part: done.append(part.text))
    run.follow("TrigDraw")
    assert done == ["DB$ Draw"]
    with pytest.raises(LeftToEngine):
        run.follow("None")


def test_whom_a_part_is_about():
    """The players among its targets; the permanents that are there and phased in."""
    game = Game()
    bear, away = game.creature("bear"), game.creature("away", phased_out=True)
    card = game.creature("card", zone=pb.ZONE_HAND)
    run = run_of(game)
    run.view.targets = [pb.Target(object_id="bear"), pb.Target(player_id="b")]
    targeted = read_part("DB$ Tap | ValidTgts$ Any")
    assert run.players(targeted) == ["b"]
    for item, live, found in ((bear, True, [bear]), (bear, False, []), (away, True, []),
                              (card, True, [])):  # fmt: skip
        run.view.source = Seen(item, Traits(), live)
        assert run.permanents(read_part("DB$ Tap")) == found


def test_looking_at_the_source_again():
    """As it is now; what left in this call as it last was; what was gone before stays as it was."""
    game = Game()
    bear = game.creature("bear", power=4)
    old = Seen(bear, Traits(name="Old"))
    for source in (None, old._replace(live=False)):
        run = run_of(game, source)
        run.look_again()
        assert run.view.source is source
    run = run_of(game, old)
    run.look_again()
    assert run.view.source == run.view.now(bear)
    run.ledger.write(zone_change(bear, pb.ZONE_GRAVEYARD), "400.7")
    run.look_again()
    source = run.view.source
    assert source
    assert (source.live, source.item.zone, source.traits.power) == (False, pb.ZONE_BATTLEFIELD, 4)
    changed = Game()
    changed.creature("bear", incarnation=2)
    for elsewhere in (changed, Game()):
        run = run_of(elsewhere, old)
        run.look_again()
        assert run.view.source == old._replace(live=False)


def test_what_a_choice_offers():
    """One object unless it is said; of players their ids, which are their names as well."""
    game = Game()
    items = [game.creature(name) for name in ("x", "y", "z")]
    with pytest.raises(ChoiceNeeded) as caught:
        run_of(game).choose("a", items, "TARGET", "608.2d")
    choice = caught.value.question.choice
    assert (choice.min, choice.max, list(choice.option_ids)) == (1, 1, ["x", "y", "z"])
    with pytest.raises(ChoiceNeeded) as caught:
        run_of(game).choose("a", items, "TARGET", "608.2d", least=2, most=3)
    assert (caught.value.question.choice.min, caught.value.question.choice.max) == (2, 3)
    with pytest.raises(ChoiceNeeded) as caught:
        run_of(game).choose_player("a", ["a", "b"], "TARGET", "608.2d")
    choice = caught.value.question.choice
    assert list(choice.option_ids) == list(choice.option_labels) == ["a", "b"]
    assert run_of(game).choose_player("a", [], "TARGET", "608.2d") == ""


def test_a_life_that_was_gained_is_told_once():
    """603.2: through the ledger, the watcher's ability waits with its event as its cause."""
    game = game_of(WATCHER)
    game.add("it", "Watcher")
    ledger = Ledger(table_of(game))
    ledger.write(ev.LifeChanged(player_id="b", change=1), "119.3")
    ledger.write(ev.LifeChanged(player_id="a", change=1), "119.3")
    assert [(each.ability, each.cause) for each in ledger.watch()] == [("TrigDraw", 2)]
