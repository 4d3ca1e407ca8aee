"""Operations on abilities that depend on the board or on a choice (613.1f)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import ClassVar, Final, Literal

import msgspec

from ...rules.vocabulary import COLORS, KEYWORDS
from ..filters.status import Status
from ..keywords import Keyword
from ..language import Ability, Kind, Operation, Selector
from ..node import to_data
from ..phrase import Phrase, Wording, said
from ..selectors import Group
from ..view import ABILITIES, ANY, Columns, Context, Draft, Held, Mask, View, columns
from .abilities import Gain, Lose, remove

DECIDED: Final = 1000
"""Spacing between the `first` values of consecutive operations, each of which gives fewer abilities than this."""


class Giving(Operation, frozen=True):
    """Base class of operations that give abilities found on the board.

    In a subclass, `first` is the position of the operation's first ability among all abilities that the effect grants.
    """

    kind: ClassVar[Kind] = "ability"
    WRITES: ClassVar[Columns] = ABILITIES
    CONSULTS: ClassVar[Columns] = columns(("cant_have", ANY))
    TAKES_ABILITIES: ClassVar[bool] = False


def gaining(abilities: tuple[Ability, ...], first: int, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
    """Return the operation that gives the abilities to the objects in `scope`, or () if there are no abilities."""
    return ((Gain(abilities, first=first), scope),) if abilities else ()


def _of_others(held_by: Iterable[tuple[Held, Mask]], those: Mask, context: Context) -> tuple[Ability, ...]:
    # With one entry for each instance of an ability on each object (113.2c).
    others = ((held, having & those) for held, having in held_by if held.granter != context.effect)
    counted = [(held, both.bit_count()) for held, both in others if both]
    return _sorted(tuple(counted))


@lru_cache(maxsize=256)
def _sorted(counted: tuple[tuple[Held, int], ...]) -> tuple[Ability, ...]:
    # 613.8a: the order of the objects does not matter.
    found: Counter[Ability] = Counter()
    for held, number in counted:
        found[held.ability] += number
    return tuple(ability for ability in sorted(found, key=_as_text) for _ in range(found[ability]))


@lru_cache(maxsize=16384)
def _as_text(ability: Ability) -> bytes:
    return msgspec.json.encode(to_data(ability))


class GainAllOf(Giving, frozen=True):
    """Gives abilities of other objects, as in "has all activated abilities of all creature cards" (613.1f).

    Attributes:
        of: the objects that have the abilities; abilities that this effect grants to them are ignored.
        forms: the kinds of abilities to give; activated abilities include loyalty and mana abilities (602.1, 605.1a,
            606.1), "keyword" means all keyword abilities (702.1), and the name of a keyword those abilities.
        word: "all" if the text says "of all".
        verb: "has" or "gains".
        lead: "all", "the" or "each".
        but: the excluded kind or keyword, as in "except mana abilities".
        style: the word for the exclusion.
    """

    READS: ClassVar[Columns] = ABILITIES
    SELECTIVE: ClassVar[bool] = True
    of: Selector
    forms: tuple[str, ...] = ("activated",)
    word: str = ""
    verb: str = "has"
    lead: str = "all"
    but: str = ""
    style: str = "except"
    first: int = 1

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        those = self.of.select(view, context)
        abilities = view.column("ability").items()
        meant = ((held, on) for held, on in abilities if on & those and _is_meant(held, self.forms, self.but))
        return gaining(_of_others(meant, those, context), self.first, scope)

    def regards(self, held: Held) -> bool:
        return _is_meant(held, self.forms, self.but)

    def borrows(self) -> bool:
        return not {"activated", "loyalty", "mana", "triggered"}.issuperset(self.forms)

    def lenders(self) -> Selector:
        return self.of


@lru_cache(maxsize=16384)
def _is_meant(held: Held, forms: tuple[str, ...], but: str) -> bool:
    # Whether an ability is of one of the kinds, and not of the excluded kind.
    ability = held.ability
    if isinstance(ability, Keyword) and ability.name.lower() == but:
        return False
    if isinstance(ability, Keyword) and not {"keyword", ability.name.lower()}.isdisjoint(forms):
        return True
    keyword = KEYWORDS.get(getattr(ability, "name", ""))
    form = getattr(ability, "form", "") if keyword is None else keyword.ability
    wanted = form in forms or ("activated" in forms and form in ("loyalty", "mana"))
    return wanted and form != but


class GainKind(Giving, frozen=True):
    """Gives the abilities with one keyword that other objects have, as in "the same is true for landwalk".

    Attributes:
        keyword: the keyword, which can have any parameter.
        of: the objects that have the abilities; abilities that this effect grants to them are ignored.
        word: the verb.
        colored: whether only abilities with a color are given, as in "protection from any color".
    """

    READS: ClassVar[Columns] = ABILITIES
    SELECTIVE: ClassVar[bool] = True
    keyword: str
    of: Selector
    word: str = "has"
    first: int = 1
    colored: bool = False

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        held = view.keywords(self.keyword)
        if self.colored:
            held = [(each, having) for each, having in held if getattr(each.ability, "color", "")]
        found = _of_others(held, self.of.select(view, context), context)
        return gaining(tuple(dict.fromkeys(found)), self.first, scope)

    def regards(self, held: Held) -> bool:
        return getattr(held.ability, "name", None) == self.keyword

    def borrows(self) -> bool:
        return bool(Keyword(self.keyword).clauses())


class GainFromColors(Giving, frozen=True):
    """Gives protection or hexproof from each color of the object, as in "hexproof from each of its colors" (105.2)."""

    READS: ClassVar[Columns] = columns(("color", ANY))
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("[has|have] {keyword} from each of [its|their] colors"),
        said("[gains|gain] {keyword} from each of [its|their] colors", word="gains"),
    )
    wording: ClassVar[Mapping[str, str]] = {"Protection": "protection", "Hexproof": "hexproof"}
    keyword: Literal["Protection", "Hexproof"]
    word: str = "has"
    first: int = 1

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        held = view.column("color")
        return tuple(
            (Gain((Keyword(self.keyword, color=color),), first=self.first + place), held[color] & scope)
            for place, color in enumerate(COLORS)
            if held.get(color, 0) & scope
        )


class GainStickered(Giving, frozen=True):
    """Gives the abilities on ability stickers, as in "all abilities of ability stickers on this Equipment" (123.7)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"ability stickers"})
    of: Selector
    word: str = "has"
    first: int = 1

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        those = self.of.select(view, context)
        found = [
            ability
            for abilities, having in view.still_values("ability stickers").items()
            for ability in abilities * (having & those).bit_count()
        ]
        return gaining(tuple(sorted(found, key=_as_text)), self.first, scope)

    def borrows(self) -> bool:
        return True

    def lenders(self) -> Selector:
        return Group((Status("stickered"),))


