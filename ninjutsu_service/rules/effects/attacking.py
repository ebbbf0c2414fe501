"""What something put onto the battlefield attacking attacks (CR 508.4a)."""

from __future__ import annotations

from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.combat import can_still_be_attacked
from ninjutsu_service.rules.defined import defined_players
from ninjutsu_service.rules.effects.run import LeftToEngine, Run


def attack_options(run: Run) -> list[pb.AttackTarget]:
    """All that may be attacked: defending players, their planeswalkers, battles they protect."""
    board = run.ledger.table.board
    if not board.in_combat_phase() or not board.is_attacking_player(run.you):
        return []
    found = [
        pb.AttackTarget(player_id=player)
        for player in board.turn_order()
        if board.is_defending_player(player)
    ]
    for item in board.battlefield():
        target = pb.AttackTarget(permanent_id=item.id, incarnation=item.incarnation)
        if can_still_be_attacked(run.ledger.table, target):
            found.append(target)
    return found


def attack_option(run: Run, options: list[pb.AttackTarget]) -> pb.AttackTarget:
    """The controller chooses what it attacks; asked only where there is a choice."""
    names = [each.player_id or each.permanent_id for each in options]
    objects = run.ledger.table.board.objects
    labels = [
        run.ledger.table.shown_name(objects[name], run.you) if name in objects else name
        for name in names
    ]
    chosen = run.choose_name(run.you, names, labels, "ATTACK", "508.4a")
    return options[names.index(chosen)]


def named_attack(run: Run, part: AbilityLine) -> pb.AttackTarget | None:
    """`Attacking$ TriggeredTarget`: that player, where it can be attacked.

    Raises:
        LeftToEngine: the words are not understood.
    """
    words = part.get("Attacking")
    if words == "True":
        options = attack_options(run)
        return attack_option(run, options) if options else None
    players = defined_players(run.view, words)
    if players is None:
        raise LeftToEngine
    target = pb.AttackTarget(player_id=players[0]) if players else None
    if target is None or not run.ledger.table.board.is_defending_player(target.player_id):
        return None
    return target
