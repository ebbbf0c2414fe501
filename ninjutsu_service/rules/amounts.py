"""Numbers in scripts: literals, named values, and counts such as `Count$Valid Ninja.YouCtrl`.

A number that is not understood is None, never 0: what depends on it is not carried out here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.ability import api_of, read_part
from ninjutsu_service.rules.defined import defined_objects, defined_players
from ninjutsu_service.rules.valid import compare, player_matches, seen_matches
from ninjutsu_service.rules.view import Seen, View
from ninjutsu_service.rules.zones import zone_named
from ninjutsu_service.state.board import controller_of

MAX_DEPTH = 8
"""How deep named values may refer to each other; none may refer to itself."""

LARGEST = 2**30
"""No number that a script comes to is larger, either way."""


def number(view: View, text: str) -> int | None:
    """A number as a script states it: `2`, `+2`, `-X`, `X`, `Count$xPaid/Plus.1`.

    Returns:
        None where it is not understood.
    """
    text = text.strip()
    sign = -1 if text.startswith("-") else 1
    plain = text.lstrip("+-")
    found = _literal(plain)
    if found is None:
        found = _named(view, plain)
    if found is None:
        return None
    return max(-LARGEST, min(LARGEST, sign * found))


def _named(view: View, name: str) -> int | None:
    """What a name stands for: what a part of the ability came to, else what the script says."""
    lower = name.lower()
    if lower in view.results:
        return view.results[lower]
    stated = view.svars.get(lower)
    if stated is None:
        return _worked_out(view, name)
    if lower in view.naming or len(view.naming) >= MAX_DEPTH or is_set_later(view.svars, lower):
        return None
    view.table.effort.spend(1)
    view.naming.add(lower)
    try:
        return number(view, stated)
    finally:
        view.naming.remove(lower)


SETTERS = ("svar", "resultsvar", "excesssvar", "chosensvar", "othersvar", "varname", "announce")
"""The parameters that name a value which an ability sets as it is carried out, as in
`StoreSVar | SVar$ Hits`; in lower case."""


def is_set_later(svars: Mapping[str, str], name: str) -> bool:
    """Whether a script's value only stands in for one that is set as an ability is carried out.

    Scripts hold the place with `Number$0`, as for `AFLifeLost`, what a `LoseLife` took; or the
    value is one that some part of the script names to set it.

    Args:
        svars: the values of the face.
        name: the name of one of them, in lower case.
    """
    head, _, what = svars.get(name, "").partition("$")
    if head.strip() == "Number" and _literal(what.strip()) == 0:
        return True
    return any(
        part.get(key).lower() == name
        for text in svars.values()
        if "SVar$" in text or "VarName$" in text or "Announce$" in text
        for part in (read_part(text),)
        if api_of(part)
        for key in SETTERS
    )


def literal(text: str) -> int | None:
    """A number written out, `2`, `+2` or `-2`; None for anything else."""
    found = _literal(text.strip().lstrip("+-"))
    return -found if found is not None and text.strip().startswith("-") else found


def _literal(text: str) -> int | None:
    if text.isascii() and text.isdigit():
        return int(text) if len(text) < 7 else LARGEST
    return None


def _worked_out(view: View, text: str) -> int | None:
    """An expression: what is counted, and what is done to the count."""
    head, dollar, rest = text.partition("$")
    if not dollar:
        return None
    what, *operations = rest.split("/")
    found = _counted(view, head.strip(), what.strip())
    for operation in operations:
        if found is None:
            return None
        found = _operate(view, found, operation)
    return found


def _operate(view: View, left: int, operation: str) -> int | None:
    """`/HalfUp`, `/Plus.2`, `/LimitMax.X` and so on."""
    name, _, argument = operation.partition(".")
    simple = {
        "HalfUp": (left + 1) // 2,
        "HalfDown": left // 2,
        "Twice": 2 * left,
        "Thrice": 3 * left,
        "Negative": -left,
    }
    if name in simple:
        return simple[name]
    right = number(view, argument) if argument else None
    if right is None:
        return None
    return {
        "Plus": left + right,
        "Minus": left - right,
        "NMinus": right - left,
        "Times": left * right,
        "LimitMax": min(left, right),
        "LimitMin": max(left, right),
        "DivideEvenlyDown": left // right if right else None,
    }.get(name)


def _counted(view: View, head: str, what: str) -> int | None:
    if head == "Number":
        return _literal(what)
    if head == "SVar":
        return number(view, what)
    if head == "Count":
        return _count(view, what)
    if head == "TriggerCount":
        return _trigger_count(view, what)
    if head == "Returned":
        return None if view.returned is None else _of_object(view, view.returned, what)
    if head.startswith("PlayerCount"):
        return _player_count(view, head.removeprefix("PlayerCount"), what)
    return _of_defined(view, head, what)


def _trigger_count(view: View, what: str) -> int | None:
    """What set a trigger off, counted: damage, life, cards."""
    if view.context is None or what not in ("DamageAmount", "LifeAmount", "Amount"):
        return None
    return view.context.amount


def _of_defined(view: View, head: str, what: str) -> int | None:
    """A number of what a script's words name: `TriggeredTarget$LifeTotal`, `Remembered$Amount`."""
    objects = defined_objects(view, head)
    if objects is not None and not _is_about_players(what):
        if what == "Amount":
            return len(objects)
        if what.startswith("Valid "):
            return _matching(view, what.removeprefix("Valid "), objects)
        return _sum(_of_object(view, seen, what) for seen in objects)
    players = defined_players(view, head)
    if players is None:
        return None
    return _sum(_of_player(view, player, what) for player in players)


def _is_about_players(what: str) -> bool:
    return what in ("LifeTotal", "LifeLostThisTurn") or what.startswith(("CardsIn", "Counters."))


