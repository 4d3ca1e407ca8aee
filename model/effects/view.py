"""The partially applied board, as effects read it (`View`) and change it (`Draft`)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import msgspec

from ..rules.vocabulary import EVERY_MARKERS, families
from ..support.records import Hashed

if TYPE_CHECKING:
    from ..rules.edition import Edition

# A column is one value of one characteristic: ("subtype", "Forest"). A mask is the set of objects with that value:
# an int in which bit i represents object number i.
Column = tuple[str, Hashable]
Columns = frozenset[Column]
Mask = int

EVERYTHING: Final[Mask] = -1
"""The mask of all objects, whatever their number."""

Comparison = Literal[
    "exactly", "or greater", "or less", "or more", "or fewer", "at least", "greater than", "less than",
]  # fmt: skip
Zone = Literal["battlefield", "graveyard", "hand", "exile", "stack", "library", "command"]
Who = Literal[
    "you", "opponents", "an opponent", "enchanted player", "target player", "each player", "that player",
    "they", "defending player", "the chosen player",
]  # fmt: skip
"""Words that refer to players; "they" is the player for whom a condition or an amount is evaluated."""

ANY: Final = "*"
"""In a column, the value that represents every value of the family."""

FAMILIES: Final = (
    "name", "mana_cost", "mana_value", "color", "type", "supertype", "subtype",
    "ability", "cant_have", "fallen", "power", "toughness", "loyalty", "defense", "controller",
)  # fmt: skip
"""Families of values that effects can change; all other facts are constant while layers apply."""

BASES: Final = ("base_power", "base_toughness")
"""The values after the layer that sets power and toughness (208.4b); before that, these families are empty."""

EVERY_CREATURE_TYPE: Final = "every creature type"
EVERY_LAND_TYPE: Final = "every land type"


def columns(*pairs: Column) -> Columns:
    """Return the columns as a set."""
    return frozenset(pairs)


ABILITIES: Final = columns(("ability", ANY))
CONTROLLERS: Final = columns(("controller", ANY))
"""Columns on which the meaning of "you", "an opponent" and other words for players depends."""


def subtype_columns(word: str) -> Columns:
    """Return the columns that decide whether an object has subtype `word`."""
    return columns(("subtype", word), *(("subtype", EVERY_MARKERS[f]) for f in families(word) if f in EVERY_MARKERS))


def number_columns(family: str) -> Columns:
    """Return the columns that decide the power, toughness, base power or mana value of objects (208.3)."""
    own = columns((family, ANY), (family.removeprefix("base_"), ANY))
    return own if family == "mana_value" else own | columns(("type", "Creature"))


def positive(mask: Mask) -> Iterator[int]:
    """Yield the numbers of the objects in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def union(masks: Iterable[Mask]) -> Mask:
    """Return the objects that are in at least one of the masks."""
    found: Mask = 0
    for mask in masks:
        found |= mask
    return found


def numbered(pairs: Iterable[tuple[int, Mask]], scope: Mask = 0, able: Mask = -1) -> dict[int, Mask]:
    """Return a mapping from each number in `pairs` to those of its objects that are in `able`.

    Other objects in `scope` have the number 0.

    >>> numbered([(2, 0b01), (5, 0b10), (2, 0b100), (7, 0)], 0b1111)
    {2: 5, 5: 2, 0: 8}
    """
    masks: dict[int, Mask] = {}
    for number, mask in pairs:
        if those := mask & able:
            masks[number] = masks.get(number, 0) | those
    if rest := scope & ~union(masks.values()):
        masks[0] = masks.get(0, 0) | rest
    return masks


class Choices(Hashed, frozen=True, cache_hash=True):
    """The choices for an object or an effect, in the order in which they were made (607.2d, 614.12c).

    Colors are W, U, B, R and G; an `option` is the position of an alternative in the text, counted from 1.
    """

    color: tuple[str, ...] = ()
    creature_type: tuple[str, ...] = ()
    land_type: tuple[str, ...] = ()
    basic_land_type: tuple[str, ...] = ()
    card_type: tuple[str, ...] = ()
    card_name: tuple[str, ...] = ()
    player: tuple[str, ...] = ()
    number: tuple[int, ...] = ()
    word_from: tuple[str, ...] = ()
    word_to: tuple[str, ...] = ()
    object: tuple[str, ...] = ()
    option: tuple[int, ...] = ()

    def of(self, kind: str) -> tuple[Any, ...]:
        """Return the choices of a kind, such as "color"; a basic land type is also a land type (205.3i)."""
        found: tuple[Any, ...] = getattr(self, kind)
        return self.basic_land_type if kind == "land_type" and not found else found

    def replaced(self, new: Choices) -> Choices:
        """Return the choices updated with `new`, which replaces all earlier choices of the same kinds."""
        changes = {name: getattr(new, name) for name in new.__struct_fields__ if getattr(new, name)}
        return msgspec.structs.replace(self, **changes) if changes else self


