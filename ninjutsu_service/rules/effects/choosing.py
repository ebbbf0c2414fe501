"""Parts that choose, repeat or lead to other parts."""

from __future__ import annotations

from ninjutsu_service.cards.card import AbilityLine
from ninjutsu_service.rules.ability import names_of, part_named
from ninjutsu_service.rules.amounts import compares
from ninjutsu_service.rules.effects.run import Effects, LeftToEngine, Run
from ninjutsu_service.rules.modes import mode_label
from ninjutsu_service.rules.statics import CARD_TYPES
from ninjutsu_service.rules.valid import player_matches
from ninjutsu_service.rules.view import Seen
from ninjutsu_service.rules.watching import Waiting


def charm(run: Run, part: AbilityLine) -> None:
    """`Charm`: the modes chosen on announcement, in the order printed (CR 608.2c, 700.2)."""
    modes = names_of(part.get("Choices"))
    for name in run.top.modes:
        if name not in modes:
            raise LeftToEngine
        run.follow(name)


def generic_choice(run: Run, part: AbilityLine) -> None:
    """`GenericChoice`: each player chooses one of several parts."""
    for player in run.players(part):
        names = names_of(part.get("Choices"))
        if not names:
            raise LeftToEngine
        labels = [mode_label(run.face, name) for name in names]
        run.follow(run.choose_name(player, names, labels, "CHOOSE_ONE", "608.2d"))


def branch(run: Run, part: AbilityLine) -> None:
    """`Branch`: one part or another by a condition."""
    left = part.get("BranchConditionSVar") or part.get("BranchCondition")
    holds = compares(run.view, left, part.get("BranchConditionSVarCompare") or "GE1")
    if holds is None:
        raise LeftToEngine
    following = part.get("TrueSubAbility" if holds else "FalseSubAbility")
    if following:
        run.follow(following)


def repeat_each(run: Run, part: AbilityLine) -> None:
    """`RepeatEach`: a part for each player in turn order; who may refuse is asked first."""
    players = run.players(part, "RepeatPlayers")
    if part.get("RepeatOptionalForEachPlayer"):
        players = [player for player in players if run.yes(player, "MAY", "608.2d")]
    for player in players:
        run.view.each_player = player
        run.follow(part.get("RepeatSubAbility"))
    run.view.each_player = ""


def choose_player(run: Run, part: AbilityLine) -> None:
    """`ChoosePlayer`: what comes after speaks of `ChosenPlayer`."""
    for player in run.players(part):
        among = []
        for other in run.view.players():
            fits = player_matches(run.view, part.get("Choices") or "Player", other)
            if fits is None:
                raise LeftToEngine
            if fits:
                among.append(other)
        chosen = run.choose_player(player, among, "CHOOSE_PLAYER", "608.2d")
        run.view.chosen_player = chosen


def choose_type(run: Run, part: AbilityLine) -> None:
    """`ChooseType`: what comes after speaks of `ChosenType`, a card type or one of those named."""
    names = type_names(part)
    if not names or len(run.players(part)) != 1:
        raise LeftToEngine
    (player,) = run.players(part)
    topic = "CHOOSE_ONE" if part.get("ValidTypes") else "CHOOSE_TYPE"
    run.view.chosen_type = run.choose_name(player, names, names, topic, "608.2d")


def type_names(part: AbilityLine) -> list[str]:
    """What a `ChooseType` chooses among; nothing where that is not told here."""
    valid, excluded = names_of(part.get("ValidTypes")), names_of(part.get("InvalidTypes"))
    if not valid and part.get("Type") == "Card":
        valid = sorted(CARD_TYPES)
    return [name for name in valid if name not in excluded]


def cleanup(run: Run, part: AbilityLine) -> None:
    """`Cleanup`: what was remembered or chosen is forgotten."""
    if part.get("ClearRemembered"):
        run.view.remembered.clear()
    if part.get("ClearChosenPlayer"):
        run.view.chosen_player = ""
    if part.get("ClearChosenType"):
        run.view.chosen_type = ""


def immediate_trigger(run: Run, part: AbilityLine) -> None:
    """`ImmediateTrigger`: "when you do", a reflexive trigger (CR 603.12).

    It waits like any other, and chooses its targets as it goes on the stack.
    """
    source = run.view.source
    if source is None or part_named(run.face, part.get("Execute")) is None:
        raise LeftToEngine
    waiting = Waiting(
        source=Seen(run.copy(source.item), source.traits, source.live, source.attacking),
        controller=run.you,
        ability=part.get("Execute"),
        face=run.face,
        context=run.top.context,
    )
    run.ledger.waiting.append(waiting)


EFFECTS: Effects = {
    "Charm": (charm, ("choices", "charmnum", "mincharmnum")),
    "GenericChoice": (generic_choice, ("choices",)),
    "Branch": (
        branch,
        ("branchcondition", "branchconditionsvar", "branchconditionsvarcompare",
         "truesubability", "falsesubability"),
    ),
    "RepeatEach": (
        repeat_each,
        ("repeatplayers", "repeatsubability", "repeatoptionalforeachplayer"),
    ),
    "ChoosePlayer": (choose_player, ("choices",)),
    "ChooseType": (choose_type, ("type", "validtypes", "invalidtypes")),
    "Cleanup": (
        cleanup,
        ("clearremembered", "clearchosenplayer", "clearchosencard", "clearchosentype"),
    ),
    "ImmediateTrigger": (
        immediate_trigger,
        ("execute", "copytriggeringobjects", "triggerdescription"),
    ),
}  # fmt: skip
