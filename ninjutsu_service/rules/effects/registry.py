"""What carries out which API, and the parameters that each understands."""

from __future__ import annotations

from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.effects import (
    cards,
    choosing,
    countering,
    counters,
    damaging,
    library,
    life,
    moves,
    permanents,
    tokens,
)
from ninjutsu_service.rules.effects.run import Effects, Handler

_SUBJECTS: tuple[Effects, ...] = (
    cards.EFFECTS,
    choosing.EFFECTS,
    counters.EFFECTS,
    countering.EFFECTS,
    damaging.EFFECTS,
    library.EFFECTS,
    life.EFFECTS,
    moves.EFFECTS,
    permanents.EFFECTS,
    tokens.EFFECTS,
)

EVERY_PART = frozenset(
    ("db", "ab", "sp", "st", "defined", "subability", "validtgts", "targetmin", "targetmax",
     "targettype", "tgtzone", "tgtprompt", "cost", "planeswalker", "spelldescription",
     "stackdescription", "conditiondescription", "choicetitle", "choiceprompt", "playerturn",
     "activationlimit", "sorceryspeed", "ultimate", "iscurse", "reminder", "precostdesc",
     "costdesc", "bonusdesc", "remindertext", "activationzone", "activationphases",
     "validdescription", "validtgtsdesc", "sacmessage", "changetypedesc", "selectprompt",
     "additionaldescription", "forcerevealtocontroller")
)  # fmt: skip
"""Parameters that mean the same in every part, or nothing as it is carried out."""

HANDLERS: dict[str, tuple[Handler, frozenset[str]]] = {
    api: (handler, frozenset(keys) | EVERY_PART)
    for subject in _SUBJECTS
    for api, (handler, keys) in subject.items()
}


def handler_of(api: str, part: AbilityLine) -> Handler | None:
    """What carries a part out; None where its API or one of its parameters is not understood.

    Conditions are looked at elsewhere, and hints for computer players mean nothing here.
    """
    found = HANDLERS.get(api)
    if found is None:
        return None
    handler, known = found
    for key in part.parameters:
        if key not in known and not key.startswith(("condition", "ai")):
            return None
    return handler
