"""Results as pandas tables; pandas is imported when a table is made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from mtglayers.model.errors import MissingLibraryError
from mtglayers.solver.explain.dependencies import dependency_words
from mtglayers.solver.wording import ability_text, operation_words

if TYPE_CHECKING:
    import pandas as pd

    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import Step

REASONS = ("text", "existence", "scope", "result")

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
    """Return all objects of a result, one per row, in timestamp order.

    The index is the id. What an object has several of (`colors`, `types`, `subtypes`, `abilities` ...) is a tuple;
    `power` and `toughness` are missing where it has none (208.3). `changed` says whether any effect changed it,
    `rests_on` names the effects that it depends on.

    Raises:
        MissingLibraryError: pandas is not installed.
    """
    return _frame((_object_row(result, id) for id in result), _OBJECTS, "id")


def steps_frame(result: Result) -> pd.DataFrame:
    """Return all applications of a result, one per row, in order.

    The index is the number in the whole walk, `step` that in its layer. `why` is the kind of reason for its turn,
    `because` the sentence, `dependencies` how many edges the graph had that it was chosen from.

    Raises:
        MissingLibraryError: pandas is not installed.
    """
    return _frame((_step_row(result, step) for step in result.steps), _STEPS, "serial")


def pairs_frame(result: Result) -> pd.DataFrame:
    """Return all dependencies before all steps, one per row (613.8a).

    A dependency that lasts for several steps has a row for each. `text`, `existence`, `scope` and `result` say which
    reasons it has, so that their sums are counts.

    Raises:
        MissingLibraryError: pandas is not installed.
    """
    return _frame((row for step in result.steps for row in _pair_rows(result, step)), _PAIRS)


def _frame(rows: Iterable[Mapping[str, Any]], columns: Mapping[str, str], index: str = "") -> pd.DataFrame:
    """Return rows as a table with these columns and their types, also when there are no rows."""
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingLibraryError("a frame of a result", "pandas") from error
    found = list(rows)
    made = pd.DataFrame({
        name: pd.Series([row[name] for row in found], dtype=kind) for name, kind in columns.items()
    })  # fmt: skip
    return made.set_index(index) if index else made


def _object_row(result: Result, id: str) -> dict[str, Any]:
    found, explainer = result[id], result.explainer
    own: dict[str, Any] = {name: getattr(found, name) for name in found.__struct_fields__ if name in _OBJECTS}
    return own | {
        "abilities": tuple(ability_text(ability, found.name) for ability in found.abilities),
        "changed": explainer.is_changed(id),
        "summary": explainer.summary(id),
        "rests_on": explainer.effects(id),
    }


def _step_row(result: Result, step: Step) -> dict[str, Any]:
    explainer = result.explainer
    turn = explainer.reason(step)
    players = step.before.world.players
    return {
        "serial": step.serial,
        "layer": step.layer,
        "step": step.number,
        "effect": step.effect,
        "called": explainer.names.effect(step.effect, step.layer),
        "source": step.source,
        "timestamp": step.timestamp,
        "cda": step.cda,
        "going_on": step.going_on,
        "why": turn.why,
        "rule": turn.rule,
        "because": turn.because,
        "waiting": step.choice.waiting,
        "loop": step.choice.loop,
        "scope": step.scope,
        "operations": tuple(
            dict.fromkeys(operation_words(operation, players) for _, operation, _ in step.footprint.operations)
        ),
        "dependencies": step.graph.number_of_edges(),
    }


def _pair_rows(result: Result, step: Step) -> Iterable[dict[str, Any]]:
    names, rule, players = result.explainer.names, result.edition.rule("dependency"), step.before.world.players
    for effect in step.graph:
        for found in step.dependencies(effect):
            yield {
                "layer": step.layer,
                "step": step.number,
                "effect": found.effect,
                "on": found.on,
                **{reason: reason in found.reasons for reason in REASONS},
                "witness": found.witness,
                "words": dependency_words(found, names, step.layer, rule, players),
            }
