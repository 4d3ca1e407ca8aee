"""Lists the puzzles that no other table of puzzles/README.md has: ``python tools/puzzles.py``."""

import re
import tomllib
from pathlib import Path

PUZZLES = Path(__file__).resolve().parent.parent / "puzzles"
PAGE = PUZZLES / "README.md"
MARKS = "<!-- others -->", "<!-- /others -->"


def main():
    """Rewrite the last table."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(MARKS[0])
    after = rest.partition(MARKS[1])[2]
    listed = set(re.findall(r"([a-z0-9-]+)\.toml", before + after))
    rows = []
    for path in sorted(PUZZLES.glob("*.toml")):
        if path.stem not in listed:
            title = tomllib.loads(path.read_text(encoding="utf-8"))["title"].replace("|", "\\|")
            rows.append("| [{0}]({0}.toml) | {1} |".format(path.stem, title))
    table = ["", "## Others", "", "| file | story |", "| --- | --- |", *rows] if rows else []
    page = before.rstrip() + "\n\n" + "\n".join([MARKS[0], *table, MARKS[1]]) + "\n" + after.lstrip("\n")
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
