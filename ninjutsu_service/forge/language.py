"""The words of Forge's state files: its keys, and what may stand behind a card's name.

Every word is in one of three lots: what is imported, what says nothing of the state of a game,
and what the state has no place for, which the reader of a file is told of.
"""

from __future__ import annotations

import re

PLAYER = r"p(?:0|[1-9][0-9]?)"
"""The name of a player, in lower case: one form for each, so that nobody is there twice."""

KEY = re.compile(
    rf"(?P<player>human|ai|{PLAYER})(?:cardsin)?"
    r"(?P<what>life|counters|hand|battlefield|play|graveyard"
    r"|library|exile|command|sideboard|manapool|persistentmana|landsplayed|landsplayedlastturn"
    r"|precast|putonstack|numringtemptedyou|speed|startinglife)"
)
"""A key of a player's, in lower case; `humancardsinplay` is the oldest form of a zone's."""

ZONES = frozenset(("hand", "battlefield", "graveyard", "library", "exile", "command"))

IMPORTED = frozenset(
    ("attacking", "classlevel", "chosentype", "counters", "damage", "facedown", "flipped", "id",
     "iscommander", "istoken", "meld", "modal", "owner", "phasedout", "summonsick", "tapped",
     "transformed")
)  # fmt: skip
"""The attributes of cards that come into the state, in lower case."""

WITH_VALUE = frozenset(("chosentype", "classlevel", "counters", "damage", "id", "owner"))
"""Those of them that say nothing without a value; Forge passes over them then."""

WITHOUT_EFFECT = frozenset(("set", "art", "noetbtrigs"))
"""Attributes that say how a card looks, or how Forge is to put it where it is."""

SET_CODE = re.compile(r"[A-Z0-9]{1,5}")
"""A set's code that stands alone, as in older files: `Mountain|KLD`."""

NOT_IMPORTED = {
    word.lower(): word
    for word in (
        "Ability", "AttachedTo", "Attaching", "ChosenCards", "ChosenColor", "ChosenType2",
        "EnchantingPlayer", "ExecuteScript", "ExiledWith", "Foretold", "ForetoldThisTurn",
        "Imprinting", "IsRingBearer", "MergedCards", "Monstrous", "NamedCard", "OnAdventure",
        "RememberedCards", "Renowned", "Saddled", "Solved", "Suspected", "UnlockedRoom",
    )
}  # fmt: skip
"""Attributes that a state has no place for, as Forge writes them, by the word in lower case."""
