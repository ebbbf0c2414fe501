"""What of the card script language is carried out, as the checks of scripts ask for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ninjutsu_service.cards.cost import CostPart

Unread = Callable[[str, str, Mapping[str, str], Mapping[str, str]], Iterable[tuple[str, str]]]


def _nothing(
    kind: str, name: str, parameters: Mapping[str, str], svars: Mapping[str, str]
) -> Iterable[tuple[str, str]]:
    return ()


def _all_fit(part: CostPart) -> Sequence[str]:
    return ()


@dataclass(frozen=True)
class Carried:
    """What is carried out here. All names are in lower case.

    Attributes:
        abilities: what an ability does, "draw", with the parameters that are understood of it.
        triggers: the modes of `T:` lines, with theirs.
        statics: the modes of `S:` lines, with theirs.
        replacements: the events of `R:` lines, with theirs.
        entering: what is done as something enters, "clone", with the parameters of that.
        keywords: those that the rules know, "trample".
        bound: those that this service implements, "ninjutsu".
        casts: those of them that are ways of casting, "sneak".
        costs: the parts of costs that can be paid, "Discard".
        payable: whether a part of a cost is one that can be paid, with what stands in it.
        unfit: the words of what pays for a part, `Card.blorp`, that fit no object here.
        unread: the values of a line that are not read: what kind of line it is, what it does, its
            parameters and the face's SVars, all by name in lower case; each with its key.
    """

    abilities: Mapping[str, Collection[str]] = field(default_factory=dict)
    triggers: Mapping[str, Collection[str]] = field(default_factory=dict)
    statics: Mapping[str, Collection[str]] = field(default_factory=dict)
    replacements: Mapping[str, Collection[str]] = field(default_factory=dict)
    entering: Mapping[str, Collection[str]] = field(default_factory=dict)
    keywords: Collection[str] = ()
    bound: Collection[str] = ()
    casts: Collection[str] = ()
    costs: Collection[str] = ()
    payable: Callable[[CostPart], bool] = bool
    unfit: Callable[[CostPart], Sequence[str]] = _all_fit
    unread: Unread = _nothing
