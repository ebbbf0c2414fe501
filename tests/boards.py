"""A small builder of combats for tests, and short ways to make the calls.

game = Game()                                   # a's turn, declare blockers, a has priority
game.attacker("bear")                           # a 2/2 that attacks b, unblocked
game.hand("ninja", "Ninja of the Deep Hours")
game.lands("U", 2)
outcome = game.take("ninja", "bear")
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service import calls
from ninjutsu_service.cards.pool import CardPool, bundled_path
from ninjutsu_service.rules.apply import fold
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.state.faults import InvalidRequest

BASIC = {"W": "Plains", "U": "Island", "B": "Swamp", "R": "Mountain", "G": "Forest", "C": "Wastes"}


@cache
def bundled() -> Rulebook:
    """The bundled cards and every installed keyword."""
    return Rulebook(CardPool.load([bundled_path()]), Registry.installed())


class Game:
    """A state in the making, and the calls on it.

    Attributes:
        state: the message, to be changed freely between calls.
        rulebook: the cards and keywords that the calls use.
    """

    def __init__(
        self,
        *players: str,
        step: pb.Step.ValueType = pb.STEP_DECLARE_BLOCKERS,
        rulebook: Rulebook | None = None,
    ) -> None:
        names = players or ("a", "b")
        self.rulebook = rulebook or bundled()
        self.state = pb.CombatState(
            turn=5, step=step, active_player_id=names[0], priority_player_id=names[0]
        )
        self.state.combat.SetInParent()
        for name in names:
            self.state.players.add(id=name, life=20, library_size=40)

    def player(self, name: str) -> pb.Player:
        return next(each for each in self.state.players if each.id == name)

    def __getitem__(self, name: str) -> pb.GameObject:
        return next(each for each in self.state.objects if each.id == name)

    def add(
        self,
        name: str,
        card: str = "",
        zone: pb.Zone.ValueType = pb.ZONE_BATTLEFIELD,
        owner: str = "",
        **fields: Any,
    ) -> pb.GameObject:
        """Any object; it belongs to the active player unless it says otherwise."""
        return self.state.objects.add(
            id=name,
            incarnation=fields.pop("incarnation", 1),
            card_name=card or name,
            owner_id=owner or self.state.active_player_id,
            zone=zone,
            **fields,
        )

    def creature(self, name: str, card: str = "", *, power: int = 2, toughness: int = 2,
                 keywords: Sequence[str] = (), **fields: Any) -> pb.GameObject:  # fmt: skip
        """A creature whose characteristics are sent; no script knows it."""
        item = self.add(name, card or f"Test {name}", **fields)
        item.characteristics.CopyFrom(
            pb.Characteristics(
                types=["Creature"], power=power, toughness=toughness, keywords=keywords
            )
        )
        return item

    def attack(
        self,
        name: str,
        target: str | None = None,
        status: pb.BlockStatus.ValueType = pb.BLOCK_STATUS_UNBLOCKED,
        blockers: Sequence[str] = (),
        declared: bool = True,
    ) -> pb.Attacker:
        """Have an object attack a player or a permanent: the second player unless named."""
        record = self.state.combat.attackers.add(
            object_id=name, block_status=status, blocker_ids=blockers, declared=declared
        )
        target = target or self.state.players[1].id
        if any(each.id == target for each in self.state.players):
            record.target.player_id = target
        else:
            record.target.permanent_id = target
            record.target.incarnation = self[target].incarnation
        return record

    def attacker(self, name: str, card: str = "", target: str | None = None,
                 status: pb.BlockStatus.ValueType = pb.BLOCK_STATUS_UNBLOCKED,
                 blockers: Sequence[str] = (), **fields: Any) -> pb.GameObject:  # fmt: skip
        """A tapped creature that attacks."""
        item = self.creature(name, card, tapped=fields.pop("tapped", True), **fields)
        self.attack(name, target, status, blockers)
        return item

    def hand(self, name: str, card: str, owner: str = "", **fields: Any) -> pb.GameObject:
        """A card in hand that the pool knows."""
        return self.add(name, card, pb.ZONE_HAND, owner, **fields)

    def land(self, name: str, *produces: str, **fields: Any) -> pb.GameObject:
        """A land with one mana ability for each text."""
        item = self.add(name, fields.pop("card", BASIC.get(produces[0], name)), **fields)
        item.characteristics.types.append("Land")
        for text in produces:
            item.mana_abilities.add(produces=text)
        return item

    def lands(self, produces: str, count: int, owner: str = "") -> None:
        """Basic lands, "u1", "u2" and so on."""
        for number in range(1, count + 1):
            self.land(f"{owner}{produces.lower()}{number}", produces, owner=owner)

    def listing(
        self, player: str = "", *, explain: bool = False, engine_pays: bool = False
    ) -> wire.ListActionsResponse:
        request = wire.ListActionsRequest(
            state=self.state,
            player_id=player or self.state.active_player_id,
            explain=explain,
            engine_pays=engine_pays,
        )
        with self._unchanged(request, always=True):
            return calls.list_actions(self.rulebook, request)

    def actions(self, player: str = "", **options: bool) -> list[tuple[str, str, str]]:
        """What is listed, as (source, keyword, returned)."""
        return [
            (each.source_id, each.keyword, each.returned_id)
            for each in self.listing(player, **options).actions
        ]

    def refusals(self, player: str = "") -> list[tuple[str, str, str, str]]:
        """What `explain` says, as (source, returned, reason, rule)."""
        return [
            (each.source_id, each.returned_id, reason(each.reason), each.rule)
            for each in self.listing(player, explain=True).refusals
        ]

    def take(
        self, source: str, returned: str, keyword: str = "Ninjutsu", **fields: Any
    ) -> wire.Outcome:
        """TakeAction. The state stays as it is: use `then` to go on from the outcome."""
        action = fields.pop("action", None) or wire.Action(
            source_id=source,
            keyword=keyword,
            returned_id=returned,
            mana_cost=fields.pop("mana_cost", ""),
            x_value=fields.pop("x", 0),
        )
        request = wire.TakeActionRequest(
            state=self.state,
            player_id=fields.pop("player", self.state.active_player_id),
            action=action,
            decisions=fields.pop("decisions", ()),
            **fields,
        )
        with self._unchanged(request):
            outcome = calls.take_action(self.rulebook, request).outcome
        return self._checked(outcome, request)

    def resolve(self, *decisions: wire.Decision, **fields: Any) -> wire.Outcome:
        """Resolve the top of the stack. The state stays as it is."""
        request = wire.ResolveRequest(state=self.state, decisions=decisions, **fields)
        with self._unchanged(request):
            outcome = calls.resolve(self.rulebook, request).outcome
        return self._checked(outcome, request)

    def advance(self, *decisions: wire.Decision, **fields: Any) -> wire.Outcome:
        """AdvanceStep. The state stays as it is."""
        request = wire.AdvanceStepRequest(state=self.state, decisions=decisions, **fields)
        with self._unchanged(request):
            outcome = calls.advance_step(self.rulebook, request).outcome
        return self._checked(outcome, request)

    def advanced(self, *decisions: wire.Decision, **fields: Any) -> Game:
        """The game in the next step."""
        return self.then(self.advance(*decisions, **fields))

    @contextmanager
    def _unchanged(self, request: Any, *, always: bool = False) -> Iterator[None]:
        """Every refusal and every fault in every test: the state is as it was sent (A8)."""
        try:
            yield
        except (Refused, InvalidRequest):
            assert request.state == self.state, "a call that failed changed the state"
            raise
        assert not always or request.state == self.state, "a listing changed the state"

    def _checked(self, outcome: wire.Outcome, request: Any = None) -> wire.Outcome:
        """Every outcome in every test: folding its events gives its state.

        While a choice is open nothing has happened.
        """
        if outcome.HasField("choice"):
            assert not outcome.events
            assert not outcome.HasField("state")
            assert request is None or request.state == self.state
        if outcome.HasField("state"):
            folded = fold(self.state, outcome.events, self.rulebook.knows)
            assert folded.SerializeToString(deterministic=True) == (
                outcome.state.SerializeToString(deterministic=True)
            )
        return outcome

    def then(self, outcome: wire.Outcome) -> Game:
        """The game after an outcome."""
        after = Game(rulebook=self.rulebook)
        after.state.CopyFrom(outcome.state)
        return after

    def through(self, source: str, returned: str, keyword: str = "Ninjutsu", **fields: Any) -> Game:
        """The game after an action was taken and has resolved."""
        taken = self.then(self.take(source, returned, keyword, **fields))
        return taken.then(taken.resolve())

    def moved(self, name: str, zone: pb.Zone.ValueType) -> pb.GameObject:
        """What an engine does that moves an object: a new object there, out of combat (400.7)."""
        item = self[name]
        item.zone = zone
        item.incarnation += 1
        item.revealed = item.tapped = False
        for index, record in reversed(list(enumerate(self.state.combat.attackers))):
            if record.object_id == name:
                del self.state.combat.attackers[index]
        return item

    def attacks(self, name: str) -> str | None:
        """What an object attacks; "" for an attacker that attacks nothing; None for no attacker."""
        for record in self.state.combat.attackers:
            if record.object_id == name:
                return record.target.player_id or record.target.permanent_id
        return None


def kinds(outcome: wire.Outcome) -> list[str | None]:
    """The kinds of an outcome's events, in order."""
    return [event.WhichOneof("event") for event in outcome.events]


