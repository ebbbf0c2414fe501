"""Valid requests with something of everything, and what may come of calling with worse ones."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from google.protobuf.message import Message

from ninjutsu_service import calls, session
from ninjutsu_service.rules.apply import fold
from ninjutsu_service.rules.effort import TooMuchWork
from ninjutsu_service.rules.payment import PaymentTooComplex
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.state.check import check_core
from ninjutsu_service.state.faults import InvalidRequest
from tests.boards import Game, bundled, pb, wire


def play(rulebook: Rulebook, request: wire.PlayRequest) -> wire.PlayResponse:
    """The command twice on one stream: with its state, then on the state that is kept."""
    stream = session.Session(rulebook)
    stream.do(request)
    for _, command in request.ListFields():
        command.ClearField("state")
    return stream.do(request)


METHODS: dict[str, tuple[type[Message], Callable[..., Message]]] = {
    "ListActions": (wire.ListActionsRequest, calls.list_actions),
    "TakeAction": (wire.TakeActionRequest, calls.take_action),
    "Resolve": (wire.ResolveRequest, calls.resolve),
    "AdvanceStep": (wire.AdvanceStepRequest, calls.advance_step),
    "CheckState": (wire.CheckStateRequest, calls.check_state),
    "Batch": (wire.BatchRequest, session.batch),
    "Play": (wire.PlayRequest, play),
}


def rich() -> Game:
    """A combat with every kind of thing in it that a state can hold."""
    game = Game("a", "b", "c")
    game.attacker("bear", keywords=["First Strike", "Trample"])
    game.attacker("tough", target="c", toughness=5, owner="c", controller_id="a")
    game.attacker("held", status=pb.BLOCK_STATUS_BLOCKED, blockers=["wall"])
    game.creature("wall", owner="b", counters={"P1P1": 2}, damage=1)
    game.add("walker", "Kaito, Bane of Nightmares", owner="b", counters={"LOYALTY": 4})
    game.attacker("spy", target="walker", commander=True)
    game.attacker("imp", "Thousand-Faced Shadow", token=True)
    game.creature("siege", owner="c", protector_id="b").characteristics.types[:] = ["Battle"]
    game.attack("wall2")
    game.add("wall2", "Silver-Fur Master", incarnation=7, turn_entered=2)
    game.hand("ninja", "Ninja of the Deep Hours")
    game.hand("shadow", "Yuriko, the Tiger's Shadow", commander=True)
    game.hand("slinger", "Spider-Man India")
    game.hand("sneaky", "Dark Leo & Shredder")
    game.add("boss", "Satoru Umezawa", pb.ZONE_COMMAND, commander=True, commander_casts=2)
    game.add("top", "Fallen Shinobi", pb.ZONE_LIBRARY)
    game.lands("U", 3)
    game.lands("B", 2)
    treasure = game.land("gold", "W", "U", "B")
    for ability in treasure.mana_abilities:
        ability.cost = "T Sac<1/CARDNAME>"
    game.land("mox", "U U").mana_abilities[0].cost = "1 T"
    player = game.player("a")
    player.mana_pool.blue = 1
    player.mana_pool.snow_blue = 1
    player.counters["POISON"] = 3
    player.commander_damage["shadow"] = 4
    game.state.cost_changes.add(player_id="a", keyword="Ninjutsu", generic=-1)
    game.state.effects.add(
        id="e", object_id="bear", incarnation=1, power_change=1, keywords=["Flying"],
        duration=pb.DURATION_END_OF_TURN,
    )  # fmt: skip
    game.state.combat.first_strike_ids.append("bear")
    return game


def take(game: Game, source: str = "ninja", returned: str = "bear") -> wire.TakeActionRequest:
    """A request to take an action with everything in it that it can hold."""
    request = wire.TakeActionRequest(
        state=game.state,
        player_id="a",
        action=wire.Action(source_id=source, keyword="Ninjutsu", returned_id=returned),
        random_seed=7,
    )
    request.action.attack_target.player_id = "b"
    request.options.return_state = True
    return request


def manual() -> wire.TakeActionRequest:
    """One that names what is tapped."""
    request = take(rich(), returned="tough")
    request.action.attack_target.player_id = "c"
    request.payment.manual.sources.add(object_id="u1")
    request.payment.manual.sources.add(object_id="gold", mana_ability_index=1)
    return request


def decided() -> wire.TakeActionRequest:
    """One that returns a commander, whose owner has decided where it goes."""
    request = take(rich(), returned="spy")
    request.action.attack_target.permanent_id = "walker"
    request.decisions.add(choice_id="903.9b:spy", yes=True)
    return request


def activated() -> Game:
    """The rich combat with abilities on the stack: an engine's, and two of this service."""
    game = rich()
    game.state.stack.add(id="bolt", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b")
    game = game.then(game.take("ninja", "bear"))
    return game.then(game.take("ninja", "tough"))


def fought() -> Game:
    """The rich combat as its damage is about to be dealt, with what damage depends on."""
    game = rich()
    for name in ("bear", "tough", "imp", "wall", "spy"):
        game[name].characteristics.keywords.extend(["Lifelink", "Deathtouch", "Double Strike"])
    game["tough"].characteristics.keywords.append("Toxic:2")
    game["imp"].characteristics.keywords.append("Infect")
    game["imp"].counters["M1M1"] = 1
    game.hand("later", "Fallen Shinobi")
    game.attacker("fallen", "Fallen Shinobi", target="c")
    game["fallen"].ClearField("characteristics")
    for number in range(3):
        game.add(f"deep{number}", "Throat Slitter", pb.ZONE_LIBRARY, owner="c")
    game.state.priority_player_id = ""
    return game


def commands(game: Game) -> list[wire.PlayRequest]:
    """Each kind of command on a state."""
    taken = take(game, returned="wall2")
    taken.options.return_state = True
    resolved = wire.ResolveRequest(random_seed=1)
    resolved.options.return_state = True
    stepped = wire.AdvanceStepRequest(random_seed=1)
    stepped.options.return_state = True
    listed = wire.ListActionsRequest(player_id="a", explain=True)
    return [
        wire.PlayRequest(list_actions=listed),
        wire.PlayRequest(take_action=taken),
        wire.PlayRequest(resolve=resolved),
        wire.PlayRequest(advance_step=stepped),
    ]


@cache
def seeds() -> dict[str, list[Message]]:
    """Valid requests by method. They are for everybody: copy one to change it."""
    listing = wire.ListActionsRequest(state=rich().state, player_id="a", explain=True)
    resolving = wire.ResolveRequest(state=activated().state, random_seed=1)
    resolving.options.return_state = True
    batch = wire.BatchRequest(state=rich().state)
    for command in commands(rich()):
        for _, inner in command.ListFields():
            inner.ClearField("state")
        batch.commands.append(command)
    playing = commands(activated())
    for command in playing:
        for _, inner in command.ListFields():
            inner.state.CopyFrom(activated().state)
    return {
        "ListActions": [listing],
        "TakeAction": [take(rich()), manual(), decided()],
        "Resolve": [resolving],
        "AdvanceStep": [
            wire.AdvanceStepRequest(state=rich().state, random_seed=1),
            wire.AdvanceStepRequest(state=fought().state, random_seed=1),
        ],
        "CheckState": [wire.CheckStateRequest(state=activated().state)],
        "Batch": [batch],
        "Play": list(playing),
    }


def answer(method: str, request: Any, rulebook: Rulebook | None = None) -> Message | Exception:
    """Make a call in process. The request stays as it is.

    Returns:
        What it answers, or the exception that is a clear status. Any other is a fault of the
        service and goes up.
    """
    kind, call = METHODS[method]
    own = kind()
    own.CopyFrom(request)
    rules = rulebook or bundled()
    try:
        response: Any = call(rules, own)
    except (InvalidRequest, Refused, PaymentTooComplex, TooMuchWork) as told:
        return told
    data = response.SerializeToString(deterministic=True)
    assert type(response).FromString(data) == response
    outcome = getattr(response, "outcome", None)
    if method not in ("Play", "Batch") and outcome is not None and outcome.HasField("state"):
        folded = fold(request.state, outcome.events, rules.knows)
        assert folded == outcome.state, "the events do not give the state"
        faults = [fault for fault in check_core(outcome.state) if "count up" not in fault.message]
        assert not faults, "a state was answered that is not read again"
    return response  # type: ignore[no-any-return]


def kind_of(result: Message | Exception) -> str:
    """The name of what a call came to."""
    return type(result).__name__
