"""What leaves the stack, by which rule, and what becomes of its card (CR 608, 701.6a)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.boards import ENGINE, Game, event, events, pb, refused, told, wire, yes
from tests.rules.scripts import game_of, on_stack, script

BEAR = script("Bear", "K:Sneak:U")
BOLT = script(
    "Bolt", "K:Sneak:U", "A:SP$ DealDamage | ValidTgts$ Player | NumDmg$ 3",
    body="ManaCost:1\nTypes:Instant\n",
)  # fmt: skip
BLANK = script("Blank", "K:Sneak:U", body="ManaCost:1\nTypes:Instant\n")
NINJA = script("Ninja", "K:Ninjutsu:U")


def cast(card: str) -> Game:
    """The card was cast by its sneak cost, and is on the stack."""
    game = game_of(BEAR, BOLT, BLANK, NINJA)
    game.attacker("bear")
    game.hand("card", card)
    keyword = "Ninjutsu" if card == "Ninja" else "Sneak"
    outcome = game.take("card", "bear", keyword, payment=ENGINE)
    if outcome.HasField("choice"):
        chosen = wire.Decision(choice_id=outcome.choice.id, option_ids=["b"])
        outcome = game.take("card", "bear", keyword, payment=ENGINE, decisions=[chosen])
    return game.then(outcome)


@pytest.mark.clause("D2", "D3")
@pytest.mark.parametrize(
    ("card", "rule", "zone"),
    [
        ("Bear", "608.3a", pb.ZONE_BATTLEFIELD),
        ("Bolt", "608.2n", pb.ZONE_GRAVEYARD),
        ("Blank", "608.2n", pb.ZONE_GRAVEYARD),
        ("Ninja", "608.2n", pb.ZONE_BATTLEFIELD),
    ],
)
def test_what_resolves(card: str, rule: str, zone: pb.Zone.ValueType):
    """608.2n, 608.3a: a permanent enters, an instant goes to the graveyard; both have resolved."""
    game = cast(card)
    outcome = game.resolve()
    removed = event(outcome, "stack_removed")
    assert removed.resolved
    assert [each.rule for each in outcome.events if each.HasField("stack_removed")] == [rule]
    after = game.then(outcome)
    assert (after["card"].zone, len(after.state.stack)) == (zone, 0)
    if card in ("Bolt", "Blank"):
        moved = [each for each in told(outcome) if each[0] == "zone_changed"]
        assert moved == [("zone_changed", "608.2n", 0, 0)]
    assert after.player("b").life == (17 if card == "Bolt" else 20)


def lose(game: Game, how: str) -> None:
    """The card of what is on the stack is not there any more."""
    if how == "another zone":
        game["card"].zone = pb.ZONE_EXILE
    elif how == "another object":
        game["card"].incarnation += 1
    else:
        game.state.objects.remove(game["card"])


@pytest.mark.clause("B6", "D2")
@pytest.mark.parametrize("card", ["Bear", "Bolt", "Ninja"])
@pytest.mark.parametrize("gone", ["another zone", "another object", "no object"])
def test_a_card_that_is_not_there_any_more(card: str, gone: str):
    """400.7: what is on the stack leaves it, and has not resolved; nothing else happens."""
    game = cast(card)
    lose(game, gone)
    outcome = game.resolve()
    assert told(outcome)[0] == ("stack_removed", "400.7", 0, 0)
    assert not event(outcome, "stack_removed").resolved
    assert events(outcome, "zone_changed") == []
    assert game.then(outcome).player("b").life == 20


@pytest.mark.clause("D6")
def test_a_spell_whose_target_is_gone():
    """608.2b: it does nothing, and goes to the graveyard by that rule."""
    game = cast("Bolt")
    del game.state.stack[0].targets[:]
    game.state.stack[0].targets.add(player_id="gone")
    outcome = game.resolve()
    assert told(outcome)[:2] == [
        ("stack_removed", "608.2b", 0, 0),
        ("zone_changed", "608.2b", 0, 0),
    ]
    assert not event(outcome, "stack_removed").resolved


@pytest.mark.clause("F1")
@pytest.mark.parametrize(
    ("keyword", "kind", "ability"),
    [
        ("Ninjutsu", pb.STACK_OBJECT_KIND_SPELL, ""),
        ("Ninjutsu", pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, ""),
        ("Sneak", pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, ""),
        ("Cycling", pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, ""),
        ("Cycling", pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, "TrigGain"),
        ("", pb.STACK_OBJECT_KIND_SPELL, ""),
        ("", pb.STACK_OBJECT_KIND_SPELL, "TrigGain"),
        ("", pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, ""),
        ("", pb.STACK_OBJECT_KIND_TRIGGERED_ABILITY, "TrigNone"),
    ],
)
def test_what_is_not_ours_to_resolve(
    keyword: str, kind: pb.StackObjectKind.ValueType, ability: str
):
    """608.1: another kind than its keyword makes, an unknown one, or nothing that a script has."""
    game = game_of(script("Source", "SVar:TrigGain:DB$ GainLife | LifeAmount$ 1"))
    game.add("source", "Source")
    game.state.stack.add(
        id="top", kind=kind, keyword=keyword, ability=ability, controller_id="a",
        source_id="source", source_incarnation=1,
    )  # fmt: skip
    with refused("NOT_OURS_TO_RESOLVE", "608.1"):
        game.resolve()


def test_an_empty_stack():
    """405.5."""
    with refused("EMPTY_STACK", "405.5"):
        Game().resolve()


def test_the_priority_after_it():
    """117.3b: the active player gets it; where the engine settles nothing is said of that."""
    game = cast("Bear")
    assert told(game.resolve())[-1] == ("priority_given", "117.3b", 0, 0)
    outcome = game.resolve(options={"engine_settles": True})
    assert told(outcome)[-1] == ("stack_removed", "608.3a", 0, 0)


COUNTER = "SVar:TrigCounter:DB$ Counter | TargetType$ Spell,Activated | ValidTgts$ Card"


def countering(card: str) -> Game:
    """What was cast or activated, and above it an ability that counters it."""
    game = cast(card)
    name = game.state.stack[0].id
    texts = (BEAR, BOLT, BLANK, NINJA, script("Source", COUNTER))
    made = game_of(*texts)
    made.state.CopyFrom(game.state)
    made.add("source", "Source")
    on_stack(made, "TrigCounter", "source", name)
    return made


@pytest.mark.clause("B14", "D2")
@pytest.mark.parametrize(
    ("card", "zone", "expected"),
    [
        ("Bear", pb.ZONE_GRAVEYARD,
         [("stack_removed", "701.6a", 0, 0), ("zone_changed", "701.6a", 0, 0)]),
        ("Ninja", pb.ZONE_HAND,
         [("stack_removed", "701.6a", 0, 0), ("card_hidden", "702.49b", 0, 0)]),
    ],
)  # fmt: skip
def test_what_is_countered(
    card: str, zone: pb.Zone.ValueType, expected: list[tuple[str, str, int, int]]
):
    """701.6a: a spell's card goes to the graveyard; an ability's stays, and is hidden (B14)."""
    game = countering(card)
    outcome = game.resolve()
    assert told(outcome)[:2] == expected
    assert not events(outcome, "stack_removed")[0].resolved
    after = game.then(outcome)
    assert (after["card"].zone, len(after.state.stack)) == (zone, 0)


@pytest.mark.parametrize("gone", ["another zone", "another object", "no object"])
def test_a_spell_without_its_card_is_countered(gone: str):
    """701.6a, 400.7: it leaves the stack; what its card is by now stays where it is."""
    game = countering("Bear")
    lose(game, gone)
    outcome = game.resolve()
    assert told(outcome)[0] == ("stack_removed", "701.6a", 0, 0)
    assert events(outcome, "zone_changed") == []


def test_of_several_only_the_target_is_countered():
    """701.6a: not what stands above or below it."""
    game = countering("Bear")
    game.state.stack.insert(0, pb.StackObject(
        id="below", kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY, controller_id="b",
        source_id="source", source_incarnation=1,
    ))  # fmt: skip
    assert [each.id for each in game.then(game.resolve()).state.stack] == ["below"]


def protected(
    *words: str, lord: tuple[str, ...] = (), controller: str = "a", **fields: Any
) -> wire.Outcome:
    """What becomes of a Bear with these lines that is countered, with a lord of a's in play."""
    body = "ManaCost:1 G\nTypes:Creature Bear\nPT:2/2\n"
    bear = script("Bear", "K:Sneak:U", *words, body=body)
    game = game_of(bear, script("Source", COUNTER), script("Lord", *lord))
    game.add("source", "Source")
    game.add("lord", "Lord", **fields)
    game.add("bear", "Bear", pb.ZONE_STACK)
    game.state.stack.add(id="cast", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id=controller,
                         source_id="bear", source_incarnation=1, keyword="Sneak")  # fmt: skip
    on_stack(game, "TrigCounter", "source", "cast")
    return game.resolve()


