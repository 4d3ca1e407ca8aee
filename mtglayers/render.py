"""Results as pages of text for people: a table of objects, the layers step by step, the reasons."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from mtglayers.model.ability import Unread
from mtglayers.model.board import Board
from mtglayers.model.gameobject import GameObject
from mtglayers.model.naming import kebab
from mtglayers.solver.characteristics import Characteristics
from mtglayers.solver.data import object_text
from mtglayers.solver.explain import Explanation, Line, wrapped
from mtglayers.solver.players import PlayerResult
from mtglayers.solver.result import Result
from mtglayers.solver.turns import unapplied_words
from mtglayers.solver.walk import LayerResult, Step
from mtglayers.solver.words import (
    ability_text,
    ability_words,
    color_words,
    joined,
    operation_words,
    sentence,
    with_name,
)

from .hints import hint_lines
from .output import counted
from .story import Moment, story_words

PLAIN_WIDTH = 80
WIDEST = 100
ID_WIDTH = 24
TOGETHER = 3
"""More equal objects than that share one row of the table."""

STYLES: Mapping[str, str] = {
    "title": "bold", "heading": "bold", "summary": "bold", "layer": "cyan", "why": "dim", "detail": "dim",
    "warning": "yellow", "statistics": "dim",
}  # fmt: skip


class Page:
    """A page under way: paragraphs and tables, coloured on a terminal, plain text of 80 columns elsewhere."""

    def __init__(self, stream: IO[str]) -> None:
        terminal = stream.isatty()
        self._text = io.StringIO()
        seen = Console(file=stream)
        width = max(40, min(seen.width, WIDEST)) if terminal else PLAIN_WIDTH
        self._console = Console(
            file=self._text, width=width, force_terminal=terminal, highlight=False, markup=False, emoji=False,
            color_system="auto" if terminal else None, legacy_windows=False,
        )  # fmt: skip
        self._colored = terminal

    def close(self) -> None:
        """Write the page out."""
        lines = (line.rstrip() for line in self._text.getvalue().splitlines())
        click.echo("\n".join(lines).strip("\n"), color=self._colored or None)

    # --- Pieces ---

    def lines(self, lines: Iterable[Line], styles: Mapping[str, str] = STYLES) -> None:
        """Write paragraphs."""
        for line in lines:
            for row in wrapped(line, self._console.width).split("\n"):
                self._console.print(Text(row, style=styles.get(line.role, "")), soft_wrap=True)

    def say(self, text: str, style: str = "", indent: int = 0) -> None:
        """Write one paragraph."""
        line = Line("summary", text, indent)
        for row in wrapped(line, self._console.width).split("\n"):
            self._console.print(Text(row, style=STYLES.get(style, "")), soft_wrap=True)

    def gap(self) -> None:
        """Write an empty line."""
        self._console.print()

    # --- Parts ---

    def heading(self, title: str, result: Result, board: Board) -> None:
        """Write what is solved, and under which rules."""
        rules = result.edition
        until = f" to {rules.until.isoformat()}" if rules.until else ""
        since = "of" if until else "since"
        self.say(title, "title")
        said = f"Rules {since} {rules.since.isoformat()}{until} ({rules.key}); players {joined(board.players)}"
        unusual = result.readings.names()
        self.say(sentence(f"{said}; reading: {joined(unusual)}" if unusual else said))

    def story(self, moments: Sequence[Moment]) -> None:
        """Write what became of the board on the way, a paragraph for each expectation."""
        if len(moments) < 2:
            return
        self.gap()
        self.say("The story", "heading")
        told: dict[str, str] = {}
        for moment in moments:
            said = [sentence(story_words(moment.events))] if moment.events else []
            explainer = moment.result.explainer
            for loop in moment.result.loops:
                members = explainer.names.effects(loop.members, loop.layer)
                said.append(sentence(f"in layer {loop.layer}, {members} are in a dependency loop"))
            for id in moment.result:
                summary = explainer.summary(id)
                if told.get(id, "" if explainer.is_changed(id) else summary) != summary:
                    said.append(summary)
                told[id] = summary
            text = " ".join(said) or "Nothing changes."
            self.lines([Line("change", f"{moment.number}. {text}", 2, 3)])

    def players(self, result: Result) -> None:
        """Write what effects make of players, where that is anything."""
        said = [words for player in result.players.values() if (words := player_words(player))]
        if said:
            self.gap()
            self.lines(Line("change", sentence(words)) for words in said)

    def moment(self, moment: Moment, total: int) -> None:
        """Write which board of a story follows."""
        self.gap()
        self.say(f"Board {moment.number} of {total}" if moment.number else "The end", "title")
        if moment.events:
            self.say(sentence(story_words(moment.events)))

    def result(self, result: Result, board: Board, objects: Sequence[str], *, explain: bool) -> None:
        """Write a solved board: everything, or what concerns some objects."""
        ids = [board.object(id).id for id in objects] or list(result)
        only = set(ids) if objects else None
        self.gap()
        self.table(result, board, ids)
        if only is None:
            self.players(result)
        for layer in result.layers:
            steps = [step for step in layer.steps if only is None or only.intersection(step.scope)]
            if steps:
                self.gap()
                self.layer(result, layer, steps)
        self.gaps(result, only)
        self.open_questions(result)
        self.gap()
        self.statistics(result)
        if explain:
            self.explanations(result, ids, chosen=only is not None)

    def table(self, result: Result, board: Board, ids: Sequence[str]) -> None:
        """Write what every object is; equal ones share a row."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=STYLES["heading"])
        table.add_column("object", overflow="fold", max_width=ID_WIDTH)
        table.add_column("controller", overflow="fold", max_width=14)
        table.add_column("colours", overflow="fold", max_width=9)
        table.add_column("P/T", no_wrap=True)
        table.add_column("types, abilities", overflow="fold", ratio=1)
        quiet = [id for id in ids if len(ids) > 1 and is_quiet(result, id)]
        for row in rows(result, board, [id for id in ids if id not in quiet]):
            table.add_row(*(Text(cell) for cell in row))
        self._console.print(table)
        if quiet:
            called = [f"{id} ({result[id].owner}’s {result[id].zone})" for id in quiet]
            self.lines([Line("why", f"Elsewhere, and as printed: {', '.join(called)}.", 0, 2)])

    def layer(self, result: Result, layer: LayerResult, steps: Sequence[Step]) -> None:
        """Write what happened in a layer, step by step."""
        after = layer.name in {each.name for each in result.edition.after}
        name = f"After the layers: {layer.title}" if after else f"Layer {layer.name}: {layer.title}"
        self.say(f"{name} ({layer.rule})", "heading")
        self.lines(line for step in steps for line in step_lines(result, step, acting=not after))

    def gaps(self, result: Result, only: set[str] | None) -> None:
        """Write which effects never applied, and which lines are not understood."""
        from .cards_show import place_words, refusing

        names = result.explainer.names
        lost = [each for each in result.explainer.unapplied if only is None or each.source in only]
        if lost:
            self.gap()
            self.say("Never applied", "heading")
            self.lines(Line("change", sentence(unapplied_words(each, names, result)), 2, 2) for each in lost)
        if result.unsupported:
            self.gap()
            self.say("Not understood, and left out of account", "warning")
            for id, text in result.unsupported:
                name = names.printed(id)
                self.lines([Line("change", f"{names.object(id)}: {place_words(with_name(text, name))}", 2, 2)])
                self.lines(Line("detail", with_name(line, name), 6, 2) for line in _hints(result, text))
        if waiting := refusing(result):
            self.gap()
            self.say("Not understood, and refused should it resolve", "warning")
            for id, line, hints in waiting:
                self.lines([Line("change", f"{names.object(id)}: {place_words(line)}", 2, 2)])
                self.lines(Line("detail", hint, 6, 2) for hint in hints)

    def open_questions(self, result: Result) -> None:
        """Write under which readings of the rules the board would come out differently."""
        if result.turns_on:
            self.gap()
            self.say("The rules leave room: it comes out differently where", "warning")
            self.lines(
                Line("change", sentence(f"{reading.says} (reading {reading.name}, {reading.question})"), 2, 2)
                for reading in result.turns_on
            )

    def statistics(self, result: Result) -> None:
        """Write how much work it was, in one line."""
        found = result.statistics
        self.say(
            ", ".join((
                counted(found.objects, "object"), counted(found.effects, "effect"), counted(found.steps, "step"),
                counted(found.trials, "trial application"), counted(found.edges, "dependency"),
                counted(len(result.loops), "loop"),
            )),
            "statistics",
        )  # fmt: skip

    def explanations(self, result: Result, ids: Sequence[str], *, chosen: bool) -> None:
        """Write why objects are what they are: the chosen ones, or all that some effect changed."""
        explainer = result.explainer
        losers = {lost.source for lost in explainer.unapplied}
        wanted = [id for id in ids if chosen or explainer.is_changed(id) or id in losers]
        alike: dict[tuple[object, ...], list[Explanation]] = {}
        for id in wanted:
            found = explainer.explain(id)
            alike.setdefault((found.entries, found.unapplied, object_text(result, id)), []).append(found)
        for group in alike.values():
            self.gap()
            # The dependencies behind a turn are told with the steps above.
            self.lines(line for line in group[0].lines() if line.role != "detail")
            if group[1:]:
                others = joined(explainer.names.object(found.id) for found in group[1:4])
                more = f"{others} and {len(group) - 4} more" if len(group) > 4 else others
                self.lines([Line("why", f"The same goes for {more}.", 2)])


