"""What effects ask, of whom and by which rule, and what comes of the answers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.boards import Game, event, events, no, pb, wire, yes
from tests.rules.scripts import abilities, picks
from tests.rules.test_effects_told import Told, doing, one, together, told

Asked = tuple[str, str, list[str], int, int]


def played(
    game: Game, *answers: list[str] | bool, seed: int | None = None
) -> tuple[list[Asked], wire.Outcome]:
    """The choices, each as (id, player, labels, min, max), and the outcome after the answers."""
    decisions: list[wire.Decision] = []
    asked: list[Asked] = []
    fields = {} if seed is None else {"random_seed": seed}
    for answer in answers:
        choice = game.resolve(*decisions, **fields).choice
        asked.append(
            (choice.id, choice.player_id, list(choice.option_labels), choice.min, choice.max)
        )
        if isinstance(answer, bool):
            decisions.append(yes(choice.id) if answer else no(choice.id))
        else:
            decisions.append(picks(choice, *answer))
    outcome = game.resolve(*decisions, **fields)
    assert not outcome.HasField("choice")
    return asked, outcome


TOP = ["Top a1", "Top a2", "Top a3"]
HAND = ["Hand a1", "Hand a2"]


def arranged(rule: str, top: list[str], bottom: list[str]) -> Callable[[wire.Outcome], bool]:
    def holds(outcome: wire.Outcome) -> bool:
        found = event(outcome, "library_arranged")
        rules = [each.rule for each in outcome.events if each.HasField("library_arranged")]
        return (rules, list(found.top_ids), list(found.bottom_ids)) == ([rule], top, bottom)

    return holds


def test_scry_asks_for_both_orders():
    """701.22a: what goes down and in which order, then the order of what stays."""
    game = doing("DB$ Scry | ScryNum$ 3")
    asked, outcome = played(game, ["a top 1"], ["a top 3", "a top 2"])
    assert asked == [
        ("701.22a:ability:1", "a", TOP, 0, 3),
        ("701.22a:ability:2", "a", TOP[1:], 2, 2),
    ]
    assert arranged("701.22a", ["a top 3", "a top 2"], ["a top 1"])(outcome)
    asked, outcome = played(game, ["a top 1", "a top 3"], ["a top 3", "a top 1"])
    assert asked[1] == ("701.22a:ability:2", "a", ["Top a1", "Top a3"], 2, 2)
    assert arranged("701.22a", ["a top 2"], ["a top 3", "a top 1"])(outcome)


def test_surveil_asks_what_goes_and_how_the_rest_lies():
    """701.25a: one card that stays has no order, and nothing is told of it."""
    game = doing("DB$ Surveil | Amount$ 3")
    asked, outcome = played(game, ["a top 1"], ["a top 3", "a top 2"])
    assert asked == [
        ("701.25a:ability:1", "a", TOP, 0, 3),
        ("701.25a:ability:2", "a", TOP[1:], 2, 2),
    ]
    assert told(outcome) == [
        *one("zone_changed", "701.25a", "a top 1"),
        *one("library_arranged", "701.25a", "a"),
    ]
    _, outcome = played(game, ["a top 1", "a top 2"])
    assert told(outcome) == together("zone_changed", "701.25a", "a top 1", "a top 2")


@pytest.mark.parametrize("ability", ["Scry | ScryNum$ 2", "Surveil | Amount$ 2", "Draw"])
def test_an_empty_library_is_not_looked_at(ability: str):
    """701.22b, 701.25b: of no cards nothing is asked, and nothing is arranged."""
    game = doing(f"DB$ {ability}")
    for number in (1, 2, 3):
        game.state.objects.remove(game[f"a top {number}"])
    game.player("a").library_size = 0
    assert told(game.resolve()) == []


def test_seek_takes_one_by_chance():
    """A card that fits, from the library to the hand; nobody shuffles."""
    outcome = doing("DB$ Seek | Num$ 1 | Type$ Card").resolve(random_seed=3)
    ((kind, rule, batch, cause, name),) = told(outcome)
    assert (kind, rule, batch, cause) == ("zone_changed", "608.2c", 0, 0)
    assert name in ("a top 1", "a top 2", "a top 3")


@pytest.mark.parametrize(
    ("ability", "least", "expected"),
    [
        ("Dig | DigNum$ 2 | ChangeNum$ 1", 1,
         [*one("zone_changed", "608.2c", "a top 1"), *one("library_arranged", "401.4", "a")]),
        ("Dig | DigNum$ 2 | ChangeNum$ 1 | Optional$ True", 0,
         [*one("zone_changed", "608.2c", "a top 1"), *one("library_arranged", "401.4", "a")]),
        ("Dig | DigNum$ 2 | ChangeNum$ 1 | ChangeValid$ Card", 0,
         [*one("zone_changed", "608.2c", "a top 1"), *one("library_arranged", "401.4", "a")]),
        ("Dig | DigNum$ 2 | ChangeNum$ 1 | DestinationZone$ Exile | DestinationZone2$ Graveyard", 1,
         [*one("zone_changed", "701.13a", "a top 1"), *one("zone_changed", "608.2c", "a top 2")]),
        ("Dig | DigNum$ 2 | ChangeNum$ 1 | DestinationZone$ Graveyard | DestinationZone2$ Exile", 1,
         [*one("zone_changed", "608.2c", "a top 1"), *one("zone_changed", "608.2c", "a top 2")]),
        ("Dig | DigNum$ 2 | ChangeNum$ 1 | DestinationZone$ Library | DestinationZone2$ Graveyard",
         1, one("zone_changed", "608.2c", "a top 2")),
        (("Dig | DigNum$ 2 | ChangeNum$ 1 | DestinationZone$ Battlefield | Reveal$ True"
         " | DestinationZone2$ Hand"), 1,
         [*one("card_revealed", "701.20a", "a top 1"),
          ("zone_changed", "608.2c", 1, 0, "a top 1"), *one("zone_changed", "608.2c", "a top 2")]),
    ],
)  # fmt: skip
def test_where_what_was_dug_goes(ability: str, least: int, expected: Told):
    """608.2c, 401.4: what is taken and the rest, each where the script says; Exile is 701.13a."""
    asked, outcome = played(doing(f"DB$ {ability}"), ["a top 1"])
    assert asked == [("608.2d:ability:1", "a", TOP[:2], least, 1)]
    assert told(outcome) == expected


@pytest.mark.parametrize(
    ("position", "top", "bottom"),
    [
        ("0", ["a top 3", "a top 2"], []),
        ("-1", [], ["a top 3", "a top 2"]),
        ("", [], ["a top 3", "a top 2"]),
    ],
)
def test_where_in_the_library_the_rest_goes(position: str, top: list[str], bottom: list[str]):
    """401.4: on top or below, in the order that its owner likes; below unless it is said."""
    where = f" | LibraryPosition2$ {position}" if position else ""
    game = doing(f"DB$ Dig | DigNum$ 3 | ChangeNum$ 1{where}")
    asked, outcome = played(game, ["a top 1"], ["a top 3", "a top 2"])
    assert asked[1] == ("401.4:ability:2", "a", TOP[1:], 2, 2)
    assert arranged("401.4", top, bottom)(outcome)


def test_all_that_was_dug():
    """Nothing is asked, several at once are one batch, and nothing is put back."""
    outcome = doing("DB$ Dig | DigNum$ 2 | ChangeNum$ All | Reveal$ True").resolve()
    assert told(outcome) == [
        *one("card_revealed", "701.20a", "a top 1"),
        *one("card_revealed", "701.20a", "a top 2"),
        *together("zone_changed", "608.2c", "a top 1", "a top 2"),
    ]


@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ("Destination$ Hand", one("zone_changed", "608.2c", "a top 2")),
        ("Destination$ Hand | Reveal$ True",
         [*one("card_revealed", "701.20a", "a top 2"), *one("zone_changed", "608.2c", "a top 2")]),
        ("Destination$ Exile", one("zone_changed", "701.13a", "a top 2")),
        ("Destination$ Battlefield", [("zone_changed", "608.2c", 1, 0, "a top 2")]),
    ],
)  # fmt: skip
def test_a_search(more: str, expected: Told):
    """701.23b, 701.24a: up to one, found or not; then the library is shuffled."""
    game = doing(f"DB$ ChangeZone | Origin$ Library | ChangeType$ Card | ChangeNum$ 1 | {more}")
    asked, outcome = played(game, ["a top 2"])
    assert asked == [("608.2d:ability:1", "a", TOP, 0, 1)]
    assert told(outcome) == [*expected, *one("library_arranged", "701.24a", "a")]
    assert event(outcome, "library_arranged").shuffled
    prompt = "onto the battlefield" if "Battlefield" in more else "Choose cards"
    assert prompt in game.resolve().choice.prompt


@pytest.mark.parametrize(("mandatory", "least"), [("", 0), (" | Mandatory$ True", 1)])
def test_a_search_of_what_was_sent(mandatory: str, least: int):
    """701.23a: some of the library was not sent: among what was, or the engine searches."""
    line = "DB$ ChangeZone | Origin$ Library | Destination$ Hand | ChangeType$ Card | ChangeNum$ 2"
    game = doing(line + mandatory)
    game.player("a").library_size = 9
    asked, outcome = played(game, ["a top 1", "a top 3"])
    assert asked == [("701.23a:ability:1", "a", [*TOP, "~elsewhere"], least, 2)]
    assert told(outcome)[:2] == together("zone_changed", "608.2c", "a top 1", "a top 3")
    _, outcome = played(game, ["a top 1", "~elsewhere"])
    assert told(outcome) == one("effect_left_to_engine", "608.2c", "a")


def test_who_chooses_from_a_hand():
    """608.2d: each player of their own, or one chooser of all; the moves come after all choices."""
    line = "DB$ ChangeZone | Origin$ Hand | Destination$ Battlefield | ChangeNum$ 1"
    game = doing(f"{line} | DefinedPlayer$ Player")
    asked, outcome = played(game, ["a hand 1"], ["b hand 2"])
    assert asked == [
        ("608.2d:ability:1", "a", HAND, 0, 1),
        ("608.2d:ability:2", "b", ["Hand b1", "Hand b2"], 0, 1),
    ]
    assert told(outcome) == [
        ("zone_changed", "608.2c", 1, 0, "a hand 1"),
        ("zone_changed", "608.2c", 2, 0, "b hand 2"),
    ]
    game = doing(f"{line} | DefinedPlayer$ Player | Chooser$ You | Mandatory$ True")
    asked, outcome = played(game, ["a hand 1"], ["b hand 2"])
    assert [(each[1], each[3]) for each in asked] == [("a", 1), ("a", 1)]
    controllers = [each.controller_id for each in events(outcome, "zone_changed")]
    assert controllers == ["a", "b"]
    game = doing(f"{line} | DefinedPlayer$ Opponent | GainControl$ True | Tapped$ True")
    _, outcome = played(game, ["b hand 1"])
    moved = event(outcome, "zone_changed")
    assert (moved.controller_id, moved.tapped) == ("a", True)


def test_what_a_zone_change_without_words_is_about():
    """701.23, 608.2c: chosen where that is said or the zone is hidden; else its source."""
    chosen = "DB$ ChangeZone | ChangeNum$ 1 | Destination$ {} | Origin$ {}"
    game = doing(chosen.format("Hand", "Battlefield | Hidden$ True"))
    assert sorted(game.resolve().choice.option_ids) == ["mine", "source", "x", "y"]
    found = doing(chosen.format("Hand", "Library")).resolve().choice
    assert found.option_labels[:3] == TOP
    own = doing(chosen.format("Exile", "Hand | Hidden$ True")).resolve().choice
    assert list(own.option_labels) == HAND
    game = doing("DB$ ChangeZone | Origin$ All | Destination$ Exile")
    assert told(game.resolve()) == one("zone_changed", "701.13a", "source")
    game["source"].incarnation = 2
    assert [each[0] for each in told(game.resolve())] == ["effect_left_to_engine"]


def test_a_zone_change_of_a_source_that_this_ability_has_moved():
    """400.7: it is another object by then, and what is meant is not said: the engine's."""
    away = "DB$ ChangeZone | Origin$ All | Destination$ {}"
    game = doing(
        f"{away.format('Exile')} | SubAbility$ DBBack", f"SVar:DBBack:{away.format('Hand')}"
    )
    assert [each[0] for each in told(game.resolve())] == ["zone_changed", "effect_left_to_engine"]


