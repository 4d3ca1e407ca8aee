"""Selectors: the objects to which a clause applies (611.3a, 613.8a)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar, Literal, TypeVar, cast

from ..rules.vocabulary import CARD_TYPES
from .filters.combinators import Each, Either, Non, ThatIs, fitting
from .language import Amount, Filter, Selector
from .node import Node
from .players import ControllerOf
from .view import CONTROLLERS, Columns, Context, Mask, View, Who, columns, players, positive, union

T = TypeVar("T")


class PairedCreatures(Selector, frozen=True):
    """The source and the creature with which it is paired, as in "both creatures" (702.95)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"paired_with"})
    word: str = "both creatures"

    def select(self, view: View, context: Context) -> Mask:
        return 0 if context.source is None else context.itself | view.still("paired_with", context.source)


class Encoded(Selector, frozen=True):
    """The creature on which the source, a card in exile, is encoded (702.99)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"encoded_on"})

    def select(self, view: View, context: Context) -> Mask:
        on = (1 << on for on, cards in view.still_values("encoded_on").items() if cards & context.itself)
        return union(on) & view.still("zone", "battlefield")


class TopCard(Selector, frozen=True):
    """The top card of your graveyard (404.2), or of your library as recorded in ``marks`` (401.2).

    Attributes:
        zone: the zone.
        word: "that card" if the text refers back to the card.
    """

    FACTS: ClassVar[frozenset[str]] = frozenset({"top_of_library"})
    READS: ClassVar[Columns] = CONTROLLERS
    zone: Literal["graveyard", "library"] = "graveyard"
    word: str = ""

    def select(self, view: View, context: Context) -> Mask:
        you = view.you(context)
        if you is not None and self.zone == "library":
            return view.still("top_of_library", True) & view.still("zone", "library") & view.still("owner", you)
        return 0 if you is None else view.still("top of graveyard", you)


class PairedWith(Selector, frozen=True):
    """The creature with which an object is paired, as in "if it's paired with a creature, that creature" (702.95)."""

    FACTS: ClassVar[frozenset[str]] = frozenset({"paired_with"})
    of: Selector
    word: str = "that creature"

    def select(self, view: View, context: Context) -> Mask:
        return union(view.still("paired_with", bit) for bit in positive(self.of.select(view, context)))


class LastExiled(Selector, frozen=True):
    """The last of the cards that the source exiled, as in "the last creature card exiled with it" (607.2a).

    An object that comes into a zone later has a greater number.
    """

    FACTS: ClassVar[frozenset[str]] = frozenset({"exiled_with"})
    filters: tuple[Filter, ...]
    word: str = "it"

    def select(self, view: View, context: Context) -> Mask:
        if context.source is None:
            return 0
        those = fitting(self.filters, view.still("exiled_with", context.source), view, context)
        return 1 << those.bit_length() - 1 if those else 0


class ChosenObject(Selector, frozen=True):
    """An object that is chosen but not targeted, as in "the sacrificed land".

    Attributes:
        word: the words that refer to the object.
        group: the objects from which the text lets a player choose on resolution, if it is known (608.2d).
    """

    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # the word identifies the choice
    word: str = "the sacrificed land"
    group: Group | None = None

    def select(self, view: View, context: Context) -> Mask:
        return union(view.still("id", id) for id in view.choices(context).object)


class ChosenFrom(Selector, frozen=True):
    """An object chosen from a group on resolution, as in "a copy of any creature on the battlefield" (608.2d).

    Attributes:
        group: the objects to choose from; the event specifies the choice (`Choices.object`).
        word: the article in the text.
    """

    group: Group
    word: str = "a"

    def select(self, view: View, context: Context) -> Mask:
        return union(view.still("id", id) for id in view.choices(context).object) & self.group.select(view, context)


class CountedObjects(Selector, frozen=True):
    """The objects that a condition counts, as in "as long as you control exactly one creature, that creature gets"."""

    of: Group
    word: str = "that creature"

    def select(self, view: View, context: Context) -> Mask:
        return self.of.select(view, context)


class InOrder(Selector, frozen=True):
    """A spell identified by its place in the order of casting, as in "the first historic spell you cast each turn".

    The timeline records the spell in ``marks`` under this wording; the article is omitted.

    Attributes:
        of: the spells that are counted.
        text: the wording on the card.
    """

    TEXT_FIELDS: ClassVar[frozenset[str]] = frozenset({"text"})
    of: Group
    text: str

    def facts(self) -> frozenset[str]:
        return frozenset({f"told:{self.text}"})

    def select(self, view: View, context: Context) -> Mask:
        return self.of.select(view, context) & view.still(f"told:{self.text}", True)


class PlayerGroup(Selector, frozen=True):
    """The players to whom an effect applies (613.10).

    This selector does not select any objects.
    """

    READS: ClassVar[Columns] = CONTROLLERS
    who: str = "you"  # the wording on the card: "you", "players", "your opponents", "each player"
    of: Selector | None = None  # the object in "its controller"

    def select(self, view: View, context: Context) -> Mask:
        return 0

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the numbers of the players."""
        if self.of is not None:
            return ControllerOf(self.of).players(view, context)
        if self.who in ("target player", "enchanted player", "the chosen player"):
            return players(view, context, cast("Who", self.who))
        you = view.you(context)
        if you is None:
            return ()
        others = tuple(view.opponents(you))
        if "opponent" in self.who:
            return others
        return (you,) if self.who.startswith("you") else tuple(sorted((you, *others)))


