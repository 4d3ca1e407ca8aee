"""Plain objects that effects can distinguish, built from the values that the effects read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from mtglayers.model.effects.filters.characteristics import With
from mtglayers.model.effects.filters.whereabouts import IsToken
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.view import ANY, Choices, Column
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
    """

    words: str
    card: Mapping[str, Any]


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
    """

    read: frozenset[Column]
    chosen: frozenset[str] = frozenset()
    there: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    tokens: bool = False

    def __or__(self, other: Words) -> Words:
        """Return the words of two boards."""
        return Words(
            self.read | other.read, self.chosen | other.chosen, self.there | other.there,
            self.keywords | other.keywords, self.tokens or other.tokens,
        )  # fmt: skip


def words_of(result: Result) -> Words:
    """Return the words by which the effects on a board distinguish objects."""
    read = frozenset(_read(result))
    nodes = [node for clause in _clauses(result) for node in clause.walk()]
    return Words(
        read,
        frozenset(_chosen(result)),
        frozenset(word for id in result for word in result[id].subtypes if families(word)),
        frozenset(n.keyword for n in nodes if isinstance(n, With) and n.keyword in _PLAIN_KEYWORDS),
        any(isinstance(node, IsToken) for node in nodes),
    )


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
    color and a creature type that effects read. They do not cover numbers, zones other than the battlefield, or
    states such as being tapped.
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
    ]
    listed = {
        "subtypes": sorted(subtypes), "colours": [COLOR_NAMES[color] for color in colors],
        "types": sorted(str(v) for f, v in read if f == "type" and v != ANY),
        "supertypes": sorted(str(v) for f, v in read if f == "supertype" and v != ANY), "keywords": keywords,
        "names": names,
    }  # fmt: skip
    said = tuple((family, tuple(found)) for family, found in listed.items() if found)
    return Universe(tuple({each.words: each for each in found}.values()), said)


def reads_controllers(*results: Result) -> bool:
    """Return whether an effect on one of the boards reads the controllers of objects."""
    return any(family == "controller" for result in results for family, _ in _read(result))


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


def _read(result: Result) -> set[Column]:
    found: set[Column] = set()
    for clause in dict.fromkeys(_clauses(result)):
        for node in clause.walk():
            reads = getattr(node, "reads", None)
            if reads is not None:
                found |= reads()
    return found


def _chosen(result: Result) -> set[str]:
    objects = result.trace.start.world.objects.values()
    return {word for found in objects for word in _words(found.choices) if families(word)}


def _words(choices: Choices) -> Iterator[str]:
    for kind in ("creature_type", "land_type", "basic_land_type", "word_from", "word_to"):
        yield from getattr(choices, kind)
