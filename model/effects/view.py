"""What trees may ask of the partially applied board (`View`), and change on it (`Draft`)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

import msgspec

from ..rules.vocabulary import EVERY_MARKERS, families

if TYPE_CHECKING:
    from ..rules.edition import Edition

# A column is one value of one characteristic: ("subtype", "Forest"). A mask is the set of objects that
# have it, as an int: bit i is the object with number i.
Column = tuple[str, Hashable]
Mask = int

Comparison = Literal[
    "exactly", "or greater", "or less", "or more", "or fewer", "at least", "greater than", "less than",
]  # fmt: skip
Zone = Literal["battlefield", "graveyard", "hand", "exile", "stack", "library", "command"]
Who = Literal[
    "you", "opponents", "an opponent", "enchanted player", "target player", "each player", "that player",
    "they", "defending player", "the chosen player",
]  # fmt: skip
"""Players by a word; "they" is the player for whom a condition or an amount is evaluated."""

ANY: Final = "*"
"""As a column's value: any value of that family may be read or written."""

FAMILIES: Final = (
    "name", "mana_cost", "mana_value", "color", "type", "supertype", "subtype",
    "ability", "cant_have", "fallen", "power", "toughness", "loyalty", "defense", "controller",
)  # fmt: skip
"""The families that effects can change; everything else on the board stands still while layers apply."""

EVERY_CREATURE_TYPE: Final = "every creature type"
EVERY_LAND_TYPE: Final = "every land type"


def columns(*pairs: Column) -> frozenset[Column]:
    """Return the columns as a set; a helper for `reads` and `writes`."""
    return frozenset(pairs)


def subtype_columns(word: str) -> frozenset[Column]:
    """Return the columns that decide whether an object has subtype `word`."""
    return columns(("subtype", word), *(("subtype", EVERY_MARKERS[f]) for f in families(word) if f in EVERY_MARKERS))


def positive(mask: Mask) -> Iterator[int]:
    """Yield the numbers of the objects in `mask`, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Choices(msgspec.Struct, frozen=True, cache_hash=True):
    """What was chosen for an object or an effect: words, in the order chosen (607.2d, 614.12c).

    Colors are W U B R G; `option` is the 1-based place among the alternatives a text offers.
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


class Context(msgspec.Struct, frozen=True, cache_hash=True):
    """Whose effect it is: everything that "this", "you", "target" and "the chosen" mean in it.

    Attributes:
        effect: the effect's name, as in ``granted by``.
        source: number of the object the effect comes from, or None for one that no object made.
        you: number of the player meant by "you" where that is fixed (a resolved effect), else None.
        targets: numbers of the target objects.
        target_players: numbers of the target players.
        x: the value of X, or None.
        choices: what was chosen.
        stamp: the effect's timestamp key; what it grants carries it (613.7a).
        player: number of the player for whom a condition or an amount is evaluated: "an opponent who ...".
        each: number of the object for which an amount is evaluated: "Equipment attached to it".
        told: the facts about the course of the game that are true for the effect; None if not specified.
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


class View(Protocol):
    """The partially applied board, to read."""

    def having(self, family: str, value: Hashable) -> Mask:
        """Return the objects that have this value now ("every creature type" included)."""
        ...

    def column(self, family: str) -> Mapping[Any, Mask]:
        """Return value -> objects, raw, for every value that some object has or had."""
        ...

    def still(self, family: str, value: Hashable) -> Mask:
        """Return the objects with a fact that no layer changes.

        Families: zone, owner, token, attached, counter (value: its kind), "counter <kind>" (value: how many),
        every fact of `facts.FACTS` by its name, "face-down", "id", "top of graveyard" (value: a player).
        """
        ...

    def still_values(self, family: str) -> Mapping[Any, Mask]:
        """Return value -> objects for such a fact, as for ``("counters", kind)``: number -> objects."""
        ...

    @property
    def everything(self) -> Mask:
        """All objects on the board, in every zone."""
        ...

    def you(self, context: Context) -> int | None:
        """Return the player that "you" means for this effect now (109.5)."""
        ...

    def opponents(self, player: int) -> Iterable[int]:
        """Return the other players."""
        ...

    def attached_to(self, number: int) -> Mask:
        """Return the object that object `number` is attached to, as a mask (0: none, or a player)."""
        ...

    def attached_player(self, number: int) -> int | None:
        """Return the player that object `number` is attached to."""
        ...

    def choices(self, context: Context) -> Choices:
        """Return the choices that the effect speaks of: its own, or those made for its source."""
        ...

    def player_fact(self, player: int, fact: str) -> int:
        """Return life, hand, library, graveyard, poison ...: recorded, or else counted from the cards."""
        ...

    def player_number(self, name: str) -> int:
        """Return the number of the player of that name."""
        ...

    def fixed_copy(self, effect: str) -> Any:
        """Return the copiable values that a static copy effect took as it first applied, or None (707.2c)."""
        ...

    @property
    def active_player(self) -> int:
        """The player whose turn it is."""
        ...

    @property
    def edition(self) -> Edition:
        """The rules in force."""
        ...


class Draft(View, Protocol):
    """The partially applied board, to change: what an operation writes on."""

    def put(self, family: str, value: Hashable, mask: Mask) -> None:
        """Let the objects of `mask` have `value` too."""
        ...

    def drop(self, family: str, value: Hashable, mask: Mask) -> None:
        """Let the objects of `mask` not have `value`."""
        ...

    def clear(self, family: str, mask: Mask) -> None:
        """Let the objects of `mask` have no value of the family."""
        ...

    def assign(self, family: str, value: Hashable, mask: Mask) -> None:
        """Let `value` be the only one of the family that the objects of `mask` have."""
        ...


class Players(Protocol):
    """A phrase that means players by an object: "its controller"."""

    def players(self, view: View, context: Context) -> tuple[int, ...]:
        """Return the numbers of the players meant."""
        ...


def players(view: View, context: Context, who: Who | Players) -> tuple[int, ...]:
    """Return the numbers of the players meant by `who`."""
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
    if who == "defending player":  # 506.2: in a game of two there is but one; else the event says who
        others = tuple(view.opponents(you))
        named = tuple(view.player_number(name) for name in view.choices(context).player)
        return others if len(others) == 1 else context.target_players or named
    return (you,) if who == "you" else tuple(view.opponents(you))


Origin = Literal["copiable", "intrinsic", "granted"]


class Held(msgspec.Struct, frozen=True, cache_hash=True):
    """An ability as objects have it: the value of an "ability" column.

    Attributes:
        ability: the ability.
        origin: "copiable" (printed, or from a copy or merge), "intrinsic" (a basic land type's mana
            ability, 305.6) or "granted".
        place: the 1-based place among the printed abilities, or among those that one effect grants.
        granter: the name of the effect that grants it; "except" for what a copy effect adds (707.9a),
            "text" for what a text change brought.
        stamp: the timestamp key of that effect; () for the object's own abilities (613.7a).
    """

    ability: Any
    origin: Origin = "copiable"
    place: int = 0
    granter: str = ""
    stamp: tuple[int, ...] = ()


def creatures(view: View) -> Mask:
    """Return the objects that have power and toughness if any is printed or set (208.3)."""
    return view.having("type", "Creature") | view.everything & ~view.still("zone", "battlefield")
