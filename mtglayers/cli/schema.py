"""The command that prints JSON Schemas."""

from __future__ import annotations

import click

from .options import examples
from .printing import print_json


@examples("mtglayers schema", "mtglayers schema result", "mtglayers schema board > board.schema.json")
@click.command()
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON; with NAME the output is always JSON.")
def schema(name: str | None, as_json: bool) -> None:
    """Print the JSON Schemas of boards, results and other data.

    With NAME, one schema (JSON Schema 2020-12) is printed; otherwise the schemas are listed.
    """
    from ..wire.documents import DOCUMENTS
    from ..wire.documents import schema as schema_of

    if name is not None:
        print_json(schema_of(name))
    elif as_json:
        print_json({key: schema_of(key)["$id"] for key in DOCUMENTS})
    else:
        width = max(map(len, DOCUMENTS))
        for key, document in DOCUMENTS.items():
            click.echo(f"{key:<{width}}  {document.what}")
