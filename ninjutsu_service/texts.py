"""The one table of messages for people, by language: what a refusal and a choice say.

A message may name `{card}`, `{creature}`, `{keyword}`, `{cost}` and so on; a card hidden from
the player who reads it is named by the language's word for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

DEFAULT: Final = "en"

_REFUSALS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "NO_KEYWORD": "{card} does not have {keyword} at that cost.",
        "NO_SUCH_KEYWORD": "No keyword here is called {keyword}.",
        "UNKNOWN_CARD": "No script tells what {card} is, and its characteristics were not sent.",
        "NO_PRIORITY": "You do not have priority.",
        "WRONG_STEP": "{keyword} cannot be used in this step.",
        "WRONG_ZONE": "{card} is not in a zone where its {keyword} works.",
        "NOT_OWNED": "Only the owner of {card} can use its {keyword}.",
        "SPLIT_SECOND": "Something with split second is on the stack.",
        "ACTIVATION_FORBIDDEN": "An effect forbids using {keyword} of {card}.",
        "PHASED_OUT": "{creature} is phased out.",
        "NOT_A_CREATURE": "{creature} is not a creature.",
        "NOT_CONTROLLED": "You do not control {creature}.",
        "NOT_ATTACKING": "{creature} is not attacking.",
        "NOT_TAPPED": "{creature} is not tapped.",
        "BLOCKS_NOT_DECLARED": "Blockers have not been declared for {creature} yet.",
        "BLOCKED": "{creature} was blocked, and stays blocked.",
        "CANNOT_PAY": "You cannot pay {cost} for {keyword} of {card}.",
        "NO_LEGAL_TARGET": "{card} has too few legal targets.",
        "EMPTY_STACK": "The stack is empty.",
        "NOT_OURS_TO_RESOLVE": "The top of the stack belongs to the game, not to a keyword here.",
        "STACK_NOT_EMPTY": "The step cannot end while something is on the stack.",
        "ILLEGAL_DECISION": "Not an answer that is allowed here: {given}; allowed: {allowed}.",
    },
    "fr": {
        "NO_KEYWORD": "{card} n’a pas {keyword} à ce coût.",
        "NO_SUCH_KEYWORD": "Aucun mot-clé ne s’appelle {keyword} ici.",
        "UNKNOWN_CARD": "Aucun script ne décrit {card}, dont les caractéristiques manquent.",
        "NO_PRIORITY": "Vous n’avez pas la priorité.",
        "WRONG_STEP": "{keyword} ne peut pas être utilisé pendant cette étape.",
        "WRONG_ZONE": "{card} n’est pas dans une zone où son {keyword} fonctionne.",
        "NOT_OWNED": "Seul le propriétaire de {card} peut utiliser son {keyword}.",
        "SPLIT_SECOND": "Un objet avec la fraction de seconde est sur la pile.",
        "ACTIVATION_FORBIDDEN": "Un effet interdit d’utiliser {keyword} de {card}.",
        "PHASED_OUT": "{creature} est hors phase.",
        "NOT_A_CREATURE": "{creature} n’est pas une créature.",
        "NOT_CONTROLLED": "Vous ne contrôlez pas {creature}.",
        "NOT_ATTACKING": "{creature} n’attaque pas.",
        "NOT_TAPPED": "{creature} n’est pas engagé.",
        "BLOCKS_NOT_DECLARED": "Les bloqueurs de {creature} ne sont pas encore déclarés.",
        "BLOCKED": "{creature} a été bloqué et le reste.",
        "CANNOT_PAY": "Vous ne pouvez pas payer {cost} pour {keyword} de {card}.",
        "NO_LEGAL_TARGET": "{card} n’a pas assez de cibles légales.",
        "EMPTY_STACK": "La pile est vide.",
        "NOT_OURS_TO_RESOLVE": "Le sommet de la pile appartient au jeu, pas à une capacité d’ici.",
        "STACK_NOT_EMPTY": "L’étape ne peut pas finir tant que la pile n’est pas vide.",
        "ILLEGAL_DECISION": "Cette réponse n’est pas permise ici : {given} ; permis : {allowed}.",
    },
}

_PROMPTS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "COMMANDER_ZONE": "Put {card} into the command zone instead of its owner's hand?",
        "KEEP_LEGEND": "Several permanents named {card} are legendary: which one stays?",
        "COMMANDER_RETURNS": "Put {card} into the command zone?",
        "DIVIDE_DAMAGE": "Divide {count} damage dealt by {card}.",
        "DISCARD": "Choose what to discard: {count}.",
        "SACRIFICE": "Choose what to sacrifice: {count}.",
        "RETURN": "Choose what to return: {count}.",
        "EXILE": "Choose what to exile: {count}.",
        "TAP": "Choose what to tap: {count}.",
        "TARGETS": "Choose what {card} targets: {count}.",
        "TRIGGER_ORDER": "Order your abilities: the first one named resolves last.",
        "MODES": "Choose modes of {card}: {count}.",
        "MAY": "Use the ability of {card}?",
        "PAY": "Pay {cost} for {card}?",
        "PAY_COUNTERS": "Take {count} of its {kind} counters off {card}?",
        "PAY_DISCARD": "Discard for {card}: {count} ({kind})?",
        "PAY_LIFE": "Pay {count} life for {card}?",
        "PAY_SACRIFICE": "Sacrifice for {card}: {count} ({kind})?",
        "CHOOSE_CARDS": "Choose cards for {card}: {count}.",
        "PUT_BATTLEFIELD": "Choose what to put onto the battlefield: {count}.",
        "SCRY": "Choose what goes to the bottom of the library.",
        "SURVEIL": "Choose what goes to the graveyard.",
        "TOP_ORDER": "Order the cards: the first one named goes on top.",
        "BOTTOM_ORDER": "Order the cards: the last one named goes to the very bottom.",
        "ATTACK": "Choose what it attacks.",
        "COPY": "Choose what {card} enters as a copy of.",
        "CHOOSE_PLAYER": "Choose a player for {card}.",
        "CHOOSE_TYPE": "Choose a card type for {card}.",
        "CHOOSE_ONE": "Choose one for {card}.",
        "YES": "Yes",
        "NO": "No",
    },
    "fr": {
        "COMMANDER_ZONE": "Mettre {card} dans la zone de commandement plutôt que dans la main ?",
        "KEEP_LEGEND": "Plusieurs permanents légendaires s’appellent {card} : lequel reste ?",
        "COMMANDER_RETURNS": "Mettre {card} dans la zone de commandement ?",
        "DIVIDE_DAMAGE": "Répartissez {count} blessures infligées par {card}.",
        "DISCARD": "Choisissez quoi défausser : {count}.",
        "SACRIFICE": "Choisissez quoi sacrifier : {count}.",
        "RETURN": "Choisissez quoi renvoyer : {count}.",
        "EXILE": "Choisissez quoi exiler : {count}.",
        "TAP": "Choisissez quoi engager : {count}.",
        "TARGETS": "Choisissez ce que {card} cible : {count}.",
        "TRIGGER_ORDER": "Ordonnez vos capacités : la première nommée se résout en dernier.",
        "MODES": "Choisissez des modes de {card} : {count}.",
        "MAY": "Utiliser la capacité de {card} ?",
        "PAY": "Payer {cost} pour {card} ?",
        "PAY_COUNTERS": "Retirer {count} des marqueurs {kind} de {card} ?",
        "PAY_DISCARD": "Défausser pour {card} : {count} ({kind}) ?",
        "PAY_LIFE": "Payer {count} points de vie pour {card} ?",
        "PAY_SACRIFICE": "Sacrifier pour {card} : {count} ({kind}) ?",
        "CHOOSE_CARDS": "Choisissez des cartes pour {card} : {count}.",
        "PUT_BATTLEFIELD": "Choisissez quoi mettre sur le champ de bataille : {count}.",
        "SCRY": "Choisissez ce qui va au-dessous de la bibliothèque.",
        "SURVEIL": "Choisissez ce qui va au cimetière.",
        "TOP_ORDER": "Ordonnez les cartes : la première nommée va au-dessus.",
        "BOTTOM_ORDER": "Ordonnez les cartes : la dernière nommée va tout au-dessous.",
        "ATTACK": "Choisissez ce qu’il attaque.",
        "COPY": "Choisissez de quoi {card} arrive en étant une copie.",
        "CHOOSE_PLAYER": "Choisissez un joueur pour {card}.",
        "CHOOSE_TYPE": "Choisissez un type de carte pour {card}.",
        "CHOOSE_ONE": "Choisissez une possibilité pour {card}.",
        "YES": "Oui",
        "NO": "Non",
    },
}

_STAND_INS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {
        "card": "That card",
        "creature": "That creature",
        "given": "nothing",
        "allowed": "none",
    },
    "fr": {
        "card": "Cette carte",
        "creature": "Cette créature",
        "given": "rien",
        "allowed": "aucune",
    },
}


MAX_NAME: Final = 150
"""The longest name that a message shows whole: a little more than the longest card name."""


class _Details(dict[str, str]):
    """Placeholders that nothing was given for show as nothing."""

    def __missing__(self, key: str) -> str:
        return ""


def choose_language(accepted: str) -> str:
    """The language to answer in.

    Args:
        accepted: an `accept-language` value (RFC 9110, 12.5.4), "fr-CA, fr;q=0.9, en;q=0.5".

    Returns:
        The known language of the highest weight, the first of equals; else English.
    """
    best, weight = DEFAULT, 0.0
    for part in accepted.split(",")[:20]:
        tag, _, parameters = part.strip().partition(";")
        language = tag.strip().casefold().partition("-")[0]
        quality = _quality(parameters)
        if language in _REFUSALS and quality > weight:
            best, weight = language, quality
    return best


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip().casefold() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def refusal_message(language: str, text: str, details: Mapping[str, str]) -> str:
    """What a refusal says to a player; `text` is its reason without the prefix, or a case of it."""
    return _fill(language, _REFUSALS[language][text], details)


def _cut(name: str) -> str:
    return name if len(name) <= MAX_NAME else name[: MAX_NAME - 1] + "…"


def prompt(language: str, topic: str, details: Mapping[str, str]) -> str:
    """What a choice asks of a player."""
    return _fill(language, _PROMPTS[language][topic], details)


def _fill(language: str, template: str, details: Mapping[str, str]) -> str:
    shown = _Details(_STAND_INS[language])
    shown.update({key: _cut(value) for key, value in details.items() if value})
    text = template.format_map(shown)
    return text[:1].upper() + text[1:]
