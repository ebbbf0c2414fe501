"""A state file of Forge as a CombatState, with what had to be assumed on the way."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Card, Face
from ninjutsu_service.cards.mana import ManaError, parse_mana
from ninjutsu_service.cards.pool import CardPool
from ninjutsu_service.forge.dump import Dump, DumpedCard, DumpedPlayer, counters_of

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
}
"""Forge's names of the steps."""

_ZONES = {
    "battlefield": pb.ZONE_BATTLEFIELD,
    "hand": pb.ZONE_HAND,
    "graveyard": pb.ZONE_GRAVEYARD,
    "library": pb.ZONE_LIBRARY,
    "exile": pb.ZONE_EXILE,
    "command": pb.ZONE_COMMAND,
}
_BASICS = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}
_MANA_FIELDS = {
    "W": "white",
    "U": "blue",
    "B": "black",
    "R": "red",
    "G": "green",
    "C": "colorless",
}
_AFTER_BLOCKS = (
    pb.STEP_DECLARE_BLOCKERS,
    pb.STEP_FIRST_COMBAT_DAMAGE,
    pb.STEP_COMBAT_DAMAGE,
    pb.STEP_END_OF_COMBAT,
)


@dataclass(slots=True)
class Converted:
    """A state file as a state.

    Attributes:
        state: what the service is asked with.
        names: what people call each object, by id.
        unknown: cards that no script in the pool knows, in the file's order.
        without_mana: lands and other sources of which nothing tells what mana they give.
        assumptions: what the file does not say, and what was taken for it.
    """

    state: pb.CombatState
    names: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    without_mana: list[str] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)


def to_state(dump: Dump, pool: CardPool, blocked: Collection[str] = ()) -> Converted:
    """Convert a state file.

    Args:
        dump: the file.
        pool: the cards that are known.
        blocked: names or ids of the attackers that were blocked: the file does not say.
    """
    return _Converter(dump, pool, {each.casefold() for each in blocked}).convert()


class _Converter:
    def __init__(self, dump: Dump, pool: CardPool, blocked: Collection[str]) -> None:
        self._dump = dump
        self._pool = pool
        self._blocked = blocked
        self._made = Converted(pb.CombatState())
        self._attacking: list[tuple[str, str]] = []
        self._ids: dict[str, str] = {}

    def convert(self) -> Converted:
        state, dump = self._made.state, self._dump
        players = self._players()
        active = dump.active if dump.active in players else players[0]
        if not dump.active:
            self._assume(f"no active player is named: {active}")
        state.turn = dump.turn or 1
        state.step = STEPS.get(dump.phase, pb.STEP_OTHER)
        if dump.phase not in STEPS:
            self._assume(f"the phase is {dump.phase or 'not named'}: no combat")
        state.active_player_id = state.priority_player_id = active
        self._assume(f"{active} has priority, and the stack is empty")
        for name in players:
            self._player(name, dump.players.get(name, DumpedPlayer()))
        self._combat(active, [each for each in players if each != active])
        return self._made

    def _players(self) -> list[str]:
        names = [*self._dump.players]
        return names + [name for name in ("p0", "p1") if name not in names]

    def _assume(self, text: str) -> None:
        self._made.assumptions.append(text)

    def _player(self, name: str, player: DumpedPlayer) -> None:
        record = self._made.state.players.add(id=name)
        record.life = 20 if player.life is None else player.life
        if player.life is None:
            self._assume(f"{name} has 20 life")
        record.library_size = len(player.zones.get("library", ()))
        for counter, amount in counters_of(player.counters).items():
            record.counters[counter] = amount
        for letter in player.mana.split():
            if letter in _MANA_FIELDS:
                field_name = _MANA_FIELDS[letter]
                setattr(record.mana_pool, field_name, getattr(record.mana_pool, field_name) + 1)
        for zone in _ZONES:
            for card in player.zones.get(zone, ()):
                self._object(name, zone, card)

    def _object(self, player: str, zone: str, card: DumpedCard) -> None:
        attributes = card.attributes
        item = self._made.state.objects.add(
            id=self._new_id(card),
            incarnation=1,
            card_name=_token_name(card.name) if card.token else card.name,
            owner_id=_owner(attributes.get("owner", ""), player),
            zone=_ZONES[zone],
            tapped="tapped" in attributes,
            token=card.token,
            face_down="facedown" in attributes,
            phased_out="phasedout" in attributes,
            commander="iscommander" in attributes,
            summoning_sick="summonsick" in attributes,
        )
        if item.owner_id != player:
            item.controller_id = player
        damage = attributes.get("damage", "")
        item.damage = int(damage) if damage.isdigit() and len(damage) < 7 else 0
        for counter, amount in counters_of(attributes.get("counters", "")).items():
            item.counters[counter] = amount
        self._made.names[item.id] = item.card_name
        self._describe(item, card)
        if "attacking" in attributes and zone == "battlefield":
            self._attacking.append((item.id, attributes["attacking"]))

    def _new_id(self, card: DumpedCard) -> str:
        """The file's own id, or the card's name with a number where it is not alone."""
        number = card.attributes.get("id", "")
        name = number or _token_name(card.name) or "card"
        taken, found = self._made.names, name
        count = 1
        while found in taken or found in ("p0", "p1"):
            count += 1
            found = f"{name} {count}"
        if number:
            self._ids[number] = found
        return found

    def _describe(self, item: pb.GameObject, card: DumpedCard) -> None:
        """Say of a card what the pool does not, and what mana it gives."""
        known = self._pool.get(item.card_name)
        face = _face_up(known, card) if known else None
        if known is None and card.token:
            item.characteristics.CopyFrom(_token_traits(card.name))
        elif known is None and item.card_name and not item.face_down:
            if item.card_name.lower().removeprefix("snow-covered ") not in {*_BASICS, "wastes"}:
                self._made.unknown.append(item.card_name)
            _guess(item, card)
        if item.zone == pb.ZONE_BATTLEFIELD:
            self._mana(item, face)

    def _mana(self, item: pb.GameObject, face: Face | None) -> None:
        name = item.card_name.lower()
        snow = name.startswith("snow-covered ") or bool(face and "Snow" in face.types)
        plain = name.removeprefix("snow-covered ")
        produced = [_BASICS[plain]] if plain in _BASICS else ["C"] if plain == "wastes" else []
        if face is not None:
            types = {each.lower() for each in face.types}
            produced += [mana for basic, mana in _BASICS.items() if basic in types]
            produced += _mana_abilities(face)
        for mana in dict.fromkeys(produced):
            item.mana_abilities.add(produces=mana, snow=snow)
        if not produced and face is None and not item.token and "attacking" not in name:
            self._made.without_mana.append(item.card_name)

    def _combat(self, active: str, others: list[str]) -> None:
        state = self._made.state
        if not self._attacking:
            return
        state.combat.SetInParent()
        declared = state.step in _AFTER_BLOCKS
        for name, target in self._attacking:
            status = pb.BLOCK_STATUS_UNDECLARED
            if declared:
                status = pb.BLOCK_STATUS_UNBLOCKED
                if {name.casefold(), self._made.names[name].casefold()} & set(self._blocked):
                    status = pb.BLOCK_STATUS_BLOCKED
            record = state.combat.attackers.add(object_id=name, block_status=status, declared=True)
            attacked = self._ids.get(target, "")
            if attacked:
                record.target.permanent_id = attacked
            elif others:
                record.target.player_id = others[0]
        if declared and not self._blocked:
            self._assume("no attacker was blocked: the file does not say; name those that were")