def test_a_zone_change_of_what_is_targeted():
    """115.1, 608.2c: the target moves though the source is gone; whose hand is meant is said."""
    targeted = "DB$ ChangeZone | ValidTgts$ {} | Origin$ {} | Destination$ {}"
    game = doing(targeted.format("Creature", "Battlefield", "Hand"), targets=["x"])
    game["source"].incarnation = 2
    assert [each.object_id for each in events(game.resolve(), "zone_changed")] == ["x"]
    game = doing(targeted.format("Player", "Hand", "Exile"), targets=["b"])
    assert [each[0] for each in told(game.resolve())] == ["effect_left_to_engine"]


def test_what_is_not_where_it_should_be_does_not_move():
    """608.2b, 702.26b: gone since, phased out, or in another zone than the script names."""
    line = "DB$ ChangeZone | Origin$ Battlefield | Destination$ Exile | Defined$ Self"
    assert told(doing(line).resolve()) == one("zone_changed", "701.13a", "source")
    assert told(doing(line.replace("Battlefield", "Hand")).resolve()) == []
    for change in ({"phased_out": True}, {"incarnation": 2}):
        game = doing(line)
        for field, value in change.items():
            setattr(game["source"], field, value)
        assert told(game.resolve()) == []


@pytest.mark.parametrize("ability", ["Tap", "Destroy", "Pump | NumAtt$ 1", "Sacrifice"])
@pytest.mark.parametrize("change", ["phased_out", "incarnation", "zone"])
def test_what_is_no_such_permanent_any_more(ability: str, change: str):
    """608.2b, 702.26b, 400.7: nothing happens to a source that has gone or phased out."""
    game = doing(f"DB$ {ability} | Defined$ Self")
    if change == "zone":
        game["source"].zone = pb.ZONE_GRAVEYARD
    else:
        setattr(game["source"], change, 2 if change == "incarnation" else True)
    assert told(game.resolve()) == []


