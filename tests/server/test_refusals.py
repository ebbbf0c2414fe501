"""Each refusal, as a client of the real server gets it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest

from ninjutsu.v1 import service_pb2_grpc
from ninjutsu_service.texts import _REFUSALS
from tests.boards import Game, pb, wire
from tests.server.statuses import failure

Stub = service_pb2_grpc.NinjutsuServiceStub

DEEP_HOURS = "Ninja of the Deep Hours"


def game() -> Game:
    """A Ninja that could come in for Bear."""
    built = Game()
    built.attacker("bear", "Bear")
    built.hand("ninja", DEEP_HOURS)
    built.lands("U", 2)
    return built


@dataclass(frozen=True)
class Row:
    """One refusal: what brings it about in the game above, and what is told.

    Attributes:
        reason: without its prefix.
        rule: the rule that it cites.
        english, french: the message.
        change: what is different about the game.
        method: the call.
        request: fields of it that differ.
        source: the `source_id` told.
        keyword: the `keyword` told.
        returned: the `returned_id` told; empty where the creature is not the obstacle.
    """

    reason: str
    rule: str
    english: str
    french: str
    change: Callable[[Game], object] = lambda game: None
    method: str = "TakeAction"
    request: tuple[tuple[str, Any], ...] = ()
    source: str = "ninja"
    keyword: str = "Ninjutsu"
    returned: str = "bear"

    def message(self) -> Any:
        built = game()
        self.change(built)
        if self.method == "TakeAction":
            request: Any = wire.TakeActionRequest(
                state=built.state,
                player_id="a",
                action=wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id="bear"),
            )
        else:
            request = getattr(wire, f"{self.method}Request")(state=built.state)
        request.MergeFrom(type(request)(**dict(self.request)))
        return request


def phase_out(game: Game) -> None:
    game["bear"].phased_out = True


def make_a_land(game: Game) -> None:
    game["bear"].characteristics.types[:] = ["Land"]


def give_away(game: Game) -> None:
    game["bear"].controller_id = "b"


def retreat(game: Game) -> None:
    game.state.combat.ClearField("attackers")


def undeclared(game: Game) -> None:
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_UNDECLARED


def blocked(game: Game) -> None:
    game.state.combat.attackers[0].block_status = pb.BLOCK_STATUS_BLOCKED


def tap_a_land(game: Game) -> None:
    game["u1"].tapped = True


def main_phase(game: Game) -> None:
    game.state.step = pb.STEP_PRECOMBAT_MAIN
    game.state.ClearField("combat")


def in_graveyard(game: Game) -> None:
    game["ninja"].zone = pb.ZONE_GRAVEYARD


def owned_by_b(game: Game) -> None:
    game["ninja"].owner_id = "b"
    game["ninja"].revealed = True


def priority_to_b(game: Game) -> None:
    game.state.priority_player_id = "b"


def other_card(game: Game) -> None:
    game["ninja"].characteristics.name = "Bear"


def forbid(game: Game) -> None:
    game["ninja"].activation_forbidden = True


def split_second(game: Game) -> None:
    game.state.stack.add(
        id="shock", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b", split_second=True
    )


def engines_spell(game: Game) -> None:
    game.state.stack.add(
        id="shock", kind=pb.STACK_OBJECT_KIND_SPELL, controller_id="b", source_id="card"
    )


def commander(game: Game) -> None:
    game["bear"].commander = True


def unknown_card(game: Game) -> None:
    game["ninja"].card_name = "Nobody"
    game["ninja"].ClearField("characteristics")


def web_slinger(game: Game) -> None:
    main_phase(game)
    game["ninja"].card_name = "Spider-Man, Web-Slinger"
    game["bear"].tapped = False


def spider_sense(game: Game) -> None:
    game["ninja"].card_name = "Spider-Sense"


ROWS = (
    Row("NO_KEYWORD", "702.49a", "Bear does not have Ninjutsu at that cost.",
        "Bear n’a pas Ninjutsu à ce coût.", other_card, returned=""),
    Row("NO_KEYWORD", "702.49a",
        "No script tells what Nobody is, and its characteristics were not sent.",
        "Aucun script ne décrit Nobody, dont les caractéristiques manquent.",
        unknown_card, returned=""),
    Row("NO_KEYWORD", "602.2", "No keyword here is called Nonsense.",
        "Aucun mot-clé ne s’appelle Nonsense ici.",
        request=(("action", wire.Action(keyword="Nonsense")),), keyword="Nonsense", returned=""),
    Row("NO_PRIORITY", "117.1b", "You do not have priority.", "Vous n’avez pas la priorité.",
        priority_to_b, returned=""),
    Row("WRONG_STEP", "702.49c", "Ninjutsu cannot be used in this step.",
        "Ninjutsu ne peut pas être utilisé pendant cette étape.", main_phase, returned=""),
    Row("WRONG_ZONE", "702.49a",
        "Ninja of the Deep Hours is not in a zone where its Ninjutsu works.",
        "Ninja of the Deep Hours n’est pas dans une zone où son Ninjutsu fonctionne.",
        in_graveyard, returned=""),
    Row("NOT_OWNED", "702.49a",
        "Only the owner of Ninja of the Deep Hours can use its Ninjutsu.",
        "Seul le propriétaire de Ninja of the Deep Hours peut utiliser son Ninjutsu.",
        owned_by_b, returned=""),
    Row("SPLIT_SECOND", "702.61a", "Something with split second is on the stack.",
        "Un objet avec la fraction de seconde est sur la pile.", split_second, returned=""),
    Row("ACTIVATION_FORBIDDEN", "602.5",
        "An effect forbids using Ninjutsu of Ninja of the Deep Hours.",
        "Un effet interdit d’utiliser Ninjutsu de Ninja of the Deep Hours.",
        forbid, returned=""),
    Row("PHASED_OUT", "702.26b", "Bear is phased out.", "Bear est hors phase.", phase_out),
    Row("NOT_A_CREATURE", "702.49a", "Bear is not a creature.", "Bear n’est pas une créature.",
        make_a_land),
    Row("NOT_CONTROLLED", "702.49a", "You do not control Bear.", "Vous ne contrôlez pas Bear.",
        give_away),
    Row("NOT_ATTACKING", "702.49a", "Bear is not attacking.", "Bear n’attaque pas.", retreat),
    Row("BLOCKS_NOT_DECLARED", "509.1h", "Blockers have not been declared for Bear yet.",
        "Les bloqueurs de Bear ne sont pas encore déclarés.", undeclared),
    Row("BLOCKED", "509.1h", "Bear was blocked, and stays blocked.",
        "Bear a été bloqué et le reste.", blocked),
    Row("CANNOT_PAY", "601.2h", "You cannot pay {1}{U} for Ninjutsu of Ninja of the Deep Hours.",
        "Vous ne pouvez pas payer {1}{U} pour Ninjutsu de Ninja of the Deep Hours.", tap_a_land),
    Row("ILLEGAL_DECISION", "903.9b",
        "Not an answer that is allowed here: else; allowed: 903.9b:bear.",
        "Cette réponse n’est pas permise ici : else ; permis : 903.9b:bear.",
        commander, request=(("decisions", [wire.Decision(choice_id="else", yes=True)]),),
        source="", keyword="", returned=""),
    Row("EMPTY_STACK", "405.5", "The stack is empty.", "La pile est vide.", method="Resolve",
        source="", keyword="", returned=""),
    Row("NOT_OURS_TO_RESOLVE", "608.1",
        "The top of the stack belongs to the game, not to a keyword here.",
        "Le sommet de la pile appartient au jeu, pas à une capacité d’ici.",
        engines_spell, method="Resolve", source="card", keyword="", returned=""),
    Row("STACK_NOT_EMPTY", "117.4", "The step cannot end while something is on the stack.",
        "L’étape ne peut pas finir tant que la pile n’est pas vide.",
        engines_spell, method="AdvanceStep", source="", keyword="", returned=""),
    Row("NOT_TAPPED", "702.188a", "Bear is not tapped.", "Bear n’est pas engagé.", web_slinger,
        request=(("action", wire.Action(keyword="Web-slinging")),), keyword="Web-slinging"),
    Row("NO_LEGAL_TARGET", "601.2c", "Spider-Sense has too few legal targets.",
        "Spider-Sense n’a pas assez de cibles légales.", spider_sense,
        request=(("action", wire.Action(keyword="Web-slinging")),), keyword="Web-slinging",
        returned=""),
)  # fmt: skip


def test_every_reason_has_a_row():
    """The table above is the refusal table of the contract: each reason, some in several cases."""
    reasons = {
        name.removeprefix("REFUSAL_REASON_")
        for name in wire.RefusalReason.keys()  # noqa: SIM118 - an enum wrapper, not a mapping
    }
    assert {row.reason for row in ROWS} == reasons - {"UNSPECIFIED"}


@pytest.mark.parametrize("language", ["english", "french"])
def test_every_text_has_a_row(language: str):
    """What is said to people, in each language: a reason may have several texts."""
    said = [getattr(row, language) for row in ROWS]
    for text, template in _REFUSALS[language[:2]].items():
        pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(template))
        assert any(re.fullmatch(pattern, each) for each in said), text


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.reason)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_refusal_over_the_channel(stub: Stub, row: Row, language: str):
    """Status, reason, domain, rule, whom it concerns, and the message in the language asked for."""
    failed = failure(getattr(stub, row.method), row.message(), f"{language};q=0.9, de")
    assert failed.code is grpc.StatusCode.FAILED_PRECONDITION
    assert (failed.info.reason, failed.info.domain) == (row.reason, "ninjutsu.v1")
    named = {
        "rule": row.rule,
        "source_id": row.source,
        "keyword": row.keyword,
        "returned_id": row.returned,
    }
    assert dict(failed.info.metadata) == {key: value for key, value in named.items() if value}
    text = {"en": row.english, "fr": row.french}[language]
    text = text[0].upper() + text[1:]
    assert failed.localized == (language, text)
    assert failed.message == text
    assert failed.fields == {}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("fr", "fr"),
        ("fr-CA, en;q=0.8", "fr"),
        ("FR", "fr"),
        ("en;q=0.8, fr;q=0.9", "fr"),
        ("fr;q=0.8, en;q=0.9", "en"),
        ("en, fr", "en"),
        ("fr, en", "fr"),
        ("de, fr;q=0.1", "fr"),
        ("fr;q=0", "en"),
        ("fr;q=nonsense, en;q=0.1", "en"),
        ("fr;q=nan, en;q=0.1", "en"),
        ("de", "en"),
        ("*", "en"),
        (";;;,,,q=", "en"),
        ("x" * 2000, "en"),
    ],
)
def test_language_is_the_known_one_of_most_weight(stub: Stub, accepted: str, language: str):
    """RFC 9110, 12.5.4: weights count, regions fall back to their language."""
    request = wire.ResolveRequest(state=game().state)
    failed = failure(stub.Resolve, request, accepted)
    assert failed.localized is not None
    assert failed.localized[0] == language


def test_language_in_several_headers(stub: Stub):
    """RFC 9110, 5.3: a field that is sent twice is one list."""
    headers = (("accept-language", "de"), ("accept-language", "fr"))
    with pytest.raises(grpc.RpcError) as caught:
        stub.Resolve(wire.ResolveRequest(state=game().state), timeout=5, metadata=headers)
    assert caught.value.details() == "La pile est vide."


def test_explain_says_the_same_as_taking(stub: Stub):
    """The refusals of ListActions have reason, rule and message of the refusal of the action."""
    built = game()
    blocked(built)
    request = wire.ListActionsRequest(state=built.state, player_id="a", explain=True)
    refusals = stub.ListActions(request, timeout=5, metadata=(("accept-language", "fr"),)).refusals
    assert [(each.source_id, each.returned_id, each.rule, each.message) for each in refusals] == [
        ("ninja", "bear", "509.1h", "Bear a été bloqué et le reste.")
    ]


def test_hidden_card_is_not_named(stub: Stub):
    """A player who may not see a card learns nothing of it from a refusal."""
    built = game()
    owned_by_b(built)
    built["ninja"].revealed = False
    request = wire.TakeActionRequest(
        state=built.state,
        player_id="a",
        action=wire.Action(source_id="ninja", keyword="Ninjutsu", returned_id="bear"),
    )
    failed = failure(stub.TakeAction, request)
    assert failed.message == "Only the owner of That card can use its Ninjutsu."


@pytest.mark.parametrize("text", ["x" * 100_000, "界" * 100_000, "\0\n%" * 30_000])
def test_long_names_stay_readable(stub: Stub, text: str):
    """A status travels as metadata, of which clients take 8 KiB; long names are cut short."""
    built = game()
    built["bear"].characteristics.name = text
    built["bear"].id = built.state.combat.attackers[0].object_id = "b" + text
    built["ninja"].id = "n" + text
    blocked(built)
    request = wire.TakeActionRequest(
        state=built.state,
        player_id="a",
        action=wire.Action(source_id="n" + text, keyword="Ninjutsu", returned_id="b" + text),
    )
    failed = failure(stub.TakeAction, request)
    assert (failed.code, failed.info.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "BLOCKED")
    assert failed.message[1:].startswith(text[1:20])
    assert failed.message.endswith("was blocked, and stays blocked.")
    assert failed.info.metadata["source_id"].startswith("n" + text[:50])
    assert failed.size < 7800
