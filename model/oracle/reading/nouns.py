"""From the grammar's trees to groups of objects and amounts."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from lark import Token

from ...effects.amounts.arithmetic import Half, Plus, Signs, Sum, Times
from ...effects.amounts.base import Number
from ...effects.amounts.counting import Domain, Its, NumberOf, PlayerCount, Total
from ...effects.amounts.players import RecordedNumber
from ...effects.filters.characteristics import OfType
from ...effects.filters.combinators import Other, ThatIs
from ...effects.filters.comparisons import Alike
from ...effects.filters.status import Restriction
from ...effects.filters.whereabouts import ExiledWith, InZones, Spell
from ...effects.language import Amount, Filter, Operation, Selector
from ...effects.operations.costs import ChangeCost
from ...effects.operations.power_toughness import ModifyPT
from ...effects.selectors import Attached, ChosenObject, Group, InOrder, Itself, PairedCreatures, Same, Target, Together
from ..grammar.trees import Branch, Counted
from ..printing import amounts
from ..printing import players as whom
from ..printing.nouns import words_of
from ..words import NUMBERS, Stop, words
from .amounts import exiled_card
from .counts import count_of, counters_on, devotion, factor, kinds_among, total
from .counts import stat as read_stat
from .noun_rows import Segment, before, count, segments
from .pronouns import PronounBuilder


class GroupBuilder(PronounBuilder):
    """The rules of the grammar that make selectors and amounts."""

    # --- Nouns ---

    def subject(self, tree: Branch) -> Selector:
        match tree.data:
            case "itself":
                return Itself(str(tree.children[0]))
            case "attached":
                return Attached(str(tree.children[0]))
            case "pronoun":
                return self.pronoun(tree.children[0])
            case "in_order":
                return self._in_order(tree)
            case "the_chosen":
                token = tree.children[0]
                return self.pronoun(token) if isinstance(self.it, Target) else ChosenObject(str(token))
            case "exiled_cards":
                return Group((ExiledWith(str(tree.children[0])),))
            case "both":
                return PairedCreatures(str(tree.children[0]))
            case "together":
                first, last = tree.children[0], tree.children[2]
                own: Selector = self.pronoun(first) if first.type == "IT" else Attached(str(first))
                own = Itself(str(first)) if first.type == "SELF" else own
                if str(tree.children[1]) != "and" or isinstance(own, Same):
                    raise Stop(tree.children[1])
                if isinstance(last, Token) and last.type == "ATTACHED":
                    return Together((own, Attached(str(last))))
                if isinstance(last, Token):
                    return Together((own, self.told_object(str(last))))
                before, self.it = self.it, own  # "enchanted creature and other creatures that share a color with it"
                try:
                    return Together((own, self.subject(last)))
                finally:
                    self.it = before
            case "nouns":
                found = self.nouns(tree)
                if found.number is not None:
                    raise Stop
                return found.selector
            case _:
                return self.subject(tree.children[0])

    def _in_order(self, tree: Branch) -> Selector:
        """Return "the first instant or sorcery spell you cast each turn"."""
        of = self.subject(tree.children[1])
        first, when = str(tree.children[0]).removeprefix("the "), str(tree.children[2])
        if (
            not isinstance(of, Group)
            or of.quantifier
            or Spell() not in of.filters
            or (first == "next") != ("this" in when)
        ):
            raise Stop(tree.children[0])
        return InOrder(of, f"{first} {words_of(of.filters, False)} {when}")

    def nouns(self, tree: Branch) -> Counted:
        number: int | None = None
        comparison = "or greater"
        items: list[tuple[str, Any]] = []
        before, targets = self.it, self.targets
        for child in tree.children:
            token = child.children[0]
            if child.data == "quantifier" and "target" in token:  # "target creature and each one that shares ... it"
                self.it = Target(targets, None, "target", _many_targets(str(token)))
                targets += 1
            match child.data:
                case "count" if not items:
                    if str(token) == "another":
                        items.append(("word", Token("W", "other")))
                        number = 1
                    else:
                        text = str(token)
                        if text.endswith(" other"):
                            items.append(("word", Token("W", "other")))
                        number, comparison = count(Token("COUNTQ", text.removesuffix(" other")))
                case "article" if not items:
                    if str(token) != "the":
                        number = 1
                        continue
                    raise Stop(token)
                case "count":
                    raise Stop(token)
                case "word" | "article" | "separator" | "quantifier" | "size":
                    items.append((child.data, token))
                case _:
                    items.append((child.data, getattr(self, "item_" + child.data)(child)))
        self.it = before
        return Counted(self.group(items), number, comparison)

    def group(self, items: list[tuple[str, Any]]) -> Selector:
        items = _relative(items)
        parts: list[Selector] = []
        word = ""
        for segment in segments(items):
            quantifier = str(segment.quantifier or "")
            filters = before(segment.words, _shared_head(segment))
            if not filters and not segment.after:
                raise Stop(segment.quantifier)
            if quantifier.endswith(" other") and "target" not in quantifier:
                filters, quantifier = (Other(), *filters), quantifier.removesuffix(" other")
            named = parts[-1] if parts else self.it if self.default is not None else None
            if "target" not in quantifier and isinstance(named, Target):
                # "Target creature gets +1/+1 ... Other creatures get -1/-1": other than the target.
                target = msgspec.structs.replace(named, group=None, word="it")
                filters = tuple(Other(target) if filter == Other() else filter for filter in filters)
            group = Group(self.chosen_kind((*filters, *segment.after)), quantifier)
            word = segment.joined.strip(", ") or word
            if any(isinstance(filter, Restriction | Alike) for filter in segment.after) and "target" not in quantifier:
                raise Stop(None, ("a group that the board knows",))
            if "target" in quantifier:
                counted = msgspec.structs.replace(group, quantifier="")
                parts.append(self.target(counted, quantifier))
            else:
                parts.append(group)
        return parts[0] if len(parts) == 1 else Together(tuple(parts), word or "and")

    def target(self, group: Group, quantifier: str) -> Target:
        """Return a target of this group, the next one of the text."""
        many = _many_targets(quantifier)
        if self.open_ended:  # how many of the targets belong to the group before is not said
            raise Stop
        self.open_ended = many
        self.named_many = many
        self.named.append((self.targets, words_of(group.filters, False)))
        self.targets += 1
        return Target(self.targets - 1, group, quantifier, many)

    def chosen_kind(self, filters: tuple[Filter, ...]) -> tuple[Filter, ...]:
        return filters

    # --- Amounts ---

    def for_each(self, tree: Branch, operation: Operation) -> Operation:
        if isinstance(operation, ChangeCost):
            return msgspec.structs.replace(operation, each=self.counted_amount(tree))
        self.of_each = True
        try:
            return times(operation, self.counted_amount(tree))
        finally:
            self.of_each = False

    def more_for_each(self, tree: Branch, operation: Operation) -> Operation:
        """Return "gets +1/+1 for each ..." with the "and +1/+1 for each ..." that follows."""
        power, toughness = map(amounts.plain_number, str(tree.children[1]).split("/"))
        more = self.for_each(tree.children[3], ModifyPT(power, toughness))
        if str(tree.children[0]) != "and" or not isinstance(operation, ModifyPT) or not isinstance(more, ModifyPT):
            raise Stop(tree.children[0])
        pairs = (operation.power, more.power), (operation.toughness, more.toughness)
        if not all(isinstance(part, Times) for pair in pairs for part in pair):
            raise Stop(tree.children[0])
        return ModifyPT(Sum(pairs[0]), Sum(pairs[1]), operation.word)

    def counted_amount(self, tree: Branch) -> Amount:
        match tree.data:
            case "nouns":
                found = self.nouns(tree)
                if found.number is not None and not _has_other(found.selector):
                    raise Stop
                return count_of(found.selector)
            case "counters":
                return counters_on(tree.children[0], self.it)
            case "told_one":
                return self.told_number(tree.children[0])
            case "player_counters":
                return self._player_counters(tree.children[0])
            case "domain":
                return Domain(self.subject(tree.children[1]))
            case "kinds":
                return kinds_among(tree.children[0], self.subject(tree.children[1]))
            case "signs":
                return Signs()
            case _:
                return self.further_amount(tree)

    def _player_counters(self, token: Token) -> Amount:
        found = re.fullmatch(r"(?:the number of )?(\w+) counters? (.+) (?:has|have)", str(token))
        who: Any = None
        if found is not None:
            who = "opponents" if found[2] == "your opponents" else whom.player(found[2], self.it)
        if found is None or who is None:
            raise Stop(token)
        return PlayerCount(found[1], who)

    def _of_that(self, head: str, what: Any, token: Token) -> Amount:
        """Return "that creature's power": of a target so called, or else of something that the event tells."""
        target = self.target_called(head.removesuffix("'s"))
        if self.told_at is None and target is not None:
            return NumberOf(target, what)
        return RecordedNumber(str(token))

    def told_number(self, token: Token) -> Amount:
        """Return a number that only the event tells; a static ability, which keeps asking, has none of these."""
        if self.default is None:
            found = exiled_card(str(token))
            if found is None and amounts.NOTED.fullmatch(str(token)):  # the source keeps it (607.2)
                return RecordedNumber(str(token))
            if found is None:
                raise Stop(token)
            return found
        return RecordedNumber(str(token))

    def amount(self, tree: Branch) -> Amount:
        token: Any = tree.children[0]
        match tree.data:
            case "told_number":
                return self.told_number(token)
            case "number":
                return amounts.plain_number(str(token))
            case "its_number":
                stat: Any = read_stat(token)
                head = (
                    str(token).split(" ")[0] if str(token).startswith("its") else str(token).rsplit("'s", 1)[0] + "'s"
                )
                if head.startswith("that ") and self.default is not None:
                    return self._of_that(head, stat, token)
                if head == "its" and isinstance(self.it, Itself | Attached | Target) and self.amount_of_it:
                    return NumberOf(msgspec.structs.replace(self.it, word="it"), stat)
                return Its(stat, head)
            case "number_of":
                return NumberOf(self.subject(tree.children[0]), read_stat(tree.children[1]))  # type: ignore[arg-type]
            case "number_of_nouns":
                found = self.nouns(tree.children[1])
                if found.number is not None:
                    raise Stop(token)
                return count_of(found.selector)
            case "devotion":
                return devotion(self.subject(tree.children[1]), token)
            case "life":
                return self.life(token)
            case "total":
                return total(token, self.subject(tree.children[1]))
            case "total_exiled":
                return total(token, Group((ExiledWith(str(tree.children[1])),)))
            case "their_total" if isinstance(self.figure, Total):
                return Total(self.figure.of, str(token).removeprefix("their total "))  # type: ignore[arg-type]
            case "times" if str(token) != "half":
                return Times(factor(token), self.amount(tree.children[1]))
            case "half":
                if str(token) != "half":
                    raise Stop(token)
                return Half(self.amount(tree.children[1]), "up" in str(tree.children[2]))
            case "times" if str(token) == "half":
                return Half(self.amount(tree.children[1]), said=False)
            case "plus":
                number = amounts.plain_number(str(tree.children[1]).removeprefix("plus "))
                if not isinstance(number, Number) or not str(tree.children[1])[-1].isdigit():
                    raise Stop(tree.children[1])
                return Plus(self.amount(tree.children[0]), number.number)
            case "that_number" if self.figure is not None:
                return self.figure
            case "sum_":
                return Sum((self.amount(tree.children[0]), self.amount(tree.children[2])))
            case "counters" | "domain" | "kinds" | "player_counters":
                return self.counted_amount(tree)
            case _:
                return self.further_amount(tree)

    def type_for(self, subject: Selector) -> str:
        """Return which kind of type "the chosen type" is for this subject."""
        for node in subject.walk():
            if isinstance(node, OfType) and node.type == "Land" and self.type_word == "creature_type":
                return "basic_land_type"
        return self.type_word


def _many_targets(quantifier: str) -> bool:
    """Return whether a quantifier speaks of several targets, or may."""
    quantifier = quantifier.removeprefix("each of ")
    first = re.match(r"(?:up to |another |other |any number of |one or )*([\w ]+?) (?:other )?target", quantifier)
    return quantifier.startswith(("any number", "one or two", "one or more")) or bool(
        first and (first[1] in list(NUMBERS)[2:] or first[1] in ("X", "that many", "one hundred"))
    )


def times(operation: Operation, amount: Amount) -> Operation:
    """Return "gets +1/+1" as often as `amount` says."""
    if not isinstance(operation, ModifyPT):
        raise Stop
    parts: list[Amount] = []
    for part in (operation.power, operation.toughness):
        if not isinstance(part, Number):
            raise Stop
        parts.append(Times(part.number, amount) if part.number else part)
    return ModifyPT(parts[0], parts[1], operation.word)


def _relative(items: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Return the items with every relative clause ("that's a Wolf or a Werewolf") as one filter."""
    found: list[tuple[str, Any]] = []
    place = 0
    while place < len(items):
        kind, value = items[place]
        if kind == "that_is":
            stop = place + 1
            while stop < len(items) and items[stop][0] in ("word", "article", "separator"):
                stop += 1
            row = [(k, v) for k, v in items[place + 1 : stop]]
            if row and row[0][0] == "article":
                row = row[1:]
            if stop == place + 1 and stop < len(items) and items[stop][0] in ("fitting", "of_chosen"):
                found.append(("filter", ThatIs(items[stop][1], "n't" in value)))
                place = stop + 1
                continue
            inner = before([words()[str(v)][0] if k == "word" else v for k, v in row], False)
            if len(inner) != 1:
                raise Stop(value)
            found.append(("filter", ThatIs(inner[0], "n't" in value)))
            place = stop
            continue
        if kind in ("in_zone", "elsewhere") and place + 2 < len(items) and items[place + 2][0] == "in_zone":
            word = str(items[place + 1][1]) if items[place + 1][0] == "separator" else ""
            if word not in ("and", "or", "and/or"):
                raise Stop
            found.append(("filter", InZones((value, items[place + 2][1]), word)))
            place += 3
            continue
        if isinstance(value, list):
            found.extend(("filter", filter) for filter in value)
        else:
            found.append((kind, value))
        place += 1
    return found


def _shared_head(segment: Segment) -> bool:
    """Return whether the last noun is meant for every option: "Elf and Goblin creatures", not "Elves"."""
    joints = [place for place, word in enumerate(segment.words) if isinstance(word, Token) and word.type != "ART"]
    return bool(joints) and segment.plurals[joints[0] - 1] is not True and segment.plurals[-1] is True


def _has_other(selector: Selector) -> bool:
    return isinstance(selector, Group) and any(isinstance(filter, Other) for filter in selector.filters)