@pytest.mark.clause("B9")
def test_tokens_that_attack():
    """B9, 508.4: each joins as it is created; what it attacks is asked where there is a choice."""
    line = "DB$ Token | TokenScript$ rat | TokenAttacking$ True | TokenTapped$ True"
    game = doing(f"{line} | TokenAmount$ 2")
    assert told(game.resolve()) == [
        ("object_created", "701.7a", 1, 0, "~1"),
        ("attack_joined", "508.4", 1, 1, "~1"),
        ("object_created", "701.7a", 1, 0, "~2"),
        ("attack_joined", "508.4", 1, 3, "~2"),
    ]
    game.add("walker", "Walker", owner="b", counters={"LOYALTY": 3}).characteristics.types.append(
        "Planeswalker"
    )
    asked, outcome = played(game, ["walker"], ["b"])
    assert asked == [
        ("508.4a:ability:1", "a", ["b", "Walker"], 1, 1),
        ("508.4a:ability:2", "a", ["b", "Walker"], 1, 1),
    ]
    assert [each.target for each in events(outcome, "attack_joined")] == [
        pb.AttackTarget(permanent_id="walker", incarnation=1),
        pb.AttackTarget(player_id="b"),
    ]
    assert game.resolve().choice.kind == wire.CHOICE_KIND_OBJECTS


