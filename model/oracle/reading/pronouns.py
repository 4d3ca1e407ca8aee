"""From the grammar's trees to what a pronoun means: "it", "those creatures", "the creature you control"."""

from __future__ import annotations

import re
from typing import Final

from lark import Token

from ...effects.language import Selector
from ...effects.selectors import Attached, ChosenObject, Itself, PairedCreatures, Same, Target, TheOnly, TopCard
from ..words import Stop
from .amounts import FigureBuilder

# What the ability itself made, moved or chose: the event tells which object that is.
_NEW: Final = re.compile(r"(?:the|that|those) (?:tokens?|copy|copies)")
_MADE: Final = re.compile(r"the (?:chosen|exiled|returned|revealed|milled|sacrificed) \w+")
_IN_COMBAT: Final = re.compile(r"the (?:blocking|blocked|attacking|other) \w+")
_OF_TWO: Final = re.compile(r"the (.*(?:you control|you don't control|an opponent controls|your opponents control))")


class PronounBuilder(FigureBuilder):
    """The rules of the grammar that make selectors of what was named before."""

    def pronoun(self, token: Token) -> Selector:
        word = str(token)
        if found := _OF_TWO.fullmatch(word):
            return self._named(found[1], token)
        if _IN_COMBAT.fullmatch(word):  # of a trigger condition that speaks of a creature besides the source
            if self.default is None or self.targets or isinstance(self.it, Target | ChosenObject):
                raise Stop(token)
            return self.told_object(word)
        if _NEW.fullmatch(word) and self.default is not None:  # no target: a copy of a target is not that target
            return ChosenObject(word)
        if _MADE.fullmatch(word) and self.default is not None:
            return self._again(word) if isinstance(self.it, Target | ChosenObject) else ChosenObject(word)
        if isinstance(self.card, TopCard) and self.default is None and word == "that card":
            return TopCard(self.card.zone, word)
        if self.only is not None and self.it is None and self.default is None and word.startswith("that "):
            return TheOnly(self.only, word)
        if is_many(word) and isinstance(self.it, Itself | Attached):
            if self.is_paired:
                return PairedCreatures(word)
            if self.default is not None and word not in ("they", "them", "each of them"):
                return self.told_object(word)
            raise Stop(token, ("it",))
        match self.it:
            case Itself() if word.startswith("that ") and self.default is not None:
                return self.target_called(word) or self.told_object(word)
            case Itself():
                return Itself(word)
            case Attached() if self.of_two and word.startswith("that "):
                return self.told_object(word)  # the creature that it blocks, or that it deals damage to
            case Attached():
                return Attached(word)
            case ChosenObject() | Target():
                return self._again(word)
            case None if self.default is not None and not self.unexplained:
                return self.told_object(word)
            case None:
                raise Stop(token, ("a noun",))
            case _ if self.default is not None and word.startswith("that "):
                return self.told_object(word)  # a group is never "that creature"
            case _ if self.from_condition:
                raise Stop(token, ("a noun",))
            case _:
                return Same(word)

    def target_called(self, word: str) -> Selector | None:
        """Return the one target that a sentence before called so: "choose target artifact ... that permanent"."""
        noun = word.removeprefix("that ")
        called = [place for place, text in self.named if noun in text.split() or noun == "permanent"]
        return Target(called[0], None, "target", False, word) if len(called) == 1 else None

    def told_object(self, word: str) -> Selector:
        """Return what no target was, but the event tells in its place: "that creature" of a trigger condition."""
        if isinstance(self.it, Itself | Attached) and self.told_at is None and (named := self._last_named(word)):
            return named
        if self.open_ended:  # its place among the targets could not be told
            return ChosenObject(word)
        place = self.told_at
        if place is None:
            place = self.targets
            self.told_at, self.told_word = place, _noun(word)
            self.targets += 1
        elif not self._called(word):
            raise Stop(None, (f"that {self.told_word}" if self.told_word else "it",))  # two things, and one place
        self.told_word = self.told_word or _noun(word)
        return Target(place, None, "target", is_many(word), word)

    def _called(self, word: str) -> bool:
        """Return whether `word` can mean what the event told: "that Aura" is not "that creature"; a card may be."""
        noun = _noun(word)
        return noun in ("", self.told_word) or self.told_word == "card" or (self.told_word == "" and noun != "card")

    def _last_named(self, word: str) -> Selector | None:
        """Return the targets named last, where "those creatures" fits them though "it" means the source by now."""
        if not self.named:
            return None
        place, text = self.named[-1]
        many = is_many(word)
        noun = re.sub(r"^(?:that|those|each of those) ", "", word)
        fits = any(each in (noun, noun.removesuffix("s"), noun + "s") for each in text.split())
        if not fits or many != self.named_many:
            return None
        return Target(place, None, "target", many, word)

    def _again(self, word: str) -> Selector:
        match self.it:
            case Target(many=many) if many is not is_many(word) and not word.startswith("the "):
                first = self.named[0][0] if self.named else 0
                if many or len(self.named) < 2 or self.told_at is not None or self.open_ended:
                    raise Stop(None, ("one of several",))
                return Target(first, None, "target", True, word)
            case Target(index=place) if place == self.told_at and not self._called(word):
                raise Stop(None, (f"that {self.told_word}",))
            case Target(index, group, counting, many):
                return Target(index, group, counting, many, word)
            case _:
                return ChosenObject(word)

    def _named(self, words: str, token: Token) -> Selector:
        """Return the one target that was named in these words: "the creature you control"."""
        found = [place for place, text in self.named if text == words]
        if len(found) != 1:
            raise Stop(token)
        return Target(found[0], None, "target", False, str(token))


def is_many(word: str) -> bool:
    """Return whether a pronoun stands for several things."""
    return word.startswith(("they", "those", "them", "each of", "the chosen ")) and not re.match(
        r"the chosen \w+(?<!s)$", word
    )


def _noun(word: str) -> str:
    """Return the noun of "that creature", "those creatures"; "it" and "they" have none."""
    found = re.fullmatch(r"(?:that|those|each of those|the) (?:[\w-]+ )*?(\w+?)s?", word)
    return found[1] if found else ""
