"""Functions that read each line of a card and record its status."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from mtglayers.model.cards.rules_text import resolution_of_ability
from mtglayers.model.cards.scryfall import read_faces
from mtglayers.model.effects.ability import Resolution, TextAbility, UnsupportedAbility, is_cda
from mtglayers.model.effects.keywords import Keyword
from mtglayers.model.effects.language import Ability, Clause
from mtglayers.model.effects.node import Node
from mtglayers.model.effects.operations.costs import ChangeCost
from mtglayers.model.effects.operations.players_and_rules import RuleText
from mtglayers.model.errors import UnsupportedTextError
from mtglayers.model.oracle.printing.sentences import english
from mtglayers.model.oracle.reading.resolving import resolution_of
from mtglayers.model.rules.edition import NEWEST, Origin

from .layer_words import layers_spoken_of
from .quotations import quoted_abilities

LineKind = Literal["static", "cda", "resolution", "keyword"]
"""Kinds of ability; "resolution" includes effects that apply as an object enters."""

Status = Literal["compiled", "untouching", "unread"]
"""Whether a line is compiled to trees, affects no layer, or is not understood."""

LAYERS: Final = tuple(layer.name for layer in (*NEWEST.layers, *NEWEST.after))
COSTS: Final = "601.2f"


class Stop(msgspec.Struct, frozen=True):
    """The reason why a line is not understood.

    Attributes:
        part: the sentence or granted ability that is not understood.
        place: the offset in `part` at which reading stopped.
        granted: whether `part` is in an ability that the line grants.
    """

    part: str
    place: int
    granted: bool = False


class ReadLine(msgspec.Struct, frozen=True):
    """One line of a card and its reading.

    Attributes:
        card: the name of the card.
        face: the name of the card face.
        text: the normalized line.
        kind: the kind of ability.
        status: whether the line is compiled, affects no layer, or is not understood.
        layers: the layers, and the steps after the layers, in which the trees apply, in order (613.10, 613.11).
        abilities: the abilities of the line.
        resolution: the effects that the spell or ability creates as it resolves, if any.
        stop: the reason why the line is not understood.
        spell: whether the card is an instant or sorcery.
        before: the earlier instructions of the spell; the line can refer to their objects.
    """

    card: str
    face: str
    text: str
    kind: LineKind
    status: Status
    layers: tuple[str, ...] = ()
    abilities: tuple[Ability, ...] = ()
    resolution: Resolution | None = None
    stop: Stop | None = None
    spell: bool = False
    before: str = ""


def lines_of_card(data: Mapping[str, Any]) -> Iterator[ReadLine]:
    """Yield each line of a card given in Scryfall's format.

    Raises:
        ValueError: the type line cannot be read.
        KeyError: the name or the type line is missing.
    """
    for face, types, pairs in read_faces(data):
        spell = bool({"Instant", "Sorcery"} & set(types))
        said: list[str] = []  # the spell's earlier instructions, to whose objects the line can refer
        for text, abilities in pairs:
            line = ReadLine(str(data["name"]), face, text, "static", "untouching", (), abilities, spell=spell)
            yield from (_with_quotations(_judged(part, said)) for part in _parts(line))


def _parts(line: ReadLine) -> Iterator[ReadLine]:
    if len(line.abilities) < 2 or any(isinstance(ability, Keyword) for ability in line.abilities):
        yield line
        return
    before = ""
    for ability in line.abilities:
        text = ability.text if isinstance(ability, TextAbility | UnsupportedAbility) else english(ability)
        yield msgspec.structs.replace(line, text=text, abilities=(ability,), before=before)
        before = f"{before} {text}".strip()


def _with_quotations(line: ReadLine) -> ReadLine:
    if line.status == "unread":
        return line
    abilities = (ability for _, inner in quoted_abilities(line.text) for ability in inner)
    stop = next(filter(None, (stop_in(ability, line.face) for ability in abilities)), None)
    if stop is None:
        return line
    return msgspec.structs.replace(line, status="unread", layers=(), stop=msgspec.structs.replace(stop, granted=True))


def _judged(line: ReadLine, said: list[str]) -> ReadLine:
    abilities = line.abilities
    if abilities and all(isinstance(ability, Keyword) for ability in abilities):
        return _keywords(line)
    first = abilities[0] if abilities else None
    if isinstance(first, TextAbility) and len(abilities) == 1:
        if first.form == "rule":
            return line
        if first.form == "mana" and not layers_spoken_of(first.text):
            return msgspec.structs.replace(line, kind="resolution")
        return _resolving(line, first, said)
    cda = bool(abilities) and all(is_cda(ability, NEWEST) for ability in abilities)
    line = msgspec.structs.replace(line, kind="cda" if cda else "static")
    if stop := next(filter(None, (stop_in(ability, line.face) for ability in abilities)), None):
        return msgspec.structs.replace(line, status="unread", stop=stop)
    clauses = [clause for ability in abilities for clause in ability.clauses()]
    if not clauses:
        return line
    return msgspec.structs.replace(line, status="compiled", layers=layers_of(clauses, "static", cda=cda))


def _keywords(line: ReadLine) -> ReadLine:
    layers: set[str] = set()
    for ability in line.abilities:
        layers.update(layers_of(ability.clauses(), "static", cda=is_cda(ability, NEWEST)))
        found = resolution_of_ability(ability, line.face) or Resolution()
        layers.update(layers_of(_all_clauses(found, line.face), "resolved"))
    touched = tuple(layer for layer in (*LAYERS, COSTS) if layer in layers)
    return msgspec.structs.replace(line, kind="keyword", status="compiled" if touched else "untouching", layers=touched)


def _resolving(line: ReadLine, ability: TextAbility, said: list[str]) -> ReadLine:
    joined, before = ability, Resolution()
    if ability.form == "spell" and said:
        before = resolution_of(TextAbility("spell", "\n".join(said)), line.face)
        joined = TextAbility("spell", "\n".join([*said, ability.text]))
    line = msgspec.structs.replace(line, kind="resolution", before="\n".join(said) if ability.form == "spell" else "")
    try:
        resolution = resolution_of(joined, line.face)
    except UnsupportedTextError as error:
        return msgspec.structs.replace(line, status="unread", stop=Stop(error.text, error.span[0]))
    if ability.form == "spell":
        said.append(ability.text)
    resolution = Resolution(
        resolution.clauses[len(before.clauses) :],
        resolution.modes[len(before.modes) :],
        resolution.text,
        delayed=resolution.delayed[len(before.delayed) :],
    )
    line = msgspec.structs.replace(line, resolution=resolution)
    if stop := stop_in(resolution, line.face):
        return msgspec.structs.replace(line, status="unread", stop=stop)
    clauses = _all_clauses(resolution, line.face)
    if all(isinstance(operation, RuleText) for clause in clauses for operation in clause.operations):
        clauses = []  # "target creature can't be the target of spells this turn"
    status: Status = "compiled" if clauses else "untouching"
    return msgspec.structs.replace(line, status=status, layers=layers_of(clauses, "resolved"))


def _all_clauses(resolution: Resolution, name: str) -> list[Clause]:
    later = (resolution_of(ability, name).clauses for ability in resolution.delayed)
    return [clause for part in (resolution.clauses, *resolution.modes, *later) for clause in part]


def layers_of(clauses: Sequence[Clause], origin: Origin, cda: bool = False) -> tuple[str, ...]:
    """Return the layers in which the given clauses apply, in order."""
    found: set[str] = set()
    for clause in clauses:
        if any(isinstance(operation, ChangeCost) for operation in clause.operations):
            found.add(COSTS)
        for operation in clause.flat():
            kind = "define" if cda and operation.kind == "set" else operation.kind  # 613.4a
            found.add(NEWEST.place(kind, origin))
    return tuple(layer for layer in (*LAYERS, COSTS) if layer in found)


def stop_in(node: Node, name: str, seen: frozenset[str] = frozenset()) -> Stop | None:
    """Return where reading stopped if a tree contains text that is not understood, else None."""
    for inner in node.walk():
        if isinstance(inner, UnsupportedAbility):
            return Stop(inner.text, inner.stopped_at, inner is not node)
        if inner is node or not isinstance(inner, TextAbility) or not inner.text or inner.form in ("rule", "mana"):
            continue
        if inner.text in seen:  # "it has this ability"
            continue
        try:
            resolution = resolution_of(inner, name)
        except UnsupportedTextError as error:
            return Stop(error.text, error.span[0], granted=True)
        if deeper := stop_in(resolution, name, seen | {inner.text}):
            return msgspec.structs.replace(deeper, granted=True)
    return None
