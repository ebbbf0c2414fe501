"""What is chosen as a card enters: a player, a type, a copy (CR 614.12a)."""

from __future__ import annotations

import pytest

from ninjutsu_service.cards.pool import bundled_path
from tests.boards import ENGINE, Game, events, pb, wire
from tests.rules.scripts import game_of, on_stack, picks, script

TYPE = "DB$ ChooseType | Type$ Card | InvalidTypes$ Creature,Land"
PLAYER = "DB$ ChoosePlayer | Choices$ Player.Opponent | SubAbility$ DBType"
LOOK = "DB$ RevealHand | Defined$ ChosenPlayer | Look$ True | SubAbility$ DBType"
TAX = "S:Mode$ RaiseCost | ValidCard$ Card.ChosenType | Type$ Spell | Amount$ 2"


def entering(*lines: str, players: tuple[str, ...] = ("a", "b")) -> Game:
    """A card with an `ETBReplacement`, whose ninjutsu is on the stack."""
    text = script("Seer", "K:Ninjutsu:U", "K:ETBReplacement:Other:DBFirst", *lines)
    game = game_of(text, script("Spell", "K:Sneak:U", body="ManaCost:U\nTypes:Sorcery\n"))
    for name in players[2:]:
        game.state.players.add(id=name, life=20, library_size=40)
    game.attacker("bear")
    game.hand("card", "Seer")
    return game.then(game.take("card", "bear", payment=ENGINE))


def test_the_types_that_may_be_chosen():
    """Every card type but those that the script excludes, in alphabetical order."""
    choice = entering(f"SVar:DBFirst:{TYPE}").resolve().choice
    assert (choice.kind, choice.player_id) == (wire.CHOICE_KIND_OBJECTS, "a")
    assert choice.prompt == "Choose a card type for Seer."
    assert list(choice.option_ids) == [
        *("Artifact", "Battle", "Enchantment", "Instant", "Kindred", "Planeswalker", "Sorcery")
    ]


def test_what_is_chosen_is_part_of_entering():
    """It stands in the zone change itself, before anything can ask for it."""
    game = entering(f"SVar:DBFirst:{TYPE}")
    outcome = game.resolve(picks(game.resolve().choice, "Sorcery"))
    (moved,) = events(outcome, "zone_changed")
    assert (moved.to_zone, moved.chosen_type) == (pb.ZONE_BATTLEFIELD, "Sorcery")
    after = game.then(outcome)
    assert after["card"].chosen_type == "Sorcery"
    # As it leaves nothing is chosen any more (400.7).
    after.hand("next", "Seer")
    assert after.then(after.take("next", "card", payment=ENGINE))["card"].chosen_type == ""


@pytest.mark.parametrize(("chosen", "cost"), [("Sorcery", "2 U"), ("Artifact", "U")])
def test_what_was_chosen_counts_for_its_source(chosen: str, cost: str):
    """607.2d: what the same card says of the chosen type."""
    game = entering(f"SVar:DBFirst:{TYPE}", TAX)
    game = game.then(game.resolve(picks(game.resolve().choice, chosen)))
    game.attacker("wolf")
    game.hand("spell", "Spell")
    (action,) = [each for each in game.listing(engine_pays=True).actions if each.keyword == "Sneak"
                 and each.returned_id == "wolf"]  # fmt: skip
    assert action.mana_cost == cost


def test_a_player_first():
    """Asked among several opponents; with one there is nothing to ask."""
    lines = (f"SVar:DBFirst:{PLAYER.replace('DBType', 'DBLook')}", f"SVar:DBLook:{LOOK}",
             f"SVar:DBType:{TYPE}")  # fmt: skip
    alone = entering(*lines).resolve().choice
    assert alone.id == "614.12a:card:type"
    game = entering(*lines, players=("a", "b", "c"))
    first = game.resolve().choice
    assert (first.id, first.kind) == ("614.12a:card:player", wire.CHOICE_KIND_PLAYERS)
    assert list(first.option_ids) == ["b", "c"]
    assert game.resolve(picks(first, "c")).choice.id == "614.12a:card:type"


