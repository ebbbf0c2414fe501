"""What happens to permanents where they are: destroyed, sacrificed, tapped, pumped, taken over."""

from __future__ import annotations

from collections.abc import Sequence

from ninjutsu.v1 import event_pb2 as ev
from ninjutsu.v1 import state_pb2 as pb
from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.cards.valid import parse_list
from ninjutsu_service.rules.destroying import SHIELD, destroy
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.rules.moving import leave_combat, to_graveyard
from ninjutsu_service.state.board import controller_of


def destroy_some(run: Run, part: AbilityLine) -> None:
    """`Destroy`: the permanents that it is about, all at once (CR 701.8)."""
    _destroy(run, part, run.permanents(part))


def destroy_all(run: Run, part: AbilityLine) -> None:
    """`DestroyAll`: everything that fits."""
    _destroy(run, part, run.matching(part.get("ValidCards")))


def _destroy(run: Run, part: AbilityLine, items: Sequence[pb.GameObject]) -> None:
    batch = run.ledger.new_batch() if len(items) > 1 else 0
    for item in items:
        before = run.kept(item)
        gone = destroy(
            run.ledger, item, "701.8a", batch=batch, can_regenerate=not part.get("NoRegen")
        )
        if gone and part.get("RememberDestroyed"):
            run.view.remembered.append(before)


def sacrifice(run: Run, part: AbilityLine) -> None:
    """`Sacrifice`: its controllers choose what; without `SacValid`, the source (CR 701.21)."""
    chosen: list[pb.GameObject] = []
    if not part.get("SacValid") or part.get("SacValid") == "Self":
        chosen = [item for item in run.permanents(part) if controller_of(item) == run.you]
    else:
        count = run.number(part, "Amount")
        fitting = run.matching(part.get("SacValid"))
        for player in run.players(part):
            own = [item for item in fitting if controller_of(item) == player]
            chosen += run.choose(player, own, "SACRIFICE", "701.21a", least=count, most=count)
    batch = run.ledger.new_batch() if len(chosen) > 1 else 0
    for item in chosen:
        before = run.kept(item)
        to_graveyard(run.ledger, item, "701.21a", ev.MOVE_REASON_SACRIFICED, batch=batch)
        if part.get("RememberSacrificed"):
            run.view.remembered.append(before)


def tap(run: Run, part: AbilityLine) -> None:
    """`Tap` (CR 701.26a)."""
    _tap(run, run.permanents(part))


def tap_all(run: Run, part: AbilityLine) -> None:
    """`TapAll`."""
    _tap(run, run.matching(part.get("ValidCards")))


def _tap(run: Run, items: Sequence[pb.GameObject]) -> None:
    items = [item for item in items if not item.tapped]
    batch = run.ledger.new_batch() if len(items) > 1 else 0
    for item in items:
        tapped = ev.ObjectTapped(object_id=item.id)
        run.ledger.write(tapped, "701.26a", batch=batch)


def pump(run: Run, part: AbilityLine) -> None:
    """`Pump`: until end of turn (CR 611.2)."""
    _pump(run, part, run.permanents(part))


def pump_all(run: Run, part: AbilityLine) -> None:
    """`PumpAll`: what fits now, and no more later (CR 611.2c)."""
    _pump(run, part, run.matching(part.get("ValidCards")))


def _pump(run: Run, part: AbilityLine, items: Sequence[pb.GameObject]) -> None:
    power, toughness = run.number(part, "NumAtt", "0"), run.number(part, "NumDef", "0")
    keywords = [each.removeprefix("HIDDEN ") for each in parse_list(part.get("KW"))]
    if not all(map(run.ledger.table.rulebook.reads, keywords)):
        raise LeftToEngine
    _begin(run, items, "611.2", keywords, power, toughness)


def regenerate(run: Run, part: AbilityLine) -> None:
    """`Regenerate`: a shield until end of turn (CR 701.19a)."""
    _begin(run, run.permanents(part), "701.19a", [SHIELD])


def _begin(
    run: Run,
    items: Sequence[pb.GameObject],
    rule: str,
    keywords: Sequence[str],
    power: int = 0,
    toughness: int = 0,
) -> None:
    """Begin an effect that lasts until end of turn on each of the permanents."""
    batch = run.ledger.new_batch() if len(items) > 1 else 0
    for item in items:
        effect = pb.TemporaryEffect(
            id=run.ledger.new_id(),
            object_id=item.id,
            incarnation=item.incarnation,
            power_change=power,
            toughness_change=toughness,
            keywords=keywords,
            duration=pb.DURATION_END_OF_TURN,
        )
        began = ev.EffectBegan(effect=effect)
        run.ledger.write(began, rule, batch=batch)


def gain_control(run: Run, part: AbilityLine) -> None:
    """`GainControl`, for good: what changes control leaves combat (CR 506.4)."""
    if part.get("NewController") not in ("", "You"):
        raise LeftToEngine
    items = [item for item in run.permanents(part) if controller_of(item) != run.you]
    batch = run.ledger.new_batch() if len(items) > 1 else 0
    for item in items:
        leave_combat(run.ledger, item, batch=batch)
        changed = ev.ControlChanged(object_id=item.id, controller_id=run.you)
        run.ledger.write(changed, "613.1b", batch=batch)


EFFECTS: Effects = {
    "Destroy": (destroy_some, ("noregen", "rememberdestroyed")),
    "DestroyAll": (destroy_all, ("noregen", "rememberdestroyed", "validcards")),
    "Sacrifice": (sacrifice, ("sacvalid", "amount", "remembersacrificed")),
    "Tap": (tap, ()),
    "TapAll": (tap_all, ("validcards",)),
    "Pump": (pump, ("numatt", "numdef", "kw")),
    "PumpAll": (pump_all, ("numatt", "numdef", "kw", "validcards")),
    "Regenerate": (regenerate, ()),
    "GainControl": (gain_control, ("newcontroller",)),
}
