"""The sections of the report, each with a heading and content."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

import msgspec

from mtglayers.model.data.toml_writer import to_toml
from mtglayers.model.support.names import kebab
from mtglayers.presentation.data import counted
from mtglayers.presentation.moments import event_words, story_words
from mtglayers.presentation.sentences import hints_for, layer_words, news_of, player_words, statistics_words
from mtglayers.solver.check.check import check
from mtglayers.solver.explain.not_applied import unapplied_words
from mtglayers.solver.questions.compare import difference
from mtglayers.solver.result.characteristics import without_id
from mtglayers.solver.solve import solve
from mtglayers.solver.wording import joined, sentence, with_name

from .markup import Markup, prose, several, tag
from .objects import table_html
from .reasons import difference_html, explanation_html
from .steps import figure_html, step_html

if TYPE_CHECKING:
    from mtglayers.presentation.moments import Moment
    from mtglayers.solver.explain.explanation import Explanation
    from mtglayers.solver.result.result import Result

MANY_OBJECTS = 12
"""With more objects, those that no effect changed are folded."""

MANY_NEWS = 12
"""More sentences about what is new at a moment are folded."""

MANY_REASONS = 6
"""With more explanations, all are folded, and leave the pairs to the steps; more events at a moment are folded, too."""

MANY_STEPS = 12
"""Maximum number of steps that are shown unfolded."""

MUCH = 2_000_000
"""Maximum number of characters of explanations; further objects are only described. After half, none is drawn."""

LONG_NOTES = 600
"""Longer notes of an author are folded."""


class Section(msgspec.Struct, frozen=True):
    """A section of the page.

    Attributes:
        anchor: its id in the page.
        title: its heading.
        content: what follows the heading.
        below: (anchor, title) of its parts, for the table of contents.
    """

    anchor: str
    title: str
    content: Markup
    below: tuple[tuple[str, str], ...] = ()


def sections(moments: Sequence[Moment], text: str, file: str) -> Iterator[Section]:
    """Yield the sections that are not empty."""
    last = moments[-1].result
    yield from _notes(moments[-1])
    yield Section("story", "What happened", several(_story(moments), _expected(moments[-1])))
    yield Section("board", "The board" if len(moments) == 1 else "The board at the end", _board(last))
    yield from _reasons(last)
    yield from _layers(last)
    yield from _never(last)
    yield from _open(last)
    yield from _unread(last)
    yield Section("statistics", "How much work it was", tag("p", sentence(statistics_words(last))))
    yield Section("source", "The puzzle itself", _source(moments[-1], text, file))


def _notes(moment: Moment) -> Iterator[Section]:
    puzzle = moment.puzzle
    if puzzle is None or not (puzzle.notes or puzzle.source):
        return
    paragraphs = [tag("p", each.strip()) for each in puzzle.notes.split("\n\n") if each.strip()]
    told: list[Markup] = paragraphs
    if len(puzzle.notes) > LONG_NOTES:
        told = [tag("details", tag("summary", "What its author says"), paragraphs)]
    source = tag("p", f"From: {puzzle.source.strip()}", class_="mtgl-note") if puzzle.source else None
    yield Section("notes", "About this puzzle", several(told, source))


def _story(moments: Sequence[Moment]) -> Markup:
    items: list[Markup] = []
    before: Moment | None = None
    for moment, news in zip(moments, news_of(moments), strict=True):
        events = [sentence(event) for event in _events(moment)]
        words = sentence(story_words(_events(moment))) if events else "Nothing happens."
        came = tag("p", prose(words), class_="mtgl-came")
        if len(events) > MANY_REASONS:
            came = tag("details", tag("summary", prose(f"{counted(len(events), 'event')}: {events[0]} …")),
                       tag("ol", [tag("li", prose(event)) for event in events]))  # fmt: skip
        said = tag("ul", [tag("li", prose(each)) for each in news]) if news else tag("p", "Nothing changes.")
        if len(news) > MANY_NEWS:
            said = tag("details", tag("summary", f"{len(news)} things to say: ", prose(f"{news[0]} …")), said)
        items.append(tag("li", came, said, _since(before, moment)))
        before = moment
    return tag("ol", items, class_="mtgl-story") if len(items) > 1 else tag("ul", items, class_="mtgl-story")


def _expected(moment: Moment) -> Markup | None:
    """Return whether the boards turn out as the puzzle expects; nothing where it was not solved as it stands."""
    if moment.puzzle is None or any(moment.options.values()) or _goes_on(moment):
        return None
    report = check(moment.puzzle, solve)
    if not report.checked:
        return None
    if report.ok:
        many = f"All {report.checked} expectations of the puzzle are met."
        return tag("p", many if report.checked > 1 else "The expectation of the puzzle is met.")
    title = f"{len(report.failures)} of {counted(report.checked, 'expectation')} of the puzzle fail:"
    items = [tag("li", prose(sentence(str(failure)))) for failure in report.failures]
    return several(tag("p", title, class_="mtgl-warning"), tag("ul", items))


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
    if not found:
        return None
    return tag(
        "details", tag("summary", "All that differs from the board before"), difference_html(found, "before", "now")
    )


def _board(result: Result) -> Markup:
    players = [tag("p", sentence(said)) for each in result.players.values() if (said := player_words(each))]
    changed = [id for id in result if result.explainer.is_changed(id)]
    rest = [id for id in result if id not in set(changed)]
    if len(result) <= MANY_OBJECTS or not changed or not rest:
        return several(table_html(result), players)
    title = f"{counted(len(rest), 'object')} that no effect changed"
    folded = tag("details", tag("summary", title), table_html(result, ids=rest))
    return several(table_html(result, ids=changed), folded, players)


def _reasons(result: Result) -> Iterator[Section]:
    explainer = result.explainer
    losers = {lost.source for lost in explainer.unapplied}
    told = [id for id in result if explainer.is_changed(id) or id in losers]
    groups, left = _alike(result, told)
    if not groups:
        return
    parts: list[Markup] = []
    below: list[tuple[str, str]] = []
    for number, group in enumerate(groups, 1):
        anchor = f"object-{number}"
        signs = sum(map(len, parts))
        if signs > MUCH:
            left = [*(found.id for each in groups[number - 1 :] for found in each), *left]
            break
        below.append((anchor, explainer.names.object(group[0].id).removeprefix("the ").strip("`")))
        folded, drawn = len(groups) > MANY_REASONS, signs <= MUCH // 2
        parts.append(_reason(result, group, anchor, folded=folded, drawn=drawn))
    yield Section("reasons", "Why each object is what it is", several(parts, _brief(result, left)), tuple(below))


def _alike(result: Result, ids: Sequence[str]) -> tuple[list[list[Explanation]], list[str]]:
    """Return explanations, equal ones together, until they are as many as a page can hold; and ids that are left."""
    alike: dict[tuple[object, ...], list[Explanation]] = {}
    signs = 0
    for place, id in enumerate(ids):
        if signs > MUCH:
            return list(alike.values()), list(ids[place:])
        found = result.explainer.explain(id)
        kind = without_id(result[id]) if id in result.objects else id
        group = alike.setdefault((found.entries, found.unapplied, kind), [])
        if not group:
            signs += sum(len(line.text) for line in found.lines())
        group.append(found)
    return list(alike.values()), []


def _brief(result: Result, ids: Sequence[str]) -> Markup | None:
    if not ids:
        return None
    said = tuple(dict.fromkeys(result.explainer.summary(id) for id in ids))
    many = f"{len(ids)} more are what they are" if len(ids) > 1 else "1 more is what it is"
    intro = f"Why {many} would be too much for a page; `mtglayers explain` tells it."
    return tag("details", tag("summary", prose(intro)), tag("ul", [tag("li", prose(each)) for each in said]))


def _reason(result: Result, group: Sequence[Explanation], anchor: str, *, folded: bool, drawn: bool) -> Markup:
    from mtglayers.drawing import draw_walk

    names, id = result.explainer.names, group[0].id
    walk: Markup | None = None
    learner: Markup | None = None
    if group[0].entries and not drawn:
        said = f"So much is drawn above; `draw FILE --object {id}` draws this, too."
        walk = tag("p", prose(said), class_="mtgl-note")
    elif group[0].entries:
        walk = figure_html(draw_walk(result, id, prefix=f"walk-{anchor}"))
        taught = tag("summary", "The same, with the rules explained")
        learner = tag("details", taught, explanation_html(group[0], "learner", pairs=not folded))
    others = joined(names.object(found.id) for found in group[1:4])
    more = f"{others} and {len(group) - 4} more" if len(group) > 4 else others
    return tag(
        "details",
        tag("summary", prose(group[0].summary)),
        explanation_html(group[0], pairs=not folded),
        walk,
        learner,
        tag("p", prose(f"The same goes for {more}."), class_="mtgl-note") if group[1:] else None,
        id=anchor,
        class_="mtgl-object",
        open=not folded,
    )


def _layers(result: Result) -> Iterator[Section]:
    layers = [layer for layer in result.layers if layer.steps]
    if not layers:
        return
    many = len(result.steps) > MANY_STEPS
    parts: list[Markup] = []
    for layer in layers:
        title = tag("h3", f"{layer_words(result, layer)} ", tag("span", f"({layer.rule})", class_="mtgl-rule"))
        steps: list[Markup] = []
        for step in layer.steps:
            shown = step_html(result, step, folded=many, prefix=f"graph-{step.serial}")
            steps.append(tag("div", shown, id=f"step-{step.serial}", data_step=step.serial))
        parts.append(tag("section", title, steps, id=f"layer-{layer.name}", data_layer=layer.name))
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
    lost = result.explainer.unapplied
    if lost:
        names = result.explainer.names
        items = [tag("li", prose(sentence(unapplied_words(each, names, result)))) for each in lost]
        yield Section("never", "Never applied", tag("ul", items))


def _open(result: Result) -> Iterator[Section]:
    if result.turns_on:
        items = [
            tag("li", sentence(f"{reading.says} (reading {reading.name}, {reading.question})"))
            for reading in result.turns_on
        ]
        intro = tag("p", "The rules leave room. The board comes out differently where:", class_="mtgl-warning")
        yield Section("readings", "What the rules leave open", several(intro, tag("ul", items)))


def _unread(result: Result) -> Iterator[Section]:
    from mtglayers.presentation.cards import place_words, refusing

    names = result.explainer.names
    out: list[Markup] = []
    for id, text in result.unsupported:
        name = names.printed(id)
        hints = [tag("li", with_name(hint, name)) for hint in hints_for(result, text)]
        said = f"{names.object(id)}: {place_words(with_name(text, name))}"
        out.append(tag("li", said, tag("ul", hints) if hints else None))
    waiting: list[Markup] = []
    for id, line, told in refusing(result):
        below = [tag("li", hint) for hint in told]
        waiting.append(tag("li", f"{names.object(id)}: {place_words(line)}", tag("ul", below) if below else None))
    left = (tag("p", "Left out of account:", class_="mtgl-warning"), tag("ul", out)) if out else None
    refused = (tag("p", "Refused should it resolve:", class_="mtgl-warning"), tag("ul", waiting)) if waiting else None
    if left or refused:
        yield Section("unread", "What is not understood", several(left, refused))


def _source(moment: Moment, text: str, file: str) -> Markup:
    shown = text or puzzle_text(moment)
    suffix = "json" if shown.lstrip().startswith("{") else "toml"
    name = file or f"{kebab(moment.title) or 'board'}.{suffix}"
    kind = "application/json" if name.endswith(".json") else "application/toml"
    link = tag("a", name, href=f"data:{kind};charset=utf-8,{quote(shown, safe='')}", download=name)
    said = tag("p", "Saved as ", link, ", it is opened again by ", tag("code", _command(moment, name)), ".")
    return several(said, tag("details", tag("summary", "Its text"), tag("pre", tag("code", shown))))


def _command(moment: Moment, name: str) -> str:
    words = ["mtglayers", "solve", shlex.quote(name)]
    for option, value in moment.options.items():
        if value and (moment.puzzle is not None or option != "edition"):  # a board's own data says its edition
            words += [f"--{option}", shlex.quote(value)]
    if _goes_on(moment):
        words += ["--at", str(moment.number)]
    return " ".join(words)


def puzzle_text(moment: Moment) -> str:
    """Return the puzzle of a board as TOML."""
    if moment.puzzle is not None:
        return moment.puzzle.to_toml()
    return to_toml({"title": moment.title, **moment.board.to_data()})


__all__ = ["Section", "puzzle_text", "sections"]
