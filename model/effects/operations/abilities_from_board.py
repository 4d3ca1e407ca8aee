"""Operations that give or take abilities which the board or a choice decides (613.1f)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

import msgspec

from ...rules.vocabulary import KEYWORDS
from ..keyword_parameters import of_choice
from ..language import Ability, Kind, Operation, Selector
from ..node import to_data
from ..phrase import Phrase, Wording, said
from ..view import ANY, Column, Context, Draft, Mask, View, columns
from .abilities import Gain

ABILITIES: Final = columns(("ability", ANY))


DECIDED: Final = 1000
"""Each operation whose abilities the board decides numbers them from a multiple of this: no text gives so many."""


class Giving(Operation, frozen=True):
    """The base of what gives abilities that it does not spell out.

    Each of them has `first`: the place of its first ability among all that the effect grants.
    """

    kind: ClassVar[Kind] = "ability"

    def consults(self) -> frozenset[Column]:
        return columns(("cant_have", ANY))


class GainAllOf(Giving, frozen=True):
    """ "Has all activated abilities of all creature cards in all graveyards" (613.1f).

    Attributes:
        of: the objects whose abilities are meant; none that an object gets from its own effect.
        forms: the forms of ability; activated ones include loyalty and mana abilities (602.1, 605.1a, 606.1).
        word: "all" where the text says "of all".
        verb: "has" or "gains".
        lead: "all", "the" or "each".
        but: the form that is left out: "except mana abilities".
        style: how the text says that.
    """

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
        found = {
            held.ability
            for held, having in view.column("ability").items()
            if having & those and held.granter != context.effect and self._meant(held.ability)
        }
        return ((Gain(_in_order(found), first=self.first), scope),) if found else ()

    def _meant(self, ability: Ability) -> bool:
        keyword = KEYWORDS.get(getattr(ability, "name", ""))
        form = getattr(ability, "form", "") if keyword is None else keyword.ability
        wanted = {*self.forms, *(("loyalty", "mana") if "activated" in self.forms else ())}
        return form in wanted and form != self.but

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | ABILITIES

    def writes(self) -> frozenset[Column]:
        return ABILITIES


class GainKind(Giving, frozen=True):
    """ "The same is true for landwalk, protection": every ability of a keyword that some objects have.

    Attributes:
        keyword: the keyword; abilities with any parameter are meant.
        of: the objects whose abilities are meant; none that an object gets from its own effect.
        word: the verb.
    """

    keyword: str
    of: Selector
    word: str = "has"
    first: int = 1

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        those = self.of.select(view, context)
        found = {
            held.ability
            for held, having in view.column("ability").items()
            if having & those and held.granter != context.effect and getattr(held.ability, "name", "") == self.keyword
        }
        return ((Gain(_in_order(found), self.word, first=self.first), scope),) if found else ()

    def reads(self) -> frozenset[Column]:
        return self.of.reads() | ABILITIES

    def writes(self) -> frozenset[Column]:
        return ABILITIES


class LoseAllBut(Operation, frozen=True):
    """ "Loses all abilities except mana abilities" (613.1f): all but those of one form."""

    kind: ClassVar[Kind] = "ability"
    phrases: ClassVar[tuple[Phrase, ...]] = (said("[loses|lose] all abilities except {but} abilities"),)
    patterns: ClassVar[Mapping[str, str]] = {"but": "mana"}
    but: str = "mana"
    word: str = "loses"

    def apply(self, draft: Draft, mask: Mask, context: Context) -> None:
        for held in list(draft.column("ability")):
            if getattr(held.ability, "form", "") != self.but:
                draft.drop("ability", held, mask)

    def writes(self) -> frozenset[Column]:
        return ABILITIES

    def describe(self, wording: Wording) -> str:
        return f"takes all abilities except {self.but} abilities"


class GainOne(Giving, frozen=True):
    """ "Gains your choice of vigilance, lifelink, or indestructible": one of several abilities, by `Choices.option`."""

    abilities: tuple[Ability, ...]
    word: str = "gains"
    style: str = ""
    first: int = 1

    def evaluate(self, view: View, context: Context, scope: Mask) -> tuple[tuple[Operation, Mask], ...]:
        chosen = view.choices(context).option
        found = tuple(self.abilities[place - 1] for place in chosen[:1] if 0 < place <= len(self.abilities))
        return Gain(found, self.word, first=self.first).evaluate(view, context, scope) if found else ()

    def writes(self) -> frozenset[Column]:
        if any(map(of_choice, self.abilities)):
            return columns(("ability", ANY))
        return columns(*(("ability", ability) for ability in self.abilities))


def _in_order(abilities: set[Ability]) -> tuple[Ability, ...]:
    # 613.8a: which object has them first makes no difference.
    return tuple(sorted(abilities, key=lambda ability: msgspec.json.encode(to_data(ability))))
