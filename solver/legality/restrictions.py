"""Restrictions on targets that compare them with each other (115.1).

No filter expresses them, because it would not know the other target: `Restriction` keeps their words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from mtglayers.model.effects.amounts.base import compare
from mtglayers.model.effects.amounts.players import RecordedNumber
from mtglayers.model.effects.filters.characteristics import OfType, WithNumber
from mtglayers.model.effects.filters.comparisons import Alike
from mtglayers.model.effects.filters.status import Restriction
from mtglayers.model.effects.language import Filter
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.shortening import shortened
from mtglayers.model.effects.view import EVERY_CREATURE_TYPE, Comparison, Context, Mask
from mtglayers.model.rules.vocabulary import families
from mtglayers.model.support.patterns import lazy_pattern
from mtglayers.model.support.records import Record

from .moment import Moment
from .qualities import qualities_before


class Candidate(Record, frozen=True):
    """An object that is chosen as a target.

    Attributes:
        number: the number of the object.
        before: the targets that precede it.
        types: the card types that the text lists for the first target.
        context: the meaning of "you" and "this" in the effect.
        now: the board before the event.
    """

    number: int
    before: tuple[int, ...]
    types: tuple[str, ...]
    context: Context
    now: Moment

    @property
    def mask(self) -> Mask:
        """The object as a mask."""
        return 1 << self.number

    @property
    def other(self) -> int | None:
        """The object that a comparison without an object means: the target before, or else the source."""
        return self.before[-1] if self.before else self.context.source

    def compares(self, what: str, comparison: Comparison) -> bool:
        """Return whether a number of the object compares so with that of the other one; unknown numbers do."""
        column = self.now.before.column(what)
        both = (1 << self.other if self.other is not None else 0, self.mask)
        bound, own = (next((number for number, having in column.items() if having & each), None) for each in both)
        return bound is None or own is None or compare(own, comparison, bound)

    def attacks_as(self) -> bool:
        """Return whether the object and the other one attack the same player or planeswalker, as far as is known."""
        view = self.now.before
        if not view.still("attacking", True) & self.mask:
            return False
        theirs = 0 if self.other is None else 1 << self.other
        of = [
            [(family, what) for family in _ATTACKED for what, those in view.still_values(family).items() if those & one]
            for one in (theirs, self.mask)
        ]
        return not all(of) or of[0] == of[1]


_ATTACKED: Final = ("attacks", "attacks_player")


def _shares_one_of_those(it: Candidate) -> bool:
    return not it.before or any(
        it.now.has(it.number, "type", type) and it.now.has(it.before[0], "type", type) for type in it.types
    )


_MEETS: Final[dict[str, Callable[[Candidate], bool]]] = {
    "controlled by different players": lambda it: it.now.controller(it.number) not in map(it.now.controller, it.before),
    "that shares one of those types with it": _shares_one_of_those,
    "with lesser power": lambda it: it.compares("power", "less than"),
    "with equal or lesser mana value": lambda it: it.compares("mana_value", "or less"),
    "attacking the same player or planeswalker": Candidate.attacks_as,
    "that's attacking that player": lambda it: bool(it.now.before.still("attacking", True) & it.mask),
}
# The words of "target player other than this artifact's owner", which the catalogue shortens.
_NOT_THE_OWNER: Final = lazy_pattern(r"target player other (?:than (?:~|this \w+)'s owner\b|…)")


@cache
def _words() -> dict[str, str]:
    # the words, and the forms of them that the shipped catalogue has -> the words
    return {text: words for words in _MEETS for text in (words, shortened(words))}


def unmet(group: Group, it: Candidate) -> Group | None:
    """Return the group, with its restrictions in full, if the object does not meet one of them, and otherwise None.

    A restriction that depends on the course of the game is met.
    """
    if all(_is_met(filter, it) for filter in group.filters):
        return None
    return replace(group, filters=tuple(_in_full(filter) for filter in group.filters))


def _is_met(filter: Filter, it: Candidate) -> bool:
    if isinstance(filter, Restriction):
        words = _words().get(filter.text)
        return words is None or _MEETS[words](it)
    if isinstance(filter, WithNumber) and filter.amount == _OF_THE_OTHER and it.before:
        return it.compares(filter.what, filter.comparison)
    return True


def _in_full(filter: Filter) -> Filter:
    return replace(filter, text=_words().get(filter.text, filter.text)) if isinstance(filter, Restriction) else filter


_OF_THE_OTHER: Final = RecordedNumber("that creature's power")


_SPELL_TYPES: Final = ("Instant", "Sorcery", "Kindred")  # 110.4: no types of permanents
_SHARED: Final = {"color": "color", "card_type": "type", "permanent_type": "type", "creature_type": "subtype"}
"""Family of a characteristic that targets share -> the family of its values."""


def unshared(family: str, chosen: Sequence[tuple[int, Moment]]) -> bool:
    """Return whether objects, each at a moment, share no value of a family, such as "card_type"."""
    if family not in _SHARED:
        return False
    found = [set(qualities_before(then, number)[_SHARED[family]]).difference(_SPELL_TYPES) for number, then in chosen]
    if family == "creature_type":  # 702.73a: what has every creature type shares those of the others
        found = [values for values in found if EVERY_CREATURE_TYPE not in values]
        found = [{value for value in values if "creature" in families(value)} for values in found]
    return len(found) > 1 and not set.intersection(*found)


_TOGETHER: Final = {
    "controlled by different players": ("controller", False, "have the same controller"),
    "with different names": ("name", False, "have the same name"),
    "with different mana values": ("mana_value", False, "have the same mana value"),
    "with the same mana value": ("mana_value", True, "have different mana values"),
}
"""Words about several targets -> what is compared, whether it must be the same for all, and what is wrong otherwise."""


def unmet_together(group: Group, chosen: Sequence[tuple[int, Moment]]) -> str:
    """Return what is wrong with objects that are targets together, each at a moment, or ""."""
    for filter in group.filters if len(chosen) > 1 else ():
        if isinstance(filter, Alike) and unshared(filter.family, chosen):
            return f"share no {filter.family.replace('_', ' ')}"
        if isinstance(filter, Restriction) and (found := _together().get(filter.text)) is not None:
            what, same, wrong = found
            values = {
                then.controller(number) if what == "controller" else qualities_before(then, number)[what]
                for number, then in chosen
            }
            if len(values) != (1 if same else len(chosen)):
                return wrong
    return ""


@cache
def _together() -> dict[str, tuple[str, bool, str]]:
    return {text: found for words, found in _TOGETHER.items() for text in (words, shortened(words))}


def is_excluded(words: str, player: int, context: Context, now: Moment) -> bool:
    """Return whether the words for a target player exclude a player, as in "other than this artifact's owner"."""
    if context.source is None or not _NOT_THE_OWNER.match(words):
        return False
    return now.board.by_number(context.source).base.owner == player


def types_listed(group: Group | None) -> tuple[str, ...]:
    """Return the card types that a group lists, as in "target artifact or creature"."""
    nodes = (node for filter in group.filters for node in filter.walk()) if group else ()
    return tuple(node.type for node in nodes if isinstance(node, OfType))
