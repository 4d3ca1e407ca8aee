"""Explanations as JSON data: of one object, and of many, where what they share stands once.

An explanation of one object (`explanation_data`)::

    id summary    the object, and what it is in one sentence
    entries       the steps that changed it: layer title rule step serial effect called timestamp cda going_on
                  operations, with
                    changes        list of family, before, after, words
                    here           what the effect did to this object, in words
                    why rule_of_turn because   as for a step
                    order          that it came before the next by its timestamp, where that decided; else ""
                    earlier        steps before it that a dependency put there: step effect called why because
                    begun          null, or step by lacked words: how the effect came to exist inside the layer
                    outlived       null, or started by at words: why it goes on without its ability
                    passed         effects that do not apply to it any more after this one: effect step words
                    released       sentences: what it had to wait for and depends on no longer
                    barred         sentences: what others give in vain because of it, or in spite of it
    tables        who depended on whom, for the steps where that decided (`table_data`)
    unapplied     the sentences about what never applied, `never` and the like
    never         as `unapplied` of a result: the object's own effects, and those that would have applied to it
    effects       the effects that it rests on: with these alone it comes out the same
    rests         those of them that nothing above names: effect called layer words
    sure          whether each of them is known to be needed, by leaving it out; not tried on big boards

The pairs of a step (`table_data`)::

    layer step title rule effects called loops
    pairs         those that depend, and of few effects the others, too: list of effect, on, depends, words, and
                    shows          the place in the table's `shows` of how it shows; null where it does not depend
    shows         list of reasons, witness, gone, causes (object family before after words)
    independent   how many pairs do not depend
    chosen why rule_of_turn because   the choice

The dependency graph before a step (`graph_data`)::

    format layer step   which step; the command `draw` adds the board's title
    nodes         the effects that had not applied, oldest first: effect called timestamp waits
    edges         effect, on, reasons, witness
    loops         lists of effects
    chosen why rule_of_turn because   the choice

Explanations of several objects (`explanations_data`)::

    format edition readings players turns_on unsupported    as of a result
    title         of the puzzle, or the names of the cards
    steps         layer -> step -> what entries tell of a step: title rule serial effect called timestamp cda going_on
                  operations why rule_of_turn because
    tables        layer -> step -> who depended on whom (`table_data`)
    explanations  list of explanations. Of a step, entries have only layer, step, effect and changes; `here` where it
                  is not all of `operations`; of `order`, `earlier`, `begun`, `outlived`, `passed`, `released` and
                  `barred` those in which there is something. `earlier` and `tables` only name the steps: layer step.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from .data import FORMAT, edges_data, head_data, plain_data, player_data, unapplied_data
from .explain.causes import Cause
from .wording import operation_words

if TYPE_CHECKING:
    from .engine.trace import Step
    from .explain.choices import ChoiceReason
    from .explain.explanation import Explanation, ExplanationStep
    from .explain.pair_table import DependencyRow, PairTable
    from .result.result import Result


def explanation_data(found: Explanation) -> dict[str, Any]:
    """Return why an object is what it is as JSON data; the module's docstring tells the shape."""
    return {
        **_story(found),
        "entries": [_entry(entry) for entry in found.entries],
        "tables": [table_data(table) for table in found.tables],
    }


def explanations_data(result: Result, ids: Iterable[str], title: str = "") -> dict[str, Any]:
    """Return why objects are what they are as JSON data, with what they share once, at the top.

    Args:
        result: the result.
        ids: the objects.
        title: of the puzzle, or whatever the board is called.

    Raises:
        UnknownObjectError: there is no such object.
    """
    tables: dict[tuple[str, int], PairTable] = {}
    steps: set[tuple[str, int]] = set()
    told = []
    for id in ids:
        found = result.explain(id)
        tables.update({(table.layer, table.step): table for table in found.tables})
        for entry in found.entries:
            steps |= {(entry.layer, step) for step in (entry.step, *(each.step for each in entry.before))}
        told.append(
            {
                **_story(found),
                "entries": [_short(entry) for entry in found.entries],
                "tables": [{"layer": table.layer, "step": table.step} for table in found.tables],
            }
        )
    taken = [step for step in result.steps if (step.layer, step.number) in steps]
    return {
        **head_data(result),
        "title": title,
        "players": [player_data(player) for player in result.players.values()],
        "steps": _by_step({(step.layer, step.number): _step(result, step) for step in taken}),
        "tables": _by_step({key: table_data(table) for key, table in sorted(tables.items())}),
        "explanations": told,
    }


def graph_data(step: Step) -> dict[str, Any]:
    """Return the dependency graph before a step as JSON data; the module's docstring tells the shape."""
    names, turn = step.walk.names, step.result.explainer.reason(step)
    return {
        "format": FORMAT,
        "layer": step.layer,
        "step": step.number,
        "nodes": [
            {
                "effect": name,
                "called": names.effect(name, step.layer),
                "timestamp": step.candidate(name).key[0],
                "waits": name in step.choice.waiting,
            }
            for name in step.graph.nodes
        ],
        "edges": edges_data(step),
        "loops": [list(members) for members in step.loops],
        "chosen": step.effect,
        **_turn(turn),
    }


