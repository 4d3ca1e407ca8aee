"""Plain objects that effects can distinguish, built from the values that the effects read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from mtglayers.model.board.board import Board
from mtglayers.model.cards.card import Card
from mtglayers.model.effects.filters.characteristics import With
from mtglayers.model.effects.filters.whereabouts import Exiled, ExiledWith, InZone, IsToken
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.abilities_from_board import GainAllOf, GainKind
from mtglayers.model.effects.selectors import LastExiled, TopCard
from mtglayers.model.effects.view import ANY, Choices, Column, Zone
from mtglayers.model.rules.vocabulary import BASIC_LAND_TYPES, COLOR_NAMES, COLORS, families

from ...result.result import Result
from ...wording import article, counted

_PLAIN = ("Artifact", "Enchantment", "Planeswalker", "Battle")
# Card types other than land and creature whose subtypes a plain object can have; an Aura needs an object to enchant.
_TYPE_OF = {"artifact": "Artifact", "enchantment": "Enchantment"}
_NEVER = frozenset({"Aura"})
# Keyword abilities that have no number, no cost and no effect in the layers (702).
_PLAIN_KEYWORDS = frozenset({
    "Deathtouch", "Defender", "Double strike", "First strike", "Flash", "Flying", "Haste", "Hexproof", "Indestructible",
    "Lifelink", "Menace", "Reach", "Shadow", "Shroud", "Trample", "Vigilance", "Horsemanship", "Fear", "Intimidate",
    "Infect", "Wither", "Skulk", "Flanking", "Exalted",
})  # fmt: skip


class Plain(msgspec.Struct, frozen=True):
    """An object whose only abilities come from its types or are one keyword.

    Attributes:
        words: a description, such as "a white Goblin creature".
        card: its definition with Scryfall's field names.
        zone: the zone of the object.
    """

    words: str
    card: Mapping[str, Any]
    zone: Zone = "battlefield"

    def enters(self, board: Board, player: str, id: str | None = None, read: Card | None = None) -> None:
        """Put the object onto a board under a player's control.

        Args:
            board: the board.
            player: the player.
            id: its id; by default, its name in kebab case.
            read: its definition as a card, if it is known.

        Raises:
            LayersError: the rules do not allow it.
        """
        made = board.enters(read or self.card, as_=id, controller=player, zone=self.zone)
        if self.zone == "library":
            board.marks(made, top_of_library=True)


class Universe(msgspec.Struct, frozen=True):
    """The plain objects to try, and the words from which they are built.

    Attributes:
        objects: the plain objects.
        words: pairs (family, words) for the words that the board's effects read.
    """

    objects: tuple[Plain, ...]
    words: tuple[tuple[str, tuple[str, ...]], ...]

    def __str__(self) -> str:
        said = "; ".join(f"{family}: {', '.join(words)}" for family, words in self.words)
        number = counted(len(self.objects), "plain object")
        return f"{number}, built from the words that effects read ({said or 'none'})"


class Words(msgspec.Struct, frozen=True):
    """The words by which the effects on a board distinguish objects.

    Attributes:
        read: the columns that the effects read.
        chosen: the subtypes chosen for objects.
        there: the subtypes of the objects, which matter if an effect compares the subtypes of objects.
        keywords: the keywords whose presence an effect reads.
        tokens: whether an effect distinguishes tokens.
        zones: the zones other than the battlefield whose objects an effect names.
        activated: whether an effect gives the activated abilities of other objects.
    """

    read: frozenset[Column]
    chosen: frozenset[str] = frozenset()
    there: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    tokens: bool = False
    zones: frozenset[Zone] = frozenset()
    activated: bool = False

    @property
    def reads_controllers(self) -> bool:
        """Whether an effect reads the controllers of objects."""
        return any(family == "controller" for family, _ in self.read)

    def __or__(self, other: Words) -> Words:
        """Return the words of two boards."""
        return Words(
            self.read | other.read, self.chosen | other.chosen, self.there | other.there,
            self.keywords | other.keywords, self.tokens or other.tokens, self.zones | other.zones,
            self.activated or other.activated,
        )  # fmt: skip


def words_of(result: Result) -> Words:
    """Return the words by which the effects on a board distinguish objects."""
    found = words_in(_clauses(result))
    there = frozenset(word for id in result for word in result[id].subtypes if families(word))
    return msgspec.structs.replace(found, chosen=frozenset(_chosen(result)), there=there)


def words_in(clauses: Iterable[Node]) -> Words:
    """Return the words by which clauses distinguish objects."""
    nodes = [node for clause in dict.fromkeys(clauses) for node in clause.walk()]
    read = (reads() for node in nodes if (reads := getattr(node, "reads", None)) is not None)
    return Words(
        frozenset[Column]().union(*read),
        keywords=frozenset(n.keyword for n in nodes if isinstance(n, With | GainKind) and n.keyword in _PLAIN_KEYWORDS),
        tokens=any(isinstance(node, IsToken) for node in nodes),
        zones=frozenset(zone for node in nodes for zone in _zones_named(node)),
        activated=any(isinstance(node, GainAllOf) for node in nodes),
    )


def _zones_named(node: Node) -> Iterator[Zone]:
    if isinstance(node, InZone) and not node.negated and node.zone not in ("battlefield", "stack"):
        yield node.zone
    elif isinstance(node, Exiled | ExiledWith | LastExiled):
        yield "exile"
    elif isinstance(node, TopCard):
        yield node.zone


def universe(*results: Result) -> Universe:
    """Return the plain objects that the effects on the given boards can distinguish; see `universe_of`."""
    found = Words(frozenset())
    for result in results:
        found |= words_of(result)
    return universe_of(found)


def universe_of(words: Words) -> Universe:
    """Return the plain objects that effects can distinguish by the given words.

    These objects include a 1/1 creature and a nonbasic land without subtypes; an object for each permanent type,
    subtype, supertype, color, name and keyword that an effect reads; and a creature for each combination of a
    color and a creature type that effects read; and, for each other zone that an effect names, a card of each permanent
    type and a creature card with each keyword that effects read. They do not cover numbers or states such as being
    tapped.
    """
    read = words.read
    subtypes = {str(value) for family, value in read if family == "subtype" and families(str(value))}
    subtypes |= words.chosen
    if ("subtype", ANY) in read:  # for example "that share a creature type"
        subtypes |= words.there
    colors = [color for color in COLORS if ("color", color) in read or ("color", ANY) in read]
    types = [word for word in _PLAIN if ("type", word) in read or ("type", ANY) in read]
    names = sorted(str(value) for family, value in read if family == "name" and value not in (ANY, ""))
    supertypes = [word for word in ("Legendary", "Snow") if ("supertype", word) in read]
    keywords = sorted(words.keywords)
    found = [
        *_creatures(sorted(word for word in subtypes if "creature" in families(word)), colors),
        *(_plain(f"{word} Creature") for word in supertypes),
        *(_plain("Creature", keyword=word) for word in keywords),
        *(_plain("Creature", name=name) for name in names),
        *([_plain("Token Creature")] if words.tokens else []),
        *_lands(sorted(word for word in subtypes if "land" in families(word)), "Snow" in supertypes),
        *(_plain(word) for word in types),
        *_others(sorted(subtypes - _NEVER)),
        *_cards(words, types),
    ]
    listed: dict[str, list[str]] = {
        "subtypes": sorted(subtypes), "colours": [COLOR_NAMES[color] for color in colors],
        "types": sorted(str(v) for f, v in read if f == "type" and v != ANY),
        "supertypes": sorted(str(v) for f, v in read if f == "supertype" and v != ANY), "keywords": keywords,
        "names": names, "zones": sorted(words.zones),
    }  # fmt: skip
    said = tuple((family, tuple(found)) for family, found in listed.items() if found)
    return Universe(tuple({each.words: each for each in found}.values()), said)


def _creatures(subtypes: Iterable[str], colors: Iterable[str]) -> Iterator[Plain]:
    for word in ("", *subtypes):
        for color in ("", *colors):
            yield _plain(f"Creature — {word}" if word else "Creature", color)


def _lands(subtypes: Iterable[str], snow: bool) -> Iterator[Plain]:
    yield _plain("Land")
    for word in subtypes:
        yield _plain(f"Land — {word}")
        if word in BASIC_LAND_TYPES:
            yield _plain(f"Basic Land — {word}")
    if snow:
        yield _plain("Snow Land")


def _others(subtypes: Iterable[str]) -> Iterator[Plain]:
    for word in subtypes:
        for family in families(word):
            if family in ("artifact", "enchantment"):
                yield _plain(f"{_TYPE_OF[family]} — {word}")


def _cards(words: Words, types: Iterable[str]) -> Iterator[Plain]:
    # Cards in other zones; with an activated ability if an effect gives such abilities.
    for zone in sorted(words.zones):
        kinds = ("Creature", *(("Land",) if ("type", "Land") in words.read else ()), *types)
        for plain in (*map(_plain, kinds), *(_plain("Creature", keyword=word) for word in sorted(words.keywords))):
            card = dict(plain.card)
            if words.activated and "oracle_text" not in card:
                card["oracle_text"] = "{1}: Draw a card."
            noun, keyword, rest = plain.words.replace("nonbasic ", "").partition(" with ")
            there = "exile" if zone == "exile" else f"a {zone}"
            yield Plain(f"{noun} card{keyword}{rest} in {there}", card, zone)


def _plain(type_line: str, color: str = "", keyword: str = "", name: str = "") -> Plain:
    # Creatures are 1/1; nonland cards cost {1}.
    left, _, subtype = type_line.partition(" — ")
    *supertypes, kind = left.split()
    lead = "nonbasic" if kind == "Land" and "Basic" not in supertypes else COLOR_NAMES.get(color, "")
    noun = " ".join(w for w in (*(w.lower() for w in supertypes), lead, subtype, kind.lower()) if w)
    said = f"{article(noun)} {noun}" + (f" with {keyword.lower()}" if keyword else f" named {name}" if name else "")
    own = " ".join(w for w in (*supertypes, COLOR_NAMES.get(color, ""), subtype, kind, keyword) if w)
    card: dict[str, Any] = {"name": name or f"Plain {own}", "type_line": type_line}
    if kind == "Creature":
        card |= {"power": "1", "toughness": "1"}
    if color:
        card["colors"] = [color]
    if kind != "Land" and "Token" not in supertypes:
        card["mana_cost"] = "{1}"
    if keyword:
        card["oracle_text"] = keyword
    return Plain(said, card)


# --- Words that effects read ---


def _clauses(result: Result) -> Iterator[Node]:
    trace = result.trace
    for facts in (trace.start, *(layer.after for layer in trace.layers)):
        for held, mask in facts.column("ability").items():
            if mask:
                yield from held.ability.clauses()
                condition = held.ability.when()
                if condition is not None:
                    yield condition
    for step in result.steps:
        yield from step.applied.plan.clauses


def _chosen(result: Result) -> set[str]:
    objects = result.trace.start.world.objects.values()
    return {word for found in objects for word in _words(found.choices) if families(word)}


def _words(choices: Choices) -> Iterator[str]:
    for kind in ("creature_type", "land_type", "basic_land_type", "word_from", "word_to"):
        yield from getattr(choices, kind)
