"""Abilities of scripts that others wrote: resolved, or left to the engine, never a crash."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ninjutsu_service.cards.card import AbilityLine, Face
from ninjutsu_service.cards.pool import CardPool, bundled_path
from ninjutsu_service.cards.sources import index_script
from ninjutsu_service.rules.ability import announced_parts, api_of, names_of, part_named
from ninjutsu_service.rules.ledger import Ledger
from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.scripted import view_of
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.targets import Unreadable, candidates, target_specs
from ninjutsu_service.state.board import Board
from tests.boards import Game, pb, wire
from tests.cards.corpus import sample

STRIDE = 8
"""Every so manieth script of the sample: all of them take ten seconds, and show no more."""


def rulebook() -> Rulebook:
    files = [
        index_script(data.decode("utf-8", "replace"), path) for path, data in sample()[::STRIDE]
    ]
    bundled = CardPool.load([bundled_path()])
    return Rulebook(CardPool([*bundled.files(), *files]), Registry.installed())


def board(rules: Rulebook, card: str) -> Game:
    """The card attacks; both players have creatures, hands, graveyards and libraries."""
    game = Game(rulebook=rules)
    game.add("source", card, tapped=True)
    game.attack("source")
    game.creature("mine")
    for name, power in (("foe", 2), ("big", 5)):
        game.creature(name, owner="b", power=power, toughness=power)
    cards = ("Throat Slitter", "Jennika's Technique", "Caltrop Satchel")
    for owner in ("a", "b"):
        for zone in (pb.ZONE_HAND, pb.ZONE_GRAVEYARD, pb.ZONE_LIBRARY):
            for index, name in enumerate(cards):
                game.add(f"{owner}{zone}{index}", name, zone, owner)
        game.player(owner).library_size = 3
    return game


def push(game: Game, face: Face, ability: str, triggered: bool) -> None:
    """The ability on the stack, with the first targets that it may have."""
    kind = (
        pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY
        if triggered
        else pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY
    )
    top = game.state.stack.add(
        id="ability", kind=kind, controller_id="a", source_id="source", source_incarnation=1,
        ability=ability, x_value=2,
        context=pb.TriggerContext(object_id="source", object_incarnation=1, player_id="b",
                                  amount=2),
    )  # fmt: skip
    part = part_named(face, ability)
    if part is not None:
        if api_of(part) == "Charm":
            top.modes.extend(names_of(part.get("Choices"))[:1])
        _target(game, face, part, top)


def _target(game: Game, face: Face, part: AbilityLine, top: pb.StackObject) -> None:
    view = view_of(Ledger(Table(Board(game.state), game.rulebook)), top, face)
    parts = announced_parts(face, part, list(top.modes))
    try:
        for spec in target_specs(view, parts):
            found = candidates(view, spec)
            top.targets.extend(found[: max(spec.least, min(1, spec.most))])
    except Unreadable:
        del top.targets[:]


def every_ability(rules: Rulebook) -> Iterator[tuple[str, Face, str, bool]]:
    for name in rules.pool.names():
        card = rules.pool.get(name)
        assert card is not None
        face = card.faces[0]
        for line in face.triggers:
            yield name, face, line.get("Execute"), True
        for number in range(len(face.abilities)):
            yield name, face, f"A{number + 1}", False


def resolved(game: Game) -> wire.Outcome | None:
    """What it comes to, with the first answer to each choice; None where that is refused."""
    decisions: list[wire.Decision] = []
    for _ in range(25):
        try:
            outcome = game.resolve(*decisions, random_seed=5)
        except Refused:
            return None
        if not outcome.HasField("choice"):
            return outcome
        choice = outcome.choice
        names = list(choice.option_ids)
        if choice.kind != wire.CHOICE_KIND_ORDER:
            names = names[: max(choice.min, min(choice.max, len(names)))]
        is_yes = choice.kind == wire.CHOICE_KIND_YES_NO
        decision = wire.Decision(choice_id=choice.id, option_ids=() if is_yes else names)
        decision.yes = is_yes
        decisions.append(decision)
    pytest.fail("it asks without end")


@pytest.mark.slow
def test_every_ability_of_the_sample():
    """Each leaves the stack, with what it does in events that fold to its state."""
    rules = rulebook()
    count = left = 0
    for name, face, ability, triggered in every_ability(rules):
        game = board(rules, name)
        push(game, face, ability, triggered)
        if part_named(face, ability) is None:
            continue
        outcome = resolved(game)
        if outcome is None:
            continue
        count += 1
        assert not any(item.id == "ability" for item in outcome.state.stack), name
        left += any(each.HasField("effect_left_to_engine") for each in outcome.events)
    assert count > 700
    assert left < count * 0.7