@pytest.mark.parametrize(
    "part",
    [
        "DB$ ChooseType | Type$ Creature",
        "DB$ ChooseType | Type$ Card | Defined$ Opponent",
        "DB$ ChooseType | Type$ Card | AtRandom$ True",
        "DB$ ChooseCard | Choices$ Creature",
        f"{PLAYER}\nSVar:DBType:DB$ Draw",
    ],
)
def test_what_is_not_read_in_full_is_the_engines(part: str):
    """Nothing is asked, it enters, and the engine has the text."""
    outcome = entering(f"SVar:DBFirst:{part}").resolve()
    kinds = [each.WhichOneof("event") for each in outcome.events]
    assert kinds[:3] == ["zone_changed", "attack_joined", "effect_left_to_engine"]
    (left,) = events(outcome, "effect_left_to_engine")
    assert left.ability == part.split("\n", maxsplit=1)[0]


def test_a_copy_has_chosen_what_it_copies_has_chosen():
    """707.5: Sakashima's Student as Arachne chooses for itself."""
    student = (bundled_path() / "cardsfolder/s/sakashimas_student.txt").read_text("utf-8")
    arachne = (bundled_path() / "cardsfolder/a/arachne_psionic_weaver.txt").read_text("utf-8")
    game = game_of(student, arachne)
    game.attacker("bear")
    game.add("arachne", "Arachne, Psionic Weaver", owner="b", chosen_type="Instant")
    game.hand("card", "Sakashima's Student")
    game = game.then(game.take("card", "bear", payment=ENGINE))
    copied = picks(game.resolve().choice, "arachne")
    second = game.resolve(copied).choice
    assert second.id == "614.12a:card:type"
    after = game.then(game.resolve(copied, picks(second, "Battle")))
    assert (after["card"].chosen_type, after["arachne"].chosen_type) == ("Battle", "Instant")


def test_face_down_nothing_is_chosen():
    """708.2, 701.40a: what is manifested has no text."""
    lines = ["K:ETBReplacement:Other:DBFirst", f"SVar:DBFirst:{TYPE}"]
    making = "T:Mode$ Phase | Phase$ EndCombat | TriggerZones$ Battlefield | Execute$ TrigMake"
    game = game_of(
        script("Maker", making, "SVar:TrigMake:DB$ Manifest | Amount$ 1"),
        script("Seer", *lines),
        step=pb.STEP_COMBAT_DAMAGE,
    )
    game.add("maker", "Maker")
    game.add("top", "Seer", pb.ZONE_LIBRARY)
    game = game.advanced()
    outcome = game.resolve()
    assert not outcome.HasField("choice")
    assert game.then(outcome)["top"].face_down


def counted(*lines: str, body: str = "", keyword: str = "Ninjutsu") -> wire.Outcome:
    """What becomes of a card with counters as it enters, for a returned 2/2 of mana value 2."""
    text = script("Seer", "K:Ninjutsu:U", "K:Sneak:U", *lines, **({"body": body} if body else {}))
    game = game_of(text)
    game.attacker("bear")
    game["bear"].characteristics.mana_cost = "1 G"
    game.hand("card", "Seer")
    game = game.then(game.take("card", "bear", keyword, payment=ENGINE))
    return game.resolve()


