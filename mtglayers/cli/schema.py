"""The command that prints JSON Schemas."""

from __future__ import annotations

import click

EXAMPLES = """\b
Examples:
  mtglayers schema
  mtglayers schema result
  mtglayers schema board > board.schema.json
"""


@click.command(epilog=EXAMPLES, short_help="Print the JSON Schemas of boards, results and the like.")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON; with NAME the output is always JSON.")
def schema(name: str | None, as_json: bool) -> None:
    """Print the JSON Schema (2020-12) of that NAME; without one, list the schemas."""
    from ..presentation.data import json_text
    from ..wire.documents import DOCUMENTS
    from ..wire.documents import schema as schema_of

    if name is not None:
        click.echo(json_text(schema_of(name)))
    elif as_json:
        click.echo(json_text({key: schema_of(key)["$id"] for key in DOCUMENTS}))
    else:
        width = max(map(len, DOCUMENTS))
        for key, document in DOCUMENTS.items():
            click.echo(f"{key:<{width}}  {document.what}")


__all__ = ["schema"]
