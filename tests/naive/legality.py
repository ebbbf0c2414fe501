"""Which keyword actions are legal, straight from the clauses: a second, naive implementation.

It shares no code with the service. For a player it goes through every card, every keyword on
it, every creature that could be returned and every way of paying, and says for each what
happens: an action, or the first reason in the contract's order.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from itertools import combinations

from ninjutsu.v1 import state_pb2 as pb
from tests.naive import mana
from tests.naive.printed import GRANTS_NINJUTSU, KAITO, REDUCES_NINJUTSU, cards

COMBAT_AFTER_BLOCKS = {
    pb.STEP_DECLARE_BLOCKERS,
    pb.STEP_FIRST_COMBAT_DAMAGE,
    pb.STEP_COMBAT_DAMAGE,
    pb.STEP_END_OF_COMBAT,
}


@dataclass(frozen=True)
class Keyword:
    """What a keyword of the family says, as numbers of rules and plain facts."""

    name: str
    casts: bool
    rule: str
    zone_rule: str
    priority_rule: str
    ban_rule: str
    window_rule: str


NINJUTSU = Keyword("Ninjutsu", False, "702.49a", "702.49a", "117.1b", "602.5", "702.49c")
COMMANDER = Keyword("Commander ninjutsu", False, "702.49a", "702.49d", "117.1b", "602.5", "702.49c")
SNEAK = Keyword("Sneak", True, "702.190a", "702.190a", "117.1a", "601.3", "702.190a")
WEB = Keyword("Web-slinging", True, "702.188a", "702.188a", "117.1a", "601.3", "702.188a")


@dataclass(frozen=True)
class Offer:
    """A keyword with one price: the mana as printed, its change, and the further parts."""

    keyword: Keyword
    bill: mana.Bill
    change: int
    parts: tuple[str, ...]

    @property
    def shown(self) -> str:
        return mana.written(self.bill, self.change)


@dataclass(frozen=True)
class Verdict:
    """What comes of one card, one offer and one creature (none where the card itself fails)."""

    source: str
    keyword: str
    cost: str
    parts: tuple[str, ...]
    returned: str = ""
    reason: str = ""
    rule: str = ""
    target: tuple[str, str, int] = ("", "", 0)
    x: int = 0


class Naive:
    """The clauses over one state."""

    def __init__(self, state: pb.CombatState) -> None:
        self.state = state

    # --- players

    def player(self, name: str) -> pb.Player:
        return next(each for each in self.state.players if each.id == name)

    def together(self, one: str, other: str) -> bool:
        """The same player, or team-mates."""
        team = self.player(one).team_id
        return one == other or (team != "" and team == self.player(other).team_id)

    def attacks_now(self, player: str) -> bool:
        """Whether it is this player's turn, or their team's where turns are shared."""
        active = self.state.active_player_id
        return player == active or (self.state.shared_team_turns and self.together(player, active))

    def defends(self, player: str) -> bool:
        active = self.state.active_player_id
        return not self.player(player).left_game and not self.together(player, active)

    def may_act(self, player: str) -> bool:
        """A3: who has priority; with shared turns their whole team, but nobody who left."""
        holder = self.state.priority_player_id
        if holder == "" or self.player(player).left_game:
            return False
        return holder == player or (self.state.shared_team_turns and self.together(holder, player))

    # --- objects

    def find(self, name: str) -> pb.GameObject:
        return next(each for each in self.state.objects if each.id == name)

    @staticmethod
    def controller(item: pb.GameObject) -> str:
        return item.controller_id if item.controller_id != "" else item.owner_id

    def types(self, item: pb.GameObject) -> set[str]:
        if item.HasField("characteristics"):
            return set(item.characteristics.types)
        if item.face_down and item.zone in (pb.ZONE_BATTLEFIELD, pb.ZONE_STACK):
            return {"Creature"}
        card = cards().get(item.card_name)
        types = set(card.types) if card else set()
        if item.card_name == KAITO and self.kaito_fights(item):
            types = (types - {"Planeswalker"}) | {"Creature", "Ninja"}
        return types

    def kaito_fights(self, item: pb.GameObject) -> bool:
        return (
            item.zone == pb.ZONE_BATTLEFIELD
            and not item.phased_out
            and not item.abilities_lost
            and item.counters["LOYALTY"] > 0
            and self.attacks_now(self.controller(item))
        )

    def is_creature(self, item: pb.GameObject) -> bool:
        return "Creature" in self.types(item)

    def in_play(self, names: object) -> Iterator[pb.GameObject]:
        """Permanents of these names whose abilities work."""
        for item in self.state.objects:
            name = item.card_name
            if item.HasField("characteristics") and item.characteristics.name:
                name = item.characteristics.name
            working = not (item.phased_out or item.face_down or item.abilities_lost)
            if item.zone == pb.ZONE_BATTLEFIELD and working and name in names:  # type: ignore[operator]
                yield item

    def lines(self, item: pb.GameObject) -> list[str]:
        """F2, A10: the keyword lines of an object, sent or printed and granted."""
        if item.HasField("characteristics"):
            return list(item.characteristics.keywords)
        if item.face_down and item.zone in (pb.ZONE_BATTLEFIELD, pb.ZONE_STACK):
            return []
        card = cards().get(item.card_name)
        lost = item.abilities_lost and item.zone == pb.ZONE_BATTLEFIELD
        found = list(card.keywords) if card and not lost else []
        if item.zone == pb.ZONE_HAND and self.is_creature(item):
            for giver in self.in_play(GRANTS_NINJUTSU):
                if self.controller(giver) == item.owner_id:
                    name = giver.characteristics.name or giver.card_name
                    found.append("Ninjutsu:" + GRANTS_NINJUTSU[name])
        return found

    def has(self, item: pb.GameObject, keyword: str) -> bool:
        heads = {line.split(":")[0].strip().lower() for line in self.lines(item)}
        counted = not item.HasField("characteristics") and item.counters[keyword.upper()] > 0
        return keyword.lower() in heads or counted

    # --- what a card offers

    def offers(self, item: pb.GameObject, player: str) -> list[Offer]:
        """A2, A9, A10: each keyword at what it costs now; the same at the same price once."""
        found: list[Offer] = []
        for line in self.lines(item):
            head, *arguments = line.split(":")
            keyword = self.keyword_of(head, arguments)
            if keyword is None:
                continue
            change = self.change(keyword, item, player)
            parts = tuple(word for word in mana.words(arguments[0]) if "<" in word)
            offer = Offer(keyword, mana.read(arguments[0]), change, parts)
            same = [
                place
                for place, each in enumerate(found)
                if (each.keyword, each.shown, each.parts) == (keyword, offer.shown, parts)
            ]
            if not same:
                found.append(offer)
            elif offer.bill.generic + change < found[same[0]].bill.generic + found[same[0]].change:
                found[same[0]] = offer
        return found

    @staticmethod
    def keyword_of(head: str, arguments: list[str]) -> Keyword | None:
        name = head.strip().lower()
        if name == "ninjutsu":
            variants = [each.strip().lower() for each in arguments[1:]]
            return COMMANDER if "commander" in variants else NINJUTSU
        return {"sneak": SNEAK, "web-slinging": WEB}.get(name)

    def change(self, keyword: Keyword, item: pb.GameObject, player: str) -> int:
        names = {"", keyword.name} | ({"Ninjutsu"} if keyword is COMMANDER else set())
        total = sum(
            each.generic
            for each in self.state.cost_changes
            if each.player_id == player and each.keyword in names
        )
        if not keyword.casts:
            mine = (m for m in self.in_play(REDUCES_NINJUTSU) if self.controller(m) == player)
            total -= sum(1 for _ in mine)
        elif item.zone == pb.ZONE_COMMAND:
            total += 2 * item.commander_casts
        return total

    # --- reasons, in the contract's order

    def card_reason(self, item: pb.GameObject, keyword: Keyword, player: str) -> tuple[str, str]:
        if not self.may_act(player):
            return "NO_PRIORITY", keyword.priority_rule
        if not self.in_time(item, keyword, player):
            return "WRONG_STEP", keyword.window_rule
        zones = {pb.ZONE_HAND}
        if keyword is COMMANDER or (keyword.casts and item.commander):
            zones.add(pb.ZONE_COMMAND)
        if item.zone not in zones:
            return "WRONG_ZONE", keyword.zone_rule
        if item.owner_id != player:
            return "NOT_OWNED", keyword.rule
        if any(each.split_second for each in self.state.stack):
            return "SPLIT_SECOND", "702.61a"
        if item.cast_forbidden if keyword.casts else item.activation_forbidden:
            return "ACTIVATION_FORBIDDEN", keyword.ban_rule
        return "", ""

    def in_time(self, item: pb.GameObject, keyword: Keyword, player: str) -> bool:
        step = self.state.step
        if keyword is SNEAK:
            return step == pb.STEP_DECLARE_BLOCKERS and self.attacks_now(player)
        if keyword is WEB:
            if "Instant" in self.types(item) or self.has(item, "Flash"):
                return True
            main = step in (pb.STEP_PRECOMBAT_MAIN, pb.STEP_POSTCOMBAT_MAIN)
            return main and self.attacks_now(player) and not self.state.stack
        return step in COMBAT_AFTER_BLOCKS

    def creature_reason(
        self, item: pb.GameObject, keyword: Keyword, player: str
    ) -> tuple[str, str]:
        wrong = "NOT_TAPPED" if keyword is WEB else "NOT_ATTACKING"
        if item.zone != pb.ZONE_BATTLEFIELD:
            return wrong, keyword.rule
        if item.phased_out:
            return "PHASED_OUT", "702.26b"
        if not self.is_creature(item):
            return "NOT_A_CREATURE", keyword.rule
        if self.controller(item) != player:
            return "NOT_CONTROLLED", keyword.rule
        if keyword is WEB:
            can_be = item.tapped or self.taps(item, player)
            return ("", "") if can_be else (wrong, keyword.rule)
        records = [each for each in self.state.combat.attackers if each.object_id == item.id]
        # A battle never attacks, creature or not; nor does what a defending player controls.
        if not records or not self.attacks_now(player) or "Battle" in self.types(item):
            return wrong, keyword.rule
        if records[0].block_status == pb.BLOCK_STATUS_UNDECLARED:
            return "BLOCKS_NOT_DECLARED", "509.1h"
        if records[0].block_status != pb.BLOCK_STATUS_UNBLOCKED:
            return "BLOCKED", "509.1h"
        return "", ""

    # --- paying

    def highest_x(self, item: pb.GameObject, offer: Offer, player: str, returned: str) -> int:
        """The largest X that can be paid, 0 where there is none, -1 where nothing can."""
        if offer.bill.none or not self.payable(item, offer, player, returned, 0):
            return -1
        x = 0
        while offer.bill.x and self.payable(item, offer, player, returned, x + 1):
            x += 1
        return x

    def payable(
        self, item: pb.GameObject, offer: Offer, player: str, returned: str, x: int
    ) -> bool:
        for spent, life in self.ways_to_pay_parts(item, offer, player, returned):
            gone = {returned, *spent}
            creature = self.find(returned)
            if offer.keyword is not WEB or creature.tapped:
                if self.mana_payable(offer, player, gone, life, x):
                    return True
                continue
            # E1, 601.2g: it is tapped for mana before it is returned.
            for tap in self.taps(creature, player):
                left = life - tap.life
                if (not tap.life or left >= 0) and self.mana_payable(
                    offer, player, gone, left, x, returned, tap.makes
                ):
                    return True
        return False

    def taps(self, item: pb.GameObject, player: str) -> list[mana.Ability]:
        """What an object makes by being tapped alone, besides life."""
        tapped = {item.id}
        found = self.abilities(item, player, tapped)
        for ability in self.abilities(item, player, tapped, tapped):
            found.remove(ability)
        return [ability for ability in found if ability.costs == mana.FREE]

    def ways_to_pay_parts(
        self, item: pb.GameObject, offer: Offer, player: str, returned: str
    ) -> Iterator[tuple[set[str], int]]:
        """The objects that the further parts take away, and the life that is left."""
        life = self.player(player).life
        ways: list[set[str]] = [set()]
        for part in offer.parts:
            name, _, rest = part.rstrip(">").partition("<")
            count, *what = rest.split("/")
            if name == "PayLife":
                if int(count) and int(count) > life:
                    return
                life -= int(count)
                continue
            able = self.able_to_pay(name, what[0], item, player) - {returned}
            if offer.keyword.casts:
                able.discard(item.id)
            ways = [
                way | set(chosen)
                for way in ways
                for chosen in combinations(sorted(able - way), int(count))
            ]
        for way in ways:
            yield way, life

    def able_to_pay(self, name: str, what: str, source: pb.GameObject, player: str) -> set[str]:
        if name == "Discard":
            assert what == "Card"
            return {
                item.id
                for item in self.state.objects
                if item.zone == pb.ZONE_HAND and item.owner_id == player
            }
        assert (name, what) == ("Sac", "Artifact"), (name, what)
        return {
            item.id
            for item in self.state.objects
            if item.zone == pb.ZONE_BATTLEFIELD
            and not item.phased_out
            and self.controller(item) == player
            and "Artifact" in self.types(item)
        }

    def mana_payable(
        self, offer: Offer, player: str, gone: set[str], life: int, x: int,
        tapped: str = "", made: mana.Pool = (),
    ) -> bool:  # fmt: skip
        sources = [
            abilities
            for item in self.state.objects
            if (abilities := self.abilities(item, player, gone, {tapped}))
        ]
        bill = offer.bill
        most = sum(map(len, bill.symbols)) + bill.generic + bill.x * x + max(0, offer.change)
        most += sum(int(letter) for symbol in bill.symbols for letter in symbol if letter.isdigit())
        floating = mana.merged(mana.floating(self.player(player)), made)
        return any(
            mana.pays(bill, x, offer.change, pool, left)
            for pool, left in mana.pools(floating, life, sources, most)
        )

    def abilities(
        self, item: pb.GameObject, player: str, gone: set[str], tapped: Set[str] = frozenset()
    ) -> list[mana.Ability]:
        """A12: the mana abilities that can be activated; what the cost takes is not sacrificed."""
        if item.zone != pb.ZONE_BATTLEFIELD or item.phased_out or self.controller(item) != player:
            return []
        sick = item.summoning_sick and self.is_creature(item) and not self.has(item, "Haste")
        found = []
        for ability in item.mana_abilities:
            words = mana.words(ability.cost or "T")
            if "T" in words and (item.tapped or sick or item.id in tapped):
                continue
            if "Sac<1/CARDNAME>" in words and item.id in gone:
                continue
            life, others = 0, []
            for word in words:
                if word.startswith("PayLife<"):
                    life += int(word[8:-1])
                elif word not in ("T", "Sac<1/CARDNAME>"):
                    others.append(word)
            if any("<" in word for word in others):
                continue
            makes = tuple(sorted((kind, ability.snow) for kind in ability.produces.split()))
            found.append(mana.Ability(makes, mana.read(" ".join(others)), life))
        return found

    # --- everything together

    def verdicts(self, player: str, *, engine_pays: bool = False) -> Iterator[Verdict]:
        """For each object, offer and creature: what comes of it, in the order of the state."""
        for item in self.state.objects:
            for offer in self.offers(item, player):
                base = Verdict(item.id, offer.keyword.name, offer.shown, offer.parts)
                reason, rule = self.card_reason(item, offer.keyword, player)
                if reason:
                    yield said(base, reason=reason, rule=rule)
                    continue
                for creature in self.candidates(offer.keyword):
                    yield self.verdict(base, item, offer, player, creature, engine_pays)

    def verdict(
        self,
        base: Verdict,
        item: pb.GameObject,
        offer: Offer,
        player: str,
        creature: pb.GameObject,
        engine_pays: bool = False,
    ) -> Verdict:
        base = said(base, returned=creature.id)
        reason, rule = self.creature_reason(creature, offer.keyword, player)
        if not reason and engine_pays and offer.keyword is WEB and not creature.tapped:
            # E1: whoever takes the mana has tapped it by then.
            reason, rule = "NOT_TAPPED", "702.188a"
        if reason:
            return said(base, reason=reason, rule=rule)
        x = self.highest_x(item, offer, player, creature.id)
        if x < 0 and engine_pays and not offer.bill.none:
            parts = self.ways_to_pay_parts(item, offer, player, creature.id)
            x = max((0 for _ in parts), default=-1)
        if x < 0:
            return said(base, reason="CANNOT_PAY", rule="601.2h")
        types = self.types(item)
        # B12: what is no creature, or a battle as well, attacks nothing. Kaito becomes one.
        attacks = "Creature" in types and "Battle" not in types
        if item.card_name == KAITO and not types & {"Instant", "Sorcery"}:
            attacks = True
        target = self.attacked(creature, offer.keyword) if attacks else ("", "", 0)
        return said(base, x=x, target=target)

    def candidates(self, keyword: Keyword) -> list[pb.GameObject]:
        if keyword is WEB:
            return [
                item
                for item in self.state.objects
                if item.zone == pb.ZONE_BATTLEFIELD
                and not item.phased_out
                and self.is_creature(item)
            ]
        attacking = {record.object_id for record in self.state.combat.attackers}
        return [item for item in self.state.objects if item.id in attacking]

    def attacked(self, creature: pb.GameObject, keyword: Keyword) -> tuple[str, str, int]:
        """B8, B11: what the creature attacks, if that can still be attacked."""
        if keyword is WEB:
            return "", "", 0
        (record,) = (r for r in self.state.combat.attackers if r.object_id == creature.id)
        target = record.target
        if target.player_id:
            gone = self.player(target.player_id).left_game
            return ("", "", 0) if gone else (target.player_id, "", target.incarnation)
        if not target.permanent_id:
            return "", "", 0
        item = self.find(target.permanent_id)
        there = item.zone == pb.ZONE_BATTLEFIELD and not item.phased_out
        if not there or target.incarnation not in (0, item.incarnation):
            return "", "", 0
        types = self.types(item)
        if "Battle" in types:
            held = item.protector_id == "" or self.defends(item.protector_id)
        else:
            held = "Planeswalker" in types and self.defends(self.controller(item))
        return ("", item.id, item.incarnation) if held else ("", "", 0)


def said(verdict: Verdict, **fields: object) -> Verdict:
    """The verdict with more said."""
    return Verdict(**{**verdict.__dict__, **fields})
