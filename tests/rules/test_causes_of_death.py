"""F3: a permanent's death names the event that brought it about, which an engine may replace."""

from __future__ import annotations

import pytest

from ninjutsu_service.rules.choices import Decisions
from ninjutsu_service.rules.settle import settle
from tests.boards import Game, ev, pb, wire
from tests.rules.scripts import game_of, on_stack, script
from tests.rules.test_settle import ledger_of

SMALL = script("Small", body="ManaCost:1\nTypes:Creature Ninja\nPT:1/1\nK:Ninjutsu:0\n")
NOTHING = script("Nothing", body="ManaCost:1\nTypes:Creature Ninja\nPT:0/0\nK:Ninjutsu:0\n")


def lord(change: str, affected: str = "Creature.OppCtrl") -> str:
    """A Ninja that changes others' toughness."""
    return script(
        "Lord",
        f"S:Mode$ Continuous | Affected$ {affected} | {change} | Description$ Changed.",
        body="ManaCost:1\nTypes:Creature Ninja\nPT:2/2\nK:Ninjutsu:0\n",
    )


def deaths(outcome: object) -> list[tuple[str, str, str, int]]:
    """What went to a graveyard, by which rule, and the kind and number of the event behind it."""
    events = list(outcome.events)  # type: ignore[attr-defined]
    found = []
    for each in events:
        if each.HasField("zone_changed") and each.zone_changed.to_zone == pb.ZONE_GRAVEYARD:
            behind = events[each.cause - 1].WhichOneof("event") if each.cause else ""
            found.append((each.zone_changed.object_id, each.rule, behind, each.cause))
    return found


def entered(game: Game, card: str) -> object:
    """What comes of a card's ninjutsu, as it resolves."""
    game.attacker("bear")
    game.hand("ninja", card)
    # What would die as it is activated is to die as it resolves.
    settles = wire.CallOptions(engine_settles=True)
    return game.then(game.take("ninja", "bear", options=settles)).resolve()


@pytest.mark.clause("F3", "C11")
def test_it_enters_with_nothing():
    """F3, 704.5f: had something else been put there, it would not die; its cause was none."""
    assert deaths(entered(game_of(NOTHING), "Nothing")) == [
        ("ninja", "704.5f", "zone_changed", 1)
    ]  # fmt: skip


@pytest.mark.clause("F3", "C11")
def test_sakashimas_student_copies_nothing():
    """F3, 704.5f: a 0/0, with nothing in play to be a copy of."""
    game = Game()
    game.attacker("bear")
    game.hand("ninja", "Sakashima's Student")
    game.lands("U", 2)
    outcome = game.then(game.take("ninja", "bear")).resolve()
    assert deaths(outcome) == [("ninja", "704.5f", "zone_changed", 1)]


@pytest.mark.clause("F3", "C11")
@pytest.mark.parametrize(
    "change",
    ["AddToughness$ -1", "SetToughness$ 0", "AddToughness$ -X", "AddToughness$ -AffectedX"],
)
def test_what_enters_takes_toughness(change: str):
    """F3, 704.5f: others die of the Ninja that entered, and not where it did not."""
    svars = "SVar:X:Count$Valid Creature.YouOwn\nSVar:AffectedX:Count$CardPower\nOracle:"
    text = lord(change).replace("Oracle:", svars).replace("PT:2/2", "PT:0/2")
    game = game_of(SMALL, text)
    game.add("small", "Small", owner="b")
    assert deaths(entered(game, "Lord")) == [("small", "704.5f", "zone_changed", 1)]


@pytest.mark.clause("F3", "C11")
def test_what_was_there_takes_toughness():
    """F3, 704.5f: what enters where it cannot live dies of its own entering."""
    game = game_of(SMALL, lord("AddToughness$ -1"))
    game.add("lord", "Lord", owner="b")
    assert deaths(entered(game, "Small")) == [("ninja", "704.5f", "zone_changed", 1)]


@pytest.mark.clause("F3", "C11")
def test_what_gave_toughness_is_returned():
    """F3, 704.5g: marked creatures die as the one that kept them alive goes back to hand."""
    game = game_of(SMALL, lord("AddToughness$ 1", "Creature.Other+YouCtrl"))
    game.add("marked", "Small", damage=1)
    game.add("sent", "Small", damage=1).characteristics.types.append("Creature")
    game["sent"].characteristics.toughness = 2
    game.add("lord", "Lord", tapped=True)
    game.attack("lord")
    game.hand("ninja", "Small")
    outcome = game.take("ninja", "lord")
    ((name, rule, kind, number),) = deaths(outcome)
    assert (name, rule, kind) == ("marked", "704.5g", "zone_changed")
    assert outcome.events[number - 1].zone_changed.object_id == "lord"


@pytest.mark.clause("F3", "C11")
@pytest.mark.parametrize("affected", ["Creature.OppCtrl", "Creature.YouCtrl+Ninja"])
def test_what_dies_of_damage_dies_of_damage(affected: str):
    """F3, 704.5g: what gave it toughness has nothing to do with it."""
    game = game_of(SMALL, lord("AddToughness$ 1", affected))
    game.add("small", "Small", owner="b")
    game.add("lord", "Lord")
    game.attacker("wolf", power=3, status=pb.BLOCK_STATUS_BLOCKED, blockers=["small"])
    ((name, rule, kind, _),) = deaths(game.advance())
    assert (name, rule, kind) == ("small", "704.5g", "damage_dealt")


