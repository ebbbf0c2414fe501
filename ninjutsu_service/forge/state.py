"""A state file of Forge as a CombatState, with what had to be assumed on the way."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import Face
from ninjutsu_service.cards.cost import CostError
from ninjutsu_service.forge.dump import Dump, DumpedCard, DumpedPlayer
from ninjutsu_service.forge.faces import SPELLED, copiable, face_up, turning
from ninjutsu_service.forge.language import STEPS
from ninjutsu_service.forge.mana import BASICS, is_basic, mana_of, plain_name
from ninjutsu_service.forge.tokens import read_token
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.rules.traits import keyword_line

_ZONES = {
    "battlefield": pb.ZONE_BATTLEFIELD,
    "hand": pb.ZONE_HAND,
    "graveyard": pb.ZONE_GRAVEYARD,
    "library": pb.ZONE_LIBRARY,
    "exile": pb.ZONE_EXILE,
    "command": pb.ZONE_COMMAND,
}
_OWNED = ("hand", "graveyard", "library")
"""Zones that hold but their player's own cards (CR 400.3)."""

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
_ATTACKING = (pb.STEP_DECLARE_ATTACKERS, *_AFTER_BLOCKS)


@dataclass(slots=True)
class Converted:
    """A state file as a state.

    Attributes:
        state: what the service is asked with.
        names: what people call each object, by id.
        unknown: cards that no script in the pool knows, in the file's order.
        without_mana: lands and other sources of which nothing tells what mana they give, or not
            all of it.
        assumptions: what the file does not say, and what was taken for it; and what it says that
            is not in the state.
    """

    state: pb.CombatState
    names: dict[str, str] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)
    without_mana: list[str] = field(default_factory=list)
    assumptions: list[str] = field(default_factory=list)


def to_state(dump: Dump, rulebook: Rulebook, blocked: Collection[str] = ()) -> Converted:
    """Convert a state file.

    Args:
        dump: the file.
        rulebook: the cards and the keywords that are known.
        blocked: names or ids of the attackers that were blocked: the file does not say.
    """
    return _Converter(dump, rulebook, {each.casefold() for each in blocked}).convert()


def counted(names: Iterable[str]) -> str:
    """Names in a line, those that stand there more than once with how often."""
    count: dict[str, int] = {}
    for name in names:
        count[name] = count.get(name, 0) + 1
    return ", ".join(f"{name} ×{many}" if many > 1 else name for name, many in count.items())


