"""Builds mtglayers/wire/schemas/*.json and docs/openapi.json from the types: ``python tools/schemas.py``."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mtglayers.output import json_text
from mtglayers.serving.openapi import document
from mtglayers.wire import schemas

OPENAPI = ROOT / "docs" / "openapi.json"
FOLDER = ROOT / "mtglayers" / "wire" / "schemas"


def main():
    """Write one file for each schema, and take away those of which there is none any more."""
    found = schemas()
    for path in FOLDER.glob("*.json"):
        if path.stem not in found:
            path.unlink()
    for name, schema in found.items():
        (FOLDER / f"{name}.json").write_text(f"{json_text(schema)}\n", encoding="utf-8", newline="\n")
    OPENAPI.write_text(f"{json_text(document())}\n", encoding="utf-8", newline="\n")
    print(f"{len(found)} schemas, and the OpenAPI document")


if __name__ == "__main__":
    main()
