"""Conditions that ask of each player by itself, and other rarer ones, in English: read and printed."""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from lark import Token, Tree

from ...effects.amounts.arithmetic import Half, Plus
from ...effects.amounts.base import Number
from ...effects.amounts.counting import CountersOn, PlayerCount
from ...effects.conditions import CommonColor, Compare, GameFact, Is, OfPlayers
from ...effects.filters.characteristics import OfColor
from ...effects.filters.combinators import Other, ThatIs
from ...effects.filters.status import Status
from ...effects.filters.whereabouts import AttachedTo, ControlledBy, InZone, OwnedBy
from ...effects.language import Amount, Condition, Filter, Selector
from ...effects.selectors import Attached, Group, Itself, Target
from ..grammar.trees import Branch, Counted
from ..printing import amounts
from ..printing import players as whom
from ..printing.conditions import PAST
from ..words import Stop, words
from . import counts
from .conditions import ConditionBuilder
from .noun_rows import count, whose, zone

_MORE: Final = {"more": "greater than", "fewer": "less than", "less": "less than"}


class FactBuilder(ConditionBuilder):
    """The rules of the grammar that make conditions about players."""

    asked: tuple[str, str, str] | None = None  # the players of whom this condition asks each: who, how many, word

    def fact(self, tree: Branch) -> Condition:
        before, self.asked = self.asked, None
        try:
            found: Condition = getattr(self, tree.data)(tree)
            asked: Any = self.asked
            return found if asked is None else OfPlayers(asked[0], asked[1], found, asked[2])
        finally:
            self.asked = before

    def pronoun(self, token: Token) -> Selector:
        raise NotImplementedError

    def told_object(self, word: str) -> Selector:
        raise NotImplementedError

    def whose(self, token: Token) -> Filter:
        return whose(token, self.it, "that player" if self.asked is None else "they")

    def zone(self, token: Token) -> Filter:
        return zone(token, self.it, "that player" if self.asked is None else "they")

    def fact_hasnt(self, tree: Branch) -> Condition:
        found = self.fact_has(tree)
        if not isinstance(found, Is):
            raise Stop(tree.children[1])
        return Is(found.subject, found.filters, negated=True)

    def fact_remains(self, tree: Branch) -> Condition:
        about = self.subject(tree.children[0])
        word = str(tree.children[1]).removeprefix("remains ")
        if word == "on the battlefield":
            fact = self._about(about, (InZone("battlefield"),))
        elif word in ("tapped", "untapped"):
            fact = self._about(about, (Status(word),))
        elif word in ("attached to it", "attached to that creature"):
            if not isinstance(about, Itself):
                raise Stop(tree.children[1])
            to = self.told_object(word.removeprefix("attached to "))
            self.it = to
            return Is(about, (AttachedTo(to),), word="remains")
        else:
            raise Stop(tree.children[1])
        return Is(about, fact.filters, word="remains") if isinstance(fact, Is) else fact

    def ask(self, text: str, token: Token) -> Any:
        """Return the player that a phrase in a condition means: "they" where each of several is asked."""
        if text in whom.ASKED:
            if self.asked is not None:
                raise Stop(token)
            self.asked = (*whom.ASKED[text], text)
            return "they"
        who = whom.player(text, self.it)
        if text == "they" and self.asked is not None:
            return "they"
        if who is None:
            raise Stop(token)
        return who

    def _exists(self, group: Group, found: Counted, form: str) -> Condition:
        if isinstance(self.it, Attached) and amounts.fits_word(self.it, group):
            # "Enchanted creature has shroud as long as you control another creature": other than that creature.
            than = Other(self.it)
            group = Group(tuple(than if filter == Other() else filter for filter in group.filters), group.quantifier)
        return super()._exists(group, found, form)

    # --- What players have ---

    def player_has(self, tree: Branch) -> Condition:
        token = tree.children[0]
        found = re.fullmatch(r"(.+?) (?:has|have) (.+)", str(token))
        assert found is not None
        held = re.fullmatch(
            r"(no|an?|(?:exactly |at least )?\w+(?: or \w+)?) (life|\w+ counters?|cards? in .+)", found[2]
        )
        if held is None:
            raise Stop(token)
        who = self.ask(found[1], token)
        number, comparison = (1, "or greater") if held[1] in ("a", "an") else count(Token("COUNTQ", held[1]))
        return Compare(
            PlayerCount(self.held(held[2], who, token), who), comparison, Number(number), "has"  # type: ignore[arg-type]
        )  # fmt: skip

    def held(self, text: str, who: Any, token: Token) -> str:
        """Return the fact that says how much a player has of something: "cards in their graveyard"."""
        if text == "life":
            return text
        if counters := re.fullmatch(r"(\w+) counters?", text):
            return counters[1]
        where = re.fullmatch(r"cards? in (?:(your|their) )?(hand|graveyard|library)", text)
        own = "your" if who == "you" else "their"
        if where is None or where[1] not in ((own, None) if where[2] == "hand" else (own,)):
            raise Stop(token)
        return where[2]

    def player_has_more(self, tree: Branch) -> Condition:
        token = tree.children[0]
        found = re.fullmatch(r"(.+?) (?:has|have) (more|fewer|less) (.+) than (.+)", str(token))
        assert found is not None
        first, second = self.ask(found[1], token), self.ask(found[4], token)
        what = self.held(found[3], first, token)
        return Compare(PlayerCount(what, first), _MORE[found[2]], PlayerCount(what, second), "has more")  # type: ignore[arg-type]

    def controls_more(self, tree: Branch) -> Condition:
        token = tree.children[0]
        found = re.fullmatch(r"(.+?) controls? (more|fewer)", str(token))
        assert found is not None
        first = self.ask(found[1], token)
        group = self.nouns(tree.children[1])
        second = self.ask(str(tree.children[2]).removeprefix("than "), tree.children[2])
        if group.number is not None or not isinstance(group.selector, Group) or group.selector.quantifier:
            raise Stop(token)
        sides = [Group((*group.selector.filters, ControlledBy(who))) for who in (first, second)]
        one, other = (counts.count_of(side) for side in sides)
        return Compare(one, _MORE[found[2]], other, "controls more")  # type: ignore[arg-type]

    def poisoned(self, tree: Branch) -> Condition:
        token = tree.children[0]
        who = self.ask(re.sub(r" (?:is|are) poisoned$", "", str(token)), token)
        return Compare(PlayerCount("poison", who), "or greater", Number(1), "poisoned")

    def player_controls(self, tree: Branch) -> Condition:
        token = tree.children[0]
        found = re.fullmatch(r"(.+?) (controls?|owns?)", str(token))
        if found is None or found[1] not in whom.ASKED:
            return super().player_controls(tree)
        who = self.ask(found[1], token)
        group = self.nouns(tree.children[1])
        if not isinstance(group.selector, Group) or group.selector.quantifier:
            raise Stop(token)
        if found[2].startswith("own"):
            return self._exists(Group((*group.selector.filters, OwnedBy(who))), group, "control")
        if found[1] == "an opponent" and (group.number, group.comparison) == (1, "or greater"):
            self.asked = None
            return self._exists(Group((*group.selector.filters, ControlledBy("an opponent"))), group, "control")
        return self._exists(Group((*group.selector.filters, ControlledBy(who))), group, "control")

    # --- The course of the game ---

    def told(self, tree: Branch) -> Condition:
        token = tree.children[0]
        found = re.fullmatch(r"(it|that \w+|(?:enchanted|equipped) \w+) (.+)", str(token))
        flag = next((fact for fact, phrase in PAST.items() if found and found[2] == phrase), "")
        if found is None or not flag or (found[1] == "it" and isinstance(self.it, Itself | None)):
            return GameFact(str(token))
        if found[1].startswith(("enchanted", "equipped")):
            about: Selector = Attached(found[1])
        else:
            about = self.pronoun(token.update(value=found[1]))
        if not isinstance(about, Attached | Target):
            raise Stop(token)
        return Is(about, (Status(flag),), word=found[2])

    # --- What objects are ---

    def fact_fits(self, tree: Branch) -> Condition:
        subject = tree.children[0]
        if subject.data != "subject" or subject.children[0].data != "nouns":
            return self._wearing(tree) or super().fact_fits(tree)
        found = self.nouns(subject.children[0])
        if not isinstance(found.selector, Group) or found.selector.quantifier:
            raise Stop(tree.children[1])
        said = tree.children[3:]
        if said and said[0].data == "subject":  # "attached to a creature you control": to any of those
            said = [said[0].children[0]]
        fits = self.item_fitting(Tree("fitting", [tree.children[2], *said]))
        return self._exists(Group((*found.selector.filters, fits)), found, "are")

    def _wearing(self, tree: Branch) -> Condition | None:
        """Return "this creature is enchanted by exactly two Auras": so many Auras are attached to it."""
        said = tree.children[3:]
        if str(tree.children[2]) != "enchanted by" or not said or said[0].data != "subject":
            return None
        found = self.nouns(said[0].children[0]) if said[0].children[0].data == "nouns" else None
        if found is None or found.number is None or (found.number, found.comparison) == (1, "or greater"):
            return None
        about = self.subject(tree.children[0])
        if not isinstance(about, Itself) or not isinstance(found.selector, Group):
            raise Stop(tree.children[2])
        self.it = about
        return self._exists(Group((*found.selector.filters, AttachedTo(about))), found, "enchanted by")

    def life_more(self, tree: Branch) -> Condition:
        token = tree.children[0]
        found = re.fullmatch(r"you have at least (\w+) life more than your starting life total", str(token))
        by = amounts.plain_number(found[1]) if found else None
        if not isinstance(by, Number):
            raise Stop(token)
        return Compare(PlayerCount("life"), "or greater", Plus(PlayerCount("starting_life"), by.number), "life more")

    def fact_is(self, tree: Branch, negated: bool = False) -> Condition:
        subject = tree.children[0]
        if subject.data == "subject" and subject.children[0].data == "nouns" and not negated:
            found = self.nouns(subject.children[0])
            parts = [part for part in tree.children[2].children if part.data == "word"]
            if found.number is None or len(parts) != 1 or len(tree.children[2].children) != 1:
                raise Stop(tree.children[1])
            if not isinstance(found.selector, Group) or found.selector.quantifier:
                raise Stop(tree.children[1])
            said = words()[str(parts[0].children[0])][0]
            return self._exists(Group((*found.selector.filters, ThatIs(said))), found, "are")
        return super().fact_is(tree, negated)

    def fact_has(self, tree: Branch) -> Condition:
        inner = tree.children[2].children
        if len(inner) == 1 and inner[0].data == "base_number":
            return self._about(self.subject(tree.children[0]), (self.number_filter(inner[0].children[0]),))
        return super().fact_has(tree)

    def item_fitting(self, tree: Branch) -> Filter:
        raise NotImplementedError

    def number_filter(self, token: Token) -> Filter:
        raise NotImplementedError

    def there_are(self, tree: Branch) -> Condition:
        found = self.nouns(tree.children[1])
        last = found.selector.filters[-1] if isinstance(found.selector, Group) else None
        if isinstance(last, InZone) and last.word == "a single" and found.number is not None:
            self.asked = ("each player", "some", "a single")
            group = Group((*found.selector.filters[:-1], InZone(last.zone, "they")))  # type: ignore[attr-defined]
            bound = Number(found.number)
            return Compare(counts.count_of(group), found.comparison, bound, "there are")  # type: ignore[arg-type]
        return super().there_are(tree)

    def there_counters_among(self, tree: Branch) -> Condition:
        number, comparison = count(tree.children[1])
        phrase = re.fullmatch(r"(.*?) ?counters? (on|among)", str(tree.children[2]))
        found = self.nouns(tree.children[3])
        if phrase is None or found.number is not None:
            raise Stop(tree.children[2])
        amount = CountersOn(phrase[1], found.selector, phrase[2])
        return Compare(amount, comparison, Number(number), "there are")  # type: ignore[arg-type]

    # --- Amounts compared ---

    def life(self, token: Token) -> Amount:
        """Return "your life total", "their starting life total"."""
        if str(token) == "your speed":
            return PlayerCount("speed")
        found = re.fullmatch(r"(.+?) (starting )?life total", str(token))
        if found is None:
            raise Stop(token)
        what = "starting_life" if found[2] else "life"
        if found[1] in ("your", "their"):
            return PlayerCount(what, self.ask("you" if found[1] == "your" else "they", token))
        return PlayerCount(what, self.ask(re.sub(r"'s?$", "", found[1]), token))

    def greater_by(self, tree: Branch) -> Condition:
        found = re.fullmatch(r"is at least (\w+) greater than", str(tree.children[1]))
        by = amounts.plain_number(found[1]) if found else None
        if not isinstance(by, Number):
            raise Stop(tree.children[1])
        first = self.amount(tree.children[0])
        return Compare(first, "or greater", Plus(self.amount(tree.children[2]), by.number), "greater by")

    def compare(self, tree: Branch) -> Condition:
        found = super().compare(tree)
        if isinstance(found, Compare) and isinstance(found.bound, Half) and not found.bound.said:
            # Nothing is rounded in a comparison: less than 12½ is less than 13, at least 12½ at least 13.
            up = found.comparison in ("less than", "or greater")
            return msgspec.structs.replace(found, bound=msgspec.structs.replace(found.bound, up=up))
        return found

    def common_color(self, tree: Branch) -> Condition:
        about = self.subject(tree.children[0])
        among = self.subject(tree.children[2])
        if not isinstance(about, Group) or about.quantifier or len(about.filters) != 1 or not isinstance(among, Group):
            raise Stop(tree.children[1])
        color = about.filters[0]
        if not isinstance(color, OfColor):
            raise Stop(tree.children[1])
        return CommonColor(color.color, among, len(tree.children) > 3)


__all__ = ["FactBuilder"]
