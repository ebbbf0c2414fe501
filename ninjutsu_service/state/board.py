"""The board: a CombatState that was checked, indexed for the rules to read."""

from __future__ import annotations

from collections.abc import Iterator

from ninjutsu.v1 import state_pb2 as pb

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

    __slots__ = ("attackers", "objects", "players", "state")

    def __init__(self, state: pb.CombatState) -> None:
        """Index a state in which `check_core` found no fault."""
        self.state = state
        self.players: dict[str, pb.Player] = {player.id: player for player in state.players}
        self.objects: dict[str, pb.GameObject] = {item.id: item for item in state.objects}
        self.attackers: dict[str, pb.Attacker] = {}
        self.index_combat()

    def index_combat(self) -> None:
        """Read the attackers anew."""
        self.attackers = {record.object_id: record for record in self.state.combat.attackers}

    def battlefield(self) -> Iterator[pb.GameObject]:
        """The permanents that are phased in (CR 702.26b), in the state's order."""
        for item in self.objects.values():
            if item.zone == pb.ZONE_BATTLEFIELD and not item.phased_out:
                yield item

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
        active = self.active_player
        if self.players[player].left_game:
            return False
        return player == active or (self.state.shared_team_turns and self.same_team(player, active))

    def is_defending_player(self, player: str) -> bool:
        """CR 506.2: an opponent of the active player who is still in the game."""
        return not self.players[player].left_game and not self.same_team(player, self.active_player)

    def turn_order(self) -> list[str]:
        """The players in the game, in turn order from the active player (CR 101.4)."""
        names = list(self.players)
        start = names.index(self.active_player)
        order = names[start:] + names[:start]
        return [name for name in order if not self.players[name].left_game]

    def in_combat_phase(self) -> bool:
        """CR 506.1."""
        return self.state.step in COMBAT_STEPS


def controller_of(item: pb.GameObject) -> str:
    """The player who controls an object: its owner where the state names nobody else."""
    return item.controller_id or item.owner_id