def rules(outcome: wire.Outcome) -> list[str]:
    """The rules that an outcome's events cite, in order."""
    return [event.rule for event in outcome.events]


def told(outcome: wire.Outcome) -> list[tuple[str | None, str, int, int]]:
    """An outcome's events in order, each as (kind, rule, batch, cause)."""
    return [
        (each.WhichOneof("event"), each.rule, each.batch, each.cause) for each in outcome.events
    ]


def events(outcome: wire.Outcome, kind: str) -> list[Any]:
    """The events of a kind in an outcome, in order."""
    return [getattr(each, kind) for each in outcome.events if each.WhichOneof("event") == kind]


def event(outcome: wire.Outcome, kind: str) -> Any:
    """The one event of a kind in an outcome."""
    found = events(outcome, kind)
    assert len(found) == 1, f"{len(found)} events of kind {kind}"
    return found[0]


def dealt(outcome: wire.Outcome) -> list[tuple[str, str, int]]:
    """The damage of an outcome, as (source, recipient, amount)."""
    return [
        (each.source_id, each.player_id or each.object_id, each.amount)
        for each in events(outcome, "damage_dealt")
    ]


def faulty(game: Game) -> list[str]:
    """The fields of a state that CheckState names."""
    request = wire.CheckStateRequest(state=game.state)
    return [fault.field for fault in calls.check_state(game.rulebook, request).faults]


