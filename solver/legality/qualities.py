"""The qualities of objects that protection and hexproof can name (702.11d, 702.16a)."""

from __future__ import annotations

from typing import Final

from mtglayers.model.effects.copiable import Copiable, copiable_columns
from mtglayers.model.effects.filters.characteristics import OfType
from mtglayers.model.effects.filters.status import Modified, Status, WithCounter
from mtglayers.model.effects.filters.whereabouts import ControlledBy
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.selectors import Group
from mtglayers.model.effects.shortening import without_digests
from mtglayers.model.effects.view import Context, View
from mtglayers.model.rules.vocabulary import COLOR_NAMES, SUPERTYPES, plural
from mtglayers.model.support.patterns import lazy_pattern

from ..engine.state import State
from .moment import Moment

Qualities = dict[str, tuple[str, ...]]
"""The values of an object by family, with numbers as strings."""

FAMILIES: Final = ("color", "type", "subtype", "supertype", "name", "mana_value")
"""The families of values that protection can name."""

_NAMED: Final = "from the name "  # the parameter of "protection from the chosen card name"
_LIST: Final = lazy_pattern(r",? and from |, and |, (?:from )?| and ")
_OTHER: Final = lazy_pattern(r"each mana value other than (?P<number>\d+)")
_BOUND: Final = lazy_pattern(r"mana value (?P<bound>\d+)(?: or (?P<how>less|greater))?")
# Parameters of protection that no values of the source decide.
_GROUPS: Final = {
    "from creatures your opponents control": Group((OfType("Creature"), ControlledBy("opponents"))),
    "from modified creatures": Group((Modified(), OfType("Creature"))),
    "from Ring-bearers": Group((Status("ring_bearer"), OfType("Creature"))),
}
_COUNTED: Final = lazy_pattern(r"from permanents with (?P<kind>\w+) counters on them")


def qualities_in(state: State, number: int) -> Qualities:
    """Return the qualities of an object in a state."""
    return {
        family: tuple(str(value) for value, mask in state.column(family).items() if mask >> number & 1)
        for family in FAMILIES
    }


def qualities_before(now: Moment, number: int) -> Qualities:
    """Return the qualities of an object before an event."""
    return qualities_in(now.state(number, *FAMILIES), number)


def qualities_of(values: Copiable) -> Qualities:
    """Return the qualities of an object with the given copiable values."""
    columns = copiable_columns(values)
    return {family: tuple(str(value) for other, value in columns if other == family) for family in FAMILIES}


def protects(keyword: Keyword, source: Qualities) -> bool:
    """Return whether protection or hexproof from a quality applies to a source with the given qualities.

    A quality that is not among the qualities of the source, such as having counters, does not apply.
    """
    if not source:
        return False
    if keyword.color or keyword.subtype:
        return keyword.color in source["color"] or keyword.subtype in source["subtype"]
    if keyword.parameter.startswith(_NAMED):
        return keyword.parameter.removeprefix(_NAMED) in source["name"]
    words = keyword.parameter.removeprefix("from ").rstrip(".")
    return any(_has(word, source) for word in _LIST.split(words))


def protects_from_group(keyword: Keyword, protected: int, source: int, view: View) -> bool:
    """Return whether protection applies to a source because it is in a group, such as "modified creatures" (702.16a).

    Args:
        keyword: an ability of the protected object.
        protected: the number of the object that has the ability.
        source: the number of the source.
        view: the values of both.
    """
    if keyword.name != "Protection":
        return False
    counted = _COUNTED.fullmatch(keyword.parameter)
    group = Group((WithCounter(counted["kind"]),)) if counted else _GROUPS.get(keyword.parameter)
    return group is not None and bool(group.select(view, Context(source=protected)) >> source & 1)


def from_player(name: str | None, rival: bool) -> tuple[str, ...]:
    """Return the words for protection from what a player controls (702.16k); `rival` is whether it is an opponent."""
    return (f"from {name}", *(("from each of your opponents",) if rival else ()))


def protection(keyword: Keyword) -> str:
    """Return the words for a protection or hexproof ability, such as "protection from red"."""
    quality = keyword.parameter or f"from {COLOR_NAMES.get(keyword.color) or keyword.subtype}"
    return f"{keyword.name.lower()} {without_digests(quality)}"


def _has(word: str, source: Qualities) -> bool:
    colors, number = len(source["color"]), int(next(iter(source["mana_value"]), 0))
    if bound := _BOUND.fullmatch(word):
        limit = int(bound["bound"])
        return number <= limit if bound["how"] == "less" else number >= limit if bound["how"] else number == limit
    if other := _OTHER.fullmatch(word):
        return number != int(other["number"])
    plain = {
        "everything": True, "each color": colors > 0, "all colors": colors > 0, "monocolored": colors == 1,
        "multicolored": colors > 1, "colorless": colors == 0,
        "odd mana values": number % 2 == 1, "even mana values": number % 2 == 0,
    }  # fmt: skip
    return plain[word] if word in plain else _is_one_of(word, source)


def _is_one_of(words: str, source: Qualities) -> bool:
    # "snow", "artifacts", "legendary creatures", "non-Human creatures", "instant spells"
    having = {value.lower() for family in ("type", "subtype", "supertype") for value in source[family]}
    if words.capitalize() in SUPERTYPES:
        return words.lower() in having
    *adjectives, noun = words.lower().split()
    of_type = any(plural(type).lower() == noun for type in source["type"])
    if not of_type and not (noun == "spells" and having & {*adjectives} & {"instant", "sorcery"}):
        return False
    return all(_fits(adjective, having) for adjective in adjectives)


def _fits(adjective: str, having: set[str]) -> bool:
    if adjective.startswith("non"):
        return adjective.removeprefix("non").removeprefix("-") not in having
    return adjective in having
