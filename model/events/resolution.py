"""The event in which a spell or ability resolves; `resolving` does the work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec

from ..cards.card import Card, Face
from ..cards.faces import halves_cast
from ..cards.rules_text import cleaved, resolves_with_spell
from ..cards.search import find_card
from ..data.record import NUMBER, NUMBERS, TEXT, Kind, Path, Record, WrongTypeError, wrong_type
from ..effects.copiable import Copiable
from ..effects.keywords import is_awaken
from ..effects.language import Ability
from ..effects.view import Choices
from ..objects.tables import Tables
from ..support.signatures import Keys
from .base import Event
from .fields import Chosen, Flag, MaybeNumber, MaybeText, MaybeTexts, Texts
from .shown import ability_resolving


class Source(Record, frozen=True, kw_only=True):
    """Rules text that resolves, or an object's ability, which is identified by its index or text."""

    text: Annotated[str, TEXT] = ""
    ability_of: Annotated[str, TEXT] = ""
    index: Annotated[int, NUMBER] = 0


def _read_what(value: Any, path: Path) -> str | Source:
    if isinstance(value, Source):
        return value
    if isinstance(value, Mapping):
        source = Source.read(value, path)
        if source.ability_of and bool(source.text) == bool(source.index):
            raise WrongTypeError("`ability_of` needs either an `index` (from 1) or a `text`, but not both", path)
        if not source.ability_of and (not source.text or source.index):
            raise WrongTypeError("`resolves` must be a card's name, { text } or { ability_of, index or text }", path)
        return source
    if not isinstance(value, str):
        raise wrong_type(value, "a card's name, { text } or { ability_of, index or text }", path)
    return value


What = Annotated[
    str | Source,
    Kind(
        "a card's name or a table", _read_what, lambda what: what if isinstance(what, str) else what.to_data(),
        {"anyOf": [TEXT.schema, {"$ref": "#/$defs/Source"}]},
    ),
]  # fmt: skip


class ResolvesKeys(Keys, total=False):
    """Keyword arguments for the keys of `Resolves`; None means that the key is omitted."""

    as_: str | None
    controller: str | None
    targets: str | Sequence[str] | None
    x: int | None
    chosen: Mapping[str, Any] | None
    mode: int | Sequence[int] | None
    told: str | Sequence[str] | None
    overload: bool | None
    cleave: bool | None
    awaken: bool | None


class Resolves(Event, frozen=True, kw_only=True):
    """A spell or ability resolves, and its continuous effects begin (611.2, 613.7b)."""

    resolves: What
    as_: MaybeText = None
    controller: MaybeText = None
    targets: Texts = ()
    x: MaybeNumber = None
    chosen: Chosen = Choices()
    mode: Annotated[tuple[int, ...], NUMBERS] = ()
    told: MaybeTexts = None
    overload: Flag = False
    cleave: Flag = False
    awaken: Flag = False

    def apply(self, tables: Tables, index: int) -> tuple[str, ...]:
        from .resolving import Resolving  # on most boards, nothing resolves

        return Resolving(self, tables, index).resolve()

    def halves_cast(self, card: Card) -> tuple[Face, ...]:
        """Return the halves of a card that were cast, with the text that they have if a cleave cost was paid."""
        assert isinstance(self.resolves, str)
        cast = halves_cast(card, self.resolves)
        if not self.cleave:
            return cast
        if wrong := next((face.name for face in cast if not face.has("Cleave")), None):
            raise self.refuse(f"`{wrong}` has no cleave ability (702.148a)")
        return tuple(msgspec.structs.replace(face, abilities=cleaved(face.abilities)) for face in cast)

    def abilities(
        self, cards: Mapping[str, Card], values: Copiable | None, place: int
    ) -> Iterator[tuple[Ability | None, str]]:  # fmt: skip
        """Yield the lines of the card, or the one ability, that resolves; see `ability_resolving`."""
        if isinstance(self.resolves, str):
            for face in self.halves_cast(find_card(self.resolves, cards)):
                paid = (ability for ability in face.abilities if self.awaken and is_awaken(ability))
                lines = filter(resolves_with_spell, face.abilities)
                yield from ((ability, face.name) for ability in (*lines, *paid))
        else:
            yield from ability_resolving(values, place, self.resolves.text)