def folded(game: Game, *events: dict[str, Any]) -> Game:
    """The game after some events, each as the fields of an `Event`."""
    after = Game(rulebook=game.rulebook)
    said = [ev.Event(**event) for event in events]
    after.state.CopyFrom(fold(game.state, said, game.rulebook.knows))
    return after


def zone_change(
    name: str, zone: pb.Zone.ValueType, incarnation: int = 2, **fields: Any
) -> dict[str, Any]:
    """The fields of an `Event` in which an object changes zones."""
    change = ev.ZoneChanged(object_id=name, to_zone=zone, incarnation=incarnation, **fields)
    return {"zone_changed": change}


def reason(number: int) -> str:
    """A refusal reason without its prefix."""
    return wire.RefusalReason.Name(number).removeprefix("REFUSAL_REASON_")  # type: ignore[arg-type]


def zone_name(zone: pb.Zone.ValueType) -> str:
    """A zone as a test's name says it, "hand"."""
    return pb.Zone.Name(zone).removeprefix("ZONE_").lower()


def step_name(step: pb.Step.ValueType) -> str:
    """A step as a test's name says it, "declare_blockers"."""
    return pb.Step.Name(step).removeprefix("STEP_").lower()


@contextmanager
def refused(expected: str, rule: str) -> Iterator[None]:
    """The block is refused with this reason and this rule."""
    with pytest.raises(Refused) as caught:
        yield
    assert (caught.value.refusal.name, caught.value.refusal.rule) == (expected, rule)


@contextmanager
def invalid(*fields: str) -> Iterator[None]:
    """The block is rejected, naming exactly these fields."""
    with pytest.raises(InvalidRequest) as caught:
        yield
    assert sorted(fault.field for fault in caught.value.faults) == sorted(fields)


def manual(*sources: str | tuple[str, int]) -> wire.Payment:
    """A payment by these permanents, each by its first mana ability or by the one named."""
    named = [(each, 0) if isinstance(each, str) else each for each in sources]
    return wire.Payment(
        manual=wire.ManualPayment(
            sources=[
                wire.ManaSource(object_id=name, mana_ability_index=index) for name, index in named
            ]
        )
    )


ENGINE = wire.Payment(engine=wire.EnginePayment())
"""The engine pays the mana itself."""


def yes(choice: str) -> wire.Decision:
    return wire.Decision(choice_id=choice, yes=True)


def no(choice: str) -> wire.Decision:
    return wire.Decision(choice_id=choice, yes=False)


def pick(choice: str, *options: str) -> wire.Decision:
    return wire.Decision(choice_id=choice, option_ids=options)


def divide(choice: str, **parts: int) -> wire.Decision:
    return wire.Decision(choice_id=choice, option_ids=parts, amounts=parts.values())


__all__ = [
    "ENGINE",
    "Game",
    "bundled",
    "divide",
    "ev",
    "event",
    "events",
    "invalid",
    "kinds",
    "manual",
    "no",
    "pb",
    "pick",
    "reason",
    "refused",
    "rules",
    "step_name",
    "told",
    "wire",
    "yes",
    "zone_name",
]