def become(outcome: wire.Outcome) -> str:
    """What became of the Bear."""
    (bear,) = (item for item in outcome.state.objects if item.id == "bear")
    if events(outcome, "effect_left_to_engine"):
        assert bear.zone == pb.ZONE_STACK
        return "left"
    there = "cast" in [each.id for each in outcome.state.stack]
    assert there == (bear.zone == pb.ZONE_STACK)
    return "stays" if there else "countered"


GIVEN = "AddHiddenKeyword$ CARDNAME can't be countered."


@pytest.mark.clause("D2")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("K:CARDNAME can't be countered.", "stays"),
        ("K:This spell can't be countered.", "stays"),
        ("K:This spell can’t be countered", "stays"),
        ("K:This spell can't be countered by blue spells.", "left"),
        ("K:CantBeCounteredBy:Spell.Blue", "left"),
        ("R:Event$ Counter | ValidCard$ Card.Self | ValidSA$ Spell | Layer$ CantHappen", "stays"),
        ("R:Event$ Counter | ValidCard$ Card.Self | Layer$ CantHappen | CheckSVar$ X", "left"),
        ("R:Event$ Counter | ValidCard$ Card.Self+kicked | Layer$ CantHappen", "left"),
        ("R:Event$ Counter | ValidSA$ Spell.YouCtrl | Layer$ CantHappen", "countered"),
        (f"S:Mode$ Continuous | EffectZone$ All | {GIVEN} | Presence$ Dragon", "left"),
        (f"S:Mode$ Continuous | Affected$ Creature | AffectedZone$ Stack | {GIVEN}", "countered"),
        ("R:Event$ Draw | ValidCard$ Card.Self | Layer$ CantHappen", "countered"),
        ("K:Flash", "countered"),
    ],
)
def test_a_spell_that_says_it_cannot_be_countered(words: str, expected: str):
    """101.2: it stays where it is, under a condition the engine knows.

    113.6: what works on the battlefield alone does not protect the spell.
    """
    outcome = protected(words)
    assert become(outcome) == expected
    if expected == "stays":
        assert told(outcome)[0] == ("stack_removed", "608.2n", 0, 0)


