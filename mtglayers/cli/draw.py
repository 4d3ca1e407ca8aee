"""The command that draws dependency graphs and the changes to objects."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from ..presentation.data import json_text
from ..presentation.files import is_file
from . import completing
from .boards import BoardArguments, exclude
from .options import board_options, examples, number_option, output_option, schema_json_option
from .printing import write_text

if TYPE_CHECKING:
    from mtglayers.solver.result.result import Result
    from mtglayers.solver.result.steps import LayerResult, Step

    from ..drawing import Theme
    from ..presentation.moments import Moment

Form = Literal["svg", "mermaid", "dot"]
FORMS: tuple[Form, ...] = ("svg", "mermaid", "dot")
SUFFIXES: dict[str, Form] = {".svg": "svg", ".mmd": "mermaid", ".mermaid": "mermaid", ".dot": "dot", ".gv": "dot"}


@examples(
    "mtglayers draw puzzles/blood-moon-life-and-limb.toml -o graph.svg",
    "mtglayers draw puzzles/blood-moon-life-and-limb.toml saproling -o drawn.svg",
    "mtglayers draw puzzles/three-loop.toml --layer 4 --step 2 --format mermaid",
    "mtglayers draw Humility Opalescence --object humility --theme dark -o w.svg",
)
@click.command()
@board_options("FILE [OBJECT] | LINE...", completing.board_or_object)
@click.option(
    "--object", "id", metavar="ID", shell_complete=completing.objects, help="Draw the changes to this object."
)
@click.option(
    "--layer", metavar="LAYER", shell_complete=completing.layers, help="Draw the graph of this layer, such as 4 or 7b."
)
@number_option(
    "--step",
    "Draw the graph before the N-th step of the layer given by `--layer` or `--until`, or of the whole solve.  "
    "[default: the first step with a dependency]",
)
@click.option("--format", "form", type=click.Choice(FORMS), help="[default: the output file's suffix, or svg]")
@click.option(
    "--theme", type=click.Choice(["auto", "light", "dark"]), default="auto", show_default=True,
    help="The color theme; auto follows the viewer's system.",
)  # fmt: skip
@output_option("Write to this file.  [default: standard output]")
@schema_json_option("graph")
def draw(
    board: BoardArguments, id: str | None, layer: str | None, step: int | None, form: Form | None, theme: Theme,
    output: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Draw a dependency graph, or the changes to an object.

    The dependency graph of a step shows the effects, the dependencies between them with their reasons, and the loops.
    With an OBJECT, the drawing shows the changes that each step makes to the object. Give the board as a puzzle file or
    as card names. The drawing is SVG; a graph can also be text for Mermaid or Graphviz.
    """
    if len(board.what) == 2 and id is None and is_file(board.what[0]):
        id = board.what[1]
        board = board._replace(what=board.what[:1])
    exclude(("--json", as_json), ("--format", form is not None))
    form = form or ("svg" if as_json else _form_of(output))
    if step is not None and layer is None and id is None:
        layer = board.until  # numbered as in `solve`
    if id is not None and (layer is not None or step is not None):
        raise click.UsageError("an object and `--layer` or `--step` cannot be used together")
    if id is not None and form != "svg":
        raise click.UsageError("the changes to an object can be drawn only as SVG")
    moment = board.moment()
    from mtglayers import drawing

    text: str
    if as_json:
        text = _data(moment, id, layer, step)
    elif id is not None:
        text = drawing.draw_walk(moment.result, moment.board.find(id).id, theme=theme)
    elif form == "svg":
        text = drawing.draw_graph(_step_to_draw(moment.result, layer, step), theme=theme)
    else:
        write = drawing.mermaid if form == "mermaid" else drawing.dot
        text = write(_step_to_draw(moment.result, layer, step))
    write_text(text.rstrip("\n") + "\n", output)


def _data(moment: Moment, id: str | None, layer: str | None, step: int | None) -> str:
    from mtglayers.wire.answers import explanations_data, graph_data

    if id is not None:
        return json_text(explanations_data(moment.result, [moment.board.find(id).id], moment.title))
    return json_text({**graph_data(_step_to_draw(moment.result, layer, step)), "title": moment.title})


def _step_to_draw(result: Result, name: str | None, number: int | None) -> Step:
    from ..presentation.steps import numbered_step

    layers = result.layers if name is None else (_layer(result, name),)
    steps = [step for layer in layers for step in layer.steps]
    if number is not None:
        return numbered_step(steps, number, name)
    wanted = [step for step in steps if step.graph.number_of_edges()]
    wanted += steps if name is not None else [layer.steps[0] for layer in layers if len(layer.steps) > 1]
    if wanted:
        return wanted[0]
    why = "no layer has two or more effects" if name is None else f"no effect applies in layer {name}"
    raise click.UsageError(f"nothing to draw: {why}")


def _layer(result: Result, name: str) -> LayerResult:
    found = {layer.name: layer for layer in result.layers}
    name = name.strip().lower()
    if name not in found:
        raise click.BadParameter(f"unknown layer `{name}`; use one of {', '.join(found)}", param_hint="`--layer`")
    return found[name]


def _form_of(output: Path | None) -> Form:
    if output is None or str(output) == "-" or not output.suffix:
        return "svg"
    form = SUFFIXES.get(output.suffix.lower())
    if form is None:
        raise click.BadParameter(
            f"`{output}` does not end with a known format ({', '.join(SUFFIXES)}); use `--format`", param_hint="`-o`"
        )
    return form
