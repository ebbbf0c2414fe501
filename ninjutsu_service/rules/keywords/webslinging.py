"""CR 702.188: web-slinging, a way of casting.

A cost in place of the mana cost: mana, and a tapped creature of the player's that goes back to
its owner's hand; it may be tapped for some of that mana (601.2g). Its timing is the card's own, and
nothing attacks.
"""

from ninjutsu_service.rules.keyword import Keyword, Returned, Rules, Window
from ninjutsu_service.rules.keywords.sneak import SNEAK

WEB_SLINGING = Keyword(
    name="Web-slinging",
    line="Web-slinging",
    casts=True,
    zones=SNEAK.zones,
    steps=None,
    window=Window.SPELL_TIMING,
    returned=Returned.TAPPED_CREATURE,
    reveals=False,
    attacks=False,
    rules=Rules(
        keyword="702.188a",
        window="702.188a",
        zone="702.188a",
        owner="702.188a",
        returned="702.188a",
        enters="608.3a",
        priority="117.1a",
        forbidden="601.3",
    ),
)

KEYWORDS = (WEB_SLINGING,)