@pytest.mark.clause("F3", "C11")
def test_lord_and_marked_creature_die_one_after_the_other():
    """F3, 704.5g: damage kills the lord; what lived by it dies in the next check, of its death."""
    game = game_of(SMALL, lord("AddToughness$ 3", "Creature.Other+YouCtrl"))
    game.add("small", "Small", owner="b")
    game.add("lord", "Lord", owner="b")
    for name, power, blocker in (("wolf", 2, "small"), ("ogre", 2, "lord")):
        game.attacker(name, power=power, toughness=9, status=pb.BLOCK_STATUS_BLOCKED,
                      blockers=[blocker])  # fmt: skip
    outcome = game.advance()
    (first, second) = deaths(outcome)
    assert first[:3] == ("lord", "704.5g", "damage_dealt")
    assert second[:3] == ("small", "704.5g", "zone_changed")
    assert outcome.events[second[3] - 1].zone_changed.object_id == "lord"


@pytest.mark.clause("F3", "C11")
@pytest.mark.parametrize(
    ("change", "affected"),
    [
        ("AddToughness$ 1", "Creature.OppCtrl"),
        ("AddToughness$ 0", "Creature.OppCtrl"),
        ("AddToughness$ -1", "Creature.YouCtrl+Other"),
        ("AddPower$ -1", "Creature.OppCtrl"),
    ],
)
def test_what_enters_and_takes_nothing_from_it(change: str, affected: str):
    """F3, 704.5g: what had lethal damage before does not die of a Ninja that changes nothing."""
    game = game_of(SMALL, lord(change, affected))
    game.add("small", "Small", owner="b", damage=5)
    assert deaths(entered(game, "Lord")) == [("small", "704.5g", "", 0)]


@pytest.mark.clause("F3", "C11", "F2")
def test_what_enters_takes_nothing_from_what_was_sent():
    """F3, F2: sent characteristics are the truth: what is in play has been applied to them."""
    game = game_of(SMALL, lord("AddToughness$ -1"))
    game.creature("sent", owner="b", damage=2)
    assert deaths(entered(game, "Lord")) == [("sent", "704.5g", "", 0)]


@pytest.mark.clause("F3", "C11")
@pytest.mark.parametrize(
    ("change", "affected", "kind"),
    [
        ("AddToughness$ 1", "Creature.Other+YouCtrl", "zone_changed"),
        ("SetToughness$ 5", "Creature.Other+YouCtrl", "zone_changed"),
        ("AddToughness$ 1", "Creature.OppCtrl", ""),
        ("AddPower$ 1", "Creature.Other+YouCtrl", ""),
    ],
)
def test_what_leaves_is_the_cause_only_of_what_it_kept_alive(change: str, affected: str, kind: str):
    """F3, 704.5g: the lord's return is why, or has nothing to do with it."""
    game = game_of(SMALL, lord(change, affected))
    game.add("marked", "Small", damage=1)
    game.add("lord", "Lord", tapped=True)
    game.attack("lord")
    game.hand("ninja", "Small")
    ((name, _, behind, _),) = deaths(game.take("ninja", "lord"))
    assert (name, behind) == ("marked", kind)


@pytest.mark.clause("F3", "C11")
def test_what_has_no_toughness_dies_of_no_lord():
    """F3, 704.5i: a planeswalker without loyalty, as a lord goes back to hand."""
    walker = script("Walker", body="ManaCost:1\nTypes:Planeswalker\nLoyalty:3\n")
    game = game_of(SMALL, walker, lord("AddToughness$ 1", "Creature.Other+YouCtrl"))
    game.add("walker", "Walker").counters["LOYALTY"] = 0
    game.add("lord", "Lord", tapped=True)
    game.attack("lord")
    game.hand("ninja", "Small")
    assert deaths(game.take("ninja", "lord")) == [("walker", "704.5i", "", 0)]


@pytest.mark.clause("F3", "C11")
def test_the_last_event_is_the_cause():
    """F3, 704.5g: it lost toughness as the lord was sacrificed, and damage came after that."""
    game = game_of(
        SMALL,
        lord("AddToughness$ 1", "Creature.Other+YouCtrl"),
        script(
            "Source",
            "SVar:TrigDo:DB$ Sacrifice | SacValid$ Creature.namedLord | SubAbility$ DBDamage",
            "SVar:DBDamage:DB$ DamageAll | NumDmg$ 1 | ValidCards$ Creature.namedSmall",
            body="ManaCost:1\nTypes:Enchantment\n",
        ),
    )
    game.add("source", "Source")
    game.add("lord", "Lord")
    game.add("small", "Small")
    on_stack(game, "TrigDo")
    outcome = game.resolve()
    assert [each[:3] for each in deaths(outcome)] == [
        ("lord", "701.21a", ""), ("small", "704.5g", "damage_dealt")
    ]  # fmt: skip


@pytest.mark.clause("F3", "C11")
def test_who_controls_it_then_is_no_cause():
    """F3, 704.5g: what has lethal damage dies of that, whoever took control of it afterwards."""
    game = Game()
    game.creature("bear")
    ledger = ledger_of(game)
    ledger.write(ev.DamageDealt(source_id="x", object_id="bear", amount=2, marked=2), "120.3e")
    ledger.write(ev.ControlChanged(object_id="bear", controller_id="b"), "613.1b")
    settle(ledger, Decisions(()))
    assert [(each[0], each[1], each[3]) for each in deaths(ledger)] == [("bear", "704.5g", 1)]
