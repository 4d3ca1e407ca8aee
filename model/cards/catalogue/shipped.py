"""The form in which cards are shipped: facts and effect trees, but no sentences of rules text.

The effects of spells and of activated and triggered abilities are trees; other parts of the abilities are
identified by form and a digest of the text. A line that is not understood is replaced by its number, so that messages
can refer to the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from ...effects.ability import About, Resolution, TargetPlace, TextAbility, UnsupportedAbility
from ...effects.amounts.players import RecordedNumber
from ...effects.choices import spoken
from ...effects.conditions import GameFact
from ...effects.language import Ability
from ...effects.mana_abilities import only_adds_mana
from ...effects.node import Node
from ...effects.operations.costs import of_its_own, speaks_of_costs
from ...effects.operations.players_and_rules import RuleText
from ...effects.operations.power_toughness import SetPT
from ...effects.selectors import Target
from ...effects.shortening import shortened
from ...errors import UnsupportedTextError
from ...oracle.reading.prefixes import cost_of
from ...oracle.reading.resolving import by_granter, read_resolution
from ...oracle.recognition.forms import touches
from ...oracle.recognition.normalise import cleaved, normalise
from ..board_changes import board_changes
from ..card import Card, Face
from ..entering import counters_in_text, opponent_clauses
from ..mode_counts import mode_limit
from ..rules_text import signature, tapped_clauses
from ..scryfall import read_card
from ..target_counts import least_targets, target_limit
from ..target_groups import target_places
from ..targeting_rules import attaching_clauses, targeting_clauses

_COPYING: Final = re.compile(r"\benters?(?: tapped)? as a copy of\b|\b(?:becomes?|have it become) a copy of\b")
AnyNode = TypeVar("AnyNode", bound=Node)
_WHOLE: Final = frozenset({"name", "line", "style"})  # these fields contain no sentences


def shipped_card(data: Mapping[str, Any]) -> Card:
    """Return the shipped form of a card given with Scryfall's field names.

    Raises:
        ValueError: a type line or mana cost cannot be read.
        KeyError: the name or the type line is missing.
    """
    card = read_card(data)
    texts = [str(face.get("oracle_text") or "") for face in data.get("card_faces") or (data,)]
    return shipped(card, texts)


def shipped(card: Card, texts: Sequence[str] = ()) -> Card:
    """Return the shipped form of a card, which does not contain sentences.

    `texts` is the rules text of each face; lines that are not understood are numbered by their place in this text.
    """
    faces = (_Face(face, texts[place] if place < len(texts) else "").shipped() for place, face in enumerate(card.faces))
    return msgspec.structs.replace(card, faces=tuple(faces))


def shipped_abilities(abilities: Sequence[Ability], text: str, name: str = "") -> tuple[Ability, ...]:
    """Return the shipped form of abilities that were read from the given text of an object with the given name."""
    return _Face(Face(name=name, abilities=tuple(abilities)), text).shipped().abilities


class _Face:
    def __init__(self, face: Face, text: str) -> None:
        self.face = face
        self.lines = [normalise(line, face.name) for line in text.split("\n")]

    def shipped(self) -> Face:
        abilities = tuple(map(self._own, self.face.abilities))
        return msgspec.structs.replace(self.face, abilities=abilities)

    def _own(self, ability: Ability) -> Ability:
        if isinstance(ability, TextAbility) and ability.text:
            return self._kept(ability)
        return self._inside(self._unread(ability) if isinstance(ability, UnsupportedAbility) else ability)

    def _inside(self, node: AnyNode) -> AnyNode:
        return _shortened(node.rewrite(self._changed))

    def _changed(self, node: Node) -> Node:
        if isinstance(node, UnsupportedAbility):
            return self._unread(node)
        if isinstance(node, TextAbility):
            return self._kept(node) if node.text else node
        return _shortened(node)

    def _unread(self, ability: UnsupportedAbility) -> UnsupportedAbility:
        return UnsupportedAbility("", 0, self._line(ability.text), _about(ability.text))

    def _kept(self, ability: TextAbility) -> TextAbility:
        text = ability.text
        if only_adds_mana(ability):  # a fact, like the mana ability of a basic land type (305.6)
            return TextAbility("mana", text)
        line = ""
        about: About = ""
        resolution = None
        try:
            resolution = self._resolution(ability)
        except UnsupportedTextError as error:
            line = self._line(error.text if self._has(error.text) else text)
            about = "copying" if ability.form == "entering" and _COPYING.search(text) else ""
            tapped = tapped_clauses(ability)
            resolution = Resolution(tapped) if tapped else None
        if ability.form == "rule" and speaks_of_costs(text):  # rules about costs are not understood
            line, about = self._line(text), _about(text)
        number, colors, subtypes = signature(text, self.face.name)
        cost = shortened(cost_of(ability))
        if resolution is not None:
            resolution = self._inside(by_granter(resolution, ability))
        bare = cleaved(text)
        limit = target_limit(text)
        modes = mode_limit(text)
        changes = board_changes(text, self.face.name)
        return TextAbility(
            ability.form, "", resolution, number, cost, colors, subtypes, line, about, ability.lasts,
            targets=limit.number,
            targets_each=limit.each,
            enters_with=counters_in_text(ability),
            granter=ability.granter,
            cleaved=None if bare == text else self._kept(msgspec.structs.replace(ability, text=bare, resolution=None)),
            board_changes=changes.all,
            modes=() if modes is None else (modes.least, modes.most, int(modes.again)),
            decided=changes.decided,
            target_places=_unlisted(target_places(text, self.face.name), resolution),
            least=least_targets(text),
        )  # fmt: skip

    def _resolution(self, ability: TextAbility) -> Resolution | None:
        if ability.form == "mana" and not touches(ability.text):
            return None
        tapped = tapped_clauses(ability)
        if ability.form == "rule":
            clauses = (*tapped, *targeting_clauses(ability), *attaching_clauses(ability))
            return Resolution(clauses) if clauses else None
        found = ability.resolution or read_resolution(ability.text, self.face.name)
        found = msgspec.structs.replace(found, text="", clauses=(*found.clauses, *tapped, *opponent_clauses(ability)))
        return found if found.clauses or found.modes or found.listed or found.delayed else None

    def _line(self, text: str) -> str:
        number = next(self._numbers(text), 0)
        return f"line {number} of {self.face.name}" if number else f"a line of {self.face.name}"

    def _has(self, text: str) -> bool:
        return bool(next(self._numbers(text), 0))

    def _numbers(self, text: str) -> Iterator[int]:
        bare = text.split("\n", maxsplit=1)[0].strip().rstrip('."')
        return (number for number, line in enumerate(self.lines, start=1) if bare and bare in line)


def _unlisted(
    places: tuple[tuple[TargetPlace, ...], ...], resolution: Resolution | None
) -> tuple[tuple[TargetPlace, ...], ...]:  # fmt: skip
    # The places for targets of a text, unless its continuous effects describe all of them.
    parts = () if resolution is None else (resolution.clauses, *resolution.modes)
    described = [
        {
            node.index
            for clause in clauses
            for node in spoken(clause)
            if isinstance(node, Target) and node.group is not None
        }
        for clauses in parts
    ]
    return () if [*map(len, described)] == [*map(len, places)] else places


def _about(text: str) -> About:
    if speaks_of_costs(text):
        return "own cost" if of_its_own(text) else "cost"
    return "copying" if ", except " in text and _COPYING.search(text) else ""


def _shortened(node: AnyNode) -> AnyNode:
    # These are kept whole: timelines repeat the text of recorded facts, and the grammar parses power and toughness.
    if isinstance(node, GameFact | RecordedNumber | SetPT) or (isinstance(node, RuleText) and node.is_about_targets):
        return node
    fresh = {}
    for field in node.__struct_fields__:
        value = getattr(node, field)
        if isinstance(value, str) and field not in _WHOLE and (short := shortened(value)) != value:
            fresh[field] = short
    return msgspec.structs.replace(node, **fresh) if fresh else node
