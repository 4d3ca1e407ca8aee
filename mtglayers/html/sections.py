"""The sections of the report, each with a heading and content."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from mtglayers.model.data.toml_writer import to_toml
from mtglayers.model.support.names import kebab
from mtglayers.presentation.moments import event_words, story_words
from mtglayers.presentation.sentences import (
    explanations_of,
    illegal_sentences,
    layer_words,
    news_of,
    question_sentences,
    same_words,
    statistics_words,
    unapplied_sentences,
    worth_telling,
)
from mtglayers.presentation.unread import refused_words, unread_words
from mtglayers.solver.check.check import check
from mtglayers.solver.questions.compare import difference
from mtglayers.solver.result.players import player_words
from mtglayers.solver.solve import solve
from mtglayers.solver.wording import counted, sentence

from .markup import Markup, folded, listed, prose, several, tag
from .objects import table_html
from .reasons import difference_html, explanation_html
from .steps import figure_html, layer_title, step_html

if TYPE_CHECKING:
    from mtglayers.presentation.moments import Moment
    from mtglayers.solver.explain.explanation import Explanation
    from mtglayers.solver.result.result import Result

MANY_OBJECTS = 12
"""Maximum number of objects on a board before unchanged objects are collapsed."""

MANY_NEWS = 12
"""Maximum number of sentences about a moment before they are collapsed."""

MANY_EVENTS = 6
"""Maximum number of events at a moment before they are collapsed."""

MANY_REASONS = 6
"""Maximum number of explanations before they are collapsed and pairs of effects are omitted."""

MANY_STEPS = 12
"""Maximum number of steps before they are collapsed."""

MUCH = 2_000_000
"""Maximum number of characters in all explanations; drawings are added only up to half of it."""

LONG_NOTES = 600
"""Maximum number of characters in the notes before they are collapsed."""


class Section(msgspec.Struct, frozen=True):
    """A section of the page.

    Attributes:
        anchor: the id of the section on the page.
        title: its heading.
        content: its content below the heading.
        below: pairs (anchor, title) for the parts of the section, for the table of contents.
    """

    anchor: str
    title: str
    content: Markup
    below: tuple[tuple[str, str], ...] = ()


def sections(moments: Sequence[Moment], text: str, file: str) -> Iterator[Section]:
    """Yield the sections of the page, except empty ones."""
    last = moments[-1].result
    yield from _notes(moments[-1])
    yield Section("story", "Story", several(_story(moments), _expected(moments[-1])))
    yield Section("board", "The board" if len(moments) == 1 else "The board at the end", _board(last))
    yield from _reasons(last)
    yield from _layers(last)
    yield from _never(last)
    yield from _open(last)
    yield from _illegal(last)
    yield from _unread(last)
    yield Section("statistics", "Statistics", tag("p", sentence(statistics_words(last))))
    yield Section("source", "The puzzle file", _source(moments[-1], text, file))


def _notes(moment: Moment) -> Iterator[Section]:
    puzzle = moment.puzzle
    if puzzle is None or not (puzzle.notes or puzzle.source):
        return
    paragraphs = [tag("p", each.strip()) for each in puzzle.notes.split("\n\n") if each.strip()]
    notes = folded("Author’s notes", paragraphs) if len(puzzle.notes) > LONG_NOTES else paragraphs
    source = tag("p", f"From: {puzzle.source.strip()}", class_="mtgl-note") if puzzle.source else None
    yield Section("notes", "About this puzzle", several(notes, source))


def _story(moments: Sequence[Moment]) -> Markup:
    items: list[Markup] = []
    before: Moment | None = None
    for moment, news in zip(moments, news_of(moments), strict=True):
        events = [sentence(event) for event in _events(moment)]
        words = sentence(story_words(_events(moment))) if events else "Nothing happens."
        came = tag("p", prose(words), class_="mtgl-came")
        if len(events) > MANY_EVENTS:
            title = prose(f"{counted(len(events), 'event')}: {events[0]} …")
            came = folded(title, tag("ol", [tag("li", prose(event)) for event in events]))
        said = listed(map(prose, news)) or tag("p", "Nothing changes.")
        if len(news) > MANY_NEWS:
            said = folded((f"{counted(len(news), 'change')}: ", prose(f"{news[0]} …")), said)
        items.append(tag("li", came, said, _since(before, moment)))
        before = moment
    return tag("ol", items, class_="mtgl-story") if len(items) > 1 else tag("ul", items, class_="mtgl-story")


def _expected(moment: Moment) -> Markup | None:
    """Return whether the expectations are met, unless options changed how the puzzle was solved."""
    if moment.puzzle is None or any(moment.options.values()) or _goes_on(moment):
        return None
    report = check(moment.puzzle, solve)
    if not report.checked:
        return None
    if report.ok:
        many = f"All {report.checked} expectations of the puzzle are met."
        return tag("p", many if report.checked > 1 else "The expectation of the puzzle is met.")
    title = f"{len(report.failures)} of the puzzle’s {counted(report.checked, 'expectation')} failed:"
    failures = listed(prose(sentence(str(failure))) for failure in report.failures)
    return several(tag("p", title, class_="mtgl-warning"), failures)


def _goes_on(moment: Moment) -> bool:
    timeline = moment.puzzle.timeline if moment.puzzle else ()
    events = [entry for entry in timeline if entry.event is not None and not entry.refused]
    last = sum(entry.expect is not None for entry in timeline)
    return len(events) > len(moment.board.events) or 0 < moment.number < last


def _events(moment: Moment) -> Sequence[str]:
    if moment.events or moment.puzzle is not None:
        return moment.events
    return [event_words(event, moment.board) for event in moment.board.events]


def _since(before: Moment | None, moment: Moment) -> Markup | None:
    if before is None:
        return None
    found = difference(before.result, moment.result)
    return folded("All differences from the previous board", difference_html(found, "before", "now")) if found else None


def _board(result: Result) -> Markup:
    players = [tag("p", sentence(said)) for each in result.players.values() if (said := player_words(each))]
    changed = [id for id in result if result.explainer.is_changed(id)]
    rest = [id for id in result if id not in set(changed)]
    if len(result) <= MANY_OBJECTS or not changed or not rest:
        return several(table_html(result), players)
    others = folded(f"{counted(len(rest), 'object')} that no effect changed", table_html(result, ids=rest))
    return several(table_html(result, ids=changed), others, players)


def _reasons(result: Result) -> Iterator[Section]:
    explainer = result.explainer
    groups, left = explanations_of(result, (id for id in worth_telling(result) if id in result.objects), MUCH)
    if not groups:
        return
    parts: list[Markup] = []
    below: list[tuple[str, str]] = []
    for number, group in enumerate(groups, 1):
        anchor = f"object-{number}"
        length = sum(map(len, parts))
        if length > MUCH:
            left = [*(found.id for each in groups[number - 1 :] for found in each), *left]
            break
        below.append((anchor, explainer.names.object(group[0].id).removeprefix("the ").strip("`")))
        many = len(groups) > MANY_REASONS
        parts.append(_reason(result, group, anchor, many=many, drawn=length <= MUCH // 2))
    yield Section("reasons", "Explanations", several(parts, _brief(result, left)), tuple(below))


def _brief(result: Result, ids: Sequence[str]) -> Markup | None:
    if not ids:
        return None
    summaries = dict.fromkeys(result.explainer.summary(id) for id in ids)
    intro = f"This page has no room for {counted(len(ids), 'more explanation')}; `mtglayers explain` prints them."
    return folded(prose(intro), listed(map(prose, summaries)))


def _reason(result: Result, group: Sequence[Explanation], anchor: str, *, many: bool, drawn: bool) -> Markup:
    from mtglayers.drawing import draw_walk
    from mtglayers.drawing.walk import NARROW

    first = group[0]
    drawing: Markup | None = None
    learner: Markup | None = None
    if first.entries and not drawn:
        note = f"This page has no room for more drawings; `mtglayers draw FILE --object {first.id}` draws this object."
        drawing = tag("p", prose(note), class_="mtgl-note")
    elif first.entries:
        broad, narrow = draw_walk(result, first.id, prefix=f"walk-{anchor}"), f"thumb-{anchor}"
        drawing = several(
            tag("div", figure_html(broad), class_="mtgl-desk"),
            tag("div", figure_html(draw_walk(result, first.id, prefix=narrow, width=NARROW)), class_="mtgl-thumb"),
        )
        learner = folded("With explanations of the rules", explanation_html(first, "learner", pairs=not many))
    same = same_words(result, group)
    return folded(
        prose(first.summary),
        explanation_html(first, pairs=not many),
        drawing,
        learner,
        tag("p", prose(same), class_="mtgl-note") if same else None,
        id=anchor,
        class_="mtgl-object",
        open=not many,
    )


def _layers(result: Result) -> Iterator[Section]:
    layers = [layer for layer in result.layers if layer.steps]
    if not layers:
        return
    many = len(result.steps) > MANY_STEPS
    parts: list[Markup] = []
    for layer in layers:
        steps: list[Markup] = []
        for step in layer.steps:
            shown = step_html(result, step, folded=many, prefix=f"graph-{step.serial}")
            steps.append(tag("div", shown, id=f"step-{step.serial}", data_step=step.serial))
        parts.append(tag("section", layer_title(result, layer), steps, id=f"layer-{layer.name}", data_layer=layer.name))
    below = tuple((f"layer-{layer.name}", layer_words(result, layer)) for layer in layers)
    yield Section("layers", "Layer by layer", several(_stepper(len(result.steps)), parts), below)


def _stepper(steps: int) -> Markup | None:
    if steps < 2:
        return None
    return tag(
        "div",
        tag("button", "‹ back", type="button"),
        tag("input", type="range", min=0, max=steps, value=0, aria_label="step"),
        tag("button", "next step ›", type="button"),
        tag("button", "show all", type="button"),
        tag("output", "all steps"),
        id="stepper",
        class_="mtgl-stepper",
        hidden=True,
    )


def _never(result: Result) -> Iterator[Section]:
    if items := listed(map(prose, unapplied_sentences(result))):
        yield Section("never", "Never applied", items)


def _illegal(result: Result) -> Iterator[Section]:
    if items := listed(illegal_sentences(result)):
        intro = tag("p", "These events are not legal, but were played anyway:", class_="mtgl-warning")
        yield Section("illegal", "Events that are not legal", several(intro, items))


def _open(result: Result) -> Iterator[Section]:
    if items := listed(question_sentences(result)):
        intro = tag("p", "The rules leave questions open. The result differs if:", class_="mtgl-warning")
        yield Section("readings", "Open questions", several(intro, items))


def _unread(result: Result) -> Iterator[Section]:
    ignored = listed((words, listed(hints)) for words, hints in unread_words(result))
    refused = listed((words, listed(hints)) for words, hints in refused_words(result))
    parts = [
        (tag("p", title, class_="mtgl-warning"), lines)
        for title, lines in (("Ignored:", ignored), ("Lines that cannot resolve:", refused))
        if lines
    ]
    if parts:
        yield Section("unread", "Text that is not understood", several(parts))


def _source(moment: Moment, text: str, file: str) -> Markup:
    shown = text or puzzle_text(moment)
    suffix = "json" if shown.lstrip().startswith("{") else "toml"
    name = file or f"{kebab(moment.title) or 'board'}.{suffix}"
    kind = "application/json" if name.endswith(".json") else "application/toml"
    link = tag("a", name, href=f"data:{kind};charset=utf-8,{quote(shown, safe='')}", download=name)
    said = tag("p", "Save ", link, " and open it with ", tag("code", _command(moment, name)), ".")
    return several(said, folded("Text of the file", tag("pre", tag("code", shown))))


def _command(moment: Moment, name: str) -> str:
    words = ["mtglayers", "solve", shlex.quote(name)]
    for option, value in moment.options.items():
        if value and (moment.puzzle is not None or option != "edition"):  # a board's own data specifies its edition
            words += [f"--{option}", shlex.quote(value)]
    if _goes_on(moment):
        words += ["--at", str(moment.number)]
    return " ".join(words)


def puzzle_text(moment: Moment) -> str:
    """Convert a board to a puzzle in TOML format."""
    if moment.puzzle is not None:
        return moment.puzzle.to_toml()
    return to_toml({"title": moment.title, **moment.board.to_data()})
