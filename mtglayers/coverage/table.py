"""Functions that print coverage as tables and JSON, and compare it with required minimums."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from mtglayers.coverage import Claims, Coverage, Disagreement, read_claims, read_settled
from mtglayers.coverage.lines import LineKind
from mtglayers.model.errors import LayersError
from mtglayers.solver.wording import counted

Check = Literal["round_trip", "dropped", "referents", "claims"]

START: Final = "<!-- coverage -->"
END: Final = "<!-- /coverage -->"
NAMES: Final = {
    "static": "static abilities",
    "cda": "characteristic-defining abilities",
    "resolution": "effects that apply on resolution or entry",
    "keyword": "keyword abilities",
}


def coverage_lines(found: Coverage, top: int = 10, kinds: Sequence[str] = ()) -> Iterator[str]:
    """Yield the coverage report as lines of text."""
    yield from table_lines(found)
    listed = [group for group in found.unread if not kinds or group.kind in kinds]
    if listed and top:
        yield ""
        yield f"Not understood, by template ({min(top, len(listed))} of {len(listed):,}); reading stopped at `^`:"
        yield ""
    for group in listed[:top]:
        yield f"{group.lines:5}  {group.kind}: {group.template}"
        yield f"       {group.part[: group.place]}^{group.part[group.place :]}  ({group.card})".replace("\n", " / ")
    yield from _disagreements(found, top, kinds)
    if found.refused:
        names = ", ".join(f"`{name}`" for name, _ in found.refused[:3])
        yield ""
        more = " ..." if len(found.refused) > 3 else ""
        yield f"{counted(len(found.refused), 'card')} could not be read: {names}{more}"


def table_lines(found: Coverage) -> Iterator[str]:
    """Yield the coverage tables as lines of Markdown."""
    whole = 100 * found.whole / found.cards if found.cards else 100.0
    yield f"{found.cards:,} cards; every line is understood on {found.whole:,} of them ({whole:.1f}%)."
    if found.legal is not None:
        legal = found.legal
        lines = legal.compiled + legal.unread
        yield ""
        yield "| cards that are legal in a tournament format | |"
        yield "|---|---:|"
        yield f"| cards with rules text | {legal.cards:,} |"
        yield f"| every line is understood | {legal.whole:,} ({100 * legal.whole / legal.cards:.2f}%) |"
        share = 100 * legal.compiled / lines if lines else 100.0
        yield f"| lines with a layer that are compiled | {legal.compiled:,} ({share:.2f}%) |"
        yield f"| lines that change only what spells cost | {legal.costs:,} |"
        yield f"| lines that are not understood | {legal.unread:,} |"
    yield ""
    yield "| lines | compiled | touch no layer | not understood | compiled (%) |"
    yield "|---|---:|---:|---:|---:|"
    for row in found.kinds:
        counts = " | ".join(f"{count.lines:,}" for count in (row.compiled, row.untouching, row.unread))
        yield f"| {NAMES[row.kind]} | {counts} | {row.share:.1f} |"
    yield ""
    yield "| layer | | lines compiled | different lines |"
    yield "|---|---|---:|---:|"
    for layer in found.layers:
        yield f"| {layer.layer} | {layer.title} | {layer.compiled.lines:,} | {layer.compiled.different:,} |"
    yield ""
    yield "| check | disagreements |"
    yield "|---|---:|"
    yield f"| trees print back to their lines | {_lines(found.round_trip):,} |"
    yield f"| text outside the trees does not mention a layer | {_lines(found.dropped):,} (counted as not understood) |"
    yield f"| pronouns and targets are what the text names | {_lines(found.referents):,} |"
    compared, settled = found.compared
    if compared:
        agreed = f"(of {compared:,} lines compared; {settled:,} more are settled by the rules)"
        yield f"| layers in the list of claims match the trees | {_lines(found.claims):,} {agreed} |"
    else:
        yield "| layers in the list of claims match the trees | not checked; add `--claims` |"


def _lines(group: Sequence[Disagreement]) -> int:
    return sum(each.lines for each in group)


def _disagreements(found: Coverage, top: int, kinds: Sequence[str]) -> Iterator[str]:
    for title, group in (
        ("not printed back", found.round_trip),
        ("ignored text that mentions a layer", found.dropped),
        ("pronouns and targets that are not what the text names", found.referents),
        ("different layers claimed, not settled by a rule", found.claims),
    ):
        listed = [each for each in group if not kinds or each.kind in kinds]
        if not listed or not top:
            continue
        other = "named" if group is found.referents else "claimed"
        yield ""
        yield f"{title.capitalize()} ({min(top, len(listed))} of {len(listed)}):"
        for each in listed[:top]:
            yield ""
            yield f"{each.lines:5}  {each.card}: {each.text}".replace("\n", " / ")
            yield f"       read: {each.read}{f'; {other}: {each.other}' if each.other else ''}".replace("\n", " / ")


def claims_of(claims: Path, settled: Path | None) -> Claims:
    """Return the claims in a JSON Lines file, with the settled disagreements.

    Raises:
        LayersError: a file is invalid.
    """
    try:
        with claims.open(encoding="utf-8") as lines:
            found = read_claims(lines)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise LayersError(f"`{claims}`: not a list of claims: {error}") from None
    if settled is None:
        return Claims(found)
    try:
        return Claims(found, read_settled(settled.read_text(encoding="utf-8")))
    except (ValueError, msgspec.ValidationError) as error:
        raise LayersError(f"`{settled}`: not a table of settled claims: {error}") from None


def coverage_json(found: Coverage) -> str:
    """Return coverage as JSON."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def written(text: str, found: Coverage) -> str:
    """Return the document after writing the coverage tables between its markers.

    Raises:
        LayersError: the document does not contain both markers.
    """
    before, start, rest = text.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise LayersError(f"the document must contain `{START}` and `{END}`")
    table = "\n".join(table_lines(found))
    return f"{before}{START}\n{table}\n{END}{after}"


