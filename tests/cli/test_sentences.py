"""Every kind of event is a sentence for people."""

from __future__ import annotations

from typing import Any

import pytest

from ninjutsu_service.cli.sentences import Names, counter_name, describe, mana_text
from tests.boards import Game, ev, pb


def names() -> Names:
    """A bear of a's, two wolves of b's, and an Island; an effect on the bear."""
    game = Game()
    game.creature("bear", "Grizzly Bears")
    game.creature("one", "Wolf", owner="b")
    game.creature("two", "Wolf", owner="b")
    game.lands("U", 2)
    game.state.effects.add(id="~e", object_id="bear")
    return Names(game.state)


def moved(**fields: Any) -> ev.ZoneChanged:
    fields = {"object_id": "bear", "from_zone": pb.ZONE_HAND, "to_zone": pb.ZONE_STACK, **fields}
    return ev.ZoneChanged(**fields)


BATTLEFIELD = {"from_zone": pb.ZONE_GRAVEYARD, "to_zone": pb.ZONE_BATTLEFIELD}
GRAVE = {"from_zone": pb.ZONE_BATTLEFIELD, "to_zone": pb.ZONE_GRAVEYARD}
TARGET = pb.Target(object_id="one")
TOKEN = pb.GameObject(id="~1", card_name="Spirit Token", owner_id="a", zone=pb.ZONE_BATTLEFIELD)

SENTENCES: list[tuple[str, Any, str]] = [
    ("card_revealed", ev.CardRevealed(object_id="bear"), "Grizzly Bears is revealed"),
    ("card_hidden", ev.CardHidden(object_id="bear"), "Grizzly Bears is no longer revealed"),
    ("mana_added", ev.ManaAdded(player_id="a", mana=pb.ManaPool(blue=1)), "a gets {U}"),
    ("mana_spent", ev.ManaSpent(player_id="a", mana=pb.ManaPool(red=2)), "a spends {R}{R}"),
    ("object_tapped", ev.ObjectTapped(object_id="u1"), "Island is tapped"),
    ("object_tapped", ev.ObjectTapped(object_id="one"), "Wolf (one) is tapped"),
    ("zone_changed", moved(), "Grizzly Bears goes from hand to stack"),
    ("zone_changed", moved(reason=ev.MOVE_REASON_CAST, paid_keyword="Sneak"),
     "Grizzly Bears goes from hand to stack, cast for Sneak"),
    ("zone_changed", moved(**BATTLEFIELD, tapped=True, controller_id="b"),
     "Grizzly Bears goes from graveyard to battlefield tapped under b's control"),
    ("zone_changed", moved(**BATTLEFIELD, face_down=True, controller_id="a"),
     "Grizzly Bears goes from graveyard to battlefield face down"),
    ("zone_changed", moved(**BATTLEFIELD, chosen_type="Land"),
     "Grizzly Bears goes from graveyard to battlefield, Land chosen"),
    *((
        "zone_changed",
        moved(**GRAVE, reason=ev.MoveReason.Value(f"MOVE_REASON_{word.upper()}")),
        f"Grizzly Bears goes from battlefield to graveyard, {word}",
    ) for word in ("drawn", "discarded", "milled", "destroyed", "sacrificed")),
    ("object_ceased", ev.ObjectCeased(object_id="one"), "Wolf (one) ceases to exist"),
    ("object_created", ev.ObjectCreated(object=TOKEN), "Spirit Token is created for a"),
    ("object_created", ev.ObjectCreated(object=TOKEN, copied_id="two"),
     "Spirit Token is created for a, a copy of Wolf (two)"),
    ("object_copied", ev.ObjectCopied(object_id="bear", copied_id="one"),
     "Grizzly Bears is a copy of Wolf (one)"),
    ("stack_pushed", ev.StackPushed(object=pb.StackObject(
        id="~2", keyword="Ninjutsu", source_id="bear")),
     "Ninjutsu of Grizzly Bears goes on the stack as ~2"),
    ("stack_pushed", ev.StackPushed(object=pb.StackObject(
        id="~2", ability="TrigX", source_id="bear", modes=["DBOne"], targets=[TARGET])),
     "TrigX of Grizzly Bears goes on the stack as ~2, with DBOne, targeting Wolf (one)"),
    ("stack_removed", ev.StackRemoved(stack_object_id="~2", resolved=True),
     "~2 resolved and leaves the stack"),
    ("stack_removed", ev.StackRemoved(stack_object_id="~2"), "~2 did nothing and leaves the stack"),
    ("attack_joined", ev.AttackJoined(object_id="bear", target=pb.AttackTarget(player_id="b")),
     "Grizzly Bears is attacking b, unblocked"),
    ("attack_joined", ev.AttackJoined(object_id="bear", target=pb.AttackTarget(permanent_id="u1")),
     "Grizzly Bears is attacking Island, unblocked"),
    ("attack_joined", ev.AttackJoined(object_id="bear"),
     "Grizzly Bears is attacking nobody, unblocked"),
    ("combat_left", ev.CombatLeft(object_id="bear"), "Grizzly Bears leaves combat"),
    ("damage_dealt", ev.DamageDealt(source_id="bear", player_id="b", amount=2),
     "Grizzly Bears deals 2 damage to b"),
    ("damage_dealt", ev.DamageDealt(source_id="bear", object_id="two", amount=1, deathtouch=True),
     "Grizzly Bears deals 1 damage to Wolf (two), which is lethal by deathtouch"),
    ("life_changed", ev.LifeChanged(player_id="a", change=3), "a gains 3 life"),
    ("life_changed", ev.LifeChanged(player_id="a", change=-1), "a loses 1 life"),
    ("counters_changed", ev.CountersChanged(object_id="bear", counter="P1P1", change=1),
     "Grizzly Bears gets 1 +1/+1 counter"),
    ("counters_changed", ev.CountersChanged(player_id="b", counter="POISON", change=-2),
     "b loses 2 poison counters"),
    ("step_began", ev.StepBegan(step=pb.STEP_COMBAT_DAMAGE), "combat damage begins"),
    ("step_began", ev.StepBegan(step=pb.STEP_FIRST_COMBAT_DAMAGE, first_strike_ids=["bear"]),
     "first combat damage begins; first to strike: Grizzly Bears"),
    ("player_lost", ev.PlayerLost(player_id="b"), "b loses the game"),
    ("control_changed", ev.ControlChanged(object_id="bear", controller_id="b"),
     "b gains control of Grizzly Bears"),
    ("effect_began", ev.EffectBegan(effect=pb.TemporaryEffect(
        object_id="bear", power_change=2, keywords=["Flying"], duration=pb.DURATION_END_OF_TURN)),
     "Grizzly Bears gets +2/+0 and Flying until end of turn"),
    ("effect_began", ev.EffectBegan(effect=pb.TemporaryEffect(
        object_id="bear", keywords=["Haste"], duration=pb.DURATION_END_OF_COMBAT)),
     "Grizzly Bears gets Haste until end of combat"),
    ("effect_ended", ev.EffectEnded(effect_id="~e"), "an effect on Grizzly Bears ends"),
    ("effect_left_to_engine", ev.EffectLeftToEngine(source_id="bear", ability="DB$ Play"),
     "the engine carries out of Grizzly Bears: DB$ Play"),
    ("effect_left_to_engine", ev.EffectLeftToEngine(
        source_id="u1", ability="DB$ X", targets=[TARGET], remembered=[TARGET]),
     "the engine carries out of Island: DB$ X; it targets Wolf (one); it remembers Wolf (one)"),
    ("priority_given", ev.PriorityGiven(player_id="b"), "b has priority"),
    ("priority_given", ev.PriorityGiven(), "nobody has priority"),
    ("commander_cast", ev.CommanderCast(object_id="bear"),
     "Grizzly Bears costs {2} more the next time from the command zone"),
    ("damage_removed", ev.DamageRemoved(object_id="bear"), "Grizzly Bears has no damage any more"),
    ("library_arranged", ev.LibraryArranged(player_id="a", shuffled=True),
     "a's library is shuffled"),
    ("library_arranged", ev.LibraryArranged(player_id="a", top_ids=["bear"], bottom_ids=["one"]),
     "a's library has Grizzly Bears on top and Wolf (one) at the bottom"),
    ("library_arranged", ev.LibraryArranged(player_id="a", shuffled=True, top_ids=["one"]),
     "a's library is shuffled, with Wolf (one) on top"),
    ("library_arranged", ev.LibraryArranged(player_id="a"), "a's library stays as it is"),
    ("ability_triggered", ev.AbilityTriggered(object_id="bear", ability="TrigDig"),
     "TrigDig of Grizzly Bears has triggered this turn"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "value", "sentence"), SENTENCES)