class LoseAllBut(Operation, frozen=True):
    """Removes all abilities except one kind, as in "loses all abilities except mana abilities" (613.1f).

    Attributes:
        but: the form of the abilities that remain, or "".
        keyword: the keyword of the abilities that remain, in lower case, or "".
        word: the verb, or "other than".
    """

    kind: ClassVar[Kind] = "ability"
    WRITES: ClassVar[Columns] = ABILITIES
    phrases: ClassVar[tuple[Phrase, ...]] = (
        said("[loses|lose] all abilities except {but} abilities"),
        said("[loses|lose] all abilities other than {but} abilities", word="other than"),
        said("[loses|lose] all abilities except {keyword}", but=""),
        said("[loses|lose] all abilities other than {keyword}", but="", word="other than"),
    )
    patterns: ClassVar[Mapping[str, str]] = {
        "but": "mana",
        "keyword": "|".join(sorted(map(str.lower, KEYWORDS), reverse=True)),
    }
    but: str = "mana"
    keyword: str = ""
    word: str = "loses"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        remove(draft, mask, lambda held: not self._keeps(held.ability))

    def _keeps(self, ability: Ability) -> bool:
        if isinstance(ability, Keyword):
            return ability.name.lower() == self.keyword
        return bool(self.but) and getattr(ability, "form", "") == self.but

    def describe(self, wording: Wording) -> str:
        return f"removes all abilities except {self.keyword or f'{self.but} abilities'}"


class LoseKeywords(Operation, frozen=True):
    """Removes all keyword abilities (613.1f, 702.1)."""

    kind: ClassVar[Kind] = "ability"
    WRITES: ClassVar[Columns] = ABILITIES
    phrases: ClassVar[tuple[Phrase, ...]] = (said("[loses|lose] all keyword abilities"),)
    word: str = "loses"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        remove(draft, mask, lambda held: isinstance(held.ability, Keyword))

    def describe(self, wording: Wording) -> str:
        return "removes all keyword abilities"


class GainOne(Giving, frozen=True):
    """Gives the ability that `Choices.option` selects, as in "gains your choice of vigilance or lifelink".

    With `every`, it gives each ability that is selected, as in "has each of the chosen abilities".
    """

    abilities: tuple[Ability, ...]
    word: str = "gains"
    style: str = ""
    first: int = 1
    every: bool = False

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        chosen = view.choices(context).option
        chosen = chosen if self.every else chosen[:1]
        found = tuple(self.abilities[place - 1] for place in chosen if 0 < place <= len(self.abilities))
        return Gain(found, self.word, first=self.first).evaluate(view, context, scope) if found else ()

    def writes(self) -> Columns:
        return Gain(self.abilities).writes()


class LoseOne(Operation, frozen=True):
    """Removes the ability that `Choices.option` selects, as in "loses your choice of flying or trample" (613.1f)."""

    kind: ClassVar[Kind] = "ability"
    abilities: tuple[Ability, ...]
    word: str = "loses"
    style: str = ""  # "or" if the text does not say "your choice of"

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        chosen = view.choices(context).option
        lost = tuple(self.abilities[place - 1] for place in chosen[:1] if 0 < place <= len(self.abilities))
        return ((Lose(lost), scope),) if lost else ()

    def writes(self) -> Columns:
        return Lose(self.abilities).writes()
