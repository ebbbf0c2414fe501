"""One ninjutsu over the wire, as the contract's worked example tells it, event by event."""

from __future__ import annotations

from google.protobuf import text_format

from ninjutsu_service.rules.apply import fold
from tests.boards import Game, ev, no, pb, refused, wire, yes

STATE = """
turn: 5 step: STEP_DECLARE_BLOCKERS active_player_id: "a" priority_player_id: "a"
players { id: "a" life: 20 library_size: 40 }
players { id: "b" life: 20 library_size: 38 }
objects {
  id: "bear" incarnation: 1 card_name: "Grizzly Bears" owner_id: "a" zone: ZONE_BATTLEFIELD
  tapped: true
  characteristics { types: "Creature" types: "Bear" power: 2 toughness: 2 }
}
objects {
  id: "ninja" incarnation: 1 card_name: "Ninja of the Deep Hours" owner_id: "a" zone: ZONE_HAND
}
objects {
  id: "i1" incarnation: 1 card_name: "Island" owner_id: "a" zone: ZONE_BATTLEFIELD
  mana_abilities { produces: "U" }
}
objects {
  id: "i2" incarnation: 1 card_name: "Island" owner_id: "a" zone: ZONE_BATTLEFIELD
  mana_abilities { produces: "U" }
}
objects { id: "top" incarnation: 1 card_name: "Forest" owner_id: "a" zone: ZONE_LIBRARY }
combat {
  attackers {
    object_id: "bear" target { player_id: "b" } block_status: BLOCK_STATUS_UNBLOCKED
    declared: true
  }
}
"""

TAKEN = """
events { rule: "702.49b" card_revealed { object_id: "ninja" } }
events {
  rule: "602.2a"
  stack_pushed {
    object {
      id: "~1" kind: STACK_OBJECT_KIND_ACTIVATED_ABILITY controller_id: "a"
      source_id: "ninja" source_incarnation: 1 keyword: "Ninjutsu" returned_id: "bear"
      attack_target { player_id: "b" }
      returned_as_pushed {
        id: "bear" incarnation: 1 card_name: "Grizzly Bears" owner_id: "a"
        zone: ZONE_BATTLEFIELD tapped: true
        characteristics { types: "Creature" types: "Bear" power: 2 toughness: 2 }
      }
    }
  }
}
events { rule: "605.3" object_tapped { object_id: "i1" } }
events { rule: "605.3" mana_added { player_id: "a" source_id: "i1" mana { blue: 1 } } }
events { rule: "605.3" object_tapped { object_id: "i2" } }
events { rule: "605.3" mana_added { player_id: "a" source_id: "i2" mana { blue: 1 } } }
events { rule: "601.2h" mana_spent { player_id: "a" mana { blue: 2 } } }
events { rule: "506.4" cause: 9 combat_left { object_id: "bear" } }
events {
  rule: "702.49a"
  zone_changed {
    object_id: "bear" from_zone: ZONE_BATTLEFIELD to_zone: ZONE_HAND incarnation: 2
    reason: MOVE_REASON_RETURNED
  }
}
"""

RESOLVED = """
events {
  rule: "702.49a" batch: 1
  zone_changed {
    object_id: "ninja" from_zone: ZONE_HAND to_zone: ZONE_BATTLEFIELD incarnation: 2
    controller_id: "a" tapped: true
  }
}
events {
  rule: "702.49c" batch: 1 cause: 1
  attack_joined { object_id: "ninja" target { player_id: "b" } }
}
events { rule: "608.2n" stack_removed { stack_object_id: "~1" resolved: true } }
events { rule: "117.3b" priority_given { player_id: "a" } }
"""

ADVANCED = """
events { rule: "510" step_began { step: STEP_COMBAT_DAMAGE } }
events {
  rule: "510.2" batch: 1
  damage_dealt { source_id: "ninja" player_id: "b" amount: 2 combat: true }
}
events { rule: "120.3a" batch: 1 cause: 2 life_changed { player_id: "b" change: -2 } }
events {
  rule: "603.3b" cause: 2
  stack_pushed {
    object {
      id: "~1" kind: STACK_OBJECT_KIND_TRIGGERED_ABILITY controller_id: "a"
      source_id: "ninja" source_incarnation: 2
      ability: "TrigDraw"
      context { object_id: "ninja" object_incarnation: 2 player_id: "b" amount: 2 }
      source_as_pushed {
        id: "ninja" incarnation: 2 card_name: "Ninja of the Deep Hours" owner_id: "a"
        zone: ZONE_BATTLEFIELD tapped: true turn_entered: 5 summoning_sick: true
      }
    }
  }
}
events { rule: "117.3a" priority_given { player_id: "a" } }
"""