def test_a_sentence(kind: str, value: Any, sentence: str):
    """What the event says, by names, and by ids where two have one name."""
    assert describe(ev.Event(**{kind: value}), names()) == sentence


def test_every_kind_of_event_has_its_sentence():
    """A kind that the contract gets one day is told as well."""
    kinds = [field.name for field in ev.Event.DESCRIPTOR.oneofs_by_name["event"].fields]
    assert sorted({kind for kind, _, _ in SENTENCES}) == sorted(kinds)


def test_what_was_created_has_its_name_from_then_on():
    """A token is called as its script, or what it copies, calls it; so is an effect's object."""
    called = names()
    describe(ev.Event(object_created=ev.ObjectCreated(object=TOKEN)), called)
    assert called.of("~1") == "Spirit Token"
    effect = pb.TemporaryEffect(id="~9", object_id="~1")
    describe(ev.Event(effect_began=ev.EffectBegan(effect=effect)), called)
    assert describe(ev.Event(effect_ended=ev.EffectEnded(effect_id="~9")), called) == (
        "an effect on Spirit Token ends"
    )


def test_an_event_of_a_newer_contract():
    """It is said that something happened."""
    assert describe(ev.Event(), names()) == "something that this client does not know"


@pytest.mark.parametrize(
    ("counter", "name"),
    [("P1P1", "+1/+1"), ("M1M1", "-1/-1"), ("P1P0", "+1/+0"), ("M0M2", "-0/-2"), ("STUN", "stun")],
)
def test_counters_have_names(counter: str, name: str):
    """As players call them."""
    assert counter_name(counter) == name


def test_much_mana_is_counted():
    """No line grows without end."""
    assert mana_text(pb.ManaPool(white=2, colorless=1, green=2**30)) == "{W}{W}1073741824 {G}{C}"
