"""Gaining and losing life (CR 119.3)."""

from __future__ import annotations

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.effects.run import Effects, Run

LIFE_LOST = "aflifelost"
"""The name, in lower case, by which scripts know how much life a `LoseLife` took."""


def gain_life(run: Run, part: AbilityLine) -> None:
    """`GainLife`."""
    _change(run, part, 1)


def lose_life(run: Run, part: AbilityLine) -> None:
    """`LoseLife`; later parts know by `AFLifeLost` how much all of them have lost."""
    run.view.results[LIFE_LOST] = _change(run, part, -1)


def _change(run: Run, part: AbilityLine, sign: int) -> int:
    """All of them at once; nobody gains or loses less than 0 (CR 107.1b).

    Returns:
        How much it is of all together.
    """
    players, amount = run.players(part), run.number(part, "LifeAmount")
    if amount <= 0:
        return 0
    batch = run.ledger.new_batch() if len(players) > 1 else 0
    for player in players:
        change = ev.LifeChanged(player_id=player, change=sign * amount)
        run.ledger.write(change, "119.3", batch=batch)
    return amount * len(players)


EFFECTS: Effects = {
    "GainLife": (gain_life, ("lifeamount",)),
    "LoseLife": (lose_life, ("lifeamount",)),
}
