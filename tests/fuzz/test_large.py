"""Requests that are large, or made to take long: each ends soon, in an answer or an error."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ninjutsu_service.rules.effort import MAX_EFFORT, Effort, TooMuchWork
from ninjutsu_service.rules.payment import PaymentTooComplex
from tests.boards import Game, pb, wire
from tests.fuzz.requests import answer

pytestmark = pytest.mark.slow

DEEP_HOURS = "Ninja of the Deep Hours"


def crowd(ninjas: int = 1, attackers: int = 1, lands: int = 2) -> Game:
    game = Game()
    for number in range(attackers):
        game.attacker(f"bear{number}")
    for number in range(ninjas):
        game.hand(f"ninja{number}", DEEP_HOURS)
    game.lands("U", lands)
    return game


def listing(game: Game, *, explain: bool = True) -> Any:
    request = wire.ListActionsRequest(state=game.state, player_id="a", explain=explain)
    return answer("ListActions", request)


def taking(game: Game, **fields: Any) -> Any:
    action = wire.Action(source_id="ninja0", keyword="Ninjutsu", returned_id="bear0")
    request = wire.TakeActionRequest(state=game.state, player_id="a", action=action, **fields)
    return answer("TakeAction", request)


def stepping(game: Game) -> Any:
    game.state.priority_player_id = ""
    return answer("AdvanceStep", wire.AdvanceStepRequest(state=game.state, random_seed=1))


@pytest.mark.parametrize("engine_pays", [False, True])
def test_a_hundred_ninjas_and_a_hundred_attackers(engine_pays: bool):
    """Every pair is listed; what they cost is worked out once, not 10,000 times."""
    game = crowd(100, 100, 40)
    request = wire.ListActionsRequest(state=game.state, player_id="a", engine_pays=engine_pays)
    answered: Any = answer("ListActions", request)
    assert len(answered.actions) == 10_000


def test_thousands_of_objects_of_one_kind():
    """Time grows with the objects, not with their square."""
    assert len(listing(crowd(1, 4000)).actions) == 4000
    assert len(listing(crowd(4000, 1)).actions) == 4000


def test_lords_of_lords():
    """Each of 300 lords looks at each other: no recursion as deep as there are lords."""
    game = crowd(5, 1)
    for number in range(300):
        game.add(f"lord{number}", "Silver-Fur Master")
    listed = listing(game)
    assert [action.mana_cost for action in listed.actions] == ["U"] * 5


def test_blockers_by_the_thousand():
    """Looking for a blocker that is named twice is not quadratic."""
    game = crowd()
    names = [f"wall{number}" for number in range(30_000)]
    for name in names:
        game.state.objects.add(id=name, owner_id="b", zone=pb.ZONE_BATTLEFIELD)
        game.state.objects[-1].characteristics.SetInParent()
    game.attacker("big", status=pb.BLOCK_STATUS_BLOCKED, blockers=names)
    assert taking(game).outcome.state.stack[0].source_id == "ninja0"


def test_stack_ids_by_the_thousand():
    """A free id is found among many that begin with "~"."""
    game = crowd()
    for number in range(1, 30_000):
        game.state.stack.add(
            id=f"~{number}", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="a", source_id="x"
        )
    assert taking(game).outcome.state.stack[-1].id == "~30000"


def effects(game: Game) -> Any:
    for number in range(100_000):
        game.state.effects.add(id=f"e{number}", object_id=("bear0", "x")[number % 2])
    return taking(game)


def changes(game: Game) -> Any:
    game = crowd(300)
    for _ in range(100_000):
        game.state.cost_changes.add(player_id="a", generic=1)
    return listing(game)


def keywords(game: Game) -> Any:
    card = game.creature("card", zone=pb.ZONE_HAND)
    card.characteristics.keywords.extend(f"Ninjutsu:{number} U" for number in range(20_000))
    return listing(game)


def names(game: Game) -> Any:
    game = Game()
    for number in range(30):
        game.attacker(f"bear{number}" * 3000, status=pb.BLOCK_STATUS_BLOCKED)
        game.hand(f"ninja{number}" * 3000, DEEP_HOURS)
    return listing(game)


def parts(game: Game) -> Any:
    """59 cards cannot pay for two discards of 30: there are many ways to find that out."""
    game = crowd(58, 1)
    card = game.creature("card", zone=pb.ZONE_HAND)
    card.characteristics.keywords.append("Ninjutsu:0 Discard<30/Card> Discard<30/Card>")
    return listing(game)


def sources(game: Game) -> Any:
    """Abilities that cost mana, by the hundred, for prices that are all different."""
    game = Game()
    for number in range(100):
        game.attacker(f"bear{number}")
        for letter in "WUBRG":
            game[f"bear{number}"].mana_abilities.add(produces=letter, cost="1 Sac<1/CARDNAME>")
        card = game.creature(f"card{number}", zone=pb.ZONE_HAND)
        card.characteristics.keywords.append(f"Ninjutsu:{number} WU UB BR RG GW 2/U 2/B")
    return listing(game)


def commands(game: Game) -> Any:
    request = wire.BatchRequest(state=crowd(5, 5, 200).state)
    action = wire.Action(source_id="ninja0", keyword="Ninjutsu", returned_id="bear0")
    options = wire.CallOptions(return_state=True)
    command = wire.TakeActionRequest(player_id="a", action=action, options=options)
    request.commands.extend([wire.PlayRequest(take_action=command)] * 20_000)
    return answer("Batch", request)


BOUNDED = (effects, changes, keywords, names, parts, sources, commands)


@pytest.mark.parametrize("make", BOUNDED, ids=lambda make: make.__name__)
def test_work_is_bounded(make: Callable[[Game], Any]):
    """What would take minutes, or answer with gigabytes, ends with an error that says so."""
    answered = make(crowd())
    if isinstance(answered, Exception):
        assert isinstance(answered, TooMuchWork | PaymentTooComplex)
        assert "work" in str(answered) or "longer than" in str(answered) or "cost" in str(answered)


def test_payment_made_to_explode():
    """Every kind of symbol against 200 sources of eight abilities each."""
    game = crowd(0, 1, 0)
    for number in range(200):
        game.land(f"land{number}", "W U", "U B", "B R", "R G", "G W", "W U B", "C C", "W W W U")
    card = game.creature("ninja0", zone=pb.ZONE_HAND)
    card.characteristics.keywords.append("Ninjutsu:X W U B R G WU UB BR RG GW S C 2/W 2/U W/P")
    with_all = listing(game)
    assert isinstance(with_all, PaymentTooComplex)
    assert str(with_all) == "the cost has too many different symbols to find a payment"


@pytest.mark.parametrize("abilities", [500])
def test_hundreds_of_abilities_of_one_permanent(abilities: int):
    """Forty permanents with 500 mana abilities each, for 400 pairs."""
    game = crowd(20, 20, 0)
    for number in range(40):
        land = game.land(f"land{number}", "U")
        for place in range(abilities):
            letters = ["WUBRGC"[(place >> shift) % 6] for shift in range(1 + place % 4)]
            land.mana_abilities.add(produces=" ".join(letters))
    assert len(listing(game).actions) == 400


def test_huge_pools_and_x():
    """X is offered up to what is read, and paid."""
    game = crowd(0, 1, 0)
    card = game.creature("ninja0", zone=pb.ZONE_HAND)
    card.characteristics.keywords.append("Ninjutsu:X U")
    pool = game.player("a").mana_pool
    for field in ("white", "blue", "black", "red", "green", "colorless"):
        setattr(pool, field, 2**30)
    action = listing(game).actions[0]
    assert action.x_value == 2**30
    taken = taking(game)
    assert taken.outcome.state.stack[0].x_value == 0
    request = wire.TakeActionRequest(state=game.state, player_id="a", action=action)
    answered: Any = answer("TakeAction", request)
    left = answered.outcome.state.players[0].mana_pool
    assert sum(getattr(left, field.name) for field in left.DESCRIPTOR.fields[:6]) == 5 * 2**30 - 1


def test_attackers_without_objects():
    """Records of combat that name nothing are rejected, each by its path."""
    game = crowd()
    for number in range(3):
        game.state.combat.attackers.add(object_id=f"gone{number}", block_status=2)
    told: Any = listing(game)
    assert [fault.field for fault in told.faults] == [
        f"combat.attackers[{number}].object_id" for number in (1, 2, 3)
    ]


def triggers() -> Game:
    game = Game()
    for number in range(200):
        game.attacker(f"ninja{number}", DEEP_HOURS)
        game[f"ninja{number}"].ClearField("characteristics")
    return game


def blocks() -> Game:
    game = Game()
    walls = [f"wall{number}" for number in range(200)]
    for name in walls:
        game.creature(name, owner="b")
    for number in range(200):
        game.attacker(f"big{number}", status=pb.BLOCK_STATUS_BLOCKED, blockers=walls)
    return game


def deaths() -> Game:
    game = Game()
    for number in range(500):
        game.creature(f"mine{number}", damage=5)
        game.creature(f"token{number}", owner="b", damage=5, token=True)
    return game


def legends() -> Game:
    game = Game()
    for number in range(500):
        game.add(f"legend{number}", "Yuriko, the Tiger's Shadow", owner="b")
    return game


def lords() -> Game:
    game = Game()
    for number in range(150):
        game.add(f"lord{number}", "Silver-Fur Master", owner="b", damage=3)
        game.creature(f"other{number}", owner="b", damage=1)
    return game


def losers() -> Game:
    game = Game(*(f"p{number}" for number in range(1000)))
    for number in range(900):
        game.attacker(f"bear{number}", target=f"p{number + 1}", power=30)
    return game


FIGHTS = (lambda: crowd(0, 500), triggers, blocks, deaths, legends, lords, losers)


@pytest.mark.parametrize("make", FIGHTS, ids=lambda make: make.__name__.strip("<>"))
def test_much_at_once(make: Callable[[], Game]):
    """A step in which hundreds deal damage, block, trigger, die or lose."""
    answered = stepping(make())
    assert not isinstance(answered, Exception)


def test_effort_is_spent_to_the_last_step():
    """Exactly so much may be done."""
    effort = Effort()
    effort.spend(MAX_EFFORT)
    with pytest.raises(TooMuchWork, match="more work than any game needs"):
        effort.spend(1)
    with pytest.raises(TooMuchWork, match="the answer would be longer than 33554432 bytes"):
        effort.say(2**26)