@pytest.mark.clause("D2")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (f"S:Mode$ Continuous | Affected$ Creature.YouCtrl | AffectedZone$ Stack | {GIVEN}",
         {"a": "stays", "b": "countered"}),
        (("S:Mode$ Continuous | Affected$ Creature | AffectedZone$ Stack | Secondary$ True"
          " | AddKeyword$ This spell can't be countered. | Description$ They can't be."),
         {"a": "stays", "b": "stays"}),
        (("S:Mode$ Continuous | Affected$ Creature.YouCtrl | AffectedZone$ Stack | CheckSVar$ X"
          " | AddKeyword$ This spell can't be countered."), {"a": "left", "b": "countered"}),
        (("R:Event$ Counter | ValidSA$ Spell.YouCtrl | ValidCard$ Creature | Layer$ CantHappen"
          " | ActiveZones$ Battlefield | Secondary$ True | Description$ They can't be."),
         {"a": "stays", "b": "countered"}),
        (f"S:Mode$ Continuous | Affected$ Instant.YouCtrl | AffectedZone$ Stack | {GIVEN}",
         {"a": "countered", "b": "countered"}),
        (f"S:Mode$ Continuous | Affected$ Creature.YouCtrl | {GIVEN}",
         {"a": "countered", "b": "countered"}),
        ((f"S:Mode$ Continuous | Affected$ Bear.YouCtrl | AffectedZone$ Stack | {GIVEN}"
          " | CheckSVar$ X"), {"a": "left", "b": "countered"}),
        (f"S:Mode$ Continuous | Affected$ Bear.someNewThing | AffectedZone$ Stack | {GIVEN}",
         {"a": "left", "b": "left"}),
        (("S:Mode$ Continuous | Affected$ Card.YouCtrl | AffectedZone$ Stack"
          " | AddHiddenKeyword$ CantBeCounteredBy:Spell.Blue"), {"a": "left", "b": "countered"}),
        ("R:Event$ Counter | ValidSA$ Spell.YouCtrl | Layer$ CantHappen",
         {"a": "stays", "b": "countered"}),
        ("R:Event$ Counter | ValidCard$ Creature.YouCtrl | Layer$ CantHappen",
         {"a": "stays", "b": "countered"}),
        ("R:Event$ Counter | ValidCard$ Card.Self | Layer$ CantHappen",
         {"a": "countered", "b": "countered"}),
        ("R:Event$ Counter | ValidSA$ Spell.YouCtrl | Layer$ CantHappen | CheckSVar$ X",
         {"a": "left", "b": "countered"}),
        ("R:Event$ Counter | ValidSA$ Spell | ReplaceWith$ DBExile",
         {"a": "countered", "b": "countered"}),
    ],
)  # fmt: skip
def test_a_spell_that_others_keep_from_being_countered(words: str, expected: dict[str, str]):
    """101.2, 112.2: whose spell it is says who controls it on the stack."""
    assert {each: become(protected(lord=(words,), controller=each)) for each in "ab"} == expected


