"""CR 702.49: ninjutsu, and its variant commander ninjutsu (702.49d).

"[Cost], Reveal this card from your hand, Return an unblocked attacking creature you control
to its owner's hand: Put this card onto the battlefield tapped and attacking."
"""

from dataclasses import replace

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.rules.keyword import Keyword, Rules

RULES = Rules(
    keyword="702.49a",
    window="702.49c",
    zone="702.49a",
    owner="702.49a",
    returned="702.49a",
    enters="702.49a",
    attacks="702.49c",
)

NINJUTSU = Keyword(name="Ninjutsu", line="Ninjutsu", rules=RULES)

COMMANDER_NINJUTSU = NINJUTSU.vary(
    name="Commander ninjutsu",
    variant="Commander",
    also=("Ninjutsu",),
    zones=frozenset((pb.ZONE_HAND, pb.ZONE_COMMAND)),
    rules=replace(RULES, keyword="702.49d", zone="702.49d"),
)

KEYWORDS = (NINJUTSU, COMMANDER_NINJUTSU)
