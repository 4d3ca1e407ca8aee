"""The operations of layer 3: words, names and text boxes (612, 613.1c)."""

from __future__ import annotations

from typing import ClassVar, Literal

import msgspec

from ...errors import UnsupportedTextError
from ...rules.edition import since_when
from ...rules.vocabulary import BASIC_LAND_TYPES, COLOR_NAMES, COLOR_WORDS, COLORS, families
from ..copiable import Copiable
from ..language import Ability, Kind, Operation, Selector
from ..mana_abilities import refresh_mana
from ..phrase import Wording
from ..view import ANY, Column, Context, Draft, Held, Mask, View, columns, positive
from .copying import overwrite, values_of


class HasText(Operation, frozen=True):
    """ "Has the text ...": abilities that become part of the object's text (612.1)."""

    kind: ClassVar[Kind] = "text"
    abilities: tuple[Ability, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        place = 1 + max((held.place for held, on in draft.column("ability").items() if on & mask), default=0)
        for ability in self.abilities:
            draft.put("ability", Held(ability, "copiable", place), mask)
            place += 1

    def writes(self) -> frozenset[Column]:
        return columns(("ability", ANY))

    def describe(self, wording: Wording) -> str:
        return f"adds {wording.abilities(self.abilities)} to its rules text"


class HasTextOf(Operation, frozen=True):
    """ "Has the full text of that card": all it says, in place of the object's own (612.6, Volrath's Shapeshifter)."""

    kind: ClassVar[Kind] = "text"
    of: Selector

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        card = self.of.select(view, context)
        return ((TakeText(values_of(view, card)), scope),) if card else ()

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | TEXT_COLUMNS

    def writes(self) -> frozenset[Column]:
        return TEXT_COLUMNS


class TakeText(Operation, frozen=True):
    """The full text of a card, with its values at hand."""

    kind: ClassVar[Kind] = "text"
    values: Copiable

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        before = [held for held, on in draft.column("ability").items() if on & mask]
        last = max((held.place for held in before), default=0)
        had = {held.ability: held for held in reversed(before) if held.origin == "copiable"}
        overwrite(self.values, draft, mask)
        # None of these is the ability that stood at its place before, with other words; with the same words it is:
        # else an object that takes its own text would take it again without end.
        for held, having in [(held, on & mask) for held, on in draft.column("ability").items() if on & mask]:
            if held.origin == "copiable":
                new = Held(held.ability, "copiable", held.place + last, "text")
                draft.drop("ability", held, having)
                draft.put("ability", had.pop(held.ability, new), having)

    def writes(self) -> frozenset[Column]:
        return TEXT_COLUMNS

    def describe(self, wording: Wording) -> str:
        return f"gives it the full text of {self.values.name or 'an object without a name'}"


TEXT_COLUMNS = columns(
    *((family, ANY) for family in (
        "name", "mana_cost", "mana_value", "color", "type", "supertype", "subtype", "ability",
        "power", "toughness", "loyalty", "defense",
    ))
)  # fmt: skip


class ChangeWords(Operation, frozen=True):
    """Change of color words or subtype words in type line and rules text (612.2).

    Attributes:
        what: which kind of word may be changed.
        old, new: evaluated: a color (W U B R G) or a subtype.
    """

    kind: ClassVar[Kind] = "text"
    what: tuple[Literal["color", "basic_land_type", "land_type", "creature_type"], ...]
    old: str = ""
    new: str = ""

    def may_change(self, word: str) -> bool:
        """Return whether `word` is of a kind that this may change or put in place (612.2)."""
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

    def writes(self) -> frozenset[Column]:
        return columns(("ability", ANY), ("subtype", ANY))

    def consults(self) -> frozenset[Column]:
        return columns(("ability", ANY), ("subtype", ANY))

    def describe(self, wording: Wording) -> str:
        return f"changes {COLOR_NAMES.get(self.old, self.old)} to {COLOR_NAMES.get(self.new, self.new)}"


def reword(draft: Draft, mask: Mask, swap: dict[str, str]) -> None:
    """Replace words in the rules text of the objects in `mask`; never in what effects grant (612.3)."""
    for held, having in list(draft.column("ability").items()):
        if having & mask and held.origin == "copiable":
            changed = held.ability.with_words(swap)
            if changed != held.ability:
                draft.drop("ability", held, mask)
                draft.put("ability", msgspec.structs.replace(held, ability=changed), having & mask)


class SetName(Operation, frozen=True):
    """A name in place of all others (612.8)."""

    kind: ClassVar[Kind] = "text"
    name: str

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        draft.assign("name", self.name, mask)

    def writes(self) -> frozenset[Column]:
        return columns(("name", ANY))

    def describe(self, wording: Wording) -> str:
        return f"sets the name to {self.name}"


ABILITIES = columns(("ability", ANY))


class ExchangeText(Operation, frozen=True):
    """ "Exchange the text boxes of ...": an object gets the rules text that another one has (612.5).

    It is fixed as it begins (611.2d), on the text that layer 3 leaves: what layer 6 takes stays printed.

    Attributes:
        other: the object whose rules text this one gets.
        shown: whether this is the half of the exchange that prints.
        word: how the text has it.
    """

    kind: ClassVar[Kind] = "text"
    other: Selector
    shown: bool = True
    word: str = "exchange the text boxes of"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        if not view.edition.knows("text boxes"):
            text = f"{self.word} two objects"
            raise UnsupportedTextError(text, (0, len(text)), (f"rules of {since_when('text boxes')} or later",))
        here = view.still("zone", "battlefield")
        other = self.other.select(view, context) & here
        # 701.12a: nothing happens unless both are there.
        if not other or other & scope or not scope & here:
            return ()
        return ((TakeTextBox(text_box(view, other)), scope),)

    def reads(self) -> frozenset[Column]:
        return self.other.reads() | ABILITIES

    def writes(self) -> frozenset[Column]:
        return ABILITIES


class TakeTextBox(Operation, frozen=True):
    """The rules text of another object in place of an object's own (612.5).

    Name, mana cost, type line and size stay, and with the type line the mana abilities of basic land types (305.6).
    """

    kind: ClassVar[Kind] = "text"
    abilities: tuple[Ability, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        having = {held: on & mask for held, on in draft.column("ability").items() if on & mask}
        # None of these is the ability that stood at its place before, with other words.
        last = max((held.place for held in having), default=0)
        for held, on in having.items():
            if held.origin == "copiable":  # 612.3: what effects grant is no text of the object
                draft.drop("ability", held, on)
        for place, ability in enumerate(self.abilities, start=last + 1):
            # 613.7a: did the exchange create these abilities on their object?
            stamp = context.stamp if draft.edition.brought_later else ()
            draft.put("ability", Held(ability, "copiable", place, "text", stamp), mask)

    def writes(self) -> frozenset[Column]:
        return ABILITIES

    def describe(self, wording: Wording) -> str:
        return f"puts {wording.abilities(self.abilities) or 'no words at all'} in place of its rules text"


class AddTextBoxes(Operation, frozen=True):
    """ "Has the text box of each card exiled with it in addition to its own" (612.1)."""

    kind: ClassVar[Kind] = "text"
    of: Selector

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        found = text_box(view, self.of.select(view, context))
        return ((AddText(found), scope),) if found else ()

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | ABILITIES

    def writes(self) -> frozenset[Column]:
        return ABILITIES


class AddText(Operation, frozen=True):
    """Rules text besides an object's own, with its abilities at hand."""

    kind: ClassVar[Kind] = "text"
    abilities: tuple[Ability, ...]

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        last = max((held.place for held, on in draft.column("ability").items() if on & mask), default=0)
        for place, ability in enumerate(self.abilities, start=last + 1):
            draft.put("ability", Held(ability, "copiable", place, "text"), mask)

    def writes(self) -> frozenset[Column]:
        return ABILITIES

    def describe(self, wording: Wording) -> str:
        return f"adds {wording.abilities(self.abilities)} to its rules text"


class ChangeWordsTo(ChangeWords, frozen=True):
    """ "Replacing all instances of one creature type with Vampire": the new word is printed (612.2).

    Attributes:
        subtype: the word put in place; a text change can change it, too.
    """

    subtype: str = ""

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        old = view.choices(context).word_from
        return ((ChangeWords(self.what, old[0], self.subtype), scope),) if old else ()


class SetWords(Operation, frozen=True):
    """ "All instances of color words ... are changed to the chosen color word" (612.2, Swirl the Mists).

    Attributes:
        chosen: the choice that says which word stands in place of all others.
        new: evaluated: a color.
    """

    kind: ClassVar[Kind] = "text"
    chosen: Literal["color"] = "color"
    new: str = ""

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        choices = view.choices(context)
        found = (*choices.color, *choices.word_to)[:1]
        return ((SetWords(new=COLOR_WORDS.get(found[0], found[0])), scope),) if found else ()

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        reword(draft, mask, {color: self.new for color in COLORS if color != self.new})

    def writes(self) -> frozenset[Column]:
        return ABILITIES

    def consults(self) -> frozenset[Column]:
        return ABILITIES

    def describe(self, wording: Wording) -> str:
        return f"changes every colour word to {COLOR_NAMES.get(self.new, self.new)}"


def text_box(view: View, mask: Mask) -> tuple[Ability, ...]:
    """Return the rules text of the objects in `mask` as abilities, in printed order, older objects first."""
    held = [(having & mask, found) for found, having in view.column("ability").items() if having & mask]
    return tuple(
        found.ability
        for number in positive(mask)
        for found in sorted((f for on, f in held if on >> number & 1 and f.origin == "copiable"), key=lambda f: f.place)
    )
