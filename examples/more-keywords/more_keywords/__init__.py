"""Three relatives of ninjutsu, each a few statements about what is otherwise."""

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.keyword import Window
from ninjutsu_service.rules.keywords.ninjutsu import COMMANDER_NINJUTSU, NINJUTSU

# K:Library ninjutsu:1 U. The attacker is shuffled into its owner's library, and the card comes
# from the player's own library while they search it.
LIBRARY_NINJUTSU = NINJUTSU.vary(
    name="Library ninjutsu",
    line="Library ninjutsu",
    also=("Ninjutsu",),
    zones=frozenset((pb.ZONE_LIBRARY,)),
    window=Window.WHILE_SEARCHING,
    returned_to=pb.ZONE_LIBRARY,
)

# K:Fixed commander ninjutsu:B B Discard<1/Card>. Commander ninjutsu with the commander tax.
FIXED_COMMANDER_NINJUTSU = COMMANDER_NINJUTSU.vary(
    name="Fixed commander ninjutsu",
    line="Fixed commander ninjutsu",
    variant="",
    also=("Commander ninjutsu", "Ninjutsu"),
    commander_tax=True,
)

# K:Revenant:2 B. From the graveyard, for 2 life more, at any time that blocks are known.
REVENANT = NINJUTSU.vary(
    name="Revenant",
    line="Revenant",
    zones=frozenset((pb.ZONE_GRAVEYARD,)),
    reveals=False,
    extra_cost="PayLife<2>",
)

KEYWORDS = (LIBRARY_NINJUTSU, FIXED_COMMANDER_NINJUTSU, REVENANT)
