"""What a call reads of costs, keywords and mana abilities, and what CheckState adds to it."""

from __future__ import annotations

import pytest

from ninjutsu_service import calls
from ninjutsu_service.rules.reading import kept_faults
from ninjutsu_service.state.faults import InvalidRequest
from tests.boards import ENGINE, Game, faulty, invalid, manual, pb, wire
from tests.rules.scripts import table_of

NINJA = "Ninja of the Deep Hours"


def ready() -> Game:
    game = Game()
    game.attacker("bear")  # objects[0]
    game.hand("ninja", NINJA)  # objects[1]
    game.lands("U", 2)  # objects[2] and [3]
    return game


@pytest.mark.parametrize("name", ["", "x", "bear"])
def test_a_player_who_is_none(name: str):
    """The request's own player must be one of the state's."""
    game = ready()
    request = wire.ListActionsRequest(state=game.state, player_id=name)
    with invalid("player_id"):
        calls.list_actions(game.rulebook, request)
    with invalid("player_id"):
        game.take("ninja", "bear", player=name)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"source_id": ""}, ["source_id"]),
        ({"source_id": "x"}, ["source_id"]),
        ({"source_id": "a"}, ["source_id"]),
        ({"returned_id": ""}, ["returned_id"]),
        ({"returned_id": "x"}, ["returned_id"]),
        ({"keyword": ""}, ["keyword"]),
        ({"mana_cost": "1 Q"}, ["mana_cost"]),
        ({"mana_cost": "{1}{U}"}, ["mana_cost"]),
        ({"x_value": 2**30 + 1}, ["x_value"]),
        ({"source_id": "", "returned_id": "", "keyword": "", "mana_cost": "?"},
         ["source_id", "returned_id", "keyword", "mana_cost"]),
    ],
)  # fmt: skip
def test_an_action_that_names_nothing(fields: dict[str, object], wrong: list[str]):
    """Each wrong field of an action is named, with the others."""
    named = {"source_id": "ninja", "returned_id": "bear", "keyword": "Ninjutsu", **fields}
    action = wire.Action(**named)  # type: ignore[arg-type]
    with invalid(*(f"action.{field}" for field in wrong)):
        ready().take("", "", action=action)


def test_faults_of_request_and_state_together():
    """The state's faults and the request's are named in one answer."""
    game = ready()
    game["bear"].owner_id = "x"
    game["u1"].mana_abilities[0].produces = "Q"
    with invalid(
        "objects[0].owner_id",
        "player_id",
        "action.returned_id",
        "payment.manual.sources[1].object_id",
    ):
        game.take("ninja", "x", player="y", payment=manual("u1", "x"))
    with invalid(
        "objects[0].owner_id", "action.returned_id", "objects[2].mana_abilities[0].produces"
    ):
        game.take("ninja", "x")


@pytest.mark.parametrize("text", ["Ninjutsu", "Ninjutsu:", "Ninjutsu: ", "Ninjutsu:Z",
                                  "Ninjutsu:1 U Discard<1/Card", "Ninjutsu:{1}{U}",
                                  "ninjutsu:U-B", "", "  "])  # fmt: skip
def test_a_keyword_that_is_malformed(text: str):
    """A keyword of the family needs a cost in the notation; an empty text is no keyword."""
    game = ready()
    game["ninja"].characteristics.keywords.extend(["Flying", text])
    path = "objects[1].characteristics.keywords[1]"
    with invalid(path):
        game.listing()
    with invalid(path):
        game.take("ninja", "bear")
    assert faulty(game) == [path]


@pytest.mark.parametrize("text", ["Flying", "Protection from red", "Cycling", "Suspend:3", ":"])
def test_a_keyword_of_others_is_not_read(text: str):
    """What no registered keyword claims is the engine's, whatever it looks like."""
    game = ready()
    game["bear"].characteristics.keywords.append(text)
    assert faulty(game) == []
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


def test_only_the_keywords_of_cards_that_may_act_are_read():
    """A malformed keyword of another card matters only where every card is to be explained."""
    game = ready()
    game["bear"].characteristics.keywords.append("Ninjutsu")
    game.hand("other", NINJA, owner="b").characteristics.keywords.append("Ninjutsu")
    game.take("ninja", "bear")
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    bear, other = "objects[0].characteristics.keywords[0]", "objects[4].characteristics.keywords[0]"
    with invalid(bear, other):
        game.listing(explain=True)
    assert faulty(game) == [bear, other]