def _by_step(found: dict[tuple[str, int], dict[str, Any]]) -> dict[str, dict[str, dict[str, Any]]]:
    kept: dict[str, dict[str, dict[str, Any]]] = {}
    for (layer, step), value in found.items():
        kept.setdefault(layer, {})[str(step)] = value
    return kept


def _story(found: Explanation) -> dict[str, Any]:
    return {
        "id": found.id,
        "summary": found.summary,
        "unapplied": list(found.unapplied),
        "never": [unapplied_data(never.lost, never.words) for never in found.never],
        "effects": list(found.effects),
        "rests": [plain_data(rest) for rest in found.rests],
        "sure": found.sure,
    }


_OF_STEP: Final = (
    "title", "rule", "serial", "called", "timestamp", "cda", "going_on", "operations", "why", "rule_of_turn", "because",
)  # fmt: skip
"""What of an entry is so for every object that the step changed."""


def _step(result: Result, step: Step) -> dict[str, Any]:
    """Return what entries tell of a step, whatever object they are about."""
    layer = result.layer(step.layer)
    return {
        "title": layer.title,
        "rule": layer.rule,
        "serial": step.serial,
        "effect": step.effect,
        "called": result.explainer.names.effect(step.effect, step.layer),
        "timestamp": step.timestamp,
        "cda": step.cda and len(layer.steps) > 1,
        "going_on": step.going_on,
        "operations": [operation_words(each, step.before.world.players) for each in step.operations],  # type: ignore[arg-type]
        **_turn(result.explainer.reason(step)),
    }


def _entry(entry: ExplanationStep) -> dict[str, Any]:
    plain = ("layer", "title", "rule", "step", "serial", "effect", "called", "timestamp", "cda", "going_on", "order")
    outlived = entry.outlived
    return {
        **{name: getattr(entry, name) for name in plain},
        "operations": list(entry.operations),
        "changes": [plain_data(change) for change in entry.changes],
        "here": list(entry.here),
        **_turn(entry.reason),
        "earlier": [
            {"step": each.step, "effect": each.effect, "called": each.called, **_turn(each.reason)}
            for each in entry.before
        ],
        "begun": None if entry.begun is None else plain_data(entry.begun),
        "outlived": None
        if outlived is None
        else {**plain_data(outlived), "at": {"layer": outlived.at[0], "step": outlived.at[1]}},
        "passed": [plain_data(each) for each in entry.passed],
        "released": list(entry.released),
        "barred": list(entry.barred),
    }


def _short(entry: ExplanationStep) -> dict[str, Any]:
    """Return an entry without what is so for every object that the step changed, and without what is not there."""
    found = {name: value for name, value in _entry(entry).items() if name not in _OF_STEP}
    if entry.here == entry.operations:
        del found["here"]
    found["earlier"] = [{"layer": entry.layer, "step": each.step} for each in entry.before]
    return {name: value for name, value in found.items() if value or name not in _MAY_LACK}


_MAY_LACK: Final = ("order", "earlier", "begun", "outlived", "passed", "released", "barred")


def _turn(turn: ChoiceReason) -> dict[str, Any]:
    return {"why": turn.why, "rule_of_turn": turn.rule, "because": turn.because}


def table_data(found: PairTable) -> dict[str, Any]:
    """Return who depended on whom before a step as JSON data; the module's docstring tells the shape."""
    told = found.listed()
    found_by = dict.fromkeys(_shows(pair) for pair in told if pair.dependency is not None)
    shows = {each: place for place, each in enumerate(found_by)}
    return {
        "layer": found.layer,
        "step": found.step,
        "title": found.title,
        "rule": found.rule,
        "effects": list(found.effects),
        "called": list(found.called),
        "pairs": [
            {
                "effect": pair.effect,
                "on": pair.on,
                "depends": pair.dependency is not None,
                "words": pair.words,
                "shows": shows.get(_shows(pair)),
            }
            for pair in told
        ],
        "shows": [
            {
                "reasons": list(reasons),
                "witness": list(witness),
                "gone": gone,
                "causes": [plain_data(cause) for cause in causes],
            }
            for reasons, witness, gone, causes in shows
        ],
        "independent": found.independent,
        "loops": [list(loop) for loop in found.loops],
        "chosen": found.chosen,
        **_turn(found.reason),
    }


Shows = tuple[tuple[str, ...], tuple[str, ...], str, tuple[Cause, ...]]


def _shows(pair: DependencyRow) -> Shows:
    """Return how a dependency shows."""
    found = pair.dependency
    return ((), (), "", ()) if found is None else (found.reasons, found.witness, found.gone, found.causes)


__all__ = ["explanation_data", "explanations_data", "graph_data", "table_data"]