@lru_cache(maxsize=4096)
def _zoned(filters: tuple[Filter, ...]) -> bool:
    inside = (Non, ThatIs, Either, Each)
    return any(
        filter.zoned
        or (isinstance(filter, inside) and _zoned(tuple(c for c in filter.children() if isinstance(c, Filter))))
        for filter in filters
    )


class Group(Selector, frozen=True):
    """All objects that fit every filter in a list, which is in the order of the words on the card.

    If no noun implies a zone ("permanent", "card", "spell"), the group consists of permanents (109.2).
    """

    BY_ITSELF: ClassVar[bool] = True
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset({"quantifier"})
    filters: tuple[Filter, ...]
    quantifier: str = ""  # "all", "each" or nothing

    @property
    def zoned(self) -> bool:
        """Whether a filter implies the zone of the objects; otherwise they are permanents (109.2)."""
        return _zoned(self.filters)

    def select(self, view: View, context: Context) -> Mask:
        return self.within(view.everything, view, context)

    def within(self, mask: Mask, view: View, context: Context) -> Mask:
        if not _zoned(self.filters):
            mask &= view.still("zone", "battlefield")
        return fitting(self.filters, mask, view, context)


class Itself(Selector, frozen=True):
    """The object from which the effect comes, as in "this creature", the object's name or "it"."""

    BY_ITSELF: ClassVar[bool] = True
    word: str = "~"

    def select(self, view: View, context: Context) -> Mask:
        return context.itself


class Attached(Selector, frozen=True):
    """The permanent to which the source is attached, whatever its types, as in "enchanted creature" (303.4m, 301.5f).

    Attributes:
        word: the wording on the card.
        must_fit: whether the object must match the wording, as in some editions.
        of_trigger: whether the word refers to the object in a trigger condition, which remains the same object if the
            source moves before the ability resolves (608.2k).
    """

    BY_ITSELF: ClassVar[bool] = True
    FACTS: ClassVar[frozenset[str]] = frozenset({"host"})
    STYLE_FIELDS: ClassVar[frozenset[str]] = frozenset()  # with `must_fit`, the wording restricts the object
    word: str = "enchanted creature"
    must_fit: bool = False
    of_trigger: bool = False

    def select(self, view: View, context: Context) -> Mask:
        if context.source is None:
            return 0
        if self.of_trigger and context.triggered_by is not None:
            return 1 << context.triggered_by & view.everything
        host = view.attached_to(context.source)
        if host:
            host &= ~view.still("zone", "graveyard")  # 109.2: a card there is no creature (Animate Dead)
        return host & view.having("type", self._type) if self._type else host

    @property
    def _type(self) -> str:
        word = self.word.rpartition(" ")[2].capitalize()
        return word if self.must_fit and word in CARD_TYPES else ""

    def reads(self) -> Columns:
        return columns(("type", self._type)) if self._type else frozenset()


class Target(Selector, frozen=True):
    """A target of the spell or ability (115.1); the first target has index 0."""

    BY_ITSELF: ClassVar[bool] = True
    FACTS: ClassVar[frozenset[str]] = frozenset({"targets"})
    index: int = 0
    group: Group | None = None
    count: str = "target"  # "up to one target", "any number of target", "two target"
    many: bool = False  # whether the selector means all targets from `index` on
    word: str = ""  # the words that refer back to the target: "it", "that creature"
    number: Amount | None = None  # the number of targets that the text calls X (601.2c)
    after: int = 0  # the number of targets that the text names after these, if there can be several of these

    def among(self, targets: Sequence[T]) -> list[T]:
        """Return those of the targets that an event names which this selector means."""
        end = max(len(targets) - self.after, self.index) if self.many else self.index + 1
        return list(targets[self.index : end])

    def select(self, view: View, context: Context) -> Mask:
        return union(1 << number for number in self.among(context.targets))  # also one that has left (608.2h)

    def reads(self) -> Columns:
        return frozenset()  # the timeline names only targets in `group`


class Same(Selector, frozen=True):
    """The objects to which the preceding clause applies, as in "it", "they" or "those creatures".

    Inside an amount, the selector means each object for which the amount is evaluated.
    """

    of_each: ClassVar[bool] = True
    word: str = "it"

    def select(self, view: View, context: Context) -> Mask:
        if context.each is None:
            raise NotImplementedError
        return 1 << context.each & view.everything


class Together(Selector, frozen=True):
    """The objects that any of several selectors selects, as in "all Forests and all Saprolings"."""

    BY_ITSELF: ClassVar[bool] = True
    parts: tuple[Selector, ...]
    word: str = "and"

    def select(self, view: View, context: Context) -> Mask:
        return union(part.select(view, context) for part in self.parts)


class Fixed(Selector, frozen=True):
    """The fixed set of objects that a resolved effect affects (611.2c)."""

    BY_ITSELF: ClassVar[bool] = True
    objects: tuple[str, ...] = ()  # the ids of the objects, for display
    numbers: tuple[int, ...] = ()

    def select(self, view: View, context: Context) -> Mask:
        return union(1 << number for number in self.numbers) & view.everything


def is_open_ended(selector: Selector) -> bool:
    """Return whether a selector means players, or spells that are cast after the effect began (611.2c, 611.2f)."""
    if isinstance(selector, Together):
        return all(map(is_open_ended, selector.parts))
    return isinstance(selector, PlayerGroup | InOrder)


def with_each(node: Node) -> Node:
    """Return a node in which "each" replaces "target" (702.96b)."""
    if not isinstance(node, Target):
        return node
    return Same(node.word) if node.group is None else Group(node.group.filters, "each")