@pytest.mark.clause("B13")
@pytest.mark.parametrize("where", ["no combat", "another's turn"])
def test_tokens_that_cannot_attack(where: str):
    """B13, 506.3b: outside combat, and for a player who is not attacking, they just enter."""
    game = doing("DB$ Token | TokenScript$ rat | TokenAttacking$ True")
    if where == "no combat":
        game.state.step = pb.STEP_POSTCOMBAT_MAIN
        game.state.ClearField("combat")
    else:
        game.state.active_player_id = "b"
    assert [each[:2] for each in told(game.resolve())] == [("object_created", "701.7a")]


PAYING = "DB$ GainLife | LifeAmount$ 3"


@pytest.mark.parametrize(
    ("cost", "prompt", "paid"),
    [
        ("PayLife<2>", "Pay 2 life for Source?", one("life_changed", "119.4", "a")),
        ("Discard<1/Card>", "Discard for Source: 1 (card)?",
         one("zone_changed", "701.9a", "a hand 2")),
        ("Discard<2/Card>", "Discard for Source: 2 (card)?",
         [*one("zone_changed", "701.9a", "a hand 1"), *one("zone_changed", "701.9a", "a hand 2")]),
        ("Sac<1/CARDNAME>", "Pay Sac<1/CARDNAME> for Source?",
         one("zone_changed", "701.21a", "source")),
        ("SubCounter<1/P1P1>", "Take 1 of its p1p1 counters off Source?",
         one("counters_changed", "601.2h", "source")),
        ("PayLife<2> Sac<1/CARDNAME>", "Pay PayLife<2> Sac<1/CARDNAME> for Source?",
         [*one("life_changed", "119.4", "a"), *one("zone_changed", "701.21a", "source")]),
    ],
)  # fmt: skip
def test_what_may_be_paid(cost: str, prompt: str, paid: Told):
    """118.12: asked first, in words of its own where it is one part; who does not pay gets none."""
    game = doing(f"AB$ Draw | Cost$ {cost} | SubAbility$ DBGain", f"SVar:DBGain:{PAYING}")
    game["source"].counters["P1P1"] = 1
    choice = game.resolve().choice
    assert (choice.id, choice.kind, choice.min, choice.max, choice.prompt) == (
        "118.12:ability:1", wire.CHOICE_KIND_YES_NO, 1, 1, prompt
    )  # fmt: skip
    answers: list[list[str] | bool] = [True, ["a hand 2"]] if "<1/Card>" in cost else [True]
    _, outcome = played(game, *answers)
    assert told(outcome) == [
        *paid,
        *one("zone_changed", "121.1", "a top 1"),
        *one("life_changed", "119.3", "a"),
    ]
    _, outcome = played(game, False)
    assert told(outcome) == []


