"""Functions that look up the cards and tokens that a Forge game state names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mtglayers.model.cards.card import Card
from mtglayers.model.data.record import abbreviated
from mtglayers.model.effects.ability import TextAbility
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.operations.copying import BecomeCopy
from mtglayers.model.errors import LayersError, LimitError, UnknownCardError
from mtglayers.model.events.fields import card_of
from mtglayers.model.support.names import fold

from .lines import Entry, Source
from .state import NotCarried
from .tokens import TokenDefinition, token_of_script, token_of_values
from .words import MELDED

_TOKENS = ("t:", "T:")
_ATTACHMENTS = frozenset({"Aura", "Equipment", "Fortification"})


class Cards:
    """The cards and tokens of a game state, each of which is looked up only once.

    Attributes:
        definitions: the definitions of the tokens that the puzzle includes as its own cards.
    """

    def __init__(self, source: Source, lost: list[NotCarried], leave_out: bool) -> None:
        self.definitions: list[Mapping[str, Any]] = []
        self._source = source
        self._lost = lost
        self._leave_out = leave_out
        self._tokens: dict[str, TokenDefinition] = {}
        self._found: dict[str, Card | None] = {}
        self._defined: dict[str, Mapping[str, Any]] = {}

    def card(self, name: str) -> Card | None:
        """Return the card with the given name, ignoring the `+` that marks a foil card."""
        if name not in self._found:
            self._found[name] = known_card(name) or known_card(name.removesuffix("+"))
        return self._found[name]

    def token(self, name: str) -> TokenDefinition | None:
        """Return the token that a name defines, or None if it is the name of a card."""
        if not name.startswith(_TOKENS):
            return None
        if name not in self._tokens:
            self._tokens[name] = _checked((token_of_values if name[0] == "t" else token_of_script)(name[2:]), name)
        return self._tokens[name]

    def is_known(self, entry: Entry) -> bool:
        """Return whether a listed card is known, and record an unknown card.

        Raises:
            PuzzleError: the card is unknown, and unknown cards should not be left out.
        """
        token = self.token(entry.name)
        if token is not None:
            self._lost += [NotCarried(what, why, entry.where, entry.line.number) for what, why in token.problems]
            return token.card is not None
        if self.card(entry.name) is not None:
            return True
        if not self._leave_out:
            error = _unknown_card(entry.name)
            raise self._source.error(str(error), entry.line) from error
        self._lost.append(NotCarried("the card", "it is unknown", entry.where, entry.line.number))
        return False

    def define(self, listed: Iterable[str], names: Iterable[str]) -> None:
        """Define tokens as puzzle cards unless a card has the same name.

        Args:
            listed: the names of the cards and tokens on the board, in order.
            names: the names of all cards and tokens.
        """
        printed = {fold(name) for name in names if not name.startswith(_TOKENS)}
        for token in map(self.token, listed):
            if token is None or token.card is None:
                continue
            name = fold(token.card["name"])
            if name not in printed and name not in self._defined:
                self._defined[name] = token.card
                self.definitions.append(token.card)

    def name_or_definition(self, entry: Entry) -> Any:
        """Return the card name or token definition for an `enters` event."""
        token = self.token(entry.name)
        if token is not None and token.card is not None:
            same = self._defined.get(fold(token.card["name"])) == token.card
            return token.card["name"] if same else dict(token.card)
        card = self.card(entry.name)
        if card is None:
            raise LookupError(entry.name)
        is_melded = any(name == "Meld" for name, _ in entry.modifiers)
        return MELDED.get(fold(card.name), card.name) if is_melded else card.name


def _unknown_card(name: str) -> UnknownCardError:
    from mtglayers.model.cards.search import near

    return UnknownCardError(abbreviated(name), near(name[:60]))


def _checked(token: TokenDefinition, name: str) -> TokenDefinition:
    if token.card is None:
        return token
    try:
        card_of(token.card)
    except LimitError:
        raise
    except LayersError as error:
        return TokenDefinition(None, ((f"token `{abbreviated(name)}`", str(error)),))
    return token


# --- Known cards ------------------------------------------------------------------------------------------------


def known_card(name: str) -> Card | None:
    """Return the card with the given name, or None if it is unknown.

    The function searches the catalogue and the local store.

    >>> known_card("blood moon").name
    'Blood Moon'
    """
    from mtglayers.model.cards.search import local_store, shipped_card

    found = shipped_card(name)
    if found is None and (store := local_store()) is not None:
        found = store.card(name)
    return found


def named_cards(text: str) -> list[str] | None:
    """Return the card names in a comma-separated list.

    The result is None if a name is unknown.

    >>> named_cards("Forest,Urborg, Tomb of Yawgmoth"), named_cards("Forest,Foo")
    (['Forest', 'Urborg, Tomb of Yawgmoth'], None)
    """
    parts = text.split(",")
    if len(parts) > 20:
        return None
    found: list[str] = []
    while parts:
        for many in range(len(parts), 0, -1):
            card = known_card(",".join(parts[:many]).strip())
            if card is not None:
                found.append(card.name)
                parts = parts[many:]
                break
        else:
            return None
    return found


def may_be_a_copy(card: Card) -> bool:
    """Return whether a card can enter as a copy (707.5)."""
    return any(
        isinstance(node, BecomeCopy)
        for face in card.faces
        for ability in face.abilities
        if isinstance(ability, TextAbility) and ability.form == "entering"
        for node in ability.walk()
    )


def is_attachment(card: Card) -> bool:
    """Return whether a card is printed as an Aura, Equipment or Fortification."""
    return any(_ATTACHMENTS & set(face.subtypes) for face in card.faces)


def is_suspendable(card: Card) -> bool:
    """Return whether time counters make a card in exile suspended (702.62b)."""
    return _has(card, "Suspend")


def is_spell(card: Card) -> bool:
    """Return whether a card is an instant or sorcery."""
    return bool({"Instant", "Sorcery"} & set(card.faces[0].types))


def _has(card: Card, keyword: str) -> bool:
    return any(isinstance(ability, Keyword) and ability.name == keyword for ability in card.faces[0].abilities)
