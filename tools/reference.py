"""Builds docs/clauses.md, docs/commands.md and docs/python.md: ``python tools/reference.py``."""

import inspect
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import click

import mtglayers
from mtglayers.cli.main import main as command_line
from tests.support import transcripts
from tests.support.clause_lists import CLAUSES, DAYS, citations

DOCS = ROOT / "docs"
TITLES = tomllib.loads((DOCS / "clauses.toml").read_text(encoding="utf-8"))
GROUPS = {
    "Boards and puzzles": ["Board", "Snapshot", "Puzzle", "read_puzzle", "Query", "read_query", "check", "Report"],
    "Solving": [
        "solve", "solve_many", "Result", "Characteristics", "LayerResult", "Step", "Loop", "Statistics", "LayerReuse",
        "Explanation",
    ],
    "Questions": [
        "orders", "Orders", "verdict", "Verdict", "eras", "Era", "difference", "Difference", "what_if", "WhatIf",
        "decisive", "Decisive", "flips", "Flips", "may_depend", "depends", "Witness", "Witnesses", "smallest",
        "Smallest", "find", "Found", "Solution",
    ],
    "Rules and readings": ["edition", "Edition", "EDITIONS", "Reading", "Readings", "READINGS"],
    "Cards and text": ["Card", "find_card", "search_cards", "read_card", "read_line", "english"],
    "Data": [
        "result_data", "explanation_data", "explanations_data", "orders_data", "verdict_data", "eras_data",
        "difference_data", "witnesses_data", "state_data",
    ],
    "Drawings and notebooks": [
        "draw_graph", "draw_walk", "Drawing", "dot", "mermaid", "stepper", "objects_frame", "steps_frame",
        "pairs_frame",
    ],
    "Forge": ["read_forge", "write_forge", "ForgeState", "NotCarried"],
    "Limits and cancellation": ["Limits", "limited", "watched", "Stopped", "COMPILED"],
    "Errors": [
        "LayersError", "AmbiguousTimestampError", "BoardDataError", "IllegalEventError", "LimitError",
        "LostProcessError", "MissingLibraryError", "PuzzleError", "ReadingError", "StateError", "UnknownCardError",
        "UnknownChoiceError", "UnknownEditionError", "UnknownLayerError", "UnknownObjectError", "UnknownStepError",
        "UnsupportedTextError",
    ],
}  # fmt: skip
DOCUMENTS = {
    "S0": "The rules of 2006 (418.5)",
    "S1": "The rules of 2008 (418)",
    "S2": "The rules of 2011 (613)",
    "S4": "The rules of 2016 (613)",
    "S3": "The rules of 2023 (613.7, and 613.8 in examples)",
}


def commands():
    """Return docs/commands.md: the help of each command."""
    lines = ["# Commands", "", "Every command with its options, as `--help` prints them.", ""]
    context = click.Context(command_line, info_name="mtglayers")
    for name in sorted(command_line.list_commands(context)):
        lines += [f"## {name}", "", *helps(command_line.get_command(context, name), f"mtglayers {name}")]
    head = ["## mtglayers", "", "```console", "$ mtglayers --help", "```", ""]
    return transcripts.written("\n".join([*lines[:4], *head, *lines[4:]]).rstrip() + "\n")


def helps(command, name):
    """Yield the lines for a command and the commands below it, without their output."""
    yield from ("```console", f"$ {name} --help", "```", "")
    for inner in sorted(getattr(command, "commands", ())):
        yield from ("```console", f"$ {name} {inner} --help", "```", "")


def python():
    """Return docs/python.md: a line for each public name."""
    lines = [
        "# Python",
        "",
        "The names that `mtglayers` exports. The site shows the arguments, results and errors of each; so does `help`.",
        "",
    ]
    for title, names in GROUPS.items():
        lines += [f"## {title}", "", "| name | |", "|---|---|"]
        lines += [f"| `{name}` | {summary(name)} |" for name in names]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def summary(name):
    """Return the first paragraph of the documentation of a name; that of a constant stands below it."""
    value = getattr(mtglayers, name)
    if inspect.isclass(value) or inspect.isroutine(value):
        says = inspect.getdoc(value)
    else:
        says = constant(name)
    return " ".join(says.partition("\n\n")[0].split()).replace("|", "\\|")


