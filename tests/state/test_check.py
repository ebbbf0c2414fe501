"""What every call finds wrong with a state, by the path of each field (`state.check`)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ninjutsu_service import calls
from tests.boards import Game, faulty, invalid, pb, wire

NINJA = "Ninja of the Deep Hours"
Spoil = Callable[[pb.CombatState], object]


def ready() -> Game:
    """A combat with everything that is checked: an attacker, a blocker, a stack, a change."""
    game = Game("a", "b")
    game.attacker("bear")  # objects[0], combat.attackers[0]
    game.hand("ninja", NINJA)  # objects[1]
    game.lands("U", 2)  # objects[2] and [3]
    game.creature("wall", owner="b")  # objects[4]
    game.attacker("wolf", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])  # objects[5]
    game.add("walker", owner="b").characteristics.types.append("Planeswalker")  # objects[6]
    game.state.stack.add(
        id="spell", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b", source_id="card"
    )
    game.state.cost_changes.add(player_id="a", generic=0)
    return game


def attacker(state: pb.CombatState) -> pb.Attacker:
    return state.combat.attackers[0]


def thrice(state: pb.CombatState) -> None:
    state.objects[2].id = state.objects[3].id = "bear"


def sourceless(state: pb.CombatState) -> None:
    state.stack[0].ClearField("source_id")
    state.stack[0].keyword = "Ninjutsu"


FAULTS: list[tuple[str, Spoil, list[str]]] = [
    # Turn, step and players.
    ("no step", lambda s: s.ClearField("step"), ["step"]),
    ("unknown step", lambda s: setattr(s, "step", 77), ["step"]),
    ("no active player", lambda s: s.ClearField("active_player_id"), ["active_player_id"]),
    ("unknown active", lambda s: setattr(s, "active_player_id", "x"), ["active_player_id"]),
    ("unknown priority", lambda s: setattr(s, "priority_player_id", "x"), ["priority_player_id"]),
    ("priority to an object", lambda s: setattr(s, "priority_player_id", "bear"),
     ["priority_player_id"]),
    ("priority to one who left", lambda s: setattr(s.players[0], "left_game", True),
     ["priority_player_id"]),
    ("no life", lambda s: s.players[1].ClearField("life"), ["players[1].life"]),
    ("too much life", lambda s: setattr(s.players[1], "life", 2**30 + 1), ["players[1].life"]),
    ("too little life", lambda s: setattr(s.players[0], "life", -(2**30) - 1), ["players[0].life"]),
    ("too much mana", lambda s: setattr(s.players[0].mana_pool, "red", 2**30 + 1),
     ["players[0].mana_pool.red"]),
    ("more snow than mana", lambda s: s.players[1].mana_pool.MergeFrom(
        pb.ManaPool(blue=1, snow_blue=2)), ["players[1].mana_pool.snow_blue"]),
    # Ids.
    ("player without id", lambda s: s.players.add(life=1), ["players[2].id"]),
    ("object without id", lambda s: s.objects[2].ClearField("id"), ["objects[2].id"]),
    ("stack object without id", lambda s: s.stack[0].ClearField("id"), ["stack[0].id"]),
    ("player twice", lambda s: s.players.add(id="a", life=1), ["players[2].id"]),
    ("object twice", lambda s: setattr(s.objects[3], "id", "u1"), ["objects[3].id"]),
    ("three times", thrice,
     ["objects[2].id", "objects[3].id"]),
    ("object as player", lambda s: setattr(s.objects[2], "id", "b"), ["objects[2].id"]),
    ("stack object as object", lambda s: setattr(s.stack[0], "id", "wall"), ["stack[0].id"]),
    # Objects.
    ("no owner", lambda s: s.objects[1].ClearField("owner_id"), ["objects[1].owner_id"]),
    ("unknown owner", lambda s: setattr(s.objects[6], "owner_id", "x"), ["objects[6].owner_id"]),
    ("unknown controller", lambda s: setattr(s.objects[0], "controller_id", "x"),
     ["objects[0].controller_id"]),
    ("unknown protector", lambda s: setattr(s.objects[0], "protector_id", "x"),
     ["objects[0].protector_id"]),
    ("no zone", lambda s: s.objects[1].ClearField("zone"), ["objects[1].zone"]),
    ("unknown zone", lambda s: setattr(s.objects[2], "zone", 99), ["objects[2].zone"]),
    ("incarnation", lambda s: setattr(s.objects[2], "incarnation", 2**63),
     ["objects[2].incarnation"]),
    # Combat.
    ("no attacker", lambda s: attacker(s).ClearField("object_id"),
     ["combat.attackers[0].object_id"]),
    ("an attacker that is no object", lambda s: setattr(attacker(s), "object_id", "x"),
     ["combat.attackers[0].object_id"]),
    ("an attacking player", lambda s: setattr(attacker(s), "object_id", "a"),
     ["combat.attackers[0].object_id"]),
    ("an attacker in the graveyard", lambda s: setattr(s.objects[0], "zone", pb.ZONE_GRAVEYARD),
     ["combat.attackers[0].object_id"]),
    ("an attacker in hand", lambda s: setattr(s.objects[0], "zone", pb.ZONE_HAND),
     ["combat.attackers[0].object_id"]),
    ("attacking twice", lambda s: setattr(s.combat.attackers[1], "object_id", "bear"),
     ["combat.attackers[1].object_id"]),
    ("no block status", lambda s: attacker(s).ClearField("block_status"),
     ["combat.attackers[0].block_status"]),
    ("unknown block status", lambda s: setattr(attacker(s), "block_status", 9),
     ["combat.attackers[0].block_status"]),
    ("unblocked with a blocker", lambda s: attacker(s).blocker_ids.append("wall"),
     ["combat.attackers[0].blocker_ids"]),
    ("undeclared with a blocker", lambda s: setattr(
        s.combat.attackers[1], "block_status", pb.BLOCK_STATUS_UNDECLARED),
     ["combat.attackers[1].blocker_ids"]),
    ("unknown blocker", lambda s: s.combat.attackers[1].blocker_ids.append("x"),
     ["combat.attackers[1].blocker_ids[1]"]),
    ("blocker twice", lambda s: s.combat.attackers[1].blocker_ids.append("wall"),
     ["combat.attackers[1].blocker_ids[1]"]),
    ("unknown player attacked", lambda s: setattr(attacker(s).target, "player_id", "x"),
     ["combat.attackers[0].target.player_id"]),
    ("object attacked as a player", lambda s: setattr(attacker(s).target, "player_id", "walker"),
     ["combat.attackers[0].target.player_id"]),
    ("unknown permanent attacked", lambda s: setattr(attacker(s).target, "permanent_id", "x"),
     ["combat.attackers[0].target.permanent_id"]),
    ("player attacked as a permanent", lambda s: setattr(attacker(s).target, "permanent_id", "b"),
     ["combat.attackers[0].target.permanent_id"]),
    ("unknown first striker", lambda s: s.combat.first_strike_ids.extend(["bear", "x"]),
     ["combat.first_strike_ids[1]"]),
    ("unknown other blocker", lambda s: s.combat.other_blocker_ids.append("x"),
     ["combat.other_blocker_ids[0]"]),
    ("other blocker twice", lambda s: s.combat.other_blocker_ids.extend(["u1", "u1"]),
     ["combat.other_blocker_ids[1]"]),
    ("other blocker that blocks", lambda s: s.combat.other_blocker_ids.append("wall"),
     ["combat.other_blocker_ids[0]"]),
    # The stack.
    ("no kind", lambda s: s.stack[0].ClearField("kind"), ["stack[0].kind"]),
    ("unknown kind", lambda s: setattr(s.stack[0], "kind", 9), ["stack[0].kind"]),
    ("no controller", lambda s: s.stack[0].ClearField("controller_id"),
     ["stack[0].controller_id"]),
    ("unknown controller of a spell", lambda s: setattr(s.stack[0], "controller_id", "x"),
     ["stack[0].controller_id"]),
    ("a keyword without a source", sourceless,
     ["stack[0].source_id"]),
    ("x", lambda s: setattr(s.stack[0], "x_value", 2**30 + 1), ["stack[0].x_value"]),
    # Changes of costs.
    ("a change for nobody", lambda s: s.cost_changes[0].ClearField("player_id"),
     ["cost_changes[0].player_id"]),
    ("a change for an unknown player", lambda s: setattr(s.cost_changes[0], "player_id", "x"),
     ["cost_changes[0].player_id"]),
    ("a huge change", lambda s: setattr(s.cost_changes[0], "generic", -(2**30) - 1),
     ["cost_changes[0].generic"]),
]  # fmt: skip
NAMES = [name for name, *_ in FAULTS]


def test_a_state_without_faults():
    """Nothing is wrong with the state that the others spoil."""
    game = ready()
    assert faulty(game) == []
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    game.take("ninja", "bear")


@pytest.mark.parametrize(("name", "spoil", "fields"), FAULTS, ids=NAMES)
def test_every_call_names_the_field(name: str, spoil: Spoil, fields: list[str]):
    """A state that contradicts itself is rejected by each call, which names the wrong field."""
    game = ready()
    spoil(game.state)
    with invalid(*fields):
        game.listing("a")
    with invalid(*fields):
        game.take("ninja", "bear", player="a")
    with invalid(*fields):
        game.resolve()
    assert faulty(game) == fields


def test_the_faults_say_what_is_wrong():
    """Each has a message; of a required field that it is required, of an id which it was."""
    game = ready()
    game.state.ClearField("step")
    game.state.objects[1].owner_id = "nobody"
    request = wire.CheckStateRequest(state=game.state)
    faults = calls.check_state(game.rulebook, request).faults
    assert [(each.field, each.message) for each in faults] == [
        ("step", "required"),
        ("objects[1].owner_id", "no player has the id 'nobody'"),
    ]


def test_every_fault_at_once():
    """All of them are named in one answer, in the order of the fields, and none is hidden."""
    game = ready()
    state = game.state
    state.step = 0  # type: ignore[assignment]
    state.active_player_id = "x"
    state.players[0].ClearField("life")
    state.players[1].mana_pool.snow_red = 1
    state.objects[3].id = "u1"
    state.objects[1].owner_id = ""
    state.objects[2].zone = 42  # type: ignore[assignment]
    attacker(state).target.player_id = "x"
    state.combat.attackers[1].blocker_ids.append("x")
    state.stack[0].kind = 0  # type: ignore[assignment]
    state.cost_changes[0].player_id = "x"
    fields = [
        "step",
        "active_player_id",
        "players[0].life",
        "players[1].mana_pool.snow_red",
        "objects[3].id",
        "objects[1].owner_id",
        "objects[2].zone",
        "combat.attackers[0].target.player_id",
        "combat.attackers[1].blocker_ids[1]",
        "stack[0].kind",
        "cost_changes[0].player_id",
    ]
    assert faulty(game) == fields
    with invalid(*fields, "player_id"):
        game.listing("y")


@pytest.mark.parametrize("count", [1, 3])
def test_each_object_with_the_same_fault(count: int):
    """Where several objects are wrong in the same way each is named."""
    game = ready()
    for index in range(count):
        game.state.objects[index].controller_id = "x"
        game.state.objects[index].zone = 0  # type: ignore[assignment]
    found = faulty(game)
    for index in range(count):
        assert f"objects[{index}].controller_id" in found
        assert f"objects[{index}].zone" in found


def test_an_empty_state():
    """A state without anything lacks a step, players and an active player."""
    game = Game()
    game.state.Clear()
    assert faulty(game) == ["step", "players", "active_player_id"]


def test_the_limits_themselves_are_read():
    """Life, mana and changes of exactly the limit are no fault."""
    game = ready()
    game.player("b").life = -(2**30)
    game.player("a").life = 2**30
    game.player("a").mana_pool.green = 2**30
    game.state.cost_changes[0].generic = 2**30
    game["u1"].incarnation = 2**63 - 1
    game.state.stack[0].x_value = 2**30
    assert faulty(game) == []
    game.listing()


def test_who_left_may_stay_in_the_state():
    """A player who left the game is no fault; only priority cannot be theirs."""
    game = ready()
    game.player("b").left_game = True
    assert faulty(game) == []


def test_nobody_with_priority_is_no_fault():
    """While no player has priority the field is empty."""
    game = ready()
    game.state.priority_player_id = ""
    assert faulty(game) == []


def test_an_attacker_without_a_target_is_no_fault():
    """506.4c: what it attacked was removed from combat."""
    game = ready()
    attacker(game.state).ClearField("target")
    assert faulty(game) == []
