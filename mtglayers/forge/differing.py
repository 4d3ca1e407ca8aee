"""Functions that find the differences between a board and its Forge game state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from mtglayers.model.board.board import Board
from mtglayers.model.effects.copiable import Copiable
from mtglayers.model.effects.view import Choices
from mtglayers.model.objects.gameobject import GameObject
from mtglayers.solver.engine.gather import face_down
from mtglayers.solver.wording import counted

from .state import ForgeState, NotCarried

_VALUES: Final = (
    "name", "mana_cost", "colors", "types", "subtypes", "supertypes", "power", "toughness", "loyalty", "defense",
    "abilities",
)  # fmt: skip
_COUNTED: Final = frozenset({"hand", "library", "graveyard", "exile"})
_SAID: Final = {"abilities": "its abilities", "types": "its card types", "colors": "its colors"}
_WHY: Final = "Forge game states cannot contain it"


def differences(
    board: Board, objects: Sequence[GameObject], tapped: frozenset[int], attacking: frozenset[int], state: ForgeState
) -> Iterator[NotCarried]:
    """Yield the differences between a board and its Forge file.

    Args:
        board: the board that was written.
        objects: the board's objects in the order of the file.
        tapped: the numbers of the tapped objects.
        attacking: the numbers of the attacking objects.
        state: the game state that was read back from the file.
    """
    back = state.board()
    again = [back.last_known(id) for id in state.listed]
    if len(again) != len(objects):
        raise AssertionError(f"{counted(len(objects), 'object')} written, but {len(again)} read back")
    for spell in board.objects.values():
        if spell.base.zone == "stack":
            yield NotCarried("the spell", "Forge casts spells on the stack again", spell.id)
    new = {old.number: found.number for old, found in zip(objects, again, strict=True)}
    names = {old.id: found.id for old, found in zip(objects, again, strict=True)}
    out = {found.number for found in board.phased_out}, {found.number for found in back.phased_out}
    for old, found in zip(objects, again, strict=True):
        for what, before, after in _compared(old, found, new, names, tapped, attacking):
            if before != after:
                yield NotCarried(what, _WHY, old.id)
        if (old.number in out[0]) != (found.number in out[1]):
            yield NotCarried("its phasing", _WHY, old.id)
        for name, number in old.links:
            if (name, new.get(number)) not in found.links:
                yield NotCarried(
                    f"`{name}`", _WHY if number in new else "it refers to an object that is not in the file", old.id
                )
    for name, effect in board.effects.items():
        if not effect.ended:
            yield NotCarried("the effect", "Forge game states cannot contain effects of spells and abilities", name)
    yield from _players(board, back)
    yield from _stamps(objects, again)


def _compared(
    old: GameObject,
    found: GameObject,
    new: Mapping[int, int],
    names: Mapping[str, str],
    tapped: frozenset[int],
    attacking: frozenset[int],
) -> Iterator[tuple[str, Any, Any]]:
    """Yield each property's name, its value on the board, and its value in the file."""
    for name in _VALUES:
        yield _SAID.get(name, f"its {name.replace('_', ' ')}"), _value(old, name), _value(found, name)
    yield "whether it is a token", old.base.token, found.base.token
    yield "its owner", old.base.owner, found.base.owner
    yield "its controller", old.base.controller, found.base.controller
    yield "its zone", old.base.zone, found.base.zone
    yield "whether it is tapped", old.number in tapped, "tapped" in found.facts
    yield "whether it is face down", old.face_down, found.face_down
    yield "its face-down characteristics", _listed(old), _listed(found)
    yield "its face", old.face, found.face
    yield "its counters", _counters(old), _counters(found)
    host = None if old.attached_to is None else new.get(old.attached_to, -1)
    yield "the object it is attached to", (host, old.attached_player), (found.attached_to, found.attached_player)
    yield "whether it is attacking", old.number in attacking, "attacking" in found.facts
    for fact in sorted({*old.facts, *found.facts} - {"tapped", "attacking"}):
        yield f"`{fact}`", fact in old.facts, fact in found.facts
    for name in Choices.__struct_fields__:
        yield f"the chosen {name.replace('_', ' ')}", *_choices(name, old, found, names)
    yield "its numbers", _numbers(old), _numbers(found)
    yield "the value of X", old.x, found.x
    yield "whether it is a copy", old.copy is not None, found.copy is not None
    yield "its merged components", len(old.merged), len(found.merged)
    yield "its stickers", len(old.stickers), len(found.stickers)
    yield "whether its order of entry is specified", bool(old.unordered), False


def _value(found: GameObject, name: str) -> Any:
    value = getattr(found.base.values, name)
    return frozenset(value) if name in ("colors", "types", "subtypes", "supertypes") else value


def _listed(found: GameObject) -> Copiable | None:
    return face_down(found).values if found.face_down else None


def _counters(found: GameObject) -> dict[str, int]:
    return {counter.kind: counter.count for counter in found.counters}


def _numbers(found: GameObject) -> dict[str, int]:
    return {name: number for name, number in found.numbers if (name, number) != ("level", 1)}


def _choices(name: str, old: GameObject, found: GameObject, names: Mapping[str, str]) -> tuple[Any, Any]:
    before, after = getattr(old.choices, name), getattr(found.choices, name)
    if name == "object":
        before = tuple(names.get(id, "") for id in before)
    if name in ("land_type", "basic_land_type") and not (old.choices.land_type and old.choices.basic_land_type):
        before = old.choices.land_type or old.choices.basic_land_type  # choosing Island sets both
        after = found.choices.land_type
    return before, after


def _players(board: Board, back: Board) -> Iterator[NotCarried]:
    before, after = board.told(), back.told()
    for player, fact in sorted({*before, *after}):
        if player >= len(board.players):  # a Forge game has at least two
            continue
        counted = back.player_fact(player, fact) if fact in _COUNTED else 0  # counted from the cards on the board
        if before.get((player, fact), 0) != after.get((player, fact), counted):
            yield NotCarried(f"`{fact}`", _WHY, board.players[player])
    if board.edition.since != back.edition.since:
        yield NotCarried("the edition", f"Forge uses the current rules, not those of {board.edition.since}")
    if board.active_player != back.active_player:
        yield NotCarried("the active player", _WHY)


def _stamps(objects: Sequence[GameObject], again: Sequence[GameObject]) -> Iterator[NotCarried]:
    before, after = _order(objects), _order(again)
    differing = next((pair for pair in zip(before, after, strict=False) if pair[0] != pair[1]), None)
    if differing is None:
        return  # missing objects are reported separately
    first, second = (_called(objects, what) for what in differing)
    yield NotCarried("timestamps", f"Forge stores none; {first} would no longer precede {second} (613.7)")


def _called(objects: Sequence[GameObject], what: tuple[int, str]) -> str:
    place, part = what
    return f"{part} on `{objects[place].id}`" if part else f"`{objects[place].id}`"


def _order(objects: Sequence[GameObject]) -> list[tuple[int, str]]:
    found: list[tuple[int, int, str]] = []
    for place, each in enumerate(objects):
        found.append((each.stamp, place, ""))
        found += [(counter.stamp, place, f"counter {counter.kind}") for counter in each.counters]
        found += [(stamp, place, fact) for fact, stamp in each.designated]
        if each.merged:
            found.append((each.merge_stamp, place, "merging"))
    return [(place, what) for _, place, what in sorted(found)]
