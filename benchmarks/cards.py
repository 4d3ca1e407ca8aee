"""How fast cards are found, imported and built: ``python benchmarks/cards.py CARDS.json``.

Times are the best of several runs, each in a process of its own; what a bare start of Python takes is told apart.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

from mtglayers.model.cards import search as catalogue

ROOT = Path(__file__).resolve().parent.parent
IMPORT = "import time\nfrom mtglayers.model.cards.search import find\n"
HUMILITY = "find('Humility')"
NEAR = "try: find('Jace the Mindsculptor')\nexcept LookupError: pass"
READ = """
from pathlib import Path
from mtglayers.model.cards.sources import Source
for card in Source(Path({})).cards(): pass
"""


def seconds(*arguments: str, runs: int = 5) -> float:
    """Return the best time of a Python process with these arguments."""
    best = float("inf")
    for _ in range(runs):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True, cwd=ROOT)
        best = min(best, time.perf_counter() - start)
    return best


def clocked(what: str, runs: int = 5) -> float:
    """Return the best time of a statement in a fresh process, without imports."""
    code = f"{IMPORT}start = time.perf_counter()\n{what}\nprint(time.perf_counter() - start)"
    found = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=ROOT)
        found.append(float(done.stdout))
    return min(found)


def peak(code: str) -> float:
    """Return the peak memory of a process, in MB."""
    grown = f"{code}\nimport resource; print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    done = subprocess.run([sys.executable, "-c", grown], check=True, capture_output=True, text=True, cwd=ROOT)
    return int(done.stdout.split()[-1]) / 1024


def rows(file: Path) -> Iterator[tuple[str, str]]:
    """Yield each measurement and its value."""
    data = (Path(catalogue.__file__).parent / "catalogue" / catalogue.DATA).read_bytes()
    yield "cards that ship", f"{len(catalogue.names()):,}"
    yield "size of the catalogue", f"{len(data) / 1e6:.1f} MB, deflated {len(zlib.compress(data, 6)) / 1e6:.1f} MB"
    yield "a bare start of Python", f"{seconds('-c', 'pass') * 1000:.0f} ms"
    yield "first lookup, cold", f"{clocked(HUMILITY) * 1000:.0f} ms"
    yield "a process that looks up one card, in all", f"{seconds('-c', IMPORT + HUMILITY) * 1000:.0f} ms"
    three = ("-m", "mtglayers", "solve", "Blood Moon", "Humility", "Opalescence")
    yield "`mtglayers solve` of three cards, in all", f"{seconds(*three) * 1000:.0f} ms"
    yield "an unknown name and the nearest ones", f"{clocked(NEAR) * 1000:.0f} ms"
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "cards.sqlite"
        took = seconds("-m", "mtglayers", "cards", "import", str(file), "--store", str(store), runs=1)
        yield f"import of `{file.name}` ({file.stat().st_size / 1e6:.0f} MB)", f"{took:.1f} s"
        out = Path(folder) / "cards.tsv"
        for jobs in sorted({1, os.cpu_count() or 1}):
            command = ("-m", "mtglayers", "cards", "build", str(file), "--jobs", str(jobs), "--out", str(out))
            took = seconds(*command, runs=1)
            yield f"build of the catalogue, {jobs} process{'es' if jobs > 1 else ''}", f"{took:.0f} s"
    bare = "from mtglayers.model.cards.sources import Source; import ijson"
    yield "memory that reading it as a stream takes", f"{peak(READ.format(repr(str(file)))) - peak(bare):.1f} MB"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    given = parser.parse_args()
    print("| what | how much |\n|---|---|")
    for what, much in rows(given.file.resolve()):
        print(f"| {what} | {much} |", flush=True)


if __name__ == "__main__":
    main()
