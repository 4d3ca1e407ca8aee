"""Lines that are not understood, with hints."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from mtglayers.model.cards.search import local_store
from mtglayers.model.effects.ability import TextAbility, UnsupportedAbility
from mtglayers.model.effects.mana_abilities import only_adds_mana
from mtglayers.model.errors import LayersError, UnsupportedTextError
from mtglayers.model.support.patterns import lazy_pattern
from mtglayers.solver.engine.state import numbers
from mtglayers.solver.wording import with_name

from .hints import hints_for, hints_of
from .incomplete import about, without_fizzled

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result

_PLACE: Final = lazy_pattern(r"(?:line \d+|a line) of .+")


def unread_words(result: Result) -> Iterator[tuple[str, list[str]]]:
    """Yield each line that is ignored because it is not understood, with hints."""
    names = result.explainer.names
    abilities = [node for held in result.trace.start.column("ability") for node in held.ability.walk()]
    lines = {node.text for node in abilities if isinstance(node, UnsupportedAbility)}
    for id, text in without_fizzled(result):
        name = names.printed(id)
        hints = hints_for(text) if text in lines else []  # the others are facts that are not recorded
        yield f"{about(result, id)}: {place_words(with_name(text, name))}", [with_name(hint, name) for hint in hints]


def refused_words(result: Result) -> Iterator[tuple[str, list[str]]]:
    """Yield each line that is not understood and cannot resolve, with hints."""
    for id, line, hints in refusing(result):
        yield f"{result.explainer.names.object(id)}: {place_words(line)}", hints


def line_text(where: str) -> str:
    """Return the line that "line 3 of Foo" refers to, from the local store, or ""."""
    if _PLACE.fullmatch(where):
        with suppress(LayersError, OSError):  # boards can be solved even if the store is broken
            if store := local_store():
                return store.line(where)
    return ""


def place_words(text: str) -> str:
    """Return "line 3 of Foo" with the line's text from the local store.

    Other text, and lines that the store does not contain, are returned unchanged.
    """
    line = line_text(text)
    return f"{text}: {line}" if line else text


def refusing(result: Result) -> list[tuple[str, str, list[str]]]:
    """Return triples (id, line, hints) for abilities that cannot resolve because they are not understood.

    For a card from the catalogue that ships, `line` is a place such as "line 3 of Foo". For other cards, `line` is
    the text.
    """
    start = result.trace.start
    found = sorted(
        (start.world.objects[number].stamp, number, held.place, *refused)
        for held, mask in start.column("ability").items()
        if isinstance(held.ability, TextAbility) and (refused := _refused(held.ability))
        for number in numbers(mask)
    )
    return [(start.world.objects[number].id, line, hints) for _, number, _, line, hints in found]


def _refused(ability: TextAbility) -> tuple[str, list[str]] | None:
    if ability.form in ("rule", "entering", "other") or only_adds_mana(ability):
        return None
    if ability.line:
        return ability.line, []
    from mtglayers.model.oracle.reading.resolving import resolution_of

    try:
        resolution_of(ability)
    except UnsupportedTextError as error:
        return ability.text, hints_of(error)
    return None
