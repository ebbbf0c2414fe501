"""What was not offered is refused by the rule that asks for it (601.2b, c, 603.3c, d)."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.refusals import Refused
from ninjutsu_service.texts import refusal_message
from tests.boards import ENGINE, Game, events, pb, pick, refused
from tests.rules.scripts import game_of, script

HITS = (
    "T:Mode$ DamageDone | ValidSource$ Card.Self | ValidTarget$ Player | CombatDamage$ True"
    " | Execute$ TrigDo"
)
GAIN = "SVar:DBGain:DB$ GainLife | LifeAmount$ 1"
TAP = "SVar:DBTap:DB$ Tap"
CHARM = "Charm | CharmNum$ 1 | Choices$ DBGain,DBTap"


def hitting(do: str) -> Game:
    """A creature of a's with a trigger hits b, who has two creatures."""
    game = game_of(script("Hitter", HITS, f"SVar:TrigDo:DB$ {do}", GAIN, TAP))
    game.add("source", "Hitter", tapped=True)
    game.attack("source")
    for name in ("x", "y"):
        game.creature(name, owner="b")
    return game


@pytest.mark.parametrize(
    ("do", "rule"),
    [(CHARM, "603.3c"), ("Destroy | ValidTgts$ Creature.OppCtrl", "603.3d")],
)
def test_of_a_trigger(do: str, rule: str):
    """603.3c, d: modes and targets as it goes on the stack."""
    game = hitting(do)
    choice = game.advance().choice
    assert choice.id.startswith(f"{rule}:")
    with refused("ILLEGAL_DECISION", rule):
        game.advance(pick(choice.id, "source"))


@pytest.mark.clause("D6")
@pytest.mark.parametrize(
    ("do", "rule"),
    [(CHARM, "601.2b"), ("Destroy | ValidTgts$ Creature.OppCtrl", "601.2c")],
)
def test_of_a_spell(do: str, rule: str):
    """D6, 601.2b, c: modes and targets as it is cast."""
    body = "ManaCost:1\nTypes:Instant\n"
    game = game_of(script("Trick", "K:Sneak:U", f"A:SP$ {do}", GAIN, TAP, body=body))
    game.attacker("bear")
    for name in ("x", "y"):
        game.creature(name, owner="b")
    game.hand("trick", "Trick")
    game.lands("U", 1)
    choice = game.take("trick", "bear", "Sneak").choice
    assert choice.id.startswith(f"{rule}:")
    with refused("ILLEGAL_DECISION", rule):
        game.take("trick", "bear", "Sneak", decisions=[pick(choice.id, "bear")])
    outcome = game.take("trick", "bear", "Sneak", decisions=[pick(choice.id, choice.option_ids[0])])
    assert [each.object_id for each in events(outcome, "object_tapped")] == ["u1"]
    assert events(game.take("trick", "bear", "Sneak", payment=ENGINE,
                            decisions=[pick(choice.id, choice.option_ids[0])]),
                  "mana_spent") == []  # fmt: skip


@pytest.mark.clause("D1", "E2")
def test_a_further_cost_of_a_spell_is_paid():
    """D1, 601.2h: with the mana, before the creature goes back.

    The card itself was offered once: it is on the stack by then (601.2a).
    """
    game = game_of(script("Card", "K:Sneak:U Discard<1/Card>"))
    game.attacker("bear")
    game.hand("card", "Card")
    game.hand("other", "Nothing")
    game.lands("U", 1)
    outcome = game.take("card", "bear", "Sneak")
    moved = [each.object_id for each in events(outcome, "zone_changed")]
    assert moved == ["card", "other", "bear"]
    assert len(events(outcome, "mana_spent")) == 1


@pytest.mark.clause("D1", "D5", "E2")
@pytest.mark.parametrize(
    ("cost", "zone"), [("Discard", "HAND"), ("ExileFromHand", "HAND"), ("ExileFromGrave", "GRAVE")]
)
def test_a_spell_cannot_pay_for_itself(cost: str, zone: str):
    """D1, D5, 601.2a: with no other card there it is neither offered nor cast."""
    leave = (
        "S:Mode$ Continuous | Affected$ Creature.YouOwn | AffectedZone$ Graveyard"
        " | MayPlay$ True | Description$ Leave."
    )
    game = game_of(script("Card", f"K:Sneak:U {cost}<1/Card>"), script("Gate", leave))
    game.attacker("bear")
    game.add("gate", "Gate")
    where = pb.ZONE_HAND if zone == "HAND" else pb.ZONE_GRAVEYARD
    game.add("card", "Card", where)
    assert game.actions(engine_pays=True) == []
    with refused("CANNOT_PAY", "601.2h"):
        game.take("card", "bear", "Sneak", payment=ENGINE)
    game.add("other", "Nothing", where)
    assert game.actions(engine_pays=True) == [("card", "Sneak", "bear")]
    outcome = game.take("card", "bear", "Sneak", payment=ENGINE)
    assert [each.object_id for each in events(outcome, "zone_changed")] == ["card", "other", "bear"]


def test_a_copy_of_what_was_not_offered():
    """707.5: what it enters as a copy of is a creature in play."""
    game = Game()
    game.attacker("bear")
    game.creature("wall", owner="b")
    game.hand("ninja", "Sakashima's Student")
    game.lands("U", 2)
    game = game.then(game.take("ninja", "bear"))
    with refused("ILLEGAL_DECISION", "707.5"):
        game.resolve(pick("707.5:ninja", "bear"))


@pytest.mark.parametrize(
    ("card", "keyword", "said"),
    [
        ("Nobody", "Ninjutsu", "No script tells what"),
        ("Grizzly Bears", "Ninjutsu", "Grizzly Bears does not have Ninjutsu"),
        ("Nobody", "Ninja", "No keyword here is called Ninja."),
    ],
)
def test_why_a_card_has_no_keyword(card: str, keyword: str, said: str):
    """It is not known, or is known to have none, or there is no such keyword."""
    game = Game()
    game.attacker("bear")
    game.hand("card", card)
    if card != "Nobody":
        game["card"].characteristics.types.append("Creature")
    with pytest.raises(Refused) as error:
        game.take("card", "bear", keyword)
    refusal = error.value.refusal
    rule = "702.49a" if keyword == "Ninjutsu" else "602.2"
    assert (refusal.name, refusal.rule) == ("NO_KEYWORD", rule)
    assert said in refusal_message("en", refusal.text, refusal.details)
