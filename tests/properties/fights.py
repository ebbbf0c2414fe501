"""Fights by chance: combats with blocks, planeswalkers and every combat keyword, and their play.

`fight` makes one, `Play` plays it to its end by random legal choices. All chance comes from a
`Random` with a seed, so that a fight that fails can be made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from ninjutsu.v1 import service_pb2 as wire
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.refusals import Refused
from tests.boards import ENGINE, Game, bundled

KEYWORDS = ["First Strike", "Double Strike", "Trample", "Deathtouch", "Lifelink", "Infect",
            "Wither", "Toxic:2", "Indestructible", "Protection from red", "Flying"]  # fmt: skip

DAMAGE = wire.CHOICE_KIND_DAMAGE

ACTIONS = 12
"""No mana lasts for ever: two Ninjas that return each other would go on as long as it does."""

CALLS = 200
"""No fight here takes nearly as many."""

STEPS = [pb.STEP_DECLARE_BLOCKERS, pb.STEP_FIRST_COMBAT_DAMAGE, pb.STEP_COMBAT_DAMAGE,
         pb.STEP_END_OF_COMBAT, pb.STEP_POSTCOMBAT_MAIN]  # fmt: skip


@cache
def ninjas() -> list[str]:
    """The creature cards of the pool with ninjutsu or sneak."""
    pool = bundled().pool
    return [
        name
        for name in pool.names()
        if (card := pool.get(name)) is not None
        and "Creature" in card.faces[0].types
        and {"Ninjutsu", "Sneak"} & {line.head for line in card.faces[0].keywords}
    ]


def fight(chance: Random) -> Game:
    """A combat in its declare blockers step."""
    players = ["a", "b", "c", "d"][: chance.choice([2, 2, 3, 4])]
    game = Game(*players)
    for player in game.state.players:
        player.life = chance.randint(1, 20)
        player.library_size = chance.choice([0, 1, 5, 40])
        if chance.random() < 0.3:
            player.counters["POISON"] = chance.randint(1, 9)
        for number in range(min(player.library_size, chance.randint(0, 3))):
            game.add(f"{player.id} top {number}", "Island", pb.ZONE_LIBRARY, player.id)
    targets = list(_targets(game, chance))
    for number in range(chance.randint(1, 5)):
        name = f"attacker {number}"
        _creature(game, chance, name, "a")
        blocked = chance.random() < 0.35
        status = pb.BLOCK_STATUS_BLOCKED if blocked else pb.BLOCK_STATUS_UNBLOCKED
        game.attack(name, chance.choice(targets), status)
    for number in range(chance.randint(0, 4)):
        _blocker(game, chance, f"blocker {number}")
    game.lands(chance.choice("UB"), chance.randint(0, 3), "a")
    for number in range(chance.randint(0, 3)):
        game.hand(f"ninja {number}", chance.choice(ninjas()), "" if chance.random() < 0.9 else "b")
    for item in list(game.state.objects):
        if item.zone == pb.ZONE_BATTLEFIELD and chance.random() < 0.15:
            _effect(game, chance, item)
    return game


def _targets(game: Game, chance: Random) -> Iterator[str]:
    for player in game.state.players[1:]:
        yield player.id
        if chance.random() < 0.3:
            item = game.add(f"walker of {player.id}", "Test walker", owner=player.id)
            item.characteristics.types.append("Planeswalker")
            item.counters["LOYALTY"] = chance.randint(1, 6)
            yield item.id
    if chance.random() < 0.2:
        item = game.add("battle", "Test battle", protector_id="b")
        item.characteristics.types.append("Battle")
        item.counters["DEFENSE"] = chance.randint(1, 5)
        yield item.id


def _creature(game: Game, chance: Random, name: str, owner: str) -> pb.GameObject:
    if chance.random() < 0.3:
        item = game.add(name, chance.choice(ninjas()), owner=owner)
    else:
        keywords = chance.sample(KEYWORDS, chance.choice([0, 0, 1, 2]))
        power, toughness = chance.randint(-1, 5), chance.randint(1, 5)
        item = game.creature(name, owner=owner, power=power, toughness=toughness, keywords=keywords)
        item.characteristics.colors.append(chance.choice(["red", "blue"]))
        item.token = chance.random() < 0.2
    item.tapped = owner == "a"
    item.commander = not item.token and chance.random() < 0.15
    for counter in ("P1P1", "M1M1", "FINALITY", "TRAMPLE"):
        if chance.random() < 0.06:
            item.counters[counter] = chance.randint(1, 2)
    return item


def _blocker(game: Game, chance: Random, name: str) -> None:
    _creature(game, chance, name, chance.choice([each.id for each in game.state.players[1:]]))
    blocked = [record for record in game.state.combat.attackers
               if record.block_status == pb.BLOCK_STATUS_BLOCKED]  # fmt: skip
    for record in chance.sample(blocked, min(len(blocked), chance.choice([1, 1, 2]))):
        record.blocker_ids.append(name)


def _effect(game: Game, chance: Random, item: pb.GameObject) -> None:
    effect = game.state.effects.add(
        id=f"effect on {item.id}",
        object_id=item.id,
        incarnation=item.incarnation,
        duration=chance.choice([pb.DURATION_END_OF_TURN, pb.DURATION_END_OF_COMBAT]),
    )
    if chance.random() < 0.5:
        effect.keywords.append("Regeneration")
    else:
        effect.power_change, effect.toughness_change = 1, chance.choice([1, 0])
        if item.characteristics.HasField("power"):
            item.characteristics.power += effect.power_change
            item.characteristics.toughness += effect.toughness_change


@dataclass
class Play:
    """A fight that is played to its end.

    Attributes:
        game: as it is now.
        chance: what decides.
        calls: what was called, with the state before and the outcome.
        commands: the same as commands of a stream, decisions included, without states.
    """

    game: Game
    chance: Random
    calls: list[tuple[str, pb.CombatState, wire.Outcome]] = field(default_factory=list)
    commands: list[wire.PlayRequest] = field(default_factory=list)

    def to_the_end(self) -> None:
        """Play until the main phase begins with an empty stack, or the game is over."""
        while not self.is_over():
            assert len(self.calls) < CALLS, "a combat that does not end"
            self.once()

    def is_over(self) -> bool:
        state = self.game.state
        if not state.priority_player_id:
            return True
        return state.step == pb.STEP_POSTCOMBAT_MAIN and not state.stack

    def once(self) -> None:
        """One call: an action mostly where there is one, else the top of the stack or a step."""
        state = self.game.state
        holder = state.priority_player_id
        actions = self.game.listing(holder, engine_pays=True).actions
        taken = sum(name == "take" for name, _, _ in self.calls)
        if actions and taken < ACTIONS and self.chance.random() < 0.5:
            action = self.chance.choice(list(actions))
            payable = action in self.game.listing(holder).actions
            payment = wire.Payment() if payable else ENGINE
            self._call("take", lambda decisions: self._take(action, payment, decisions))
            command = self.commands[-1].take_action
            command.player_id = holder
            command.action.CopyFrom(action)
            command.payment.CopyFrom(payment)
        elif state.stack:
            self._call("resolve", lambda decisions: self.game.resolve(*decisions, random_seed=1))
        else:
            self.advance()

    def advance(self) -> wire.Outcome:
        """The next step."""
        self._call("advance", lambda decisions: self.game.advance(*decisions, random_seed=1))
        return self.calls[-1][2]

    def _take(
        self, action: wire.Action, payment: wire.Payment, decisions: list[wire.Decision]
    ) -> wire.Outcome:
        return self.game.take(
            "",
            "",
            action=action,
            player=self.game.state.priority_player_id,
            payment=payment,
            decisions=decisions,
            random_seed=1,
        )

    def _call(self, name: str, call: Callable[[list[wire.Decision]], wire.Outcome]) -> None:
        before = pb.CombatState()
        before.CopyFrom(self.game.state)
        decisions: list[wire.Decision] = []
        while (outcome := call(decisions)).HasField("choice"):
            assert len(decisions) < CALLS, "questions without end"
            decisions.append(self._decide(call, decisions, outcome.choice))
        self.calls.append((name, before, outcome))
        self.commands.append(_command(name, decisions))
        self.game = self.game.then(outcome)
        if any(event.WhichOneof("event") == "effect_left_to_engine" for event in outcome.events):
            # The engine does nothing for it here, and gives priority.
            holder = next(each.id for each in self.game.state.players if not each.left_game)
            self.game.state.priority_player_id = holder

    def _decide(
        self, call: Any, decisions: list[wire.Decision], choice: wire.Choice
    ) -> wire.Decision:
        """A random decision that is allowed. A division at random may not be: then the first."""
        for _ in range(3):
            decision = self._guess(choice)
            try:
                call([*decisions, decision])
            except Refused as refused:
                if refused.refusal.name == "ILLEGAL_DECISION" and choice.kind == DAMAGE:
                    continue
                raise
            return decision
        return wire.Decision(choice_id=choice.id, option_ids=choice.option_ids[:1],
                             amounts=[choice.max])  # fmt: skip

    def _guess(self, choice: wire.Choice) -> wire.Decision:
        options = list(choice.option_ids)
        decision = wire.Decision(choice_id=choice.id)
        if choice.kind == wire.CHOICE_KIND_YES_NO:
            decision.yes = self.chance.random() < 0.6
        elif choice.kind == DAMAGE:
            cuts = sorted(self.chance.randint(0, choice.max) for _ in options[1:])
            decision.option_ids.extend(options)
            decision.amounts.extend(
                high - low for low, high in zip([0, *cuts], [*cuts, choice.max], strict=True)
            )
        else:
            count = len(options)
            if choice.kind != wire.CHOICE_KIND_ORDER:
                count = self.chance.randint(choice.min, min(choice.max, count))
            decision.option_ids.extend(self.chance.sample(options, count))
        return decision


def _command(name: str, decisions: list[wire.Decision]) -> wire.PlayRequest:
    """A call as a command of a stream; what is taken the caller says."""
    command = wire.PlayRequest()
    kinds: dict[str, Any] = {"take": command.take_action, "resolve": command.resolve}
    kind = kinds.get(name, command.advance_step)
    kind.random_seed = 1
    kind.decisions.extend(decisions)
    return command


def play(seed: int) -> Play:
    """A fight made and played by a seed."""
    chance = Random(seed)
    played = Play(fight(chance), chance)
    played.to_the_end()
    return played
