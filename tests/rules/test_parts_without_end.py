"""Parts of abilities that lead to each other without end, or in too long a row: none hangs."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.effects.carrying import MAX_CARRIED
from ninjutsu_service.rules.effects.run import MAX_DEPTH
from tests.boards import Game, event, events, pb, wire
from tests.rules.scripts import game_of, on_stack, script

GAIN = "DB$ GainLife | LifeAmount$ 1"
YES = "BranchConditionSVar$ One | BranchConditionSVarCompare$ EQ1"


def doing(*lines: str, name: str = "TrigDo", modes: tuple[str, ...] = ()) -> Game:
    """A game whose stack has an ability of a card with these lines."""
    game = game_of(script("Source", *lines, "SVar:One:Number$1"))
    game.add("source", "Source")
    on_stack(game, name).modes.extend(modes)
    return game


def resolved(game: Game) -> wire.Outcome:
    """What the ability comes to; whoever chooses takes the first there is."""
    decisions: list[wire.Decision] = []
    outcome = game.resolve()
    while outcome.HasField("choice"):
        assert len(decisions) <= MAX_DEPTH
        choice = outcome.choice
        decisions.append(wire.Decision(choice_id=choice.id, option_ids=choice.option_ids[:1]))
        outcome = game.resolve(*decisions)
    return outcome


@pytest.mark.parametrize(
    "lines",
    [
        (f"SVar:TrigDo:DB$ Branch | {YES} | TrueSubAbility$ TrigDo | FalseSubAbility$ TrigDo",),
        ("SVar:TrigDo:DB$ Charm | Choices$ TrigDo",),
        ("SVar:TrigDo:DB$ GenericChoice | Defined$ You | Choices$ TrigDo,Other",
         f"SVar:Other:{GAIN}"),
        ("SVar:TrigDo:DB$ RepeatEach | RepeatPlayers$ Player | RepeatSubAbility$ TrigDo",),
        (f"SVar:TrigDo:DB$ Branch | {YES} | TrueSubAbility$ Other",
         f"SVar:Other:DB$ Branch | {YES} | TrueSubAbility$ TrigDo"),
    ],
    ids=["branch", "charm", "choice", "each", "two"],
)  # fmt: skip
def test_a_circle_is_left_to_the_engine(lines: tuple[str, ...]):
    """It was a recursion without end: INTERNAL to the client. It leaves the stack all the same."""
    outcome = resolved(doing(*lines, modes=("TrigDo",)))
    assert len(events(outcome, "effect_left_to_engine")) == 1
    assert event(outcome, "stack_removed").resolved
    assert events(outcome, "life_changed") == []


def branches(count: int) -> list[str]:
    """So many branches, each in the one before it, and a gain of life in the last."""
    deep = [f"SVar:S{n}:DB$ Branch | {YES} | TrueSubAbility$ S{n + 1}" for n in range(count)]
    return [*deep, f"SVar:S{count}:{GAIN}"]


@pytest.mark.parametrize(("count", "gained"), [(MAX_DEPTH, 1), (MAX_DEPTH + 1, 0), (400, 0)])
def test_how_deep_parts_lead_to_parts(count: int, gained: int):
    """So deep and no deeper, circle or not; what is not carried out is told."""
    assert MAX_DEPTH == 20
    outcome = resolved(doing(*branches(count), name="S0"))
    assert len(events(outcome, "life_changed")) == gained
    assert len(events(outcome, "effect_left_to_engine")) == 1 - gained


def test_parts_beside_each_other_are_not_deeper():
    """Each part that a row leads to is as deep as the others: so many are carried out."""
    row = [f"SVar:S{n}:DB$ Branch | {YES} | TrueSubAbility$ Gain | SubAbility$ S{n + 1}"
           for n in range(2 * MAX_DEPTH)]  # fmt: skip
    outcome = resolved(doing(*row, f"SVar:S{2 * MAX_DEPTH}:{GAIN}", f"SVar:Gain:{GAIN}", name="S0"))
    assert len(events(outcome, "life_changed")) == 2 * MAX_DEPTH + 1
    assert events(outcome, "effect_left_to_engine") == []


def in_a_row(count: int) -> list[str]:
    """So many gains of life, one after the other."""
    row = [f"SVar:S{n}:{GAIN} | SubAbility$ S{n + 1}" for n in range(count - 1)]
    return [*row, f"SVar:S{count - 1}:{GAIN}"]


@pytest.mark.parametrize(("count", "gained"), [(50, 50), (51, 0), (60, 0)])
def test_how_many_parts_a_row_has(count: int, gained: int):
    """The rest of a longer row was cut in silence: now nothing of it is done, and it is told."""
    outcome = resolved(doing(*in_a_row(count), name="S0"))
    assert len(events(outcome, "life_changed")) == gained
    left = [each.ability for each in events(outcome, "effect_left_to_engine")]
    assert left == ([] if gained else [f"{GAIN} | SubAbility$ S1"])


def test_a_row_that_bites_its_tail():
    """`SubAbility$` that names itself gained 50 life; now it is left to the engine as a whole."""
    outcome = resolved(doing(f"SVar:TrigDo:{GAIN} | SubAbility$ TrigDo"))
    assert events(outcome, "life_changed") == []
    assert len(events(outcome, "effect_left_to_engine")) == 1


def test_how_much_one_resolution_does():
    """Rows within rows: 1,000 parts and no more, however they are nested."""
    nested = "DB$ RepeatEach | RepeatPlayers$ Player | RepeatSubAbility$ {}"
    lines = [f"SVar:R{n}:{nested.format(f'R{n + 1}')}" for n in range(12)]
    outcome = resolved(doing(*lines, f"SVar:R12:{GAIN}", name="R0"))
    gained = len(events(outcome, "life_changed"))
    assert 0 < gained < MAX_CARRIED
    assert len(events(outcome, "effect_left_to_engine")) == 1


@pytest.mark.parametrize("mode", ["TrigDo", "Other", "nosuch", ""])
def test_a_mode_that_is_none_of_its_own(mode: str):
    """Only what its text offers is followed, whatever the state says was chosen (700.2)."""
    lines = ("SVar:TrigDo:DB$ Charm | Choices$ DBGain", f"SVar:DBGain:{GAIN}", f"SVar:Other:{GAIN}")
    outcome = resolved(doing(*lines, modes=(mode,)))
    assert events(outcome, "life_changed") == []
    assert len(events(outcome, "effect_left_to_engine")) == 1
    fits = resolved(doing(*lines, modes=("DBGain",)))
    assert [each.change for each in events(fits, "life_changed")] == [1]


def test_a_charm_of_the_family_that_names_itself():
    """The same of a bundled spell: the state may say anything of its modes."""
    game = Game()
    game.add("spell", "Karai's Technique", pb.ZONE_STACK)
    game.attacker("bear")
    game.state.stack.add(
        id="~9", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="a", source_id="spell",
        source_incarnation=1, keyword="Sneak", returned_id="bear", modes=["A1"],
    )  # fmt: skip
    outcome = game.resolve()
    assert len(events(outcome, "effect_left_to_engine")) == 1
    assert game.then(outcome)["spell"].zone == pb.ZONE_GRAVEYARD
