"""The words of Forge's state files: its keys, and what may stand behind a card's name.

Every word is in one of three lots: what is imported, what says nothing of the state of a game,
and what the state has no place for, which the reader of a file is told of.
"""

from __future__ import annotations

import re

from ninjutsu.v1 import state_pb2 as pb

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

STEPS = {
    "UNTAP": pb.STEP_OTHER,
    "UPKEEP": pb.STEP_OTHER,
    "DRAW": pb.STEP_OTHER,
    "MAIN1": pb.STEP_PRECOMBAT_MAIN,
    "COMBAT_BEGIN": pb.STEP_BEGINNING_OF_COMBAT,
    "COMBAT_DECLARE_ATTACKERS": pb.STEP_DECLARE_ATTACKERS,
    "COMBAT_DECLARE_BLOCKERS": pb.STEP_DECLARE_BLOCKERS,
    "COMBAT_FIRST_STRIKE_DAMAGE": pb.STEP_FIRST_COMBAT_DAMAGE,
    "COMBAT_DAMAGE": pb.STEP_COMBAT_DAMAGE,
    "COMBAT_END": pb.STEP_END_OF_COMBAT,
    "MAIN2": pb.STEP_POSTCOMBAT_MAIN,
    "END_OF_TURN": pb.STEP_OTHER,
    "CLEANUP": pb.STEP_OTHER,
    "BEGINCOMBAT": pb.STEP_BEGINNING_OF_COMBAT,
    "DECLARE ATTACKERS": pb.STEP_DECLARE_ATTACKERS,
    "DECLARE BLOCKERS": pb.STEP_DECLARE_BLOCKERS,
    "FIRST STRIKE DAMAGE": pb.STEP_FIRST_COMBAT_DAMAGE,
    "COMBAT DAMAGE": pb.STEP_COMBAT_DAMAGE,
    "ENDCOMBAT": pb.STEP_END_OF_COMBAT,
    "END OF TURN": pb.STEP_OTHER,
}
"""Forge's names of the steps: those that it writes, and those of its scripts."""
