"""CardPoolService's methods: what cards are loaded, and what is wrong with scripts."""

from __future__ import annotations

import base64
import binascii
from bisect import bisect_right
from collections.abc import Iterator, Sequence

import grpc

from ninjutsu.v1 import card_pool_pb2 as wire
from ninjutsu_service.cards.card import Card, KeywordLine
from ninjutsu_service.cards.cost import CostError
from ninjutsu_service.cards.diagnostics import Diagnostic, Severity
from ninjutsu_service.cards.reload import Changes
from ninjutsu_service.cards.script import ScriptError, read_card
from ninjutsu_service.rules.keyword import Keyword
from ninjutsu_service.rules.rulebook import Rulebook
from ninjutsu_service.server import status
from ninjutsu_service.server.checks import ordered, place_of
from ninjutsu_service.server.deadline import Deadline
from ninjutsu_service.server.live import Edition, LivePool
from ninjutsu_service.server.wire import Around, Behavior, ServiceHandler
from ninjutsu_service.state.faults import Fault, InvalidRequest

PAGE = 100
"""How many of a page where the request does not say."""

LARGEST_PAGE = 1000

WATCH_SECONDS = 1.0
"""How often a call that waits looks whether its client is still there."""

WAITING = frozenset(("ListDiagnostics",))
"""The unary methods that may wait: for the checks of a large pool."""


class CardPoolServicer:
    """Answers about the live pool's current edition."""

    def __init__(self, cards: LivePool, max_seconds: float) -> None:
        self._cards = cards
        self._max_seconds = max_seconds
        self._bound: tuple[int, dict[str, tuple[str, ...]]] = (0, {})

    def handler(self, around: Around) -> grpc.GenericRpcHandler:
        """The grpc handler of the service."""
        behaviors: dict[str, Behavior] = {
            "ListCards": self.list_cards,
            "GetCard": self.get_card,
            "CheckScript": self.check_script,
            "ListDiagnostics": self.list_diagnostics,
            "WatchCards": self.watch_cards,
        }
        return ServiceHandler(
            wire.DESCRIPTOR.services_by_name["CardPoolService"], behaviors, around, WAITING
        )

    def list_cards(
        self, request: wire.ListCardsRequest, context: grpc.ServicerContext
    ) -> wire.ListCardsResponse:
        """A page of the cards, by name; the token names the last card of the page before."""
        edition = self._cards.edition
        rulebook = edition.rulebook
        names: Sequence[str] = edition.pool.names()
        if request.keyword:
            keyword = rulebook.registry.get(request.keyword)
            if keyword is None:
                known = ", ".join(each.name for each in rulebook.registry)
                message = f"no keyword is registered as {request.keyword!r}; there are {known}"
                raise InvalidRequest([Fault("keyword", message)])
            names = self._bound_names(edition, keyword, context)
        after = _token(request.page_token)
        start = bisect_right(names, after) if after else 0
        page = names[start : start + _size(request.page_size)]
        cards = [summary(rulebook, card) for name in page if (card := edition.pool.get(name))]
        more = start + len(page) < len(names)
        return wire.ListCardsResponse(
            cards=cards,
            next_page_token=_page_token(page[-1]) if more else "",
            total_size=len(names),
            version=edition.pool.version,
        )

    def get_card(
        self, request: wire.GetCardRequest, context: grpc.ServicerContext
    ) -> wire.GetCardResponse:
        """A card by the name of any of its faces, with its script as it stands in the file."""
        if not request.name:
            raise InvalidRequest([Fault("name", "required")])
        edition = self._cards.edition
        card, file = edition.pool.get(request.name), edition.pool.script(request.name)
        if card is None or file is None:
            raise status.not_found(f"no script is loaded for a card named {request.name!r}")
        return wire.GetCardResponse(card=summary(edition.rulebook, card), script=file.text)

    def check_script(
        self, request: wire.CheckScriptRequest, context: grpc.ServicerContext
    ) -> wire.CheckScriptResponse:
        """What is wrong with a script, and the card that it would be; the pool stays as it is."""
        from ninjutsu_service.cards.check import check_script  # noqa: PLC0415 - 30 ms at the start

        edition = self._cards.edition
        tokens = frozenset(edition.pool.tokens())
        found = check_script(request.script, request.file_name, tokens, carried=self._cards.carried)
        response = wire.CheckScriptResponse(diagnostics=map(_diagnostic, ordered(found)))
        if any(each.code == "NJ002" for each in found):
            return response
        try:
            card = read_card(request.script, request.file_name)
        except ScriptError:
            return response
        response.card.CopyFrom(summary(edition.rulebook, card))
        return response

    def list_diagnostics(
        self, request: wire.ListDiagnosticsRequest, context: grpc.ServicerContext
    ) -> wire.ListDiagnosticsResponse:
        """A page of what is wrong with the scripts that are loaded, or could not be.

        It waits until all are checked, as long as its client does.
        """
        after = _token(request.page_token)
        edition, found = self._diagnostics(context)
        keys = [place_of(each) for each in found]
        start = bisect_right(keys, after) if after else 0
        page = found[start : start + _size(request.page_size)]
        more = start + len(page) < len(found)
        return wire.ListDiagnosticsResponse(
            diagnostics=map(_diagnostic, page),
            next_page_token=_page_token(keys[start + len(page) - 1]) if more else "",
            version=edition.pool.version,
        )

    def watch_cards(
        self, request: wire.WatchCardsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.WatchCardsResponse]:
        """The pool's version now, and again after every change to it."""
        edition = self._cards.edition
        yield wire.WatchCardsResponse(version=edition.pool.version)
        while context.is_active():
            waited = self._cards.wait(edition.number, WATCH_SECONDS)
            if waited.stopped:
                raise status.stopping()
            if waited.edition.number == edition.number:
                continue
            # Several changes may have come meanwhile, or only what is wrong with the scripts.
            changed = waited.edition.changes_since(edition)
            edition = waited.edition
            if changed:
                yield _changes(edition, changed)

    def _bound_names(
        self, edition: Edition, keyword: Keyword, context: grpc.ServicerContext
    ) -> tuple[str, ...]:
        """The cards that are bound to a keyword; worked out once an edition."""
        number, known = self._bound
        if number != edition.number:
            self._bound = edition.number, (known := {})
        if keyword.name not in known:
            rulebook, check = edition.rulebook, Deadline(context, self._max_seconds).check
            names = []
            for name in edition.pool.with_keyword(keyword.line):
                check()
                if any(each.keyword == keyword.name for each in _bindings(rulebook, name)):
                    names.append(name)
            known[keyword.name] = tuple(names)
        return known[keyword.name]

    def _diagnostics(self, context: grpc.ServicerContext) -> tuple[Edition, tuple[Diagnostic, ...]]:
        """What is wrong with the current edition, once that is known."""
        while True:
            found = self._cards.diagnostics(WATCH_SECONDS)
            if found is not None:
                return found
            if self._cards.stopped:
                raise status.stopping()
            if not context.is_active():
                raise status.abandoned(late=context.time_remaining() <= 0)


