"""The cards that a state of Forge's names: those that are known, and tokens that are spelt out."""

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
from .tokens import Spelt, token_of_script, token_of_values

_TOKENS = ("t:", "T:")


class Cards:
    """What the names in a state mean, each found out once.

    Attributes:
        definitions: the tokens that a puzzle defines as its own cards.
    """

    def __init__(self, source: Source, lost: list[NotCarried], leave_out: bool) -> None:
        self.definitions: list[Mapping[str, Any]] = []
        self._source = source
        self._lost = lost
        self._leave_out = leave_out
        self._spelt: dict[str, Spelt] = {}
        self._found: dict[str, Card | None] = {}
        self._defined: dict[str, Mapping[str, Any]] = {}

    def card(self, name: str) -> Card | None:
        """Return the card of a name, if it is known; Forge writes a plus sign after that of a foil."""
        if name not in self._found:
            self._found[name] = known_card(name) or known_card(name.removesuffix("+"))
        return self._found[name]

    def spelt(self, name: str) -> Spelt | None:
        """Return the token that a name spells out; None for the name of a card."""
        if not name.startswith(_TOKENS):
            return None
        if name not in self._spelt:
            self._spelt[name] = _checked((token_of_values if name[0] == "t" else token_of_script)(name[2:]), name)
        return self._spelt[name]

    def can_be_there(self, entry: Entry) -> bool:
        """Return whether it is known what a card that is listed is; say so if it is not.

        Raises:
            PuzzleError: nobody knows the card, and none may be left out.
        """
        spelt = self.spelt(entry.name)
        if spelt is not None:
            self._lost += [
                NotCarried(what, why, entry.where, entry.line.number) for what, why in spelt.problems
            ]  # fmt: skip
            return spelt.card is not None
        if self.card(entry.name) is not None:
            return True
        if not self._leave_out:
            error = _unknown_card(entry.name)
            raise self._source.error(str(error), entry.line) from error
        self._lost.append(NotCarried("the card", "nobody knows it", entry.where, entry.line.number))
        return False

    def define(self, listed: Iterable[str], names: Iterable[str]) -> None:
        """Put tokens among the puzzle's own cards, if they have their names for themselves.

        Args:
            listed: what is there, in order.
            names: all names, of cards and tokens.
        """
        printed = {fold(name) for name in names if not name.startswith(_TOKENS)}
        for spelt in map(self.spelt, listed):
            if spelt is None or spelt.card is None:
                continue
            name = fold(spelt.card["name"])
            if name not in printed and name not in self._defined:
                self._defined[name] = spelt.card
                self.definitions.append(spelt.card)

    def said(self, entry: Entry) -> Any:
        """Return how an `enters` calls a card that can be there: by its name, or spelt out if that is another's."""
        spelt = self.spelt(entry.name)
        if spelt is not None and spelt.card is not None:
            same = self._defined.get(fold(spelt.card["name"])) == spelt.card
            return spelt.card["name"] if same else dict(spelt.card)
        card = self.card(entry.name)
        if card is None:
            raise LookupError(entry.name)
        is_melded = any(name == "Meld" for name, _ in entry.modifiers)
        return (melded(card) if is_melded else None) or card.name


def _unknown_card(name: str) -> UnknownCardError:
    from mtglayers.model.cards.search import near

    return UnknownCardError(abbreviated(name), near(name[:60]))


def _checked(spelt: Spelt, name: str) -> Spelt:
    """Return a token whose definition can be read; else what is wrong with it."""
    if spelt.card is None:
        return spelt
    try:
        card_of(spelt.card)
    except LimitError:
        raise
    except LayersError as error:
        return Spelt(None, ((f"token `{abbreviated(name)}`", str(error)),))
    return spelt


__all__ = ["Cards"]