@pytest.mark.parametrize(
    ("produces", "cost", "wrong"),
    [
        ("", "", ["produces"]),
        ("Q", "", ["produces"]),
        ("1", "", ["produces"]),
        ("X", "", ["produces"]),
        ("W/U", "", ["produces"]),
        ("U/P", "", ["produces"]),
        ("2/U", "", ["produces"]),
        ("S", "", ["produces"]),
        ("no cost", "", ["produces"]),
        ("U", "Sac<1/CARDNAME", ["cost"]),
        ("U", "T Sac", ["cost"]),
        ("U", "{T}", ["cost"]),
        ("", "{T}", ["produces", "cost"]),
    ],
)
def test_a_mana_ability_that_is_malformed(produces: str, cost: str, wrong: list[str]):
    """What it produces is single kinds of mana, what it costs a cost; each text is named."""
    game = ready()
    game["u1"].mana_abilities.add(produces=produces, cost=cost)
    paths = [f"objects[2].mana_abilities[1].{field}" for field in wrong]
    with invalid(*paths):
        game.listing()
    with invalid(*paths):
        game.take("ninja", "bear")
    assert faulty(game) == paths


@pytest.mark.parametrize(
    "fields", [{"owner_id": "b"}, {"controller_id": "b"}, {"zone": pb.ZONE_GRAVEYARD}]
)
def test_mana_that_is_not_the_players_is_not_read(fields: dict[str, object]):
    """Another player's mana abilities, and those of a card elsewhere, are for CheckState only."""
    game = ready()
    game.land("odd", "U").mana_abilities[0].produces = "Q"
    for field, value in fields.items():
        setattr(game["odd"], field, value)
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]
    game.take("ninja", "bear")
    assert faulty(game) == ["objects[4].mana_abilities[0].produces"]


def test_mana_is_not_read_where_the_engine_pays():
    """F1: an action that the engine pays for reads no mana ability."""
    game = ready()
    game["u1"].mana_abilities[0].produces = "Q"
    game.take("ninja", "bear", payment=ENGINE)


def test_resolving_reads_no_mana_and_no_keyword():
    """Resolve reads the stack and combat; what only paying needs may be anything."""
    game = ready()
    after = game.then(game.take("ninja", "bear"))
    after["u1"].mana_abilities[0].produces = "Q"
    after["u2"].characteristics.keywords.append("Ninjutsu")
    after.resolve()
    assert faulty(after) == [
        "objects[2].mana_abilities[0].produces",
        "objects[3].characteristics.keywords[0]",
    ]


@pytest.mark.parametrize("role", ["attacker", "blocker"])
def test_who_fights_must_be_known(role: str):
    """An attacker or blocker has characteristics that were sent, or a script in the pool."""
    game = ready()
    game.add("stranger", "No such card", owner="b" if role == "blocker" else "a")
    if role == "attacker":
        game.attack("stranger")
    else:
        record = game.state.combat.attackers[0]
        record.block_status = pb.BLOCK_STATUS_BLOCKED
        record.blocker_ids.append("stranger")
    path = "objects[4].characteristics"
    for call in (game.listing, lambda: game.take("ninja", "bear"), game.resolve):
        with invalid(path):
            call()
    assert faulty(game) == [path]
    game["stranger"].face_down = True
    assert faulty(game) == []
    game["stranger"].face_down = False
    game["stranger"].card_name = NINJA
    assert faulty(game) == []


def test_who_does_not_fight_may_be_unknown():
    """Any other object that nothing is known of has no types and no keywords."""
    game = ready()
    for zone in (pb.ZONE_BATTLEFIELD, pb.ZONE_HAND, pb.ZONE_COMMAND):
        game.add(f"stranger{zone}", "No such card", zone)
    assert faulty(game) == []
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


def test_check_state_names_more():
    """CheckState also names what no call of this combat reads."""
    game = ready()
    state = game.state
    game["bear"].damage = 2**30 + 1
    game["bear"].counters["P1P1"] = 2**30 + 1
    game["bear"].counters["AGE"] = 2**30 + 1
    game["bear"].characteristics.mana_cost = "1 Q"
    game["bear"].characteristics.power = -(2**30) - 1
    game["bear"].characteristics.toughness = 2**30 + 1
    game["ninja"].commander_casts = 2**30 + 1
    game.player("a").counters["POISON"] = 2**30 + 1
    game.player("b").commander_damage["bear"] = 2**30 + 1
    game.player("b").life_lost_this_turn = 2**30 + 1
    state.effects.add(object_id="x", incarnation=2**63, power_change=2**30 + 1)
    state.effects.add(object_id="bear", toughness_change=-(2**30) - 1, duration=9)
    game.creature("dead", owner="b", zone=pb.ZONE_GRAVEYARD)
    game.attacker("wolf", status=pb.BLOCK_STATUS_BLOCKED, blockers=["dead"])
    game.creature("gone", owner="b", zone=pb.ZONE_EXILE)
    state.combat.other_blocker_ids.append("gone")
    state.step = pb.STEP_POSTCOMBAT_MAIN
    assert faulty(game) == [
        "objects[0].characteristics.mana_cost",
        "objects[0].damage",
        "objects[0].characteristics.power",
        "objects[0].characteristics.toughness",
        "objects[0].counters['AGE']",
        "objects[0].counters['P1P1']",
        "objects[1].commander_casts",
        "combat",
        "combat.attackers[1].blocker_ids[0]",
        "combat.other_blocker_ids[0]",
        "players[0].counters['POISON']",
        "players[1].commander_damage['bear']",
        "players[1].life_lost_this_turn",
        "effects[0].object_id",
        "effects[0].duration",
        "effects[0].incarnation",
        "effects[0].power_change",
        "effects[1].duration",
        "effects[1].toughness_change",
    ]
    assert game.actions() == []


