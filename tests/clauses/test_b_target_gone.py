"""B11: every way in which what was attacked is gone by the time the card enters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.boards import Game, event, pb, told

NINJA = "Ninja of the Deep Hours"
KAITO = "Kaito, Bane of Nightmares"


def attacking(target: str, kind: str = "", owner: str = "b", protector: str = "") -> Game:
    """A bear of a's attacks a player, or a permanent, in a game of three.

    Args:
        target: the player's or the permanent's id.
        kind: the permanent's card type.
        owner: the permanent's owner.
        protector: the battle's protector.
    """
    game = Game("a", "b", "c")
    if kind:
        item = game.add(target, owner=owner, protector_id=protector)
        item.characteristics.types.append(kind)
    game.hand("ninja", NINJA)
    game.attacker("bear", target=target)
    game.lands("U", 2)
    return game


def activated(target: str, kind: str = "", owner: str = "b", protector: str = "") -> Game:
    """The same with the Ninja's ability on the stack."""
    game = attacking(target, kind, owner, protector)
    return game.then(game.take("ninja", "bear"))


def assert_not_attacking(game: Game) -> None:
    """It enters tapped, is not attacking, and the ability has resolved."""
    outcome = game.resolve()
    assert told(outcome) == [
        ("zone_changed", "702.49a", 1, 0),
        ("stack_removed", "608.2n", 0, 0),
        ("priority_given", "117.3b", 0, 0),
    ]
    assert event(outcome, "stack_removed").resolved
    after = game.then(outcome)
    assert (after["ninja"].zone, after["ninja"].tapped) == (pb.ZONE_BATTLEFIELD, True)
    assert not after.state.combat.attackers


Happening = Callable[[Game], None]


def leave(name: str) -> Happening:
    """A player leaves the game."""

    def happen(game: Game) -> None:
        game.player(name).left_game = True

    return happen


def move(*zones: pb.Zone.ValueType) -> Happening:
    """The attacked permanent goes through zones."""

    def happen(game: Game) -> None:
        for zone in zones:
            game.moved("target", zone)

    return happen


def change(**fields: object) -> Happening:
    """The attacked permanent's fields change."""

    def happen(game: Game) -> None:
        for key, value in fields.items():
            setattr(game["target"], key, value)

    return happen


def become(*types: str) -> Happening:
    """The attacked permanent has these card types now."""

    def happen(game: Game) -> None:
        game["target"].characteristics.types[:] = types

    return happen


def forget(game: Game) -> None:
    """The engine no longer sends the attacked permanent."""
    game.state.objects.remove(game["target"])


def team_up(game: Game) -> None:
    """A team of a and b: b is no defending player."""
    game.player("a").team_id = game.player("b").team_id = "red"


GRAVEYARD, EXILE, HAND, FIELD = (
    pb.ZONE_GRAVEYARD,
    pb.ZONE_EXILE,
    pb.ZONE_HAND,
    pb.ZONE_BATTLEFIELD,
)


@pytest.mark.clause("B11")
def test_the_player_has_left_the_game():
    """B11, 508.4a: nobody is there to be attacked, and nobody else is attacked instead."""
    game = activated("b")
    game.player("b").left_game = True
    assert_not_attacking(game)


@pytest.mark.clause("B11")
def test_the_player_is_not_in_the_state_any_more():
    """B11: an engine may stop sending a player who has left."""
    game = activated("b")
    game.state.players.remove(game.player("b"))
    assert_not_attacking(game)


@pytest.mark.clause("B11", "B8")
def test_another_player_has_left_the_game():
    """B11, B8: that c has left does not matter to an attack on b."""
    game = activated("b")
    game.player("c").left_game = True
    assert game.then(game.resolve()).attacks("ninja") == "b"


@pytest.mark.clause("B11")
@pytest.mark.parametrize(
    "happen",
    [
        pytest.param(move(GRAVEYARD), id="in the graveyard"),
        pytest.param(move(EXILE), id="in exile"),
        pytest.param(move(HAND), id="in hand"),
        pytest.param(forget, id="not in the state"),
        pytest.param(move(EXILE, FIELD), id="gone and back"),
        pytest.param(become("Artifact"), id="no planeswalker any more"),
        pytest.param(become("Creature"), id="a creature instead"),
        pytest.param(change(controller_id="a"), id="under the attacker's control"),
        pytest.param(change(phased_out=True), id="phased out"),
        pytest.param(leave("b"), id="controlled by a player who left"),
        pytest.param(team_up, id="controlled by a teammate"),
    ],
)
def test_the_planeswalker_is_gone(happen: Happening):
    """B11: left, left and back (400.7), stopped being one, or not a defending player's."""
    game = activated("target", "Planeswalker")
    happen(game)
    assert_not_attacking(game)


