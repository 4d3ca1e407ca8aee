"""Builds everything that is generated and committed: ``python tools/generate.py [NAME...]``.

The names are tables, schemas, documents, golden and notebooks; without one all are built. Read what differs before
you commit.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = "golden_files"
FAILED = []


def run(*arguments, **environment):
    """Run this Python in the checkout; a failure is reported at the end."""
    done = subprocess.call([sys.executable, *arguments], cwd=str(ROOT), env={**os.environ, **environment})
    if done != 0:
        FAILED.append(" ".join(arguments[:2]))


def tables():
    """The tables of the rules as JSON."""
    run("tools/tables.py")


def schemas():
    """JSON Schemas, the OpenAPI document, docs/vectors.md, the types of the bindings."""
    run("tools/schemas.py")
    run("tools/bindings.py")


def documents():
    """The tables, answers, transcripts and reference pages of documents, and the famous boards of the page."""
    run("tools/puzzles.py")
    run("tools/famous.py")
    run("tools/reference.py")
    for module in ("docs.test_protocol", "docs.test_http", "support.schema_examples", "support.transcripts"):
        run("-m", "tests." + module)


def golden():
    """The texts of tests/golden."""
    tests = [path for path in sorted((ROOT / "tests").rglob("test_*.py")) if GOLDEN in path.read_text(encoding="utf-8")]
    run("-m", "pytest", "--quiet", *map(str, tests), REWRITE_GOLDEN="1")


def notebooks():
    """Notebooks, run from their .py files."""
    run("tools/notebooks.py")


BUILT = {"tables": tables, "schemas": schemas, "documents": documents, "golden": golden, "notebooks": notebooks}

if __name__ == "__main__":
    for name in sys.argv[1:] or BUILT:
        if name not in BUILT:
            sys.exit("error: no `{}`; there are {}".format(name, ", ".join(BUILT)))
        print("building", name, flush=True)
        BUILT[name]()
    if FAILED:
        sys.exit("error: failed: {}".format("; ".join(FAILED)))
