"""Whether the values of a script's parameters are read here: the rules themselves are asked.

They are asked about a board that has one of everything, by an ability that knows all there is to
know: what they cannot tell there they can tell nowhere, and leave to the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.cards.script import read_keyword
from ninjutsu_service.cards.valid import parse_valid
from ninjutsu_service.rules.amounts import at_least, compares, number
from ninjutsu_service.rules.defined import defined_objects, defined_players, names_players
from ninjutsu_service.rules.effects.cards import CONJURED_INTO, DISCARDS
from ninjutsu_service.rules.effects.carrying import cost_asked
from ninjutsu_service.rules.effects.choosing import type_names
from ninjutsu_service.rules.effects.counters import is_one_kind
from ninjutsu_service.rules.effects.life import LIFE_LOST
from ninjutsu_service.rules.effects.moves import PLACES
from ninjutsu_service.rules.effort import TooMuchWork
from ninjutsu_service.rules.registry import Registry
from ninjutsu_service.rules.replacing import counted
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.static_lines import COST_KINDS, PAYERS, is_defining, unread_spells
from ninjutsu_service.rules.statics import CONDITIONS
from ninjutsu_service.rules.table import Table
from ninjutsu_service.rules.valid import stack_matches, unread
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.rules.zones import zones_named
from ninjutsu_service.state.board import Board

MOST_WORK = 5_000
"""The steps of asking about one line; what takes more is not read, as far as this goes."""


class Asked(NamedTuple):
    """What is asked about one value.

    Attributes:
        views: abilities that know everything: of what a player, and of what an object was part.
        value: the value.
        parameters: all of the line, by key in lower case.
    """

    views: tuple[View, View]
    value: str
    parameters: Mapping[str, str]

    def any(self, understood: Callable[[View], object]) -> bool:
        """Whether one of the abilities can tell."""
        return any(understood(view) is not None for view in self.views)


Test = Callable[[Asked], str]
"""The words of a value that are not read; empty where all are."""


class Reads:
    """Asks the rules what they read."""

    def __init__(self, registry: Registry) -> None:
        self._rulebook = Rulebook(CardPool.from_texts(), registry)
        self._state = _one_of_everything()

    def unread(
        self, kind: str, name: str, parameters: Mapping[str, str], svars: Mapping[str, str]
    ) -> Iterator[tuple[str, str]]:
        """The values of a line that are not read here.

        Args:
            kind: "ability", "trigger", "static ability", "replacement"; "entering" for what is
                done as something enters, "payment" for an ability that a trigger has somebody
                pay for, "keyword" for a `K:` line, whose text stands under the key "".
            name: what the line does, "Draw", or waits for; in lower case.
            parameters: of the line, by key in lower case.
            svars: of the face, by name in lower case.

        Yields:
            The key, and the words that are not read.
        """
        views = self._views(svars)
        for key, value in parameters.items():
            found = (TESTS.get(where) for where in (f"{kind} {key}", f"{name} {key}", key))
            test = next((each for each in found if each is not None), None)
            if test is None or not value:
                continue
            try:
                words = test(Asked(views, value, parameters))
            except TooMuchWork:
                words = value
            if words:
                yield key, words

    def _views(self, svars: Mapping[str, str]) -> tuple[View, View]:
        table = Table(Board(self._state), self._rulebook)
        table.effort.left = MOST_WORK
        source, other = (table.board.objects[name] for name in ("source", "other"))
        view = View(
            table,
            Seen(source, table.traits(source)),
            "you",
            svars,
            context=pb.TriggerContext(object_id="source", object_incarnation=1, player_id="they"),
            targets=[pb.Target(object_id="other", incarnation=1), pb.Target(player_id="they")],
            returned=Seen(other, table.traits(other)),
            remembered=[Seen(other, table.traits(other)), "they"],
            chosen_player="they",
            chosen_type="Creature",
            permission=pb.Target(),
        )
        if any("LoseLife" in text for text in svars.values()):
            view.results[LIFE_LOST] = 0
        of_object = pb.TriggerContext(object_id="source", object_incarnation=1, player_id="other")
        return view, replace(view, context=of_object)


def _one_of_everything() -> pb.CombatState:
    state = pb.CombatState(turn=1, active_player_id="you", step=pb.STEP_COMBAT_DAMAGE)
    for name in ("you", "they"):
        state.players.add(id=name, life=20, library_size=1, life_lost_this_turn=0)
    for name, owner in (("source", "you"), ("other", "they")):
        item = state.objects.add(
            id=name, incarnation=1, owner_id=owner, zone=pb.ZONE_BATTLEFIELD, card_name=name
        )
        item.characteristics.name = name
        item.characteristics.types.append("Creature")
        item.characteristics.power = item.characteristics.toughness = 1
    state.stack.add(
        id="spell", kind=pb.STACK_OBJECT_KIND_SPELL, source_id="source", source_incarnation=1,
        controller_id="you",
    )  # fmt: skip
    return state


def _valid(asked: Asked) -> str:
    view = asked.views[0]
    assert view.source is not None
    text = ",".join(
        each.text for each in parse_valid(asked.value).alternatives if each.text != "Any"
    )
    return ", ".join(dict.fromkeys(unread(view, text, view.source, "they") if text else ()))


def _one_of_stack(asked: Asked) -> str:
    """A valid-expression of spells and abilities: the words that a spell's card may have."""
    view = asked.views[0]
    (spell,) = view.table.board.state.stack
    found: list[str] = []
    for each in parse_valid(asked.value).alternatives:
        base = "Spell" if each.base in ("Activated", "Triggered") else each.base
        if stack_matches(view, base, spell) is None:
            found.append(base)
            continue
        words = (wanted.text for wanted in each.properties)
        found += [word for word in words if stack_matches(view, f"{base}.{word}", spell) is None]
    return ", ".join(dict.fromkeys(found))