def _owner(word: str, player: str) -> str:
    name = {"human": "p0", "ai": "p1"}.get(word.lower(), word.lower())
    return name if name in ("p0", "p1") else player


def _token_name(text: str) -> str:
    """A token's name: the first field of Forge's own text for tokens, or its script's name."""
    return text.split(",", maxsplit=1)[0].strip()


def _token_traits(text: str) -> pb.Characteristics:
    """A token of `t:Spirit,P:1,T:1,Cost:…,Types:Creature-Spirit,Keywords:Flying-…`."""
    found = pb.Characteristics(name=_token_name(text), types=["Creature"])
    for part in text.split(",")[1:]:
        key, _, value = part.partition(":")
        key, value = key.strip().lower(), value.strip()
        if key in ("p", "t") and value.lstrip("-").isdigit() and len(value) < 7:
            setattr(found, {"p": "power", "t": "toughness"}[key], int(value))
        elif key == "types" and value:
            found.types[:] = [each for each in value.split("-") if each]
        elif key == "keywords" and value:
            found.keywords.extend(each for each in value.split("-") if each)
    return found


def _face_up(card: Card, dumped: DumpedCard) -> Face:
    back = "transformed" in dumped.attributes or "flipped" in dumped.attributes
    return card.faces[-1] if back else card.faces[0]


def _guess(item: pb.GameObject, card: DumpedCard) -> None:
    """What must be so of a card that nothing is known of: an attacker is a creature."""
    plain = item.card_name.lower().removeprefix("snow-covered ")
    if plain in _BASICS or plain == "wastes":
        item.characteristics.types.extend(("Basic", "Land"))
    elif "attacking" in card.attributes:
        item.characteristics.types.append("Creature")


def _mana_abilities(face: Face) -> list[str]:
    """What a script's own mana abilities give that only tap."""
    found: list[str] = []
    for line in face.abilities:
        if line.get("AB") != "Mana" or line.get("Cost") != "T":
            continue
        produced = line.get("Produced").removeprefix("Combo ")
        amount = line.get("Amount") or "1"
        if not amount.isdigit() or not 0 < int(amount) < 10:
            continue
        words = list("WUBRG") if produced in ("Any", "ColorIdentity") else produced.split()
        combo = line.get("Produced").startswith("Combo ") or produced == "Any"
        choices = words if combo else [" ".join(words)]
        found += [" ".join([each] * int(amount)) for each in choices if _is_mana(each)]
    return found


def _is_mana(text: str) -> bool:
    try:
        cost = parse_mana(text)
    except ManaError:
        return False
    return bool(cost.symbols) and all(len(each.kinds) == 1 for each in cost.symbols)