DRAWN = """
events {
  rule: "121.1"
  zone_changed {
    object_id: "top" from_zone: ZONE_LIBRARY to_zone: ZONE_HAND incarnation: 2
    reason: MOVE_REASON_DRAWN
  }
}
events { rule: "608.2n" stack_removed { stack_object_id: "~1" resolved: true } }
events { rule: "117.3b" priority_given { player_id: "a" } }
"""


def start() -> Game:
    """The example's state."""
    game = Game()
    game.state.CopyFrom(text_format.Parse(STATE, pb.CombatState()))
    return game


def action(game: Game) -> wire.Action:
    """The one action that is listed."""
    (found,) = game.listing().actions
    return found


def events(text: str) -> list[ev.Event]:
    """Events in protobuf's text format."""
    return list(text_format.Parse(text, wire.Outcome()).events)


def taken() -> Game:
    """The game after TakeAction."""
    game = start()
    return game.then(game.take("", "", action=action(game)))


def test_list_actions():
    """One action: the Ninja for the bear, attacking b, for {1}{U}."""
    assert list(start().listing().actions) == [
        wire.Action(
            source_id="ninja",
            keyword="Ninjutsu",
            kind=wire.ACTION_KIND_ACTIVATE_ABILITY,
            returned_id="bear",
            attack_target=pb.AttackTarget(player_id="b"),
            mana_cost="1 U",
        )
    ]


def test_take_action():
    """Revealed, on the stack, paid, returned: nine events; the Ninja is still in hand."""
    game = start()
    outcome = game.take("", "", action=action(game))
    assert list(outcome.events) == events(TAKEN)
    after = game.then(outcome)
    assert (after["ninja"].zone, after["ninja"].revealed) == (pb.ZONE_HAND, True)
    assert after.state.priority_player_id == "a"


def test_resolve():
    """It enters attacking, the ability leaves the stack, a has priority: four events."""
    outcome = taken().resolve()
    assert list(outcome.events) == events(RESOLVED)
    assert not outcome.state.stack


def test_advance_step():
    """The Ninja deals its damage, b loses life, the Ninja's trigger goes on the stack."""
    game = taken()
    game = game.then(game.resolve())
    outcome = game.advance()
    assert list(outcome.events) == events(ADVANCED)
    assert [(player.id, player.life) for player in outcome.state.players] == [("a", 20), ("b", 18)]


def damaged() -> Game:
    """The game after the damage, with the Ninja's trigger on the stack."""
    game = taken()
    return game.then(game.resolve()).advanced()


def test_resolving_the_trigger_asks_first():
    """Resolve answers with a choice between yes and no for a; nothing has happened."""
    outcome = damaged().resolve()
    assert not outcome.events
    assert (outcome.choice.player_id, outcome.choice.kind) == ("a", wire.CHOICE_KIND_YES_NO)


def test_resolving_the_trigger_with_yes():
    """The card is drawn, the ability leaves the stack, a has priority."""
    game = damaged()
    outcome = game.resolve(yes(game.resolve().choice.id))
    assert list(outcome.events) == events(DRAWN)
    after = game.then(outcome)
    assert after["top"].zone == pb.ZONE_HAND
    assert after.player("a").library_size == 39


def test_resolving_the_trigger_with_no():
    """Nothing is drawn; the ability has resolved all the same."""
    game = damaged()
    outcome = game.resolve(no(game.resolve().choice.id))
    assert list(outcome.events) == events(DRAWN)[1:]
    assert game.then(outcome)["top"].zone == pb.ZONE_LIBRARY


def test_had_the_bear_been_blocked():
    """Nothing is listed; `explain` and TakeAction refuse for the same reason and rule."""
    game = start()
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_BLOCKED
    named = wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id="bear")
    assert not game.listing().actions
    (refusal,) = game.listing(explain=True).refusals
    assert (refusal.source_id, refusal.keyword, refusal.returned_id) == (
        "ninja",
        "Ninjutsu",
        "bear",
    )
    assert (refusal.reason, refusal.rule) == (wire.REFUSAL_REASON_BLOCKED, "509.1h")
    with refused("BLOCKED", "509.1h"):
        game.take("", "", action=named)


def test_folding_the_events_is_enough():
    """An engine that applies the events has the state that another one takes."""
    game = taken()
    bare = game.resolve(options=wire.CallOptions(return_state=False))
    assert not bare.HasField("state")
    assert fold(game.state, bare.events, game.rulebook.knows) == game.resolve().state