def summary(rulebook: Rulebook, card: Card) -> wire.CardSummary:
    """A card as the wire lists it: its front face, and the keywords of all its faces."""
    front = card.faces[0]
    return wire.CardSummary(
        name=front.name,
        mana_cost=str(front.mana_cost),
        types=front.types,
        bindings=bindings(rulebook, card),
        path=card.path,
    )


def bindings(rulebook: Rulebook, card: Card) -> list[wire.KeywordBinding]:
    """The lines of a card that belong to a registered keyword."""
    lines = (line for face in card.faces for line in face.keywords)
    return [found for line in lines if (found := _binding(rulebook, line)) is not None]


def _binding(rulebook: Rulebook, line: KeywordLine) -> wire.KeywordBinding | None:
    try:
        bound = rulebook.registry.bind(line)
    except CostError:
        return None
    if bound is None:
        return None
    keyword, cost = bound
    return wire.KeywordBinding(
        keyword=keyword.name,
        mana_cost=str(cost.mana),
        other_costs=map(str, cost.parts),
        line=f"K:{line.text}",
        line_number=line.line,
    )


def _bindings(rulebook: Rulebook, name: str) -> list[wire.KeywordBinding]:
    card = rulebook.pool.get(name)
    return bindings(rulebook, card) if card else []


def _diagnostic(found: Diagnostic) -> wire.Diagnostic:
    severity = wire.SEVERITY_ERROR if found.severity is Severity.ERROR else wire.SEVERITY_WARNING
    return wire.Diagnostic(
        severity=severity,
        code=found.code,
        message=found.message,
        line=found.line,
        column=found.column,
        suggestion=found.suggestion,
        path=found.path,
    )


def _changes(edition: Edition, changed: Changes) -> wire.WatchCardsResponse:
    return wire.WatchCardsResponse(
        version=edition.pool.version,
        added=changed.added,
        changed=changed.changed,
        removed=changed.removed,
    )


def _size(asked: int) -> int:
    return min(asked or PAGE, LARGEST_PAGE)


def _page_token(last: str) -> str:
    return base64.urlsafe_b64encode(last.encode("utf-8", "surrogatepass")).decode()


def _token(token: str) -> str:
    """The name that a page token stands for; empty for the first page.

    Raises:
        InvalidRequest: it stands for none.
    """
    try:
        return base64.b64decode(token.encode(), b"-_", validate=True).decode(
            "utf-8", "surrogatepass"
        )
    except (binascii.Error, UnicodeError, ValueError):
        fault = Fault("page_token", "not a token that this service gave")
        raise InvalidRequest([fault]) from None