def test_check_state_knows_how_many_cards_a_library_holds():
    """A library of which more cards are sent than it is said to hold contradicts itself."""
    game = ready()
    game.player("b").library_size = 1
    for number in range(2):
        game.add(f"top{number}", "Island", pb.ZONE_LIBRARY, "b")
    assert faulty(game) == ["players[1].library_size"]
    game.player("b").ClearField("library_size")
    assert faulty(game) == []
    game.player("b").library_size = 2
    assert faulty(game) == []


def test_check_state_tells_effects_apart():
    """An effect that ends is named by its id, so two of one id cannot be told apart."""
    game = ready()
    for name in ("one", "one", "", ""):
        game.state.effects.add(object_id="bear", id=name, duration=pb.DURATION_END_OF_TURN)
    assert faulty(game) == ["effects[1].id"]


@pytest.mark.parametrize(
    ("names", "faults"),
    [
        (["", "", "one"], ["effects[0].id"]),
        (["", "one", ""], ["effects[0].id"]),
        (["", "one", "two"], []),
        (["one", "", ""], []),
    ],
)
def test_check_state_tells_a_shield_apart(names: list[str], faults: list[str]):
    """701.19a: the shield that is used ends, and no effect that has no id either."""
    game = ready()
    for place, name in enumerate(names):
        keywords = ["regeneration"] if place == 0 else ["Flying"]
        game.state.effects.add(
            object_id="bear", id=name, duration=pb.DURATION_END_OF_TURN, keywords=keywords
        )
    assert faulty(game) == faults


def test_a_mana_cost_that_is_malformed():
    """The mana cost that was sent of a card is read with its keywords."""
    game = ready()
    game["ninja"].characteristics.CopyFrom(
        pb.Characteristics(keywords=["Ninjutsu:1 U"], mana_cost="{3}{U}")
    )
    path = "objects[1].characteristics.mana_cost"
    for call in (game.listing, lambda: game.take("ninja", "bear")):
        with invalid(path):
            call()
    assert faulty(game) == [path]
    game["ninja"].characteristics.mana_cost = "3 U"
    game.take("ninja", "bear")


def test_an_x_beyond_what_is_read():
    """A value of X beyond the limit is a wrong field, where the cost has an X as well."""
    game = ready()
    game["ninja"].characteristics.keywords.append("Ninjutsu:X")
    action = wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id="bear")
    action.x_value = 2**30 + 1
    with invalid("action.x_value"):
        game.take("", "", action=action, payment=ENGINE)
    action.x_value = 2**30
    game.take("", "", action=action, payment=ENGINE)


def test_an_unknown_attacker_that_is_not_there():
    """What is not on the battlefield is named for that, and not for being unknown as well."""
    game = ready()
    game.add("stranger", "No such card")
    game.attack("stranger")
    assert faulty(game) == ["objects[4].characteristics"]
    game["stranger"].zone = pb.ZONE_GRAVEYARD
    assert faulty(game) == ["combat.attackers[1].object_id"]


def test_check_state_looks_at_targets_and_blockers():
    """A target that names nothing, and a blocker that attacks itself, are named by CheckState."""
    game = ready()
    record = game.state.combat.attackers[0]
    record.ClearField("target")
    assert faulty(game) == []
    record.target.incarnation = 3
    assert faulty(game) == ["combat.attackers[0].target"]
    game.attacker("wolf", status=pb.BLOCK_STATUS_BLOCKED, blockers=["bear"])
    assert faulty(game) == ["combat.attackers[0].target", "combat.attackers[1].blocker_ids[0]"]
    assert game.actions() == [("ninja", "Ninjutsu", "bear")]


LIMIT = 2**30


