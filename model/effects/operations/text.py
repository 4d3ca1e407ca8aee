"""The operations of layer 3, which change words, names and text boxes (612, 613.1c)."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from ...errors import UnsupportedTextError
from ...rules.edition import since_when
from ...rules.vocabulary import BASIC_LAND_TYPES, COLOR_NAMES, COLOR_WORDS, COLORS, families
from ..copiable import Copiable
from ..language import Ability, Kind, Operation, Selector
from ..mana_abilities import refresh_mana
from ..phrase import Wording
from ..view import ABILITIES, ANY, Columns, Context, Draft, Held, Mask, View, columns, positive
from .copying import COPIED, overwrite, values_of


class HasText(Operation, frozen=True):
    """Adds abilities to the object's text, as in "has the text ..." (612.1)."""

    kind: ClassVar[Kind] = "text"
    WRITES: ClassVar[Columns] = ABILITIES
    abilities: tuple[Ability, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        _append(draft, mask, self.abilities)

    def describe(self, wording: Wording) -> str:
        return f"adds {wording.abilities(self.abilities)} to its rules text"


def _append(
    draft: Draft, mask: Mask, abilities: tuple[Ability, ...], granter: str = "", stamp: tuple[int, ...] = ()
) -> None:
    last = max((held.place for held, on in draft.column("ability").items() if on & mask), default=0)
    for place, ability in enumerate(abilities, start=last + 1):
        draft.put("ability", Held(ability, "copiable", place, granter, stamp), mask)


class HasTextOf(Operation, frozen=True):
    """Replaces the object's text, as in "has the full text of that card" (612.6, Volrath's Shapeshifter)."""

    kind: ClassVar[Kind] = "text"
    READS: ClassVar[Columns] = COPIED
    WRITES: ClassVar[Columns] = COPIED
    of: Selector

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        card = self.of.select(view, context)
        return ((TakeText(values_of(view, card)), scope),) if card else ()

    def lenders(self) -> Selector:
        return self.of


class TakeText(Operation, frozen=True):
    """Replaces the object's text with the full text of a card whose values are known."""

    kind: ClassVar[Kind] = "text"
    WRITES: ClassVar[Columns] = COPIED
    values: Copiable

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        before = [held for held, on in draft.column("ability").items() if on & mask]
        last = max((held.place for held in before), default=0)
        had = {held.ability: held for held in reversed(before) if held.origin == "copiable"}
        overwrite(self.values, draft, mask)
        # An ability with new words is a new ability; with the same words, it is the same ability. Otherwise, an object
        # that takes its own text would do so endlessly.
        for held, having in [(held, on & mask) for held, on in draft.column("ability").items() if on & mask]:
            if held.origin == "copiable":
                new = Held(held.ability, "copiable", held.place + last, "text")
                draft.drop("ability", held, having)
                draft.put("ability", had.pop(held.ability, new), having)

    def describe(self, wording: Wording) -> str:
        return f"gives it the full text of {self.values.name or 'an object without a name'}"


class ChangeWords(Operation, frozen=True):
    """Replaces a color word or subtype in the type line and the rules text of cards and tokens (612.2, 612.4).

    Attributes:
        what: the kinds of words that can be changed.
        old, new: a color (W, U, B, R or G) or a subtype; these fields are empty until the operation is evaluated.
    """

    kind: ClassVar[Kind] = "text"
    WRITES: ClassVar[Columns] = columns(("ability", ANY), ("subtype", ANY))
    CONSULTS: ClassVar[Columns] = columns(("ability", ANY), ("subtype", ANY), ("type", "Land"))
    what: tuple[Literal["color", "basic_land_type", "land_type", "creature_type"], ...]
    old: str = ""
    new: str = ""

    def may_change(self, word: str) -> bool:
        """Return whether the operation can replace a word or introduce it (612.2)."""
        kinds = {
            "color": word in COLORS or word in COLOR_WORDS,
            "basic_land_type": word in BASIC_LAND_TYPES,
            "land_type": "land" in families(word),
            "creature_type": "creature" in families(word),
        }
        return any(kinds[kind] for kind in self.what)

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        choices = view.choices(context)
        old, new = (choices.word_from or ("",))[0], (choices.word_to or ("",))[0]
        return ((ChangeWords(self.what, COLOR_WORDS.get(old, old), COLOR_WORDS.get(new, new)), scope),)

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        reword(draft, mask, {self.old: self.new})
        if self.old not in COLORS:
            having = draft.column("subtype").get(self.old, 0) & mask
            draft.drop("subtype", self.old, having)
            draft.put("subtype", self.new, having)
            refresh_mana(draft, having)

    def describe(self, wording: Wording) -> str:
        return f"changes {COLOR_NAMES.get(self.old, self.old)} to {COLOR_NAMES.get(self.new, self.new)}"


def reword(draft: Draft, mask: Mask, swap: dict[str, str]) -> None:
    """Replace words in the rules text of the objects in `mask`, but not in granted abilities (612.3)."""
    for held, having in list(draft.column("ability").items()):
        if having & mask and held.origin == "copiable":
            changed = held.ability.with_words(swap)
            if changed != held.ability:
                draft.drop("ability", held, mask)
                draft.put("ability", replace(held, ability=changed), having & mask)


class SetName(Operation, frozen=True):
    """Replaces the object's name (612.8)."""

    kind: ClassVar[Kind] = "text"
    WRITES: ClassVar[Columns] = columns(("name", ANY))
    name: str

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        draft.assign("name", self.name, mask)

    def describe(self, wording: Wording) -> str:
        return f"sets the name to {self.name}"


class ExchangeText(Operation, frozen=True):
    """Gives an object the rules text of another, as in "exchange the text boxes of ..." (612.5).

    The text is determined when the effect begins (611.2d). This text includes changes in layer 3 but not those in layer
    6, which do not affect printed text.

    Attributes:
        other: the other object.
        shown: whether this half of the exchange is printed.
        word: the wording on the card.
    """

    kind: ClassVar[Kind] = "text"
    READS: ClassVar[Columns] = ABILITIES
    WRITES: ClassVar[Columns] = ABILITIES
    other: Selector
    shown: bool = True
    word: str = "exchange the text boxes of"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if not view.edition.knows("text boxes"):
            text = f"{self.word} two objects"
            raise UnsupportedTextError(text, (0, len(text)), (f"rules of {since_when('text boxes')} or later",))
        here = view.still("zone", "battlefield")
        other = self.other.select(view, context) & here
        # 701.12a: nothing happens unless both objects are on the battlefield.
        if not other or other & scope or not scope & here:
            return ()
        return ((TakeTextBox(text_box(view, other)), scope),)


class TakeTextBox(Operation, frozen=True):
    """Replaces the rules text with that of another object (612.5).

    The name, mana cost, type line, power and toughness, and the mana abilities of basic land types (305.6) are
    unchanged.
    """

    kind: ClassVar[Kind] = "text"
    WRITES: ClassVar[Columns] = ABILITIES
    abilities: tuple[Ability, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        old = [(held, on & mask) for held, on in draft.column("ability").items() if on & mask]
        # 613.7a: the abilities get new positions and, if `brought_later`, the timestamp of the exchange.
        _append(draft, mask, self.abilities, "text", context.stamp if draft.edition.brought_later else ())
        for held, on in old:
            if held.origin == "copiable":  # 612.3: granted abilities are not part of the text
                draft.drop("ability", held, on)

    def describe(self, wording: Wording) -> str:
        return f"puts {wording.abilities(self.abilities) or 'no words'} in place of its rules text"


class AddTextBoxes(Operation, frozen=True):
    """Adds other objects' rules text, as in "has the text box of each card exiled with it" (612.1)."""

    kind: ClassVar[Kind] = "text"
    READS: ClassVar[Columns] = ABILITIES
    WRITES: ClassVar[Columns] = ABILITIES
    of: Selector

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        found = text_box(view, self.of.select(view, context))
        return ((AddText(found), scope),) if found else ()

    def lenders(self) -> Selector:
        return self.of


class AddText(Operation, frozen=True):
    """Adds the given abilities to an object's rules text."""

    kind: ClassVar[Kind] = "text"
    WRITES: ClassVar[Columns] = ABILITIES
    abilities: tuple[Ability, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        _append(draft, mask, self.abilities, "text")

    def describe(self, wording: Wording) -> str:
        return f"adds {wording.abilities(self.abilities)} to its rules text"


class ChangeWordsTo(ChangeWords, frozen=True):
    """Replaces one word with a word printed on the card, as in "replacing ... creature type with Vampire" (612.2).

    Attributes:
        subtype: the new word, which another effect can change.
    """

    subtype: str = ""

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        old = view.choices(context).word_from
        return ((ChangeWords(self.what, old[0], self.subtype), scope),) if old else ()


class SetWords(Operation, frozen=True):
    """Replaces all color words, as in "all instances of color words ... are changed" (612.2, Swirl the Mists).

    Attributes:
        chosen: the choice of the new word.
        new: the new color, which is empty until the operation is evaluated.
    """

    kind: ClassVar[Kind] = "text"
    WRITES: ClassVar[Columns] = ABILITIES
    CONSULTS: ClassVar[Columns] = ABILITIES
    chosen: Literal["color"] = "color"
    new: str = ""

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        choices = view.choices(context)
        found = (*choices.color, *choices.word_to)[:1]
        return ((SetWords(new=COLOR_WORDS.get(found[0], found[0])), scope),) if found else ()

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        reword(draft, mask, {color: self.new for color in COLORS if color != self.new})

    def describe(self, wording: Wording) -> str:
        return f"changes every color word to {COLOR_NAMES.get(self.new, self.new)}"


def text_box(view: View, mask: Mask) -> tuple[Ability, ...]:
    """Return the abilities in the rules text of the objects in `mask`, oldest object first."""
    held = [(having & mask, found) for found, having in view.column("ability").items() if having & mask]
    return tuple(
        found.ability
        for number in positive(mask)
        for found in sorted((f for on, f in held if on >> number & 1 and f.origin == "copiable"), key=lambda f: f.place)
    )
