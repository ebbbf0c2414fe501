"""A creature returned to a library: it is shuffled, and a card shown there is found (E2)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.rules.keywords.ninjutsu import NINJUTSU
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.rulebook import Rulebook
from tests.boards import ENGINE, Game, event, events, no, pb, yes

NAME = "Hidden ninjutsu"
VARIANT = NINJUTSU.vary(
    name=NAME, line=NAME, returned_to=pb.ZONE_LIBRARY,
    zones=frozenset((pb.ZONE_HAND, pb.ZONE_LIBRARY)),
)  # fmt: skip


def game(zone: pb.Zone.ValueType, owner: str) -> Game:
    """A card with the variant in some zone; a's attacker is owned by one of them."""
    made = Game(rulebook=Rulebook(CardPool.from_texts(), Registry([VARIANT])))
    made.creature("ninja", zone=zone, keywords=[f"{NAME}:0"])
    made.add("top", "Forest", pb.ZONE_LIBRARY)
    made.attacker("bear", owner=owner, controller_id="a" if owner == "b" else "")
    return made


@pytest.mark.clause("B3", "E2")
@pytest.mark.parametrize(
    ("zone", "owner", "kept"),
    [
        (pb.ZONE_LIBRARY, "a", ["ninja"]),
        (pb.ZONE_LIBRARY, "b", []),
        (pb.ZONE_HAND, "a", []),
    ],
)
def test_shuffled_away(zone: pb.Zone.ValueType, owner: str, kept: list[str]):
    """B3, E2, 701.24a: into its owner's library; the card itself stays known there."""
    made = game(zone, owner)
    outcome = made.take("ninja", "bear", NAME, payment=ENGINE)
    assert event(outcome, "zone_changed").to_zone == pb.ZONE_LIBRARY
    arranged = event(outcome, "library_arranged")
    assert (arranged.player_id, arranged.shuffled, list(arranged.kept_ids)) == (owner, True, kept)
    assert [e.rule for e in outcome.events if e.HasField("library_arranged")] == ["701.24a"]
    there = [item.id for item in made.then(outcome).state.objects if item.zone == pb.ZONE_LIBRARY]
    assert there == (kept if owner == "a" else ["ninja", "top"])


@pytest.mark.clause("B4", "E2")
@pytest.mark.parametrize("instead", [True, False])
def test_a_commander_instead(instead: bool):
    """B4, 903.9b: in the command zone it is in no library, and none is shuffled."""
    made = game(pb.ZONE_HAND, "a")
    made["bear"].commander = True
    answer = yes("903.9b:bear") if instead else no("903.9b:bear")
    outcome = made.take("ninja", "bear", NAME, payment=ENGINE, decisions=[answer])
    moved = event(outcome, "zone_changed")
    rules = [each.rule for each in outcome.events if each.HasField("zone_changed")]
    assert (moved.to_zone, rules) == (
        (pb.ZONE_COMMAND, ["903.9b"]) if instead else (pb.ZONE_LIBRARY, ["702.49a"])
    )
    assert len(events(outcome, "library_arranged")) == (not instead)
