"""The registry: every keyword handled here, by name and by script line.

Keywords come from the entry-point group `ninjutsu_service.keywords`: each entry names a
tuple of `Keyword` values. A package of its own adds one by declaring an entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib.metadata import entry_points

from ninjutsu_service.cards.card import KeywordLine
from ninjutsu_service.cards.cost import Cost, CostError, parse_cost
from ninjutsu_service.rules.keyword import Keyword

GROUP = "ninjutsu_service.keywords"


class RegistryError(ValueError):
    """Two keywords that cannot be told apart, or an entry point that names none."""


class Registry:
    """Keywords by name and by the script lines that bind cards to them.

    Attributes:
        activating_zones, casting_zones: where cards may have to be for an ability of a keyword,
            and for a spell cast by one.
    """

    def __init__(self, keywords: Iterable[Keyword]) -> None:
        """Register keywords.

        Raises:
            RegistryError: two keywords share a name, or a line and variant.
        """
        self._by_name: dict[str, Keyword] = {}
        self._by_line: dict[tuple[str, str], Keyword] = {}
        for keyword in keywords:
            line = (keyword.line.casefold(), keyword.variant.casefold())
            if keyword.name in self._by_name or line in self._by_line:
                raise RegistryError(f"{keyword.name} is registered twice")
            self._by_name[keyword.name] = keyword
            self._by_line[line] = keyword
        self._lines = frozenset(line for line, _ in self._by_line)
        self.activating_zones = self._zones(casts=False)
        self.casting_zones = self._zones(casts=True)

    def _zones(self, *, casts: bool) -> frozenset[int]:
        return frozenset(zone for each in self if each.casts is casts for zone in each.zones)

    @classmethod
    def installed(cls) -> Registry:
        """The keywords of every installed package that declares the entry point.

        Raises:
            RegistryError: an entry point that cannot be loaded, or holds no keywords.
        """
        found: list[Keyword] = []
        for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.value):
            try:
                keywords = tuple(entry.load())
            except Exception as error:
                raise RegistryError(f"entry point {entry.value!r}: {error}") from error
            if not keywords or not all(isinstance(each, Keyword) for each in keywords):
                raise RegistryError(f"entry point {entry.value!r} is no tuple of Keyword values")
            found += [each for each in keywords if each not in found]
        return cls(found)

    def __iter__(self) -> Iterator[Keyword]:
        return iter(self._by_name.values())

    def get(self, name: str) -> Keyword | None:
        """The keyword registered by this name, as `Action.keyword` gives it."""
        return self._by_name.get(name)

    def binds(self, line: KeywordLine) -> bool:
        """Whether a script's keyword line belongs to a registered keyword."""
        return line.head.casefold() in self._lines

    def bind(self, line: KeywordLine) -> tuple[Keyword, Cost] | None:
        """The keyword that a script's line stands for, and what it costs there.

        Returns:
            None for a line that belongs to no registered keyword.

        Raises:
            CostError: a line of a registered keyword whose cost is missing or malformed.
        """
        head = line.head.casefold()
        if head not in self._lines:
            return None
        arguments = [argument.strip() for argument in line.arguments]
        variant = next(
            (each for each in arguments[1:] if (head, each.casefold()) in self._by_line), ""
        )
        keyword = self._by_line.get((head, variant.casefold()))
        if keyword is None:
            return None
        if not arguments or not arguments[0]:
            raise CostError(line.text, 1, f"a cost must follow, as in {line.head}:1 U")
        cost = parse_cost(arguments[0])
        if keyword.extra_cost:
            extra = parse_cost(keyword.extra_cost)
            cost = Cost(cost.mana, cost.parts + extra.parts)
        return keyword, cost