def constant(name):
    """Return the string below the assignment of a public constant."""
    home = next(home for home, names in mtglayers._HOMES.items() if name in names)
    source = (ROOT / "mtglayers" / f"{home.replace('.', '/')}.py").read_text(encoding="utf-8")
    return re.search(rf'^{name}\b.*?^"""(.*?)"""', source, re.MULTILINE | re.DOTALL)[1]


def clauses():
    """Return docs/clauses.md: where each clause is in the code, and a board for it."""
    boards = cited()
    listed = [reason for document in CLAUSES.values() for reason in document.values()]
    exempt = sum(map(bool, listed))
    lines = [
        "# The rules, clause by clause",
        "",
        "Where each clause on continuous effects is in the code, and boards that show it. A board is a puzzle; its",
        "notes derive its answers, and `mtglayers solve puzzles/NAME.toml` solves and explains it.",
        "",
        f"There are {len(listed)} numbered clauses of the rules in {number(len(CLAUSES))} documents: "
        f"{len(listed) - exempt} are cited by tests or puzzles",
        f"that follow the rules of that day, {exempt} are exempt, each with a reason.",
        "",
        f"## The newest rules (since {DAYS['newest']})",
        "",
        "| clause | about | boards | in the code |",
        "|---|---|---|---|",
    ]
    places = code()
    for clause, reason in CLAUSES["newest"].items():
        if reason:
            lines.append(f"| {clause} | {TITLES[clause]} | not covered: {reason} | |")
            continue
        found = boards.get(("newest", clause), [])
        lines.append(
            f"| {clause} | {TITLES[clause]} | {few([link(name) for name in found])} "
            f"| {few([f'`{place}`' for place in places.get(clause, [])], 2)} |"
        )
    for document, title in DOCUMENTS.items():
        lines += ["", f"## {title}", "", "| clause | boards |", "|---|---|"]
        for clause, reason in CLAUSES[document].items():
            found = few([link(name) for name in boards.get((document, clause), [])])
            lines.append(f"| {clause} | {found or (f'not covered: {reason}' if reason else '')} |")
    return "\n".join(lines) + "\n"


def cited():
    """Return (document, clause) -> the puzzles that cite it, those that cite the fewest clauses first."""
    boards, counts = {}, {}
    for one in citations():
        key = (one.document, one.clause)
        if one.place.endswith(".toml"):
            boards.setdefault(key, {})[one.place.removesuffix(".toml")] = None
            counts[one.place.removesuffix(".toml")] = counts.get(one.place.removesuffix(".toml"), 0) + 1
    return {key: sorted(names, key=lambda name: (counts[name], name)) for key, names in boards.items()}


def code():
    """Return clause -> the modules that cite it: those of the engine first, then by how often they do."""
    found = {}
    for rank, floor in enumerate(("solver/engine", "solver", "model")):
        for path in sorted((ROOT / floor).rglob("*.py")):
            name = path.relative_to(ROOT).as_posix()
            for clause in re.findall(r"(?<![\d.])\d{3}\.\d+[a-z]?(?![a-z\d])", path.read_text(encoding="utf-8")):
                places = found.setdefault(clause, {})
                places[name] = (rank, 1) if name not in places else (places[name][0], places[name][1] + 1)
    return {
        clause: sorted(places, key=lambda name, places=places: (places[name][0], -places[name][1], name))
        for clause, places in found.items()
    }


def few(items, most=3):
    """Return at most so many items as a list, and how many more there are."""
    more = f" and {len(items) - most} more" if len(items) > most else ""
    return ", ".join(items[:most]) + more


def link(puzzle):
    """Return a link to a puzzle."""
    return f"[{puzzle}](../puzzles/{puzzle}.toml)"


def number(count):
    """Return a small number as a word."""
    return "zero one two three four five six seven eight nine".split()[count]


PAGES = {"clauses": clauses, "commands": commands, "python": python}

if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / f"{name}.md").write_text(page(), encoding="utf-8", newline="\n")
    print(f"docs/{', docs/'.join(f'{name}.md' for name in PAGES)}")