def _spells(asked: Asked) -> str:
    """Of a change of costs: the words that tell nothing of a keyword's ability or spell."""
    registry = asked.views[0].table.rulebook.registry
    names = [name for each in registry for name in each.names]
    return ", ".join(dict.fromkeys(unread_spells(asked.value, names)))


def _defining(asked: Asked) -> str:
    return "" if is_defining(asked.parameters) else asked.value


def _number(asked: Asked) -> str:
    value = asked.value.strip()
    word = value.lstrip("+-")
    # A letter that nothing defines is told of as what it is.
    undefined = len(word) == 1 and word.isalpha() and word.lower() not in asked.views[0].svars
    return "" if undefined or asked.any(lambda view: number(view, value)) else value


def _compared(asked: Asked) -> str:
    """A number that is only compared: that it is no less than something may do."""
    return "" if asked.any(lambda view: at_least(view, asked.value)) else _number(asked)


def _or(*words: str, otherwise: Test) -> Test:
    return lambda asked: "" if asked.value in words else otherwise(asked)


def _only(*words: str) -> Test:
    return lambda asked: "" if asked.value in words else asked.value


def _that(understood: Callable[[str], object]) -> Test:
    return lambda asked: "" if understood(asked.value) else asked.value


def _players(asked: Asked) -> str:
    return "" if asked.any(lambda view: defined_players(view, asked.value)) else asked.value


def _objects(asked: Asked) -> str:
    return "" if asked.any(lambda view: defined_objects(view, asked.value)) else asked.value


def _either(asked: Asked) -> str:
    return _players(asked) and _objects(asked)


def _comparison(asked: Asked) -> str:
    return "" if asked.any(lambda view: compares(view, "1", asked.value)) else asked.value


def _types(asked: Asked) -> str:
    line = AbilityLine("SVar", dict(asked.parameters), "")
    return "" if type_names(line) else asked.value


def _payment(asked: Asked) -> str:
    return "" if cost_asked(asked.value) is not None else asked.value


def _etb_counters(asked: Asked) -> str:
    line = read_keyword(asked.value)
    if len(line.arguments) < 2 or asked.any(lambda view: counted(view, line)):
        return ""
    return asked.value


