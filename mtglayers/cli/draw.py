"""The command that draws dependency graphs and the changes of objects."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from . import completion as completing
from .boards import is_file, moment_of
from .options import board_options, schema_json_option
from .printing import write_text

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import LayerResult, Step

    from ..drawing import Theme
    from ..presentation.moments import Moment

EXAMPLES = """\b
Examples:
  mtglayers draw puzzles/blood-moon-life-and-limb.toml -o graph.svg
  mtglayers draw puzzles/blood-moon-life-and-limb.toml saproling -o walk.svg
  mtglayers draw puzzles/three-loop.toml --layer 4 --step 2 --format mermaid
  mtglayers draw Humility Opalescence --object humility --theme dark > w.svg
"""
Form = Literal["svg", "mermaid", "dot"]
FORMS: tuple[Form, ...] = ("svg", "mermaid", "dot")
SUFFIXES: dict[str, Form] = {".svg": "svg", ".mmd": "mermaid", ".mermaid": "mermaid", ".dot": "dot", ".gv": "dot"}


def _board_or_object(context: click.Context, parameter: click.Parameter, start: str) -> completing.Completed:
    given = tuple(context.params.get("what") or context.args)
    if len(given) == 1 and is_file(given[0]):
        return completing.objects(context, parameter, start)
    return completing.boards(context, parameter, start)


@click.command(epilog=EXAMPLES, short_help="Draw a dependency graph, or an object's changes.")
@click.argument("what", nargs=-1, required=True, metavar="FILE [OBJECT] | CARD...", shell_complete=_board_or_object)
@board_options
@click.option(
    "--object", "id", metavar="ID", shell_complete=completing.objects,
    help="Draw what each layer makes of that object.",
)  # fmt: skip
@click.option("--layer", metavar="LAYER", shell_complete=completing.layers, help="Draw the graph of that layer: 4, 7b.")
@click.option(
    "--step", type=click.IntRange(min=1), metavar="N",
    help="Draw the graph before the N-th step of that layer, or of `--until`; without either, of the whole solve.  "
    "[default: the first with a dependency]",
)  # fmt: skip
@click.option("--format", "form", type=click.Choice(FORMS), help="[default: by the name of the output file, or svg]")
@click.option("--theme", type=click.Choice(["auto", "light", "dark"]), default="auto", show_default=True,
              help="The color theme; auto follows the viewer's system.")  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path, allow_dash=True), metavar="FILE",
    help="Write to this file.  [default: standard output]",
)  # fmt: skip
@schema_json_option("graph")
def draw(
    what: tuple[str, ...], edition: str | None, readings: str | None, until: str | None, order: str | None,
    at: int | None, source: Path | None, id: str | None, layer: str | None, step: int | None, form: Form | None,
    theme: Theme, output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Draw the dependency graph of a step: which effects apply, which wait for which and why, and the loops.

    With an OBJECT, draw instead what each step made of it. The board is a puzzle file, or cards by name. The drawing
    is SVG; a graph can also be text for Mermaid or Graphviz.
    """
    names = list(what)
    if len(names) == 2 and id is None and is_file(names[0]):
        id = names.pop()
    if as_json and form is not None:
        raise click.UsageError("`--json` and `--format` cannot be used together")
    form = form or ("svg" if as_json else _form_of(output))
    if step is not None and layer is None and id is None:
        layer = until  # as `solve` counts steps
    if id is not None and (layer is not None or step is not None):
        raise click.UsageError("an object and `--layer` or `--step` cannot be used together")
    if id is not None and form != "svg":
        raise click.UsageError("an object's way through the layers is drawn as svg only")
    moment = moment_of(names, at, edition, readings, until, source, order)
    from mtglayers import drawing

    text: str
    if as_json:
        text = _data(moment, id, layer, step)
    elif id is not None:
        text = drawing.draw_walk(moment.result, moment.board.object(id).id, theme=theme)
    elif form == "svg":
        text = drawing.draw_graph(step_to_draw(moment.result, layer, step), theme=theme)
    else:
        write = drawing.mermaid if form == "mermaid" else drawing.dot
        text = write(step_to_draw(moment.result, layer, step))
    write_text(text.rstrip("\n") + "\n", output)


def _data(moment: Moment, id: str | None, layer: str | None, step: int | None) -> str:
    from mtglayers.wire.answers import explanations_data, graph_data

    from ..presentation.data import json_text

    if id is not None:
        return json_text(explanations_data(moment.result, [moment.board.object(id).id], moment.title))
    return json_text({**graph_data(step_to_draw(moment.result, layer, step)), "title": moment.title})


def step_to_draw(result: Result, layer: str | None = None, number: int | None = None) -> Step:
    """Return the step asked for, else the first with a dependency.

    Without any dependency it is the first step of a layer with two or more effects.

    Raises:
        click.BadParameter: there is no such layer or step.
        click.UsageError: there is nothing to draw.
    """
    layers = result.layers if layer is None else (_layer(result, layer),)
    steps = [step for each in layers for step in each.steps]
    if number is not None:
        if number > len(steps):
            where = "the solve" if layer is None else f"layer {layer}"
            count = "1 step" if len(steps) == 1 else f"{len(steps)} steps"
            raise click.BadParameter(f"{where} has {count}, not {number}", param_hint="`--step`")
        return steps[number - 1]
    for step in steps:
        if step.graph.number_of_edges():
            return step
    if layer is not None and steps:
        return steps[0]
    for each in layers:
        if len(each.steps) > 1:
            return each.steps[0]
    where = "no layer has two or more effects" if layer is None else f"no effect applies in layer {layer}"
    raise click.UsageError(f"{where}: there is nothing to draw")


def _layer(result: Result, name: str) -> LayerResult:
    for layer in result.layers:
        if layer.name == name:
            return layer
    names = ", ".join(layer.name for layer in result.layers)
    raise click.BadParameter(f"no layer `{name}`; there are {names}", param_hint="`--layer`")


def _form_of(output: Path | None) -> Form:
    if output is None or str(output) == "-" or not output.suffix:
        return "svg"
    form = SUFFIXES.get(output.suffix.lower())
    if form is None:
        raise click.BadParameter(
            f"`{output}` does not end with a known format ({', '.join(SUFFIXES)}); use `--format`", param_hint="`-o`"
        )
    return form


__all__ = ["draw", "step_to_draw"]