class _Converter:
    def __init__(self, dump: Dump, rulebook: Rulebook, blocked: Collection[str]) -> None:
        self._dump = dump
        self._rulebook = rulebook
        self._pool = rulebook.pool
        self._blocked = blocked
        self._made = Converted(pb.CombatState())
        self._attacking: list[tuple[str, str]] = []
        self._types: dict[str, tuple[str, ...]] = {}
        self._ids: dict[str, str] = {}
        self._left_out: dict[str, list[str]] = {}
        self._players = sorted({*dump.players, "p0", "p1"}, key=lambda name: int(name[1:]))

    def convert(self) -> Converted:
        state, dump = self._made.state, self._dump
        active = dump.active if dump.active in self._players else self._players[0]
        if not dump.active:
            self._assume(f"no active player is named: {active}")
        elif active != dump.active:
            self._assume(f"the active player {dump.active} has no line: {active}")
        state.turn = dump.turn or 1
        if not dump.turn:
            self._assume("the turn is not named: 1")
        self._step()
        state.active_player_id = state.priority_player_id = active
        self._assume(f"{active} has priority, and the stack is empty")
        for name in self._players:
            self._player(name, dump.players.get(name, DumpedPlayer()))
        self._combat(active, [each for each in self._players if each != active])
        self._tell_left_out()
        return self._made

    def _step(self) -> None:
        state, dump = self._made.state, self._dump
        state.step = STEPS.get(dump.phase, pb.STEP_OTHER)
        if dump.phase not in STEPS:
            self._assume(f"the phase is {dump.phase or 'not named'}: no combat")
        if dump.advance in STEPS:
            state.step = STEPS[dump.advance]
            self._assume(f"the game has gone on to {dump.advance}, and nothing happened on the way")
        elif dump.advance:
            self._assume(f"the phase to go on to is {dump.advance}: not imported")

    def _assume(self, text: str) -> None:
        if text not in self._made.assumptions:
            self._made.assumptions.append(text)

    def _leave_out(self, what: str, name: str) -> None:
        self._left_out.setdefault(what, []).append(name)

    def _tell_left_out(self) -> None:
        for what, names in self._left_out.items():
            self._assume(f"{what} is not imported: {counted(names)}")
        ignored = [f"{key} (line {line})" for line, key in self._dump.ignored]
        if ignored:
            self._assume(f"not imported: {counted(ignored)}")

    def _player(self, name: str, player: DumpedPlayer) -> None:
        record = self._made.state.players.add(id=name)
        record.life = 20 if player.life is None else player.life
        if player.life is None:
            self._assume(f"{name} has 20 life")
        # A dump has a line for every zone, and Forge empties those that a file has no line for.
        record.library_size = len(player.zones.get("library", ()))
        if "library" not in player.zones:
            self._assume(f"{name}'s library is empty: no line names it")
        for counter, amount in player.counters.items():
            record.counters[counter] = amount
        if player.persistent_mana:
            self._assume(f"{name}'s persistent mana is in the pool like any other")
        for word in f"{player.mana} {player.persistent_mana}".split():
            if word.upper() in _MANA_FIELDS:
                field_name = _MANA_FIELDS[word.upper()]
                setattr(record.mana_pool, field_name, getattr(record.mana_pool, field_name) + 1)
            else:
                self._leave_out(f"{name}'s mana", word[:60])
        for zone in _ZONES:
            for card in player.zones.get(zone, ()):
                self._object(name, zone, card)

    def _object(self, player: str, zone: str, card: DumpedCard) -> None:
        attributes = card.attributes
        item = self._made.state.objects.add(
            id=self._new_id(card),
            incarnation=1,
            card_name=card.name,
            zone=_ZONES[zone],
            tapped="tapped" in attributes,
            token=card.token or "istoken" in attributes,
            face_down="facedown" in attributes or "Foretold" in card.left_out,
            phased_out="phasedout" in attributes,
            commander="iscommander" in attributes,
            summoning_sick="summonsick" in attributes and not self._dump.no_sickness,
            damage=card.damage,
            chosen_type=attributes.get("chosentype", ""),
        )
        item.owner_id = self._owner(card, player, zone)
        if item.owner_id != player and zone == "battlefield":
            item.controller_id = player
        self._made.names[item.id] = card.name
        face = self._describe(item, card)
        name = self._made.names[item.id]
        # CR 708.2a: what is face down is a creature.
        types = face.types if face else tuple(item.characteristics.types)
        self._types[item.id] = ("Creature",) if item.face_down else types
        self._keywords(item, name)
        for counter, amount in card.counters.items():
            item.counters[counter] = amount
        if card.class_level:
            item.counters["LEVEL"] = card.class_level
        if item.zone == pb.ZONE_BATTLEFIELD:
            self._mana(item, card, face)
        if "attacking" in attributes:
            self._attacks(item, attributes["attacking"])
        if attributes.get("facedown", "").lower() == "cloaked":
            self._leave_out("the ward of Cloaked", name)
        for word in card.left_out:
            self._leave_out(word, name)
        for word in card.unknown:
            self._leave_out(f"{word}, which is no attribute of Forge's,", name)

    def _attacks(self, item: pb.GameObject, target: str) -> None:
        name = self._made.names[item.id]
        if item.zone != pb.ZONE_BATTLEFIELD:
            self._leave_out("Attacking off the battlefield", name)
            return
        self._attacking.append((item.id, target))
        if "Creature" not in self._types[item.id]:
            self._assume(f"{name} attacks and is no creature: what makes it one is not in the file")

    def _keywords(self, item: pb.GameObject, name: str) -> None:
        """Leave out what no state may have: a registered keyword with a cost that is none."""
        kept = []
        for text in item.characteristics.keywords:
            try:
                self._rulebook.bind(keyword_line(text))
                kept.append(text)
            except CostError:
                self._leave_out(f"the keyword {text[:60]}", name)
        if len(kept) < len(item.characteristics.keywords):
            item.characteristics.keywords[:] = kept

    def _owner(self, card: DumpedCard, player: str, zone: str) -> str:
        word = card.attributes.get("owner", "").lower()
        name = {"human": "p0", "ai": "p1", "": player}.get(word, word)
        if name not in self._players:
            self._leave_out(f"the owner {word[:60]}, who is no player here,", card.name)
            return player
        if name != player and zone in _OWNED:
            self._leave_out(f"Owner in {zone}", card.name)
            return player
        return name

    def _new_id(self, card: DumpedCard) -> str:
        """The file's own id, or the card's name with a number where it is not alone."""
        number = card.attributes.get("id", "")
        name = number or (card.name.split(",", maxsplit=1)[0] if card.token else card.name)
        name = name.strip() or "card"
        taken, found = self._made.names, name
        count = 1
        while found in taken or found in self._players:
            count += 1
            found = f"{name} {count}"
        if number:
            if number in self._ids:
                self._leave_out(f"Id {number}, which another card has,", card.name)
            self._ids[number] = found
        return found

    def _describe(self, item: pb.GameObject, card: DumpedCard) -> Face | None:
        """Say of a card what the pool does not; the face that is up, where a script has it."""
        if card.token:
            return self._token(item, card)
        known = self._pool.get(card.name)
        word = turning(card)
        if known is None:
            if item.card_name and not item.face_down and not is_basic(item.card_name):
                self._made.unknown.append(item.card_name)
            if word:
                self._leave_out(SPELLED[word], item.card_name)
            if not item.face_down:
                self._guess(item, card, item.card_name)
            return None
        if card.name not in (known.name, " // ".join(face.name for face in known.faces)):
            # By its other face's name Forge makes the whole card, the front face up.
            item.card_name = self._made.names[item.id] = known.name
        if word and item.zone != pb.ZONE_BATTLEFIELD:
            self._leave_out(f"{SPELLED[word]} off the battlefield", item.card_name)
            return known.faces[0]
        up = face_up(known, card, self._pool)
        if up.missing:
            self._leave_out(up.missing, item.card_name)
        if up.partner:
            self._leave_out("the other card of a meld", up.partner)
        if up.turned and not item.face_down:
            item.characteristics.CopyFrom(copiable(up.face))
            item.characteristics_copiable = True
            self._made.names[item.id] = up.face.name
        return up.face

    def _token(self, item: pb.GameObject, card: DumpedCard) -> Face | None:
        read = read_token(card.name, self._pool)
        if not read.known:
            self._made.unknown.append(read.card_name)
            self._guess(item, card, read.card_name)
            read.characteristics.types.extend(item.characteristics.types)
        for note in read.notes:
            self._assume(note)
        word = turning(card)
        if word:
            self._leave_out(SPELLED[word], read.card_name)
        item.card_name = read.card_name
        item.characteristics.CopyFrom(read.characteristics)
        item.characteristics_copiable = True
        self._made.names[item.id] = read.characteristics.name or read.card_name
        return read.face

    def _guess(self, item: pb.GameObject, card: DumpedCard, name: str) -> None:
        """What must be so of a card that nothing is known of: an attacker is a creature."""
        plain = plain_name(item.card_name)
        if is_basic(item.card_name):
            snow = ["Snow"] if plain != item.card_name.lower() else []
            subtype = [plain.capitalize()] if plain in BASICS else []
            item.characteristics.types.extend(("Basic", *snow, "Land", *subtype))
        elif "attacking" in card.attributes and item.zone == pb.ZONE_BATTLEFIELD:
            item.characteristics.types.append("Creature")
            self._assume(f"{name} is a creature: it attacks, and is not known here")

    def _mana(self, item: pb.GameObject, card: DumpedCard, face: Face | None) -> None:
        if item.face_down:
            return
        name = face.name if face else item.card_name
        mana = mana_of(name, self._types[item.id], face)
        item.mana_abilities.extend(mana.abilities)
        if mana.by_identity:
            self._assume(f"{name} gives mana of any colour: no commander's colours are read")
        types = item.characteristics.types
        # Without a script, what is a creature or described in the file seldom gives mana.
        described = "Creature" in types or (card.token and "Treasure" not in types)
        if not mana.whole if face else not (mana.abilities or described):
            self._made.without_mana.append(name)

    def _combat(self, active: str, others: list[str]) -> None:
        state = self._made.state
        step = STEPS.get(self._dump.phase, pb.STEP_OTHER)
        objects = {item.id: item for item in state.objects}
        attackers = []
        for name, target in self._attacking:
            item = objects[name]
            if step not in _ATTACKING or state.step not in _ATTACKING:
                self._leave_out("Attacking outside combat", self._made.names[name])
            elif (item.controller_id or item.owner_id) != active:
                self._leave_out("Attacking in another's turn", self._made.names[name])
            else:
                attackers.append((name, target))
        if not attackers:
            return
        state.combat.SetInParent()
        declared = state.step in _AFTER_BLOCKS
        for name, target in attackers:
            attacked = objects.get(self._ids.get(target, ""))
            self._attacker(name, target, attacked, others)
        if declared and not self._blocked:
            self._assume("no attacker was blocked: the file does not say; name those that were")

    def _attacker(
        self, name: str, target: str, attacked: pb.GameObject | None, others: list[str]
    ) -> None:
        state, made = self._made.state, self._made
        status = pb.BLOCK_STATUS_UNDECLARED
        if state.step in _AFTER_BLOCKS:
            status = pb.BLOCK_STATUS_UNBLOCKED
            if {name.casefold(), made.names[name].casefold()} & set(self._blocked):
                status = pb.BLOCK_STATUS_BLOCKED
        record = state.combat.attackers.add(object_id=name, block_status=status, declared=True)
        if attacked is not None and self._can_be_attacked(attacked, others):
            record.target.permanent_id = attacked.id
            return
        record.target.player_id = others[0]
        if attacked is not None:
            why = f"{made.names[attacked.id]}, which has the Id {target[:60]}, cannot be attacked"
        else:
            why = f"no card has the Id {target[:60]}" if target else "the file does not say whom"
        if target or len(others) > 1:
            self._assume(f"{made.names[name]} attacks {others[0]}: {why}")

    def _can_be_attacked(self, item: pb.GameObject, others: list[str]) -> bool:
        """Whether a permanent is what creatures attack (CR 508.1b), as far as it is known.

        Whose a battle is tells nothing of who protects it: a Siege's own controller attacks it
        (CR 310.8b).
        """
        if item.zone != pb.ZONE_BATTLEFIELD or item.phased_out:
            return False
        types = self._types[item.id]
        theirs = (item.controller_id or item.owner_id) in others
        return "Battle" in types or (theirs and (not types or "Planeswalker" in types))