class Whole(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The minimum number of cards on which every line is understood."""

    whole: Annotated[int, msgspec.Meta(ge=0)]


class Floor(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The minimum coverage that a file specifies.

    Attributes:
        compiled: the minimum percentage of compiled lines, by kind.
        cards: the minimum number of cards on which every line is understood.
        disagreements: the maximum number of lines that fail each check.
    """

    compiled: dict[LineKind, Annotated[float, msgspec.Meta(ge=0, le=100)]] = {}
    cards: Whole = Whole(0)
    disagreements: dict[Check, Annotated[int, msgspec.Meta(ge=0)]] = {}


def read_floor(path: Path) -> Floor:
    """Return the minimum coverage that the given file specifies.

    Raises:
        LayersError: the file is invalid.
    """
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Floor)
    except tomllib.TOMLDecodeError as error:
        raise LayersError(f"`{path}`: not valid TOML: {error}") from None
    except (ValueError, msgspec.ValidationError) as error:
        raise LayersError(f"`{path}`: not a table of minimum coverage: {error}") from None


def below(found: Coverage, floor: Floor) -> list[str]:
    """Return a sentence for each value that does not meet the minimum coverage."""
    wrong = []
    for row in found.kinds:
        least = floor.compiled.get(row.kind, 0)
        if row.share < least:
            wrong.append(f"{row.share:.2f}% of the {row.kind} lines are compiled; the minimum is {least}%")
    if found.whole < floor.cards.whole:
        wrong.append(f"every line is understood on {found.whole} cards; the minimum is {floor.cards.whole}")
    checks: dict[Check, Sequence[Disagreement]]
    checks = {
        "round_trip": found.round_trip, "dropped": found.dropped, "referents": found.referents, "claims": found.claims,
    }  # fmt: skip
    if "claims" in floor.disagreements and not found.compared[0]:
        wrong.append("no lines were compared with claims; add `--claims`")
    for check, group in checks.items():
        most = floor.disagreements.get(check)
        if most is not None and _lines(group) > most:
            wrong.append(f"{_lines(group)} lines fail the check `{check}`; the maximum is {most}")
    return wrong
