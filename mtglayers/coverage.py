"""Coverage as a table for people, as JSON, in a document between marks, and against a floor."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from mtglayers.model.errors import LayersError
from mtglayers.model.oracle.measure import Coverage

START: Final = "<!-- coverage -->"
END: Final = "<!-- /coverage -->"
NAMES: Final = {
    "static": "static abilities",
    "cda": "characteristic-defining abilities",
    "resolution": "what resolves, or happens on entering",
    "keyword": "keyword abilities",
}


def coverage_lines(found: Coverage, top: int = 10, kinds: Sequence[str] = ()) -> Iterator[str]:
    """Yield the page that the command prints."""
    yield from table_lines(found)
    listed = [group for group in found.unread if not kinds or group.kind in kinds]
    if listed and top:
        yield ""
        yield f"Not understood, by template ({min(top, len(listed))} of {len(listed):,}); `^` marks where it stopped:"
        yield ""
    for group in listed[:top]:
        yield f"{group.lines:5}  {group.kind}: {group.template}"
        yield f"       {group.part[: group.place]}^{group.part[group.place :]}  ({group.card})".replace("\n", " / ")
    if found.refused:
        names = ", ".join(f"`{name}`" for name, _ in found.refused[:3])
        yield ""
        yield f"{len(found.refused)} cards could not be read at all: {names}{' ...' if len(found.refused) > 3 else ''}"


def table_lines(found: Coverage) -> Iterator[str]:
    """Yield the tables, in Markdown."""
    whole = 100 * found.whole / found.cards if found.cards else 100.0
    yield f"{found.cards:,} cards; {found.whole:,} of them ({whole:.1f} %) have no line that is not understood."
    yield ""
    yield "| lines | compiled | touch no layer | not understood | compiled, % |"
    yield "|---|---:|---:|---:|---:|"
    for row in found.kinds:
        counts = " | ".join(f"{count.lines:,}" for count in (row.compiled, row.untouching, row.unread))
        yield f"| {NAMES[row.kind]} | {counts} | {row.share:.1f} |"
    yield ""
    yield "| layer | | lines compiled | different ones |"
    yield "|---|---|---:|---:|"
    for layer in found.layers:
        yield f"| {layer.layer} | {layer.title} | {layer.compiled.lines:,} | {layer.compiled.different:,} |"


def coverage_json(found: Coverage) -> str:
    """Return everything that was measured."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def written(text: str, found: Coverage) -> str:
    """Return a document with the tables between its marks.

    Raises:
        LayersError: it has no such marks.
    """
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise LayersError(f"the document has no `{START}` and `{END}` to write between")
    table = "\n".join(table_lines(found))
    return f"{before}{START}\n{table}\n{END}{after}"


def below(found: Coverage, floor: Path) -> list[str]:
    """Return in which points coverage is below the floor of a file."""
    try:
        wanted: dict[str, Any] = tomllib.loads(floor.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise LayersError(f"`{floor}`: this is no TOML: {error}") from None
    wrong = []
    for row in found.kinds:
        least = wanted.get("compiled", {}).get(row.kind, 0)
        if row.share < least:
            wrong.append(f"{row.share:.2f} % of the {row.kind} lines are compiled, not {least} %")
    least = wanted.get("cards", {}).get("whole", 0)
    if found.whole < least:
        wrong.append(f"{found.whole} cards are understood whole, not {least}")
    return wrong
