"""Copies the tables of model/rules from TOML to JSON, which is read faster: ``python tools/tables.py``."""

import json
import tomllib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "model" / "rules"


def main():
    """Write a JSON file next to each TOML file."""
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        text = json.dumps(data, ensure_ascii=False, indent=1, default=lambda date: date.isoformat())
        path.with_suffix(".json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