@pytest.mark.parametrize(
    "cost", ["PayLife<21>", "Discard<3/Card>", "SubCounter<1/P1P1>", "Sac<3/Creature>"]
)
def test_what_cannot_be_paid_is_not_asked(cost: str):
    """118.12, 118.3: nothing is asked, and nothing follows."""
    game = doing(f"AB$ Draw | Cost$ {cost} | SubAbility$ DBGain", f"SVar:DBGain:{PAYING}")
    assert told(game.resolve()) == []


@pytest.mark.parametrize("cost", ["1", "U", "Sac<1"])
def test_what_the_engine_pays(cost: str):
    """Mana, and what is not understood: the part is the engine's."""
    assert told(doing(f"AB$ Draw | Cost$ {cost}").resolve()) == one(
        "effect_left_to_engine", "608.2c", "a"
    )


def test_a_cost_of_a_part_that_is_no_ability_is_not_paid():
    """Only `AB$` parts of triggered abilities ask for a cost as they resolve."""
    draw = one("zone_changed", "121.1", "a top 1")
    assert told(doing("DB$ Draw | Cost$ PayLife<2>").resolve()) == draw
    assert told(doing("AB$ Draw").resolve()) == draw
    game = doing("AB$ Draw | Cost$ PayLife<2>")
    game.state.stack[0].kind = pb.STACK_OBJECT_KIND_ACTIVATED_ABILITY
    assert told(game.resolve()) == draw


def test_counters_of_what_is_gone_pay_nothing():
    """118.3: a source that has left has no counters to take off."""
    game = doing("AB$ Draw | Cost$ SubCounter<1/P1P1>")
    game["source"].counters["P1P1"] = 1
    game.state.stack[0].source_as_pushed.CopyFrom(game["source"])
    game["source"].incarnation = 2
    assert told(game.resolve()) == []
    game.state.stack[0].ClearField("source_as_pushed")
    assert told(game.resolve()) == one("effect_left_to_engine", "608.2c", "a")


