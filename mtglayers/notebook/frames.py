"""Functions that return results as pandas data frames; pandas is imported when needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mtglayers.model.errors import MissingLibraryError
from mtglayers.model.puzzles.expectation import REASONS
from mtglayers.solver.explain.dependencies import dependency_words

if TYPE_CHECKING:
    import pandas as pd

    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import Step

_OBJECTS: Mapping[str, str] = {
    "id": "str", "name": "str", "controller": "object", "owner": "str", "zone": "str", "colors": "object",
    "supertypes": "object", "types": "object", "subtypes": "object", "power": "Int64", "toughness": "Int64",
    "mana_value": "Int64", "abilities": "object", "changed": "bool", "summary": "str", "rests_on": "object",
}  # fmt: skip
_STEPS: Mapping[str, str] = {
    "serial": "Int64", "layer": "str", "step": "Int64", "effect": "str", "called": "str", "source": "object",
    "timestamp": "Int64", "cda": "bool", "going_on": "bool", "why": "str", "rule": "str", "because": "str",
    "waiting": "object", "loop": "object", "scope": "object", "operations": "object", "dependencies": "Int64",
}  # fmt: skip
_PAIRS: Mapping[str, str] = {
    "layer": "str", "step": "Int64", "effect": "str", "on": "str", "text": "bool", "existence": "bool",
    "scope": "bool", "result": "bool", "witness": "object", "words": "str",
}  # fmt: skip


def objects_frame(result: Result) -> pd.DataFrame:
    """Return a data frame of a result's objects, in timestamp order.

    The index is the object's id. Characteristics with several values (`colors`, `types`, `subtypes`, `abilities`
    ...) are tuples; `power` and `toughness` are missing for objects that do not have these characteristics
    (208.3). `changed` is true if an effect changed the object. `rests_on` contains the names of the effects on
    which the object's characteristics depend.

    Raises:
        MissingLibraryError: pandas is not installed.
    """
    return _frame((_object_row(result, id) for id in result), _OBJECTS, "id")


def steps_frame(result: Result) -> pd.DataFrame:
    """Return a data frame of a result's steps, in order.

    The index is the number of the step in the result, and `step` is the number of the step in its layer. `why` is
    the kind of reason why the effect was chosen, and `because` is the reason as a sentence. `dependencies` is the
    number of edges in the graph before the step.

    Raises:
        MissingLibraryError: pandas is not installed.
    """
    return _frame((_step_row(result, step) for step in result.steps), _STEPS, "serial")


def pairs_frame(result: Result) -> pd.DataFrame:
    """Return a data frame of the dependencies before each step (613.8a).

    A dependency that exists before several steps has a row for each step. The columns `text`, `existence`, `scope`
    and `result` state whether the dependency has this reason, so the sum of a column is the number of rows with
    the reason.

    Raises:
        MissingLibraryError: pandas is not installed.
    """
    return _frame((row for step in result.steps for row in _pair_rows(result, step)), _PAIRS)


def _frame(rows: Iterable[Mapping[str, Any]], columns: Mapping[str, str], index: str = "") -> pd.DataFrame:
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingLibraryError("a data frame of a result", "pandas") from error
    found = list(rows)  # without rows, the columns still need their types
    made = pd.DataFrame({name: pd.Series([row[name] for row in found], dtype=columns[name]) for name in columns})
    return made.set_index(index) if index else made


def _object_row(result: Result, id: str) -> dict[str, Any]:
    found, explainer = result[id], result.explainer
    own: dict[str, Any] = {name: getattr(found, name) for name in found.__struct_fields__ if name in _OBJECTS}
    return own | {
        "abilities": tuple(result.names.text(ability, found.name) for ability in found.abilities),
        "changed": explainer.is_changed(id),
        "summary": explainer.summary(id),
        "rests_on": explainer.effects(id),
    }


def _step_row(result: Result, step: Step) -> dict[str, Any]:
    explainer = result.explainer
    turn = explainer.reason(step)
    own = ("serial", "layer", "effect", "source", "timestamp", "cda", "going_on", "scope")
    return {name: getattr(step, name) for name in own} | {
        "step": step.number,
        "called": explainer.names.effect(step.effect, step.layer),
        "why": turn.why,
        "rule": turn.rule,
        "because": turn.because,
        "waiting": step.choice.waiting,
        "loop": step.choice.loop,
        "operations": result.names.stated(step),
        "dependencies": step.graph.number_of_edges(),
    }


def _pair_rows(result: Result, step: Step) -> Iterable[dict[str, Any]]:
    names, rule = result.explainer.names, result.edition.rule("dependency")
    for effect in step.graph:
        for found in step.dependencies(effect):
            yield {
                "layer": step.layer,
                "step": step.number,
                "effect": found.effect,
                "on": found.on,
                **{reason: reason in found.reasons for reason in REASONS},
                "witness": found.witness,
                "words": dependency_words(found, names, step.layer, rule),
            }