class Context(Hashed, frozen=True, cache_hash=True):
    """The meaning of "this", "you", "target" and "the chosen" in an effect.

    Attributes:
        effect: the effect's name.
        source: number of the object from which the effect comes, or None.
        you: number of the player meant by "you" in a resolved effect, otherwise None.
        targets: numbers of the target objects.
        target_players: numbers of the target players.
        x: the value of X, or None.
        choices: the choices made for the effect.
        stamp: the effect's timestamp key, which granted abilities share (613.7a).
        player: number of the player for whom a condition or an amount is evaluated, as in "an opponent who ...".
        each: number of the object for which an amount is evaluated, as in "Equipment attached to it".
        told: the facts about earlier game events that are true for the effect, or None if they are not specified.
        triggered_by: number of the enchanted or equipped object in the trigger condition, or None if the source is
            still attached to it.
    """

    effect: str = ""
    source: int | None = None
    you: int | None = None
    targets: tuple[int, ...] = ()
    target_players: tuple[int, ...] = ()
    x: int | None = None
    choices: Choices = Choices()
    stamp: tuple[int, ...] = ()
    player: int | None = None
    each: int | None = None
    told: tuple[str, ...] | None = None
    triggered_by: int | None = None

    @property
    def itself(self) -> Mask:
        """The mask of the effect's source, or 0 if the effect has no source."""
        return 0 if self.source is None else 1 << self.source


class View(Protocol):
    """A read-only view of the partially applied board."""

    def having(self, family: str, value: Hashable) -> Mask:
        """Return the objects with the given value, including objects that have every value of the family."""
        ...

    def column(self, family: str) -> Mapping[Any, Mask]:
        """Return a mapping from value to objects for a family, including values that no object has anymore."""
        ...

    def keywords(self, name: str) -> Sequence[tuple[Held, Mask]]:
        """Return the abilities with the name of a keyword, each with the objects that have it."""
        ...

    def still(self, family: str, value: Hashable) -> Mask:
        """Return the objects for which a fact that no layer changes has the given value.

        The families of facts are zone, owner, token, attached, counter (value: the kind), "counter <kind>" (value: the
        number), each fact in `recorded_facts.FACTS`, "face-down", "id" and "top of graveyard" (value: a player).
        """
        ...

    def still_values(self, family: str) -> Mapping[Any, Mask]:
        """Return a mapping from value to objects for a family of facts that no layer changes."""
        ...

    @property
    def everything(self) -> Mask:
        """All objects on the board, in every zone."""
        ...

    def you(self, context: Context) -> int | None:
        """Return the player that "you" means in an effect (109.5)."""
        ...

    def opponents(self, player: int) -> Iterable[int]:
        """Return the opponents of a player."""
        ...

    def attached_to(self, number: int) -> Mask:
        """Return the mask of the object to which object `number` is attached.

        The mask is 0 if object `number` is attached to a player or is unattached.
        """
        ...

    def attached_player(self, number: int) -> int | None:
        """Return the player to whom object `number` is attached."""
        ...

    def choices(self, context: Context) -> Choices:
        """Return the choices made for an effect or, if there are none, for its source."""
        ...

    def player_fact(self, player: int, fact: str) -> int:
        """Return the value of a fact about a player, such as the life total or the number of cards in hand."""
        ...

    def player_number(self, name: str) -> int:
        """Return the number of the player with the given name."""
        ...

    def fixed_copy(self, effect: str) -> Any:
        """Return the copiable values determined when a static copy effect first applied, or None (707.2c)."""
        ...

    @property
    def active_player(self) -> int:
        """The player whose turn it is."""
        ...

    @property
    def edition(self) -> Edition:
        """The edition of the rules."""
        ...