def test_a_reflexive_trigger_goes_on_the_stack():
    """603.12: with the same context, after what made it has left the stack."""
    game = doing("DB$ ImmediateTrigger | Execute$ DBTap", "SVar:DBTap:DB$ Tap | Defined$ Self")
    outcome = game.resolve()
    assert abilities(outcome) == ["DBTap"]
    pushed = event(outcome, "stack_pushed").object
    assert (pushed.context.player_id, pushed.context.amount) == ("b", 3)
    assert (pushed.source_id, pushed.source_incarnation) == ("source", 1)


def test_what_the_engine_is_told_of_a_part_that_is_left():
    """Targets, what was remembered, players too, the value of X, and whose it is."""
    game = doing(
        "DB$ Mill | NumCards$ 2 | RememberMilled$ True | SubAbility$ DBNew",
        "SVar:DBNew:DB$ SomethingNew | ValidTgts$ Creature",
        targets=["x"],
    )
    game.state.stack[0].x_value = 4
    left = event(game.resolve(), "effect_left_to_engine")
    assert [(each.object_id, each.incarnation) for each in left.remembered] == [
        ("a top 1", 2),
        ("a top 2", 2),
    ]
    assert list(left.targets) == [pb.Target(object_id="x", incarnation=1)]
    assert (left.x_value, left.player_id, left.context.amount) == (4, "a", 3)


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("b", [("damage_dealt", "120.2b", 1, 0, "b"), ("life_changed", "120.3a", 1, 1, "b")]),
        ("x", [("damage_dealt", "120.2b", 1, 0, "x")]),
    ],
)
def test_damage_to_a_target(target: str, expected: Told):
    """120.2b: to the player or the permanent that was targeted."""
    game = doing("DB$ DealDamage | ValidTgts$ Any | NumDmg$ 2", targets=[target])
    assert told(game.resolve()) == expected


@pytest.mark.parametrize(("controller", "gains"), [("a", ["a"]), ("b", ["b"])])
def test_whose_lifelink_it_is(controller: str, gains: list[str]):
    """702.15b, 613.1b: who controls the source as it deals the damage gains the life."""
    game = doing("DB$ DealDamage | Defined$ Opponent | NumDmg$ 2", "K:Lifelink")
    game["source"].controller_id = controller
    found = [each.player_id for each in events(game.resolve(), "life_changed") if each.change > 0]
    assert found == gains


@pytest.mark.clause("C9")
def test_lifelink_of_what_is_gone():
    """702.15b, 608.2h: its controller is who controlled it last, here the ability's."""
    game = doing("DB$ DealDamage | Defined$ Opponent | NumDmg$ 2", "K:Lifelink")
    top = game.state.stack[0]
    top.source_as_pushed.CopyFrom(game["source"])
    game["source"].zone = pb.ZONE_GRAVEYARD
    game["source"].incarnation = 2
    found = [each.player_id for each in events(game.resolve(), "life_changed") if each.change > 0]
    assert found == ["a"]


def test_a_card_that_is_manifested():
    """701.40a: face down, each by itself; of a card that is named as many as there are."""
    outcome = doing("DB$ Manifest | Amount$ 2").resolve()
    assert told(outcome) == [
        ("zone_changed", "701.40a", 1, 0, "a top 1"),
        ("zone_changed", "701.40a", 2, 0, "a top 2"),
    ]
    assert all(each.face_down for each in events(outcome, "zone_changed"))


def test_all_may_be_asked_before_anything_happens():
    """101.4, 701.21a: who sacrifices what; then all at once."""
    game = doing("DB$ Sacrifice | Defined$ Player | SacValid$ Creature | Amount$ 1")
    asked, outcome = played(game, ["mine"], ["y"])
    assert asked == [
        ("701.21a:ability:1", "a", ["Source", "Test mine"], 1, 1),
        ("701.21a:ability:2", "b", ["Test x", "Test y"], 1, 1),
    ]
    assert told(outcome) == together("zone_changed", "701.21a", "mine", "y")
    assert told(doing("DB$ Sacrifice | SacValid$ Self").resolve()) == one(
        "zone_changed", "701.21a", "source"
    )
