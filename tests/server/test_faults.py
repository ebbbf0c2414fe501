"""Requests that contradict themselves, as a client of the real server sees them answered."""

from __future__ import annotations

import grpc
import pytest

from ninjutsu.v1 import service_pb2_grpc
from tests.boards import Game, pb, wire
from tests.server.statuses import failure, read_failure

Stub = service_pb2_grpc.NinjutsuServiceStub


def test_every_wrong_field_is_named(stub: Stub):
    """INVALID_ARGUMENT with a BadRequest that names each field by its path, and says why."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", "Ninja of the Deep Hours")
    game.state.players[1].ClearField("life")
    game["ninja"].owner_id = "nobody"
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_UNSPECIFIED
    game["bear"].characteristics.keywords[:] = ["Ninjutsu:1 Ü"]
    game.state.stack.add(id="bear", kind=99, controller_id="a")
    request = wire.TakeActionRequest(
        state=game.state, player_id="c", action=wire.Action(source_id="bear", returned_id="?")
    )
    failed = failure(stub.TakeAction, request)
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.fields == {
        "players[1].life": "required: 0 and unset are told apart",
        "stack[0].id": "'bear' is already the id of objects[0]",
        "objects[1].owner_id": "no player has the id 'nobody'",
        "combat.attackers[0].block_status": "required",
        "stack[0].kind": "99 is not a kind of stack object",
        "player_id": "no player has the id 'c'",
        "action.returned_id": "no object has the id '?'",
        "action.keyword": "required",
        "objects[0].characteristics.keywords[0]": "'Ninjutsu:1 Ü': 'Ü' is not a mana symbol",
    }
    assert failed.message == ("players[1].life: required: 0 and unset are told apart (and 8 more)")


def test_empty_request_names_what_is_required(stub: Stub):
    """Nothing at all is a state without a step, players and an active player."""
    failed = failure(stub.ListActions, wire.ListActionsRequest())
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(failed.fields) == {"step", "players", "active_player_id", "player_id"}


def test_ten_thousand_wrong_objects(roomy: Stub):
    """Very many faults: the first are named, all are counted, and the status still arrives."""
    game = Game()
    for number in range(10_000):
        game.state.objects.add(id=f"{number}", zone=77)
    failed = failure(roomy.ListActions, wire.ListActionsRequest(state=game.state, player_id="a"))
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.message == "objects[0].owner_id: required (and 19999 more)"
    assert list(failed.fields)[:4] == [
        "objects[0].owner_id",
        "objects[0].zone",
        "objects[1].owner_id",
        "objects[1].zone",
    ]
    assert len(failed.fields) > 40
    assert failed.size < 7800


@pytest.mark.parametrize("letter", ["x", "\0", "界", "\U000e0001"])
def test_long_ids_in_faults(stub: Stub, letter: str):
    """An id of 300 kB is quoted in part."""
    game = Game()
    name = letter * (300_000 // len(letter.encode()))
    game.state.objects.add(id="card", owner_id=name, zone=pb.ZONE_HAND)
    game.state.players[0].mana_pool.snow_red = 3
    failed = failure(stub.ListActions, wire.ListActionsRequest(state=game.state, player_id=name))
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert set(failed.fields) == {
        "objects[0].owner_id", "players[0].mana_pool.snow_red", "player_id"
    }  # fmt: skip
    assert all(len(text) < 450 for text in failed.fields.values())
    assert failed.size < 7800


def test_check_state_names_all(stub: Stub):
    """CheckState answers OK, with every fault, also of what other calls do not read."""
    game = Game()
    game.creature("bear", damage=2**31, keywords=["", "Flying"])
    game.state.effects.add(object_id="gone")
    faults = stub.CheckState(wire.CheckStateRequest(state=game.state), timeout=60).faults
    assert {fault.field: fault.message for fault in faults} == {
        "objects[0].characteristics.keywords[0]": "an empty keyword",
        "objects[0].damage": "2147483648 is beyond 1073741824, the most that is read",
        "effects[0].object_id": "no object has the id 'gone'",
        "effects[0].duration": "required",
    }


def test_check_state_of_a_large_wrong_state(roomy: Stub):
    """The answer stays below the 4 MiB that clients take, and says what it leaves out."""
    game = Game()
    for _ in range(33_000):
        game.state.objects.add(id="\0" * 100, owner_id="nobody")
    answer = roomy.CheckState(wire.CheckStateRequest(state=game.state), timeout=20)
    assert 2.5 * 2**20 < answer.ByteSize() < 4 * 2**20
    assert answer.faults[0].field == "objects[1].id"
    left = 98_999 - (len(answer.faults) - 1)
    assert answer.faults[-1] == wire.StateFault(message=f"and {left} more faults")


def left_to_chance() -> wire.ResolveRequest:
    """Cards that go to the bottom of a library in random order."""
    game = Game()
    game.attacker("bear")
    game.hand("technique", "Michelangelo's Technique")
    for number in range(6):
        game.add(f"card {number}", "Island", pb.ZONE_LIBRARY)
    game.player("a").library_size = 6
    engine = wire.Payment(engine=wire.EnginePayment())
    game = game.then(game.take("technique", "bear", "Sneak", payment=engine))
    return wire.ResolveRequest(state=game.state)


REQUIRED = "required: what happens here is left to chance"


def test_a_seed_that_is_missing_is_named(stub: Stub):
    """INVALID_ARGUMENT, by the field's path: alone, in a batch and on a stream."""
    request = left_to_chance()
    failed = failure(stub.Resolve, request)
    assert failed.code is grpc.StatusCode.INVALID_ARGUMENT
    assert failed.fields == {"random_seed": REQUIRED}
    command = wire.PlayRequest(resolve=wire.ResolveRequest())
    batch = wire.BatchRequest(state=request.state, commands=[command])
    assert failure(stub.Batch, batch).fields == {"commands[0].resolve.random_seed": REQUIRED}
    with pytest.raises(grpc.RpcError) as caught:
        list(stub.Play(iter([wire.PlayRequest(resolve=request)]), timeout=60))
    told = read_failure(caught.value)
    assert told.code is grpc.StatusCode.INVALID_ARGUMENT
    assert told.fields == {"resolve.random_seed": REQUIRED}


def test_the_seed_decides_and_says_so(stub: Stub):
    """The same seed gives the same order, others give others; 0 is a seed like any other."""
    request = left_to_chance()
    orders = set()
    for seed in (0, 0, 1, 2, 3):
        request.random_seed = seed
        outcome = stub.Resolve(request, timeout=60).outcome
        assert outcome.random
        (arranged,) = [
            tuple(event.library_arranged.bottom_ids)
            for event in outcome.events
            if event.HasField("library_arranged")
        ]
        orders.add(arranged)
    assert 2 <= len(orders) <= 4
    assert {tuple(sorted(order)) for order in orders} == {
        tuple(f"card {number}" for number in range(6))
    }


def test_without_chance_a_seed_decides_nothing(stub: Stub):
    """`random` tells an engine whether it may keep what it asked for."""
    game = Game()
    game.attacker("bear")
    request = wire.AdvanceStepRequest(state=game.state, random_seed=7)
    assert not stub.AdvanceStep(request, timeout=60).outcome.random
