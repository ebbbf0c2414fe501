"""CR 702.190: sneak, a way of casting.

A cost in place of the mana cost, for the declare blockers step of one's own turn: mana, and an
unblocked attacker that goes back to its owner's hand. The card can be cast then at any moment at
which an instant could. A permanent cast so enters tapped and attacking what that creature
attacked (702.190b).
"""

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.keyword import Keyword, Rules, Window

SNEAK = Keyword(
    name="Sneak",
    line="Sneak",
    casts=True,
    zones=frozenset(
        (pb.ZONE_HAND, pb.ZONE_COMMAND, pb.ZONE_GRAVEYARD, pb.ZONE_EXILE, pb.ZONE_LIBRARY)
    ),
    steps=frozenset((pb.STEP_DECLARE_BLOCKERS,)),
    window=Window.OWN_TURN,
    reveals=False,
    rules=Rules(
        keyword="702.190a",
        window="702.190a",
        zone="702.190a",
        owner="702.190a",
        returned="702.190a",
        enters="702.190b",
        attacks="702.190b",
        priority="117.1a",
        forbidden="601.3",
    ),
)

KEYWORDS = (SNEAK,)