@pytest.mark.clause("B11")
@pytest.mark.parametrize(
    "happen",
    [
        pytest.param(move(GRAVEYARD), id="in the graveyard"),
        pytest.param(move(EXILE), id="in exile"),
        pytest.param(forget, id="not in the state"),
        pytest.param(move(EXILE, FIELD), id="gone and back"),
        pytest.param(become("Enchantment"), id="no battle any more"),
        pytest.param(change(protector_id="a"), id="protected by the attacker"),
        pytest.param(change(phased_out=True), id="phased out"),
        pytest.param(leave("c"), id="protected by a player who left"),
    ],
)
def test_the_battle_is_gone(happen: Happening):
    """B11: the same for a battle, for which its protector counts and not its controller."""
    game = activated("target", "Battle", owner="b", protector="c")
    happen(game)
    assert_not_attacking(game)


@pytest.mark.clause("B11", "B8")
@pytest.mark.parametrize(
    ("kind", "happen"),
    [
        pytest.param("Planeswalker", change(controller_id="c"), id="another defender's"),
        pytest.param("Planeswalker", become("Planeswalker", "Creature"), id="a creature too"),
        pytest.param("Planeswalker", change(tapped=True), id="tapped"),
        pytest.param("Planeswalker", leave("c"), id="another player left"),
        pytest.param("Battle", change(protector_id="b"), id="another protector"),
        pytest.param("Battle", change(controller_id="a"), id="the attacker's own battle"),
        pytest.param("Battle", leave("b"), id="its controller left"),
    ],
)
def test_what_does_not_matter(kind: str, happen: Happening):
    """B11: what is still there, and still a defending player's, is attacked."""
    game = activated("target", kind, owner="b", protector="c" if kind == "Battle" else "")
    happen(game)
    assert game.then(game.resolve()).attacks("ninja") == "target"


@pytest.mark.clause("B11", "B8")
def test_a_siege_is_attacked_by_its_own_controller():
    """B11, 310.8b: a controls the battle that b protects, and attacks it."""
    game = activated("target", "Battle", owner="a", protector="b")
    assert game.then(game.resolve()).attacks("ninja") == "target"


@pytest.mark.clause("B11")
def test_not_even_the_controller_is_attacked_instead():
    """B11: with the planeswalker gone, the player behind it is not attacked."""
    game = activated("target", "Planeswalker")
    game.moved("target", GRAVEYARD)
    after = game.then(game.resolve())
    assert after.attacks("ninja") is None


@pytest.mark.clause("B11")
def test_the_returned_creature_attacked_nothing():
    """B11, 506.4c: what it attacked had left combat; it may be returned, for nothing to attack."""
    game = attacking("b")
    game.state.combat.attackers[0].ClearField("target")
    action = game.listing().actions[0]
    assert not action.HasField("attack_target")
    outcome = game.take("", "", action=action)
    assert not event(outcome, "stack_pushed").object.HasField("attack_target")
    assert_not_attacking(game.then(outcome))


@pytest.mark.clause("B11", "B5")
@pytest.mark.parametrize(
    "happen",
    [
        pytest.param(move(GRAVEYARD), id="in the graveyard"),
        pytest.param(move(EXILE, FIELD), id="gone and back"),
        pytest.param(become("Artifact"), id="no planeswalker any more"),
        pytest.param(change(controller_id="a"), id="under the attacker's control"),
        pytest.param(change(phased_out=True), id="phased out"),
    ],
)
def test_gone_before_the_activation(happen: Happening):
    """B11, 506.4c: where the engine's record still names it, nothing is attacked all the same."""
    game = attacking("target", "Planeswalker")
    happen(game)
    action = game.listing().actions[0]
    assert action.returned_id == "bear"
    assert not action.HasField("attack_target")
    outcome = game.take("", "", action=action)
    assert not event(outcome, "stack_pushed").object.HasField("attack_target")
    assert_not_attacking(game.then(outcome))


@pytest.mark.clause("B11")
def test_back_before_the_activation_without_an_incarnation_sent():
    """B11: an engine that does not say which object was attacked cannot be told it is another."""
    game = attacking("target", "Planeswalker")
    game.state.combat.attackers[0].target.incarnation = 0
    game.moved("target", EXILE)
    game.moved("target", FIELD)
    assert game.listing().actions[0].attack_target.incarnation == 3


@pytest.mark.clause("B11", "B12")
def test_kaito_is_attacked_as_a_planeswalker():
    """B11, B12: in a's turn b's Kaito is a planeswalker, by his script; under a he is none."""
    game = Game("a", "b")
    game.add("target", KAITO, owner="b", counters={"LOYALTY": 4})
    game.hand("ninja", NINJA)
    game.attacker("bear", target="target")
    game.lands("U", 2)
    game = game.then(game.take("ninja", "bear"))
    assert game.then(game.resolve()).attacks("ninja") == "target"
    game["target"].controller_id = "a"
    assert_not_attacking(game)


@pytest.mark.clause("B11")
def test_it_is_never_attacking_later():
    """B11: that what it would have attacked comes back later changes nothing."""
    game = activated("target", "Planeswalker")
    game["target"].phased_out = True
    game = game.then(game.resolve())
    game["target"].phased_out = False
    assert game.attacks("ninja") is None
    assert game.actions() == []
