"""The cards and tokens that a Forge game state names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from mtglayers.model.cards.card import Card
from mtglayers.model.data.record import abbreviated
from mtglayers.model.errors import LayersError, LimitError, UnknownCardError
from mtglayers.model.events.fields import card_of
from mtglayers.model.support.names import fold

from .arriving import melded
from .known import known_card
from .lines import Entry, Source
from .state import NotCarried
from .tokens import TokenDefinition, token_of_script, token_of_values

_TOKENS = ("t:", "T:")


class Cards:
    """The meaning of each name in a state, looked up once.

    Attributes:
        definitions: the tokens that the puzzle defines as its own cards.
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
        """Return the known card of a name, which a foil's `+` may follow."""
        if name not in self._found:
            self._found[name] = known_card(name) or known_card(name.removesuffix("+"))
        return self._found[name]

    def token(self, name: str) -> TokenDefinition | None:
        """Return the token that a name defines, or None."""
        if not name.startswith(_TOKENS):
            return None
        if name not in self._tokens:
            self._tokens[name] = _checked((token_of_values if name[0] == "t" else token_of_script)(name[2:]), name)
        return self._tokens[name]

    def is_known(self, entry: Entry) -> bool:
        """Return whether a listed card is known; if not, record it.

        Raises:
            PuzzleError: the card is unknown, and unknown cards are not left out.
        """
        token = self.token(entry.name)
        if token is not None:
            self._lost += [
                NotCarried(what, why, entry.where, entry.line.number) for what, why in token.problems
            ]  # fmt: skip
            return token.card is not None
        if self.card(entry.name) is not None:
            return True
        if not self._leave_out:
            error = _unknown_card(entry.name)
            raise self._source.error(str(error), entry.line) from error
        self._lost.append(NotCarried("the card", "it is unknown", entry.where, entry.line.number))
        return False

    def define(self, listed: Iterable[str], names: Iterable[str]) -> None:
        """Add tokens with unique names to the puzzle's own cards.

        Args:
            listed: the names of the cards and tokens that are present, in order.
            names: all names of cards and tokens.
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
        """Return the name of a card for `enters`, or its definition."""
        token = self.token(entry.name)
        if token is not None and token.card is not None:
            same = self._defined.get(fold(token.card["name"])) == token.card
            return token.card["name"] if same else dict(token.card)
        card = self.card(entry.name)
        if card is None:
            raise LookupError(entry.name)
        is_melded = any(name == "Meld" for name, _ in entry.modifiers)
        return (melded(card) if is_melded else None) or card.name


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
