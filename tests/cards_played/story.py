"""A card's story: from hand through its keyword to the end of what it triggers, state by state.

Two states run side by side: the service's, and the one that the test expects, which changes only
as the test says. `holds` compares them whole.

story = Story("Okiba-Gang Shinobi")
story.hand("b", "x", "y", "z")
story.enter()
story.hit("TrigDiscard")
story.resolve(["x", "z"])            # answers to the choices, in order
story.moved("x", pb.ZONE_GRAVEYARD)
story.moved("z", pb.ZONE_GRAVEYARD)
story.holds()
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import unified_diff
from typing import Any

import pytest

from tests.boards import Game, events, pb, wire

Answer = bool | str | Sequence[str]

ENGINE = wire.Payment(engine=wire.EnginePayment())
"""Mana is not what these stories are about."""


class Story:
    """One card, "card", in a's hand; "bear" attacks b unblocked.

    Attributes:
        game: the service's state.
        expected: the state that it should be.
        outcome: the last one.
        asked: the choices that it came to, in order.
        made: the ids of the tokens and effects that it made; each is expected once.
    """

    def __init__(
        self, card: str, keyword: str = "Ninjutsu", *players: str, mana_cost: str = ""
    ) -> None:
        self.keyword = keyword
        self.game = Game(*players)
        self.game.attacker("bear")
        self.game.hand("card", card)
        self.mana_cost = mana_cost
        self.expected = pb.CombatState()
        self.outcome = wire.Outcome()
        self.asked: list[wire.Choice] = []
        self.made: list[str] = []

    # -- the board ---------------------------------------------------------------------------

    def cards(
        self, zone: pb.Zone.ValueType, owner: str, *names: str, card: str = "", **fields: Any
    ) -> None:
        """Cards of which nothing is known but their names, or cards of a script."""
        for name in names:
            self.game.add(name, card or f"Test {name}", zone, owner, **fields)

    def hand(self, owner: str, *names: str, card: str = "") -> None:
        self.cards(pb.ZONE_HAND, owner, *names, card=card)

    def library(self, owner: str, *names: str, card: str = "", whole: bool = False) -> None:
        self.cards(pb.ZONE_LIBRARY, owner, *names, card=card)
        if whole:
            there = [item for item in self.game.state.objects if item.zone == pb.ZONE_LIBRARY]
            self.game.player(owner).library_size = sum(item.owner_id == owner for item in there)

    def typed(
        self, name: str, *types: str, zone: pb.Zone.ValueType = pb.ZONE_BATTLEFIELD,
        owner: str = "a", **fields: Any,
    ) -> pb.GameObject:  # fmt: skip
        """An object whose characteristics are sent."""
        traits = {
            key: fields.pop(key)
            for key in ("power", "toughness", "colors", "mana_cost", "keywords")
            if key in fields
        }
        item = self.game.add(name, f"Test {name}", zone, owner, **fields)
        item.characteristics.CopyFrom(pb.Characteristics(types=types, **traits))
        return item

    # -- what happens ------------------------------------------------------------------------

    def enter(self, *answers: Answer, x: int = 0, triggers: Sequence[str] = ()) -> None:
        """Take the action and resolve it: the bear is in hand, the card attacks b."""
        self.take(*answers, x=x)
        resolved = self.call(self.game.resolve)
        self.entered("card", resolved)
        self.settled(triggers)

    def take(self, *answers: Answer, x: int = 0) -> None:
        """Take the action: the bear goes back to hand, and the ability or spell is on the stack."""
        if not self.expected.players:
            self.expected.CopyFrom(self.game.state)
        self.call(
            lambda *decisions: self.game.take(
                "card",
                "bear",
                self.keyword,
                payment=ENGINE,
                mana_cost=self.mana_cost,
                x=x,
                decisions=decisions,
            ),
            *answers,
        )
        self.moved("bear", pb.ZONE_HAND)
        if self.keyword in ("Sneak", "Web-slinging"):
            self.moved("card", pb.ZONE_STACK, paid_keyword=self.keyword)
        else:
            self["card"].revealed = True
        self.expected.stack.append(self.game.state.stack[0])

    def entered(self, name: str, outcome: wire.Outcome) -> None:
        """It has come in tapped and attacks b, and what put it there has left the stack."""
        assert [each.stack_object_id for each in events(outcome, "stack_removed")] == [
            self.expected.stack.pop().id
        ]
        item = self.moved(name, pb.ZONE_BATTLEFIELD, tapped=True)
        item.paid_keyword = "" if "injutsu" in self.keyword else self.keyword
        self.joined(name)

    def hit(
        self, *triggers: str, damage: int | None = None, answers: Sequence[Answer] = ()
    ) -> None:
        """The next step deals combat damage: b loses as much life, and so much triggers."""
        outcome = self.call(self.game.advance, *answers)
        (began,) = events(outcome, "step_began")
        self.expected.step = began.step
        if began.first_strike_ids:
            self.expected.combat.first_strike_ids.extend(began.first_strike_ids)
        for player in self.expected.players:
            player.ClearField("mana_pool")
        dealt = sum(each.amount for each in events(outcome, "damage_dealt") if each.player_id)
        assert damage is None or dealt == damage
        self.life("b", -dealt)
        self.settled(triggers)

    def resolve(
        self, *answers: Answer, triggers: Sequence[str] = (), seed: int | None = None
    ) -> None:
        """The top of the stack resolves; what it does the test says."""
        fields = {} if seed is None else {"random_seed": seed}
        self.call(lambda *decisions: self.game.resolve(*decisions, **fields), *answers)
        top = self.expected.stack.pop()
        (*_, removed) = events(self.outcome, "stack_removed")
        assert removed.stack_object_id == top.id
        self.settled(triggers)

    def resolve_spell(
        self, *answers: Answer, triggers: Sequence[str] = (), seed: int | None = None
    ) -> None:
        """The card, an instant or sorcery, resolves and goes to the graveyard."""
        self.resolve(*answers, triggers=triggers, seed=seed)
        self.moved("card", pb.ZONE_GRAVEYARD)

    def call(self, call: Callable[..., wire.Outcome], *answers: Answer) -> wire.Outcome:
        """Make a call, answering its choices in turn; every answer must have been asked for."""
        decisions: list[wire.Decision] = []
        self.asked = []
        while True:
            outcome = call(*decisions)
            if not outcome.HasField("choice"):
                break
            choice = outcome.choice
            self.asked.append(choice)
            assert len(decisions) < len(answers), f"no answer to {choice}"
            decisions.append(_decision(choice, answers[len(decisions)]))
        assert len(decisions) == len(answers), "not every answer was asked for"
        self.outcome = outcome
        self.game = self.game.then(outcome)
        made = [each.object.id for each in events(outcome, "object_created")]
        self.made = made + [each.effect.id for each in events(outcome, "effect_began")]
        return outcome

    def settled(self, triggers: Sequence[str]) -> None:
        """So much has triggered, bottom of the stack first; the stack is taken as it is."""
        there = self.game.state.stack[len(self.expected.stack) :]
        assert [item.ability for item in there] == list(triggers)
        self.expected.stack.extend(there)
        if events(self.outcome, "priority_given"):
            self.expected.priority_player_id = "a"

    # -- what is expected --------------------------------------------------------------------

    def __getitem__(self, name: str) -> pb.GameObject:
        return next(item for item in self.expected.objects if item.id == name)

    def player(self, name: str) -> pb.Player:
        return next(each for each in self.expected.players if each.id == name)

    def moved(self, name: str, zone: pb.Zone.ValueType, **fields: Any) -> pb.GameObject:
        """It is a new object in another zone."""
        item = self[name]
        for place, other in ((item.zone, -1), (zone, 1)):
            if place == pb.ZONE_LIBRARY:
                self.player(item.owner_id).library_size += other
        kept: dict[str, Any] = {}
        if item.HasField("characteristics") and not self.game.rulebook.knows(item.card_name):
            kept["characteristics"] = item.characteristics
        mana = list(item.mana_abilities)
        new = pb.GameObject(
            id=item.id,
            incarnation=item.incarnation + 1,
            card_name=item.card_name,
            owner_id=item.owner_id,
            zone=zone,
            token=item.token,
            commander=item.commander,
            commander_casts=item.commander_casts,
            mana_abilities=mana,
            **kept,
            **fields,
        )
        if zone == pb.ZONE_BATTLEFIELD:
            new.turn_entered, new.summoning_sick = self.expected.turn, True
        item.CopyFrom(new)
        self.leaves_combat(name)
        return item

    def leaves_combat(self, name: str) -> None:
        attackers = self.expected.combat.attackers
        for index in reversed(range(len(attackers))):
            if attackers[index].object_id == name:
                del attackers[index]

    def joined(self, name: str, player: str = "b") -> None:
        """It attacks a player, unblocked, and was never declared."""
        self.expected.combat.attackers.add(
            object_id=name,
            target=pb.AttackTarget(player_id=player),
            block_status=pb.BLOCK_STATUS_UNBLOCKED,
        )

    def life(self, player: str, change: int) -> None:
        self.player(player).life += change

    def counters(self, name: str, kind: str, number: int) -> None:
        self[name].counters[kind] = number

    def created(self, **fields: Any) -> pb.GameObject:
        """A token of a's is on the battlefield."""
        return self.expected.objects.add(
            id=self.made.pop(0),
            incarnation=1,
            owner_id=fields.pop("owner", "a"),
            zone=pb.ZONE_BATTLEFIELD,
            token=True,
            turn_entered=self.expected.turn,
            summoning_sick=True,
            characteristics_copiable=True,
            **fields,
        )

    def effect(
        self, object_id: str, power: int = 0, toughness: int = 0, keywords: Sequence[str] = ()
    ) -> None:
        """An effect until end of turn began; what was sent of its object follows."""
        item = self[object_id]
        self.expected.effects.add(
            id=self.made.pop(0),
            object_id=object_id,
            incarnation=item.incarnation,
            power_change=power,
            toughness_change=toughness,
            keywords=keywords,
            duration=pb.DURATION_END_OF_TURN,
        )
        if item.HasField("characteristics") and not item.characteristics_copiable:
            item.characteristics.power += power
            item.characteristics.toughness += toughness
            item.characteristics.keywords.extend(keywords)

    def gone(self, name: str) -> None:
        """It is not in the state any more."""
        index = next(i for i, item in enumerate(self.expected.objects) if item.id == name)
        del self.expected.objects[index]

    def left(self) -> str:
        """The one part that was left to the engine; nothing follows but what leaves the stack."""
        (event,) = [each for each in self.outcome.events if each.HasField("effect_left_to_engine")]
        after = list(self.outcome.events)[list(self.outcome.events).index(event) + 1 :]
        kinds = [each.WhichOneof("event") for each in after]
        assert kinds in (["stack_removed"], ["stack_removed", "zone_changed"])
        return str(event.effect_left_to_engine.ability)

    def holds(self) -> None:
        """The two states are the same in every field."""
        if self.game.state != self.expected:
            states = (str(self.expected).splitlines(), str(self.game.state).splitlines())
            pytest.fail("\n".join(unified_diff(*states, "expected", "is", lineterm="", n=8)))


def _decision(choice: wire.Choice, answer: Answer) -> wire.Decision:
    if isinstance(answer, bool):
        assert choice.kind == wire.CHOICE_KIND_YES_NO
        return wire.Decision(choice_id=choice.id, yes=answer)
    names = [answer] if isinstance(answer, str) else answer
    return wire.Decision(choice_id=choice.id, option_ids=names)
