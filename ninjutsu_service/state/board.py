"""The board: a CombatState that was checked, indexed for the rules to read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import compress, filterfalse
from operator import attrgetter

from ninjutsu.v1 import state_pb2 as pb

_ids = attrgetter("id")
_zones = attrgetter("zone")
_phased_out = attrgetter("phased_out")

COMBAT_STEPS = frozenset(
    (
        pb.STEP_BEGINNING_OF_COMBAT,
        pb.STEP_DECLARE_ATTACKERS,
        pb.STEP_DECLARE_BLOCKERS,
        pb.STEP_FIRST_COMBAT_DAMAGE,
        pb.STEP_COMBAT_DAMAGE,
        pb.STEP_END_OF_COMBAT,
    )
)


class Board:
    """A checked state with its indexes. `rules.apply` keeps them true as events apply.

    Attributes:
        state: the message itself. It belongs to the board: applying events changes it.
        players: by id, in turn order.
        objects: by id, in the state's order.
        attackers: the records of combat by object id.
    """

    __slots__ = ("_engaged", "_permanents", "_zones", "attackers", "objects", "players", "state")

    def __init__(self, state: pb.CombatState) -> None:
        """Index a state. The rules use the board only where `state.check` found no fault."""
        self.state = state
        self.players: dict[str, pb.Player] = {player.id: player for player in state.players}
        items = list(state.objects)
        self.objects: dict[str, pb.GameObject] = dict(zip(map(_ids, items), items, strict=True))
        self.attackers: dict[str, pb.Attacker] = {}
        self._zones: dict[str, int] | None = None
        self._permanents: list[pb.GameObject] | None = None
        self.index_combat()

    def index_combat(self) -> None:
        """Read the attackers anew."""
        self.attackers = {record.object_id: record for record in self.state.combat.attackers}
        self._engaged: dict[str, list[str]] | None = None

    def engaged(self) -> dict[str, list[str]]:
        """By the id of what blocks or is attacked, the attackers; some may have left since."""
        if self._engaged is None:
            self._engaged = {}
            for name, record in self.attackers.items():
                for other in (*record.blocker_ids, record.target.permanent_id):
                    if other:
                        self._engaged.setdefault(other, []).append(name)
        return self._engaged

    def in_combat(self, object_id: str) -> bool:
        """Whether an object is recorded as attacking, blocking or attacked."""
        return (
            object_id in self.attackers
            or any(name in self.attackers for name in self.engaged().get(object_id, ()))
            or object_id in self.state.combat.other_blocker_ids
        )

    def blocks_somebody(self, object_id: str) -> bool:
        """Whether an object is recorded as blocking an attacker that is still recorded."""
        return any(
            name in self.attackers and object_id in self.attackers[name].blocker_ids
            for name in self.engaged().get(object_id, ())
        )

    def moved(self, item: pb.GameObject | None = None) -> None:
        """Take note that an object is in another zone than before.

        Args:
            item: the object; None where objects have come, gone or changed places.
        """
        if item is None or self._zones is None:
            self._zones = self._permanents = None
            return
        self._zones[item.id] = item.zone
        if self._permanents is not None and item.zone != pb.ZONE_BATTLEFIELD:
            self._permanents = [each for each in self._permanents if each is not item]
        else:
            self._permanents = None

    def zones(self) -> Mapping[str, int]:
        """The zone of each object by its id, in the order of `objects`."""
        if self._zones is None:
            self._zones = dict(zip(self.objects, map(_zones, self.objects.values()), strict=True))
        return self._zones

    def in_zones(self, zones: Collection[int]) -> list[pb.GameObject]:
        """The objects in some zones, in the state's order."""
        return list(compress(self.objects.values(), map(zones.__contains__, self.zones().values())))

    def attacking(self) -> list[pb.GameObject]:
        """The objects that are recorded as attacking, in the state's order."""
        objects, attackers = self.objects, self.attackers
        if len(attackers) < 2:
            return [objects[name] for name in attackers]
        return list(compress(objects.values(), map(attackers.__contains__, objects)))

    def battlefield(self) -> list[pb.GameObject]:
        """The permanents that are phased in (CR 702.26b), in the state's order."""
        if self._permanents is None:
            there = self.in_zones((pb.ZONE_BATTLEFIELD,))
            self._permanents = list(filterfalse(_phased_out, there))
        return self._permanents

    @property
    def active_player(self) -> str:
        """The id of the player whose turn it is."""
        return self.state.active_player_id

    def same_team(self, one: str, other: str) -> bool:
        """Whether two players are the same, or on one team (CR 808.1)."""
        if one == other:
            return True
        team = self.players[one].team_id
        return bool(team) and team == self.players[other].team_id

    def is_attacking_player(self, player: str) -> bool:
        """CR 506.2, and 805.10 where teams share turns; one who is still in the game."""
        active = self.state.active_player_id
        if self.players[player].left_game:
            return False
        return player == active or (self.state.shared_team_turns and self.same_team(player, active))

    def is_defending_player(self, player: str) -> bool:
        """CR 506.2: an opponent of the active player who is still in the game."""
        return not self.players[player].left_game and not self.same_team(player, self.active_player)

    def turn_order(self) -> list[str]:
        """The players in the game, in turn order from the active player (CR 101.4).

        Where teams share turns, team by team (CR 805.6).
        """
        names = list(self.players)
        start = names.index(self.active_player)
        order = names[start:] + names[:start]
        if self.state.shared_team_turns:
            team_of = {name: self.players[name].team_id or name for name in order}
            teams = list(dict.fromkeys(team_of.values()))
            order.sort(key=lambda name: teams.index(team_of[name]))
        return [name for name in order if not self.players[name].left_game]

    def in_combat_phase(self) -> bool:
        """CR 506.1."""
        return self.state.step in COMBAT_STEPS


def copy_of(state: pb.CombatState) -> pb.CombatState:
    """The same state as a message of its own."""
    copy = pb.CombatState()
    copy.CopyFrom(state)
    return copy


def controller_of(item: pb.GameObject) -> str:
    """The player who controls an object: its owner where the state names nobody else."""
    return item.controller_id or item.owner_id