def _sum(numbers: Iterable[int | None]) -> int | None:
    total = 0
    for each in numbers:
        if each is None:
            return None
        total += each
    return total


def _of_object(view: View, seen: Seen, what: str) -> int | None:
    """One number of an object."""
    name, _, argument = what.partition(".")
    if name == "CardCounters":
        if argument in ("ALL", ""):
            return sum(seen.item.counters.values())
        return seen.item.counters.get(argument.upper(), 0)
    if not view.table.tells(seen.item):
        return None
    return {
        "CardManaCost": seen.traits.mana_value,
        "CardPower": seen.traits.power or 0,
        "CardToughness": seen.traits.toughness or 0,
        "CardNumColors": len(seen.traits.colors),
    }.get(name)


def _of_player(view: View, player: str, what: str) -> int | None:
    """One number of a player."""
    record = view.table.board.players[player]
    if what == "LifeTotal":
        return record.life
    if what == "LifeLostThisTurn":
        known = record.HasField("life_lost_this_turn")
        return record.life_lost_this_turn if known else None
    if what == "CardsInLibrary":
        return record.library_size if record.HasField("library_size") else None
    if what.startswith("CardsIn"):
        zone = zone_named(what.removeprefix("CardsIn"))
        if zone is None:
            return None
        items = view.table.board.objects.values()
        return sum(item.zone == zone and item.owner_id == player for item in items)
    if what.startswith("Counters."):
        return record.counters.get(what.removeprefix("Counters.").upper(), 0)
    return None


def _player_count(view: View, which: str, what: str) -> int | None:
    """`PlayerCountOpponents$Amount` and its like."""
    words = {"Opponents": "Player.Opponent", "Players": "Player", "Defined": "Player"}
    players = defined_players(view, words.get(which, ""))
    if players is None:
        return None
    if what == "Amount":
        return len(players)
    if what.startswith("HasProperty"):
        answers = [
            player_matches(view, f"Player.{what.removeprefix('HasProperty')}", player)
            for player in players
        ]
        return None if None in answers else sum(map(bool, answers))
    numbers = [_of_player(view, player, what) for player in players]
    return None if not numbers or None in numbers else max(filter(None, numbers), default=0)


_COUNTS: dict[str, Callable[[View], int | None]] = {
    "xPaid": lambda view: view.x,
    "YourLifeTotal": lambda view: view.table.board.players[view.you].life,
    "InYourHand": lambda view: _of_player(view, view.you, "CardsInHand"),
    "InYourGraveyard": lambda view: _of_player(view, view.you, "CardsInGraveyard"),
    "InYourYard": lambda view: _of_player(view, view.you, "CardsInGraveyard"),
    "InYourLibrary": lambda view: _of_player(view, view.you, "CardsInLibrary"),
}


def _count(view: View, what: str) -> int | None:
    """`Count$…`."""
    test = _COUNTS.get(what)
    if test is not None:
        return test(view)
    if what.startswith("Valid"):
        where, _, expression = what.removeprefix("Valid").partition(" ")
        zone = zone_named(where) if where else pb.ZONE_BATTLEFIELD
        return None if zone is None or not expression else _in_zone(view, expression, zone)
    if what.startswith("Compare "):
        return _compare(view, what.removeprefix("Compare "))
    return None if view.source is None else _of_object(view, view.source, what)


def _in_zone(view: View, expression: str, zone: int) -> int | None:
    items = view.table.board.objects.values()
    seen = [view.now(item) for item in items if item.zone == zone and not item.phased_out]
    return _matching(view, expression, seen)


def at_least(view: View, text: str) -> int | None:
    """A number that a count which is not known has at least: what entered this turn, and is there.

    What has left since the state does not tell, nor under whose control something entered that
    its owner does not control now. What has phased out is there, and entered (CR 702.26b).

    Returns:
        None for any other count.
    """
    stated = view.svars.get(text.strip().lower(), text).strip()
    expression = stated.removeprefix("Count$ThisTurnEntered_Battlefield_")
    # `Origin` may stand before the expression: "from_Hand_Creature.YouCtrl" is not told apart here.
    if expression == stated or expression.startswith("from_") or "/" in expression:
        return None
    board = view.table.board
    seen = [
        view.now(item)
        for item in board.in_zones((pb.ZONE_BATTLEFIELD,))
        if item.turn_entered == board.state.turn and controller_of(item) == item.owner_id
    ]
    return _matching(view, expression, seen)


def _matching(view: View, expression: str, objects: Iterable[Seen]) -> int | None:
    """How many of the objects fit; None where that is not understood of one of them."""
    total = 0
    for seen in objects:
        answer = seen_matches(view, expression, seen)
        if answer is None:
            return None
        total += answer
    return total


def _compare(view: View, text: str) -> int | None:
    """`Compare X GE2.3.1`: one number or another by a condition."""
    name, _, rest = text.partition(" ")
    condition, *outcomes = rest.split(".")
    if len(outcomes) != 2:
        return None
    holds = compares(view, name, condition)
    return None if holds is None else number(view, outcomes[0 if holds else 1])


def compares(view: View, left: str, condition: str) -> bool | None:
    """Whether a number stands to another as `GE2` or `EQX` says; None if not understood."""
    one, other, how = number(view, left), number(view, condition[2:]), condition[:2]
    if other is None or how not in ("EQ", "NE", "GE", "GT", "LE", "LT"):
        return None
    if one is not None:
        return compare(one, how, other)
    least = at_least(view, left)
    # From some number on the answer is the same for every larger one: then it is known.
    enough = least is not None and least >= other + (how not in ("GE", "LT"))
    return compare(least, how, other) if least is not None and enough else None
