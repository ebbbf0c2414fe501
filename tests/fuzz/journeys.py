"""Requests from combats in which each bundled card does what it does: a rich soil for mutations.

Each card is in hand, in play, attacking, in the graveyard and in the library; a combat is played
from there, every choice answered by its first options.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from google.protobuf.message import Message

from ninjutsu_service.rules.rulebook import Rulebook
from tests.boards import Game, bundled, pb, wire
from tests.fuzz.requests import METHODS, answer

CALLS = 24
"""About the most calls that one action, or one combat, is followed for."""


def scene(name: str, rulebook: Rulebook | None = None) -> Game:
    """A combat with a card wherever a game can have it."""
    game = Game("a", "b", rulebook=rulebook)
    game.attacker("bear")
    game.attacker("imp", power=1)
    game.hand("hand", name)
    game.hand("other", "Ninja of the Deep Hours")
    game.add("play", name)
    game.attacker("foe", name, target="b")
    game["foe"].ClearField("characteristics")
    game["foe"].face_down = not game.rulebook.knows(name)
    for owner in ("a", "b"):
        game.add(f"{owner} dead", name, pb.ZONE_GRAVEYARD, owner)
        game.add(f"{owner} dead ninja", "Throat Slitter", pb.ZONE_GRAVEYARD, owner)
        game.add(f"{owner} exiled", name, pb.ZONE_EXILE, owner)
        for number in range(3):
            game.add(f"{owner} top {number}", "Fallen Shinobi", pb.ZONE_LIBRARY, owner)
        game.creature(f"{owner} wall", owner=owner, counters={"P1P1": 1})
        game.add(f"{owner} thing", owner=owner).characteristics.types.append("Artifact")
    game.add("boss", name, pb.ZONE_COMMAND, commander=True)
    game.add("theirs", name, owner="b", counters={"LEVEL": 3, "LOYALTY": 2})
    game.hand("secret", name, owner="b")
    game.lands("U", 5)
    for letter in "WBRG":
        game.lands(letter, 3)
    return game


def journey(game: Game, most: int = CALLS) -> Iterator[tuple[str, Message]]:
    """Requests with their methods: each action that the card offers, then the combat's steps."""
    rulebook = game.rulebook
    listing = wire.ListActionsRequest(state=game.state, player_id="a", explain=True)
    yield "ListActions", listing
    yield "CheckState", wire.CheckStateRequest(state=game.state)
    listed: Any = answer("ListActions", listing, rulebook)
    for action in [each for each in getattr(listed, "actions", ()) if each.source_id != "other"][
        :2
    ]:
        request = wire.TakeActionRequest(
            state=game.state, player_id="a", action=action, random_seed=1
        )
        state, calls = yield from made("TakeAction", request, rulebook)
        yield from played(state, calls, most, rulebook)
    game.state.priority_player_id = ""
    stepped = wire.AdvanceStepRequest(state=game.state, random_seed=1)
    state, calls = yield from made("AdvanceStep", stepped, rulebook)
    yield from played(state, calls, most, rulebook)


def made(method: str, request: Any, rulebook: Rulebook) -> Any:
    """A call with what has to be decided for it; the state after it, and how many calls it took."""
    for calls in range(1, CALLS):
        yield method, request
        answered = answer(method, request, rulebook)
        outcome = getattr(answered, "outcome", None)
        if outcome is None:
            return None, calls
        if not outcome.HasField("choice"):
            return outcome.state, calls
        again = METHODS[method][0]()
        again.CopyFrom(request)
        again.decisions.append(decided(outcome.choice))  # type: ignore[attr-defined]
        request = again
    return None, CALLS


def decided(choice: wire.Choice) -> wire.Decision:
    """The first answer that a choice allows."""
    decision = wire.Decision(choice_id=choice.id)
    if choice.kind == wire.CHOICE_KIND_YES_NO:
        decision.yes = True
    elif choice.kind == wire.CHOICE_KIND_DAMAGE:
        decision.option_ids.append(choice.option_ids[0])
        decision.amounts.append(choice.max)
    elif choice.kind == wire.CHOICE_KIND_ORDER:
        decision.option_ids.extend(choice.option_ids)
    else:
        decision.option_ids.extend(choice.option_ids[: max(choice.min, min(choice.max, 1))])
    return decision


def played(state: pb.CombatState | None, calls: int, most: int, rulebook: Rulebook) -> Any:
    """Resolve what is on the stack, and go on to the next step while there is one."""
    while state is not None and calls < most and state.step != pb.STEP_POSTCOMBAT_MAIN:
        method = "Resolve" if state.stack else "AdvanceStep"
        kind: Any = METHODS[method][0]
        request = kind(state=state, random_seed=calls)
        state, more = yield from made(method, request, rulebook)
        calls += more


@cache
def journeys() -> list[tuple[str, Message]]:
    """What all bundled cards do, request by request."""
    return [each for name in bundled().pool.names() for each in journey(scene(name))]