@pytest.mark.parametrize(
    "field", ["damage", "commander_casts", "power", "toughness", "P1P1", "lost", "power_change"]
)
@pytest.mark.parametrize("beyond", [0, 1])
def test_each_number_by_itself(field: str, beyond: int):
    """What is just within the limit is no fault; one more is, whatever else is sent."""
    game = ready()
    bear, number = game["bear"], LIMIT + beyond
    effect = game.state.effects.add(object_id="bear", duration=pb.DURATION_END_OF_TURN)
    paths = {
        "damage": "objects[0].damage",
        "commander_casts": "objects[0].commander_casts",
        "power": "objects[0].characteristics.power",
        "toughness": "objects[0].characteristics.toughness",
        "P1P1": "objects[0].counters['P1P1']",
        "lost": "players[0].life_lost_this_turn",
        "power_change": "effects[0].power_change",
    }
    if field in ("damage", "commander_casts"):
        setattr(bear, field, number)
    elif field in ("power", "toughness"):
        setattr(bear.characteristics, field, -number)
    elif field == "P1P1":
        bear.counters[field] = number
    elif field == "lost":
        game.player("a").life_lost_this_turn = number
    else:
        effect.power_change = -number
    assert faulty(game) == ([paths[field]] if beyond else [])


def test_only_the_librarys_own_cards_count():
    """Tokens and cards elsewhere are none of the cards that a library is said to hold."""
    game = ready()
    for player in game.state.players:
        player.library_size = 0
    game.add("token", "Ninja", pb.ZONE_LIBRARY, token=True)
    assert faulty(game) == []
    game.add("top", "Island", pb.ZONE_LIBRARY)
    assert faulty(game) == ["players[0].library_size"]


def test_what_blocks_an_attacker_that_has_left_must_be_known():
    """It fights on (CR 509.1g), so something must tell what it is."""
    game = ready()
    game.add("stranger", "No such card", owner="b")
    game.state.combat.other_blocker_ids.append("stranger")
    assert faulty(game) == ["objects[4].characteristics"]
    with invalid("objects[4].characteristics"):
        game.advance()


def test_no_combat_is_no_fault_in_a_main_phase():
    """CR 506.1: combat is named only where it was sent, and only outside its phase."""
    game = ready()
    game.state.step = pb.STEP_POSTCOMBAT_MAIN
    assert faulty(game) == ["combat"]
    game.state.ClearField("combat")
    assert faulty(game) == []


def test_what_is_missing_is_told_from_what_is_wrong():
    """Messages: a field left out is required; a value that means nothing is unknown."""
    game = ready()
    game.state.effects.add(object_id="bear")
    game.state.effects.add(object_id="bear", duration=9)
    request = wire.CheckStateRequest(state=game.state)
    told = [fault.message for fault in calls.check_state(game.rulebook, request).faults]
    assert told == ["required", "unknown"]
    for name, message in (("", "required"), ("x", "no player has the id 'x'")):
        with pytest.raises(InvalidRequest) as caught:
            calls.list_actions(
                game.rulebook, wire.ListActionsRequest(state=game.state, player_id=name)
            )
        assert [fault.message for fault in caught.value.faults] == [message]


def test_a_state_that_is_kept_is_read_as_a_whole():
    """Any later command may ask for any of it: characteristics anywhere, mana of anybody."""
    game = Game()
    game.creature("bear", owner="b", zone=pb.ZONE_LIBRARY, keywords=["Ninjutsu"])
    game.land("swamp", "B", owner="b").mana_abilities[0].cost = "{T}"
    game.land("exiled", "B", zone=pb.ZONE_EXILE).mana_abilities[0].cost = "{T}"
    found = [fault.field for fault in kept_faults(table_of(game))]
    assert found == ["objects[0].characteristics.keywords[0]", "objects[1].mana_abilities[0].cost"]


@pytest.mark.parametrize(
    ("target", "left", "faults"),
    [
        ("b", False, []),
        ("a", False, ["combat.attackers[0].target.player_id"]),
        ("t", False, ["combat.attackers[0].target.player_id"]),
        ("t", True, []),
    ],
)
def test_an_attack_on_ones_own_team(target: str, left: bool, faults: list[str]):
    """506.2: an attacker attacks an opponent; who has left the game may be on record still."""
    game = Game("a", "b", "t")
    for name, team in (("a", "one"), ("t", "one"), ("b", "two")):
        game.player(name).team_id = team
    game.player("t").left_game = left
    game.attacker("bear", target=target)
    assert faulty(game) == faults
    # What is on the stack would enter attacking whom it names.
    game.state.combat.attackers[0].target.player_id = "b"
    game.hand("ninja", NINJA)
    game.lands("U", 2)
    after = game.then(game.take("ninja", "bear"))
    after.state.stack[0].attack_target.player_id = target
    assert faulty(after) == [each.replace("combat.attackers[0].target", "stack[0].attack_target")
                             for each in faults]  # fmt: skip


def test_an_attack_where_nobody_is_known_to_attack():
    """An active player who is none is the fault; it ended in INTERNAL, and the fuzzer saw it."""
    game = Game()
    game.attacker("bear")
    game.state.active_player_id = "nobody"
    assert faulty(game) == ["active_player_id"]