@pytest.mark.parametrize("fields", [{"face_down": True}, {"abilities_lost": True}], ids=str)
def test_what_has_lost_its_words_keeps_nothing_from_being_countered(fields: dict[str, Any]):
    """708.2, and an effect that took them."""
    words = f"S:Mode$ Continuous | Affected$ Creature | AffectedZone$ Stack | {GIVEN}"
    assert become(protected(lord=(words,))) == "stays"
    assert become(protected(lord=(words,), **fields)) == "countered"


def test_a_face_down_spell_has_no_words():
    """708.2: what is cast face down has no text, by which it could be kept on the stack."""
    words = "R:Event$ Counter | ValidCard$ Card.Self | Layer$ CantHappen"
    bear = script("Bear", "K:Sneak:U", words, body="ManaCost:1 G\nTypes:Creature Bear\nPT:2/2\n")
    game = game_of(bear, script("Source", COUNTER))
    game.add("source", "Source")
    game.add("bear", "Bear", pb.ZONE_STACK, face_down=True)
    game.state.stack.add(id="cast", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b",
                         source_id="bear", source_incarnation=1)  # fmt: skip
    on_stack(game, "TrigCounter", "source", "cast")
    assert become(game.resolve()) == "countered"
    game["bear"].face_down = False
    assert become(game.resolve()) == "stays"


def test_of_two_targets_the_one_that_can_be():
    """101.2, 608.2b: one that is gone, one that can't be countered, and one that can."""
    bear = script("Bear", "K:This spell can't be countered.")
    text = COUNTER + " | TargetMin$ 1 | TargetMax$ 3"
    game = game_of(bear, script("Wolf"), script("Source", text))
    game.add("source", "Source")
    for name, card in (("bear", "Bear"), ("wolf", "Wolf")):
        game.add(name, card, pb.ZONE_STACK)
        game.state.stack.add(id=f"{name} spell", kind=pb.STACK_OBJECT_KIND_SPELL,
                             controller_id="b", source_id=name, source_incarnation=1)  # fmt: skip
    top = on_stack(game, "TrigCounter", "source", "bear spell", "wolf spell")
    top.targets.add(stack_object_id="gone")
    after = game.then(game.resolve())
    assert [each.id for each in after.state.stack] == ["bear spell"]
    assert after["wolf"].zone == pb.ZONE_GRAVEYARD


def test_an_ability_that_cannot_be_countered():
    """101.2: an ability is kept on the stack by what speaks of abilities, not of spells."""
    both = "Card$ Creature.YouCtrl | ValidSA$ Activated"
    for valid, there in (
        ("SA$ Activated.YouCtrl", 1), ("SA$ Spell", 0), ("Card$ Creature", 0), (both, None)
    ):  # fmt: skip
        game = countering("Ninja")
        lord = script("Lord", f"R:Event$ Counter | Valid{valid} | Layer$ CantHappen")
        made = game_of(NINJA, script("Source", COUNTER), lord)
        made.state.CopyFrom(game.state)
        made.add("lord", "Lord")
        outcome = made.resolve()
        left = bool(events(outcome, "effect_left_to_engine"))
        assert (None if left else len(outcome.state.stack)) == there


OPTIONAL = (
    "T:Mode$ LifeGained | ValidPlayer$ You | TriggerZones$ Battlefield | OptionalDecider$ You"
    " | Execute$ TrigGain"
)
GAIN = "SVar:TrigGain:DB$ GainLife | LifeAmount$ 2"


