"""docs/protocol.md: a server answers what it says, its tables are those of the code.

`python -m tests.docs.test_protocol` writes answers and tables into it again.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from subprocess import PIPE

import msgspec

from mtglayers.server.errors import CODES
from mtglayers.server.limits import ServerLimits
from mtglayers.server.methods import METHODS
from mtglayers.wire.definitions import described
from mtglayers.wire.results import SECTIONS

from ..support.paths import ROOT

PAGE = ROOT / "docs" / "protocol.md"
LEFT_OUT = "..."


def test_what_is_said_and_answered() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert with_answers(text) == text


def test_the_tables() -> None:
    text = PAGE.read_text(encoding="utf-8")

    assert with_tables(text) == text


def test_every_method_is_shown() -> None:
    said = set(re.findall(r'--> .*?"method":"(.+?)"', PAGE.read_text(encoding="utf-8")))

    assert {*METHODS, "$/cancelRequest"} == said


# --- The conversation ---


def with_answers(text: str) -> str:
    """Return the page with what a server answers now; an answer with something left out stays if that is all."""
    command = [sys.executable, "-m", "mtglayers", "serve", "--stdio"]
    with subprocess.Popen(
        command, stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True, cwd=ROOT, encoding="utf-8"
    ) as server:
        assert server.stdin
        assert server.stdout
        assert server.stderr
        lines = []
        for line in text.splitlines(keepends=True):
            indent, arrow, said = re.fullmatch(r"( *)(--> |<-- |)(.*)\n", line).groups()
            if indent and arrow == "--> ":
                server.stdin.write(f"{said}\n")
                server.stdin.flush()
            elif indent and arrow:
                found = server.stdout.readline().rstrip("\n")
                said = said if fits(found, said) else found
            lines.append(f"{indent}{arrow}{said}\n")
        server.stdin.close()
        rest = (server.stdout.read(), server.stderr.read())
        assert rest == ("", ""), rest
    return "".join(lines)


def fits(answer: str, shown: str) -> bool:
    """Return whether an answer is the one shown, but for what is left out."""
    parts = [re.escape(part) for part in shown.split(LEFT_OUT)]
    return re.fullmatch(".*?".join(parts), answer) is not None


# --- The tables ---


def with_tables(text: str) -> str:
    tables = {"methods": method_lines(), "sections": section_lines(), "errors": error_lines(), "limits": limit_lines()}
    for name, rows in tables.items():
        whole = "".join(f"{row}\n" for row in rows)
        # A comment between the head of a table and its rows would end the table.
        table = rf"(<!-- {name} -->\n\|.*\n\|[-:|]+\n)(?:\|.*\n)*(<!-- /{name} -->)"
        text, found = re.subn(table, lambda it, whole=whole: it[1] + whole + it[2], text)
        assert found == 1, name
    for name in METHODS:
        rows = "".join(f"{row}\n" for row in parameter_lines(name))
        head = re.escape(f"### {name}\n\n| parameter | | default |\n|---|---|---|\n")
        text = re.sub(rf"({head})(?:\|.*\n|<!--.*\n)*", lambda found, rows=rows: found[1] + rows, text)
    return text


def method_lines() -> Iterator[str]:
    for name, method in METHODS.items():
        yield f"| [`{name}`](#{name.replace('.', '')}) | {method.says} |"


def section_lines() -> Iterator[str]:
    for name, says in SECTIONS.items():
        yield f"| `{name}` | {says} |"


def parameter_lines(name: str) -> Iterator[str]:
    params = METHODS[name].params
    (_,), defs = msgspec.json.schema_components([params])
    _, said = described(params)
    for field in msgspec.structs.fields(params):
        says = defs[params.__name__]["properties"][field.encode_name].get("description") or said[field.name]
        default = (
            ""
            if field.required or field.default is msgspec.UNSET
            else f"`{msgspec.json.encode(field.default).decode()}`"
        )
        yield f"| `{field.name}` | {says.removesuffix('.').replace('|', '/')} | {default} |"


def error_lines() -> Iterator[str]:
    for kind, code in CODES.items():
        says, _ = described(kind)
        yield f"| {code} | `{kind.__name__}` | {says} |"


def limit_lines() -> Iterator[str]:
    _, said = described(ServerLimits)
    for field in msgspec.structs.fields(ServerLimits):
        yield f"| `{field.name}` | {field.default:,} | {said[field.name].removesuffix('.')} |"


if __name__ == "__main__":
    PAGE.write_text(with_answers(with_tables(PAGE.read_text(encoding="utf-8"))), encoding="utf-8")