class Draft(View, Protocol):
    """A partially applied board that operations can change."""

    def put(self, family: str, value: Hashable, mask: Mask) -> None:
        """Add a value to the objects in `mask`."""
        ...

    def drop(self, family: str, value: Hashable, mask: Mask) -> None:
        """Remove a value from the objects in `mask`."""
        ...

    def clear(self, family: str, mask: Mask) -> None:
        """Remove every value of a family from the objects in `mask`."""
        ...

    def assign(self, family: str, value: Hashable, mask: Mask) -> None:
        """Replace all values of a family with one value for the objects in `mask`."""
        ...

    def change(self, family: str, mask: Mask, change: Callable[[Any], Any]) -> None:
        """Replace each value of a family with the result of `change` for the objects in `mask`."""
        ...


class Players(Protocol):
    """A phrase that identifies players through an object, as in "its controller"."""

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the numbers of the players that the phrase identifies."""
        ...


def players(view: View, context: Context, who: Who | Players) -> tuple[int, ...]:
    """Return the numbers of the players that `who` means."""
    if who == "you":
        you = view.you(context)
        return () if you is None else (you,)
    if not isinstance(who, str):
        return who.players(view, context)
    if who == "they":
        return () if context.player is None else (context.player,)
    if who == "the chosen player":
        return tuple(view.player_number(name) for name in view.choices(context).player)
    if who == "enchanted player":
        player = None if context.source is None else view.attached_player(context.source)
        return () if player is None else (player,)
    if who in ("target player", "that player"):
        return context.target_players
    you = view.you(context)
    if you is None:
        return ()
    if who == "each player":
        return (you, *view.opponents(you))
    if who == "defending player":  # 506.2: the only opponent, or the player that the event names
        others = tuple(view.opponents(you))
        named = tuple(view.player_number(name) for name in view.choices(context).player)
        return others if len(others) == 1 else context.target_players or named or _attacked(view, context.source)
    return tuple(view.opponents(you))


def _attacked(view: View, source: int | None) -> tuple[int, ...]:
    # 508.5: the player whom the source attacks, or the controller of the planeswalker or battle
    if source is None:
        return ()
    of_object = (bit for bit, those in view.still_values("attacks").items() if those >> source & 1)
    holders = (player for bit in of_object for player, theirs in view.column("controller").items() if theirs >> bit & 1)
    found = (player for player, those in view.still_values("attacks_player").items() if those >> source & 1)
    return (*found, *holders)


_DECIDED: Final[Mapping[str, tuple[str, ...]]] = {
    "the chosen player": ("choices",), "defending player": ("choices", "attacks", "attacks_player"),
    "enchanted player": ("host",), "target player": ("targets",), "that player": ("targets",), "they": ("player",),
}  # fmt: skip


def player_facts(who: Who | Players | None) -> frozenset[str]:
    """Return the facts about an effect that decide which players `who` means."""
    return frozenset(_DECIDED.get(who, ())) if isinstance(who, str) else frozenset()


Origin = Literal["copiable", "intrinsic", "granted"]


class Held(Hashed, frozen=True, cache_hash=True):
    """An ability that an object has, as stored in the "ability" columns.

    Attributes:
        ability: the ability.
        origin: "copiable" (printed, or from a copy or merge), "intrinsic" (the mana ability of a basic
            land type, 305.6) or "granted".
        place: the position among the printed abilities or among the abilities that an effect grants, counted from 1.
        granter: the name of the effect that grants the ability; "except" if a copy effect adds the ability (707.9a), or
            "text" if a text change adds it.
        stamp: the timestamp key of the granting effect, or () if the ability is the object's own (613.7a).
    """

    ability: Any
    origin: Origin = "copiable"
    place: int = 0
    granter: str = ""
    stamp: tuple[int, ...] = ()


def base_column(view: View, family: str) -> Mapping[Any, Mask]:
    """Return a mapping from base power or toughness to objects; in layers 1-7b, these are the current values."""
    return view.column(f"base_{family}") or view.column(family)


def creatures(view: View) -> Mask:
    """Return the objects that can have power and toughness (208.3)."""
    return view.having("type", "Creature") | view.everything & ~view.still("zone", "battlefield")