def put_on(outcome: wire.Outcome) -> list[tuple[str, int, str]]:
    """The counters that it entered with, each with the rule."""
    return [
        (each.counters_changed.counter, each.counters_changed.change, each.rule)
        for each in outcome.events
        if each.HasField("counters_changed")
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["K:etbCounter:p1p1:2"], [("P1P1", 2, "122.6")]),
        (["K:etbCounter:P1P1:X", "SVar:X:Returned$CardManaCost"], [("P1P1", 2, "122.6")]),
        (["K:etbCounter:P1P1:0"], []),
        (["K:etbCounter:P1P1:1:ValidCard$ Card.Self:Words."], [("P1P1", 1, "122.6")]),
        (["K:etbCounter:P1P1:1:no Condition:CARDNAME enters with one."], [("P1P1", 1, "122.6")]),
        (["K:etbCounter:P1P1:X:no condition:Words.", "SVar:X:Returned$CardManaCost"],
         [("P1P1", 2, "122.6")]),
        (["K:etbCounter:P1P1:1::Words."], [("P1P1", 1, "122.6")]),
        (["K:etbCounter:P1P1:1:ValidCard$ Card.CastSa Spell.Sneak"], []),
        (["K:etbCounter:P1P1:1", "K:ETBCounter:Stun:3"],
         [("P1P1", 1, "122.6"), ("STUN", 3, "122.6")]),
    ],
)  # fmt: skip
def test_counters_that_a_card_enters_with(lines: list[str], expected: list[tuple[str, int, str]]):
    """122.6: of the kinds, as many, and on the condition that its lines say."""
    assert put_on(counted(*lines)) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("K:Modular:2", [("P1P1", 2, "702.43a")]),
        ("K:Graft:3", [("P1P1", 3, "702.58a")]),
        ("K:Fading:4", [("FADE", 4, "702.32a")]),
        ("K:vanishing:1", [("TIME", 1, "702.63a")]),
        ("K:Vanishing:0", []),
        ("K:Vanishing", []),
    ],
)
def test_keywords_by_which_it_enters_with_counters(line: str, expected: list[tuple[str, int, str]]):
    """As many as the keyword says; vanishing without a number means none (702.63b)."""
    outcome = counted(line)
    assert put_on(outcome) == expected
    assert events(outcome, "effect_left_to_engine") == []


@pytest.mark.clause("B7")
def test_a_creature_that_is_nothing_without_its_counters():
    """702.43a, 704.5f: a 0/0 with modular enters with its counters, and lives by them."""
    body = "ManaCost:3\nTypes:Artifact Creature\nPT:0/0\n"
    outcome = counted("K:Modular:2", body=body)
    assert [each.WhichOneof("event") for each in outcome.events] == [
        "zone_changed", "counters_changed", "attack_joined", "stack_removed", "priority_given",
    ]  # fmt: skip
    assert len({each.batch for each in outcome.events[:3]}) == 1
    (card,) = (item for item in outcome.state.objects if item.id == "card")
    assert (card.zone, dict(card.counters)) == (pb.ZONE_BATTLEFIELD, {"P1P1": 2})


@pytest.mark.parametrize(
    "line",
    ["K:Modular:Sunburst", "K:Sunburst", "K:Riot", "K:Bloodthirst:2", "K:Tribute:3", "K:Devour:1",
     "K:Amplify:1:Beast", "K:Unleash", "K:Ravenous", "K:Saga:3:A,B,C"],
)  # fmt: skip
def test_keywords_whose_counters_are_the_engines(line: str):
    """What it enters with is chosen, or no state tells it: it is no 0/0 that dies here (F1)."""
    outcome = counted(line, body="ManaCost:3\nTypes:Creature\nPT:0/0\n")
    assert put_on(outcome) == []
    assert [each.ability for each in events(outcome, "effect_left_to_engine")] == [line]
    (card,) = (item for item in outcome.state.objects if item.id == "card")
    assert card.zone == pb.ZONE_BATTLEFIELD


@pytest.mark.parametrize(
    ("line", "counters", "left"), [("K:Modular:2", {"P1P1": 2}, []), ("K:Riot", {}, ["K:Riot"])]
)
def test_a_token_with_such_a_keyword(line: str, counters: dict[str, int], left: list[str]):
    """707.2: a token that is a copy enters as its card does."""
    made = script("Seer", line, body="ManaCost:3\nTypes:Creature\nPT:0/0\n")
    game = game_of(script("Source", "SVar:TrigDo:DB$ CopyPermanent | ValidTgts$ Creature"), made)
    game.add("source", "Source")
    game.add("seer", "Seer", counters={"P1P1": 1})
    on_stack(game, "TrigDo", "source", "seer")
    outcome = game.resolve()
    (token,) = (item for item in outcome.state.objects if item.token)
    assert (token.zone, dict(token.counters)) == (pb.ZONE_BATTLEFIELD, counters)
    assert [each.ability for each in events(outcome, "effect_left_to_engine")] == left


def test_counters_where_its_condition_holds():
    """It was cast for its sneak cost."""
    line = "K:etbCounter:P1P1:1:ValidCard$ Card.CastSa Spell.Sneak"
    assert put_on(counted(line, keyword="Sneak")) == [("P1P1", 1, "122.6")]