def _quality(asked: Asked) -> str:
    """`K:Protection:Creature.Zombie:Zombies`: the words of what it is against."""
    arguments = read_keyword(asked.value).arguments
    return _valid(asked._replace(value=arguments[0])) if any(arguments[:1]) else ""


def _each(test: Test, keys: str) -> dict[str, Test]:
    return dict.fromkeys(keys.split(), test)


_ZONES = _that(zones_named)
_OF_PLAYERS = (
    "chooseplayer choosetype dig discard draw gainlife genericchoice loselife makecard mill"
    " revealhand scry seek surveil"
)
_OF_EITHER = "dealdamage putcounter sacrifice"
_COST_CHANGES = ("reducecost", "raisecost")
_OF_NONE = "branch charm cleanup counter destroyall immediatetrigger pumpall putcounterall tapall"

TESTS: dict[str, Test] = {
    **_each(
        _valid,
        "affected changetype changevalid conditionpresent discardvalid ispresent sacvalid"
        " validactivatingplayer validcard validcards validplayer validplayers validsource"
        " validtarget validtgts",
    ),
    "seek type": _valid,
    **{f"{name} choices": _valid for name in ("chooseplayer", "clone")},
    "sacrifice sacvalid": _or("Self", otherwise=_valid),
    **_each(_one_of_stack, "validsa"),
    **{f"{mode} {key}": _spells for mode in _COST_CHANGES for key in ("validsa", "validspell")},
    **{f"{mode} type": _only(*COST_KINDS) for mode in _COST_CHANGES},
    **{f"{mode} activator": _only(*PAYERS) for mode in _COST_CHANGES},
    **_each(
        _number,
        "addpower addtoughness amount changenum charmnum counternum"
        " dignum lifeamount mincharmnum num numatt numcards numcopies numdef numdmg scrynum"
        " setpower settoughness targetmax targetmin tokenamount withtotalcmc",
    ),
    **_each(_compared, "branchconditionsvar checksvar conditionchecksvar"),
    "dig changenum": _or("All", otherwise=_number),
    "removecounter counternum": _or("All", otherwise=_number),
    **_each(
        _comparison,
        "branchconditionsvarcompare conditioncompare conditionsvarcompare presentcompare"
        " svarcompare",
    ),
    **_each(_objects, "conditiondefined defined presentdefined"),
    **{f"{name} defined": _players for name in _OF_PLAYERS.split()},
    **{f"{name} defined": _either for name in _OF_EITHER.split()},
    **{f"{name} defined": lambda asked: "" for name in _OF_NONE.split()},
    "entering defined": lambda asked: "",
    **_each(_players, "chooser definedplayer repeatplayers tokenowner"),
    "attacking": _or("True", otherwise=_players),
    "optionaldecider": _that(names_players),
    **_each(_ZONES, "affectedzone destination destinationzone destinationzone2 origin tgtzone"
            " triggerzones presentzone conditionzone"),
    "makecard zone": _that(lambda value: value.lower() in CONJURED_INTO),
    "makecard name": _that(lambda value: value != "ChosenName"),
    "discard mode": _only(*DISCARDS),
    **_each(_only(*PLACES), "libraryposition libraryposition2"),
    "newcontroller": _only("You"),
    "countertype": _that(is_one_kind),
    "counteradded countertype": lambda asked: "",
    "choosetype type": _types,
    "entering type": _only("Card"),
    **_each(_only("True"), "playerturn opponentturn conditionplayerturn"),
    "trigger activationlimit": _that(lambda value: value.isascii() and value.isdigit()),
    "condition": _only(*CONDITIONS),
    "static ability effectzone": _or("Battlefield", otherwise=_defining),
    "static ability characteristicdefining": _defining,
    "static ability affecteddefined": _only("Self"),
    "replacement destination": _only("Battlefield"),
    "replacement replacementresult": _only("Updated"),
    "replacement activezones": _only("Battlefield"),
    "payment cost": _payment,
    "etbcounter ": _etb_counters,
    **{f"{name} ": _quality for name in ("hexproof", "protection")},
}  # fmt: skip
"""What is asked of a value, by its key alone, or with the line's name or kind before it."""
