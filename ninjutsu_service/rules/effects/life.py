"""Gaining and losing life (CR 119.3)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.effects.run import Effects, Run


def gain_life(run: Run, part: AbilityLine) -> None:
    """`GainLife`."""
    _change(run, part, 1)


def lose_life(run: Run, part: AbilityLine) -> None:
    """`LoseLife`."""
    _change(run, part, -1)


def _change(run: Run, part: AbilityLine, sign: int) -> None:
    """All of them at once; nobody gains or loses less than 0 (CR 107.1b)."""
    players, amount = run.players(part), run.number(part, "LifeAmount")
    if amount <= 0:
        return
    batch = run.ledger.new_batch() if len(players) > 1 else 0
    for player in players:
        change = ev.LifeChanged(player_id=player, change=sign * amount)
        run.ledger.write(change, "119.3", batch=batch)


EFFECTS: Effects = {
    "GainLife": (gain_life, ("lifeamount",)),
    "LoseLife": (lose_life, ("lifeamount",)),
}