@pytest.mark.parametrize(
    "line",
    [
        "K:etbCounter:P1P1:Unheard",
        "K:etbCounter:P1P1:1:CheckSVar$ X",
        "K:etbCounter:P1P1:1:ValidCard$ Card.SomethingNew",
    ],
)
def test_counters_that_are_not_understood_are_the_engines(line: str):
    """None is put on, and the engine has the line."""
    outcome = counted(line)
    assert put_on(outcome) == []
    assert [each.ability for each in events(outcome, "effect_left_to_engine")] == [line]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("ManaCost:2\nTypes:Planeswalker\nLoyalty:4\n", ("LOYALTY", 4, "306.5b")),
        ("ManaCost:2\nTypes:Battle\nDefense:5\n", ("DEFENSE", 5, "310.4b")),
    ],
)
def test_loyalty_and_defense(body: str, expected: tuple[str, int, str]):
    """306.5b, 310.4b: as many as are printed."""
    assert put_on(counted(body=body)) == [expected]


def copying(part: str, *more: str, kind: str = "Copy") -> Game:
    """A card that enters as a copy, with two creatures and an artifact in play."""
    line = ":".join((f"K:ETBReplacement:{kind}:DBCopy", *more))
    game = game_of(script("Clone", "K:Ninjutsu:U", line, f"SVar:DBCopy:{part}"))
    game.attacker("bear")
    game.creature("wall", owner="b", power=0, toughness=4)
    game.add("relic", "Relic", owner="b").characteristics.types.append("Artifact")
    game.hand("card", "Clone")
    return game.then(game.take("card", "bear", payment=ENGINE))


def test_a_copy_that_may_be_declined():
    """707.5: one of those that fit, or none; asked though there is but one."""
    game = copying("DB$ Clone | Choices$ Creature.Other | AddTypes$ Ninja", "Optional")
    choice = game.resolve().choice
    assert (choice.id, choice.kind) == ("707.5:card", wire.CHOICE_KIND_OBJECTS)
    assert (choice.min, choice.max, list(choice.option_ids)) == (0, 1, ["wall"])
    assert choice.prompt == "Choose what Clone enters as a copy of."
    (copied,) = events(game.resolve(picks(choice, "wall")), "object_copied")
    assert list(copied.characteristics.types) == ["Creature", "Ninja"]
    assert not events(game.resolve(picks(choice)), "object_copied")


def test_a_copy_that_may_not():
    """Of the one that there is without a question; of none where there is none."""
    (copied,) = events(copying("DB$ Clone | Choices$ Artifact").resolve(), "object_copied")
    assert copied.copied_id == "relic"
    outcome = copying("DB$ Clone | Choices$ Land").resolve()
    assert not outcome.HasField("choice")
    assert not events(outcome, "object_copied")
    choice = copying("DB$ Clone | Choices$ Permanent").resolve().choice
    assert (choice.min, choice.max, list(choice.option_ids)) == (1, 1, ["wall", "relic"])


def test_a_copy_of_a_creature_unless_it_says_otherwise():
    """A Clone without `Choices`."""
    (copied,) = events(copying("DB$ Clone").resolve(), "object_copied")
    assert copied.copied_id == "wall"


@pytest.mark.parametrize(
    ("part", "kind"),
    [
        ("DB$ Clone | Choices$ Creature | SetPower$ 7", "Copy"),
        ("DB$ Clone | Choices$ Creature", "Other"),
        ("DB$ Draw | Defined$ You", "Copy"),
    ],
)
def test_a_copy_that_is_not_read_in_full_is_the_engines(part: str, kind: str):
    """It enters as itself, and the engine has the text."""
    outcome = copying(part, kind=kind).resolve()
    assert not events(outcome, "object_copied")
    assert [each.ability for each in events(outcome, "effect_left_to_engine")] == [part]


@pytest.mark.parametrize(
    "line", ["K:ETBReplacement:Copy:DBNone", "K:ETBReplacement:Copy", "K:Vigilance:Copy:DBFirst"]
)
def test_a_line_that_leads_nowhere(line: str):
    """Nothing is replaced, and nothing is left."""
    outcome = counted(line, "SVar:DBFirst:DB$ Clone | Choices$ Creature")
    assert [each.WhichOneof("event") for each in outcome.events] == [
        *("zone_changed", "attack_joined", "stack_removed", "priority_given")
    ]