def _hints(result: Result, text: str) -> list[str]:
    """Return what helps with a line on the board that is not understood; nothing for a fact that nobody told."""
    unread = (
        node.text
        for held in result.walk.start.column("ability")
        for node in held.ability.walk()
        if isinstance(node, Unread)
    )
    if text not in unread:
        return []
    from mtglayers.model.oracle.hints import hint_for

    hint = hint_for(text)
    return hint_lines(hint) if hint is not None else []


def _stamp_words(stamp: int) -> str:
    """Return a timestamp in words; those of the beginning of the game have no number that says anything (613.7i)."""
    return f"timestamp {stamp}" if stamp > 0 else "from the beginning of the game"


def player_words(player: PlayerResult) -> str:
    """Return what effects make of a player, or nothing: "Ana has hexproof and a maximum hand size of 4"."""
    plain = PlayerResult(player.name)
    said = [ability_words(ability) for ability in player.abilities]
    if player.max_hand_size != plain.max_hand_size:
        size = player.max_hand_size
        said.append("no maximum hand size" if size is None else f"a maximum hand size of {size}")
    if player.land_plays != plain.land_plays:
        plays = player.land_plays
        said.append("any number of land plays" if plays is None else f"{plays} land plays in a turn")
    return f"{player.name} has {joined(said)}" if said else ""


