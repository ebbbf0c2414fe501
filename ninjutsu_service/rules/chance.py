"""What the rules leave to chance, decided by a seed from the request.

The only module of the rules that takes chance, and the seed is all that it takes it from: the
same call gives the same answer on every replica. Only `Random.random` is used, whose sequence
for a seed Python keeps from version to version.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from ninjutsu_service.state.faults import Fault, InvalidRequest

Item = TypeVar("Item")


class Chance:
    """A source of chance for one call.

    Attributes:
        used: whether it has decided anything.
    """

    def __init__(self, seed: int | None = None) -> None:
        """Chance by a seed; without one, the first use of it is refused."""
        self._random = None if seed is None else random.Random(seed)  # noqa: S311 (no secret)
        self.used = False

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in random order. Fewer than two need no chance.

        Raises:
            InvalidRequest: the request has no `random_seed`.
        """
        order = list(items)
        for place in range(len(order) - 1, 0, -1):
            other = self._below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order

    def picked(self, items: Sequence[Item], count: int) -> list[Item]:
        """So many of the items at random, all of them where there are no more.

        Raises:
            InvalidRequest: the request has no `random_seed`.
        """
        if count >= len(items):
            return list(items)
        return self.shuffled(items)[:count]

    def _below(self, limit: int) -> int:
        if self._random is None:
            message = "required: what happens here is left to chance"
            raise InvalidRequest([Fault("random_seed", message)])
        self.used = True
        return int(self._random.random() * limit)