def test_an_optional_ability():
    """603.5: its controller is asked as it resolves."""
    game = game_of(script("Source", OPTIONAL, GAIN))
    game.add("source", "Source")
    on_stack(game, "TrigGain")
    choice = game.resolve().choice
    assert (choice.id, choice.player_id, choice.kind) == (
        "603.5:ability", "a", wire.CHOICE_KIND_YES_NO,
    )  # fmt: skip
    assert (choice.min, choice.max) == (1, 1)
    assert "Source" in choice.prompt
    assert game.then(game.resolve(yes(choice.id))).player("a").life == 22
    refusal = wire.Decision(choice_id=choice.id)
    assert game.then(game.resolve(refusal)).player("a").life == 20


@pytest.mark.parametrize(
    ("decider", "asked"),
    [
        ("Opponent", "b"),
        ("TriggeredTarget", "b"),
        ("TriggeredPlayer", "b"),
        ("TriggeredCardController", "b"),
        ("Player.Opponent", "b"),
        ("You", "a"),
    ],
)
def test_who_decides_on_an_optional_ability(decider: str, asked: str):
    """603.5: whom the script names; its controller gains the life all the same."""
    line = OPTIONAL.replace("OptionalDecider$ You", f"OptionalDecider$ {decider}")
    game = game_of(script("Source", line, GAIN))
    game.add("source", "Source")
    game.creature("other", owner="b")
    on_stack(
        game, "TrigGain", context=pb.TriggerContext(player_id="b", object_id="other", amount=3)
    )
    choice = game.resolve().choice
    assert (choice.id, choice.player_id) == ("603.5:ability", asked)
    assert game.then(game.resolve(yes(choice.id))).player("a").life == 22
    assert game.then(game.resolve(wire.Decision(choice_id=choice.id))).player("a").life == 20


@pytest.mark.parametrize(
    "decider", ["Opponent", "Remembered", "TargetedPlayer", "EnchantedController", "Yes"]
)
def test_nobody_alone_decides_on_an_optional_ability(decider: str):
    """One of two opponents, or nobody who can be told: the ability is the engine's."""
    line = OPTIONAL.replace("OptionalDecider$ You", f"OptionalDecider$ {decider}")
    game = game_of(script("Source", line, GAIN))
    game.state.players.add(id="c", life=20, library_size=40)
    game.add("source", "Source")
    on_stack(game, "TrigGain")
    outcome = game.resolve()
    assert event(outcome, "effect_left_to_engine").ability == GAIN.removeprefix("SVar:TrigGain:")
    assert game.then(outcome).player("a").life == 20


TWO = (
    "T:Mode$ LifeGained | ValidPlayer$ You | IsPresent$ Card.Self+tapped | Execute$ TrigGain",
    "T:Mode$ LifeLost | ValidPlayer$ You | Execute$ TrigOther",
    "T:Mode$ LifeLost | ValidPlayer$ You | Execute$ TrigGain",
    "SVar:TrigOther:DB$ Tap",
)


@pytest.mark.parametrize(
    ("number", "resolves"), [(0, False), (1, False), (2, False), (3, True), (4, False)]
)
def test_which_line_of_a_script_it_is(number: int, resolves: bool):
    """603.4: the condition of the line that the number means; else of the first with that name."""
    game = game_of(script("Source", *TWO, GAIN))
    game.add("source", "Source")
    on_stack(game, "TrigGain", trigger_number=number)
    removed = event(game.resolve(), "stack_removed")
    assert removed.resolved is resolves


def test_an_activated_ability_has_no_condition_of_a_trigger():
    """603.4 is about triggered abilities."""
    game = game_of(script("Source", *TWO, GAIN))
    game.add("source", "Source")
    on_stack(game, "TrigGain", kind=pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY)
    assert event(game.resolve(), "stack_removed").resolved


@pytest.mark.parametrize(
    ("legal", "expected"), [(("b", "a"), [17, 17]), (("z", "a"), [17, 20]), (("b", "z"), [20, 17])]
)
def test_one_legal_target_is_enough(legal: tuple[str, str], expected: list[int]):
    """608.2b: of two parts' targets either may be gone; the other part does what it says."""
    lines = [
        "SVar:TrigDo:DB$ LoseLife | ValidTgts$ Player | LifeAmount$ 3 | SubAbility$ DBAlso",
        "SVar:DBAlso:DB$ LoseLife | ValidTgts$ Player | LifeAmount$ 3",
    ]
    game = game_of(script("Source", *lines))
    game.add("source", "Source")
    on_stack(game, "TrigDo")
    for name in legal:
        game.state.stack[0].targets.add(player_id=name)
    after = game.then(game.resolve())
    assert [player.life for player in after.state.players] == expected
