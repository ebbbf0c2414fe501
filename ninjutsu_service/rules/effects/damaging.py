"""Damage by spells and abilities (CR 120.2b)."""

from __future__ import annotations

from collections.abc import Iterable

from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.damage import Hit, deal
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.rules.valid import player_matches
from ninjutsu_service.state.board import controller_of


def deal_damage(run: Run, part: AbilityLine) -> None:
    """`DealDamage`: to its targets, or to whom it names."""
    amount = run.number(part, "NumDmg")
    if not part.get("Defined"):
        recipients = [each.player_id or each.object_id for each in run.view.targets]
        _deal(run, recipients, amount)
        return
    try:
        named = [item.id for item in run.permanents(part)]
    except LeftToEngine:
        named = []
    _deal(run, named or run.players(part), amount)


def damage_all(run: Run, part: AbilityLine) -> None:
    """`DamageAll`: to every permanent and player that fits."""
    amount = run.number(part, "NumDmg")
    recipients = [item.id for item in run.matching(part.get("ValidCards"))]
    if part.get("ValidPlayers"):
        answers = {
            player: player_matches(run.view, part.get("ValidPlayers"), player)
            for player in run.view.players()
        }
        if None in answers.values():
            raise LeftToEngine
        recipients += [player for player, fits in answers.items() if fits]
    _deal(run, recipients, amount)


def _deal(run: Run, recipients: Iterable[str], amount: int) -> None:
    source = run.view.source
    if source is None:
        raise LeftToEngine
    controller = controller_of(source.item) if source.live else run.you
    hits = [Hit(source.item, source.traits, controller, each, amount) for each in recipients]
    deal(run.ledger, hits, "120.2b")


EFFECTS: Effects = {
    "DealDamage": (deal_damage, ("numdmg",)),
    "DamageAll": (damage_all, ("numdmg", "validcards", "validplayers")),
}