def step_lines(result: Result, step: Step, *, acting: bool = True) -> Iterator[Line]:
    """Yield what one application did, and why it was its turn."""
    explainer = result.explainer
    names = explainer.names
    effect = names.effect(step.effect, step.layer)
    done = _done(result, step, acting=acting)
    yield Line("change", sentence(f"{step.number}. {effect} ({_stamp_words(step.timestamp)}) {done}"), 2, 3)
    if step.going_on:
        rule = result.edition.rule("started")
        yield Line("why", f"Its ability is gone, but it had started and goes on ({rule}).", 5)
    turn = explainer.turn(step)
    if turn.why != "alone" or step.number > 1:
        yield Line("why", sentence(turn.because), 5)
    for detail in turn.details:
        yield Line("detail", sentence(detail), 7, 2)


def _done(result: Result, step: Step, *, acting: bool) -> str:
    """Return what a step did to which objects."""
    world, names = step.before.world, result.explainer.names
    groups: dict[int, list[str]] = {}
    for _, operation, mask in step.footprint.deeds:
        groups.setdefault(mask, []).append(operation_words(operation, world.players))
    if not acting and not any(groups):
        return joined(words for group in groups.values() for words in group) or "says nothing"

    def called(mask: int) -> str:
        return names.objects([found.id for number, found in world.objects.items() if mask >> number & 1])

    groups = {mask: dict.fromkeys(words) for mask, words in groups.items() if mask}  # type: ignore[misc]
    if not groups:
        return "applies to nothing"
    if len(groups) == 1:
        ((mask, words),) = groups.items()
        return f"applies to {called(mask)}: {', '.join(words)}"
    return "applies: " + "; ".join(f"{called(mask)}: {', '.join(words)}" for mask, words in groups.items())


# --- The table ---


def is_quiet(result: Result, id: str) -> bool:
    """Return whether an object is off the battlefield and the stack, and no effect has to do with it."""
    acting = {step.source for step in result.steps} | {lost.source for lost in result.explainer.unapplied}
    elsewhere = result[id].zone not in ("battlefield", "stack")
    return elsewhere and id not in acting and not result.explainer.is_changed(id)


def rows(result: Result, board: Board, ids: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the cells of each row; more than three equal objects share one."""
    cells = {id: _cells(board.object(id), result[id]) for id in ids}
    groups: dict[tuple[str, ...], list[str]] = {}
    for id in ids:
        groups.setdefault(cells[id], []).append(id)
    for id in ids:
        alike = groups[cells[id]]
        if len(alike) <= TOGETHER:
            yield (_called(result[id]), *cells[id][1:])
        elif alike[0] == id:
            yield (f"{_folded(id)} …\n{_folded(alike[-1])}\n({len(alike)})", *cells[id][1:])


def _called(found: Characteristics) -> str:
    """Return the id, and the name where the id does not tell it."""
    own = kebab(found.name)
    told = found.id == own or found.id.rpartition("-")[0] == own
    return _folded(found.id) if told else f"{_folded(found.id)}\n{found.name or '(no name)'}"


def _folded(id: str) -> str:
    return textwrap.fill(id, ID_WIDTH, break_on_hyphens=True)


def _cells(source: GameObject, found: Characteristics) -> tuple[str, ...]:
    where = found.controller or found.owner
    if found.zone != "battlefield":
        where = f"{where}, {found.zone}"
    left = " ".join((*found.supertypes, *found.types)) or "no type"
    lines = [f"{left} — {' '.join(found.subtypes)}" if found.subtypes else left]
    size = "" if found.power is None and found.toughness is None else f"{found.power}/{found.toughness}"
    for kind, number in (("loyalty", found.loyalty), ("defense", found.defense)):
        if number is not None:
            lines[0] += f", {kind} {number}"
    state = [f"{counter.count} {counter.kind}" for counter in source.counters]
    told = [f"counters: {', '.join(state)}"] if state else []
    if found.attached_to is not None:
        told.append(f"attached to {found.attached_to}")
    told += [fact.replace("_", " ") for fact in source.facts]
    if source.face_down:
        told.append("face down")
    if told:
        lines.append(f"({'; '.join(told)})")
    lines += [ability_text(ability, found.name) for ability in found.abilities]
    colors = color_words(found.colors) if found.colors else "none"
    return (found.name, where, colors, size, "\n".join(lines))


__all__ = ["Page", "rows", "step_lines"]
