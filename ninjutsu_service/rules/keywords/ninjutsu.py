"""CR 702.49: ninjutsu, and its variant commander ninjutsu (702.49d).

An activated ability of a card in hand. Its cost is mana, showing the card, and an unblocked
attacker of the player's that goes back to its owner's hand. It puts the card onto the
battlefield tapped, attacking what that creature attacked. The variant works from the command
zone as well.
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
