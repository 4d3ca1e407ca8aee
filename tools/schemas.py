"""Builds mtglayers/wire/schemas/*.json, docs/openapi.json and docs/vectors.md: ``python tools/schemas.py``."""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtglayers.conformance.document import document as vectors_document
from mtglayers.presentation.data import json_text
from mtglayers.server.http.openapi import document
from mtglayers.wire import schemas

OPENAPI = ROOT / "docs" / "openapi.json"
FOLDER = ROOT / "mtglayers" / "wire" / "schemas"


def text_of(schema):
    """Return a schema as text, a line for each definition."""
    keys = [f"{json.dumps(key)}: {line(value)}" for key, value in schema.items() if key != "$defs"]
    defs = ",\n".join(f"    {json.dumps(name)}: {line(value)}" for name, value in schema["$defs"].items())
    body = ",\n  ".join([*keys, f'"$defs": {{\n{defs}\n  }}'])
    return f"{{\n  {body}\n}}\n"


def line(value):
    """Return JSON data on one line, keys in alphabetical order."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def main():
    """Write one file for each schema, and take away those of which there is none any more."""
    found = schemas()
    for path in FOLDER.glob("*.json"):
        if path.stem not in found:
            path.unlink()
    for name, schema in found.items():
        (FOLDER / f"{name}.json").write_text(text_of(schema), encoding="utf-8", newline="\n")
    OPENAPI.write_text(f"{json_text(document())}\n", encoding="utf-8", newline="\n")
    (ROOT / "docs" / "vectors.md").write_text(vectors_document(), encoding="utf-8", newline="\n")
    print(f"{len(found)} schemas, the OpenAPI document and docs/vectors.md")


if __name__ == "__main__":
    main()
