"""Builds the documentation as a site: ``python tools/website.py [FOLDER]`` (default: build/site).

The pages are those of docs/pages.toml; the site adds a page for each puzzle and the documentation of the public names.
Every warning is an error. The site needs no network: it loads nothing from another host.
"""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
import urllib.parse
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from click.testing import CliRunner

from mtglayers import read_puzzle
from mtglayers.cli.main import main as command_line
from tools.reference import GROUPS

ROOT = Path(__file__).resolve().parent.parent
LISTED = tomllib.loads((ROOT / "docs" / "pages.toml").read_text(encoding="utf-8"))
PAGES = {name: ROOT / source for name, source in LISTED["pages"].items()}
PUZZLES = ROOT / "puzzles"
NOTEBOOKS = ROOT / "notebooks"
FILES = set()
"""The files of the repository that pages link to, which the site offers for download."""
CODE = re.compile(r"(^```.*?^```$|`[^`\n]*`)", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(\]\()([^)#\s:]+)((?:#[^)\s]*)?\))")


def build(folder):
    """Write the pages into a folder of their own, and have Sphinx convert them; return what to exit with."""
    with tempfile.TemporaryDirectory() as work:
        sources = Path(work)
        for name, source in PAGES.items():
            write(sources / f"{name}.md", page(name, source))
        for puzzle in sorted(PUZZLES.glob("*.toml")):
            write(sources / "boards" / f"{puzzle.stem}.md", board_page(puzzle))
        for notebook in sorted(NOTEBOOKS.glob("*.ipynb")):
            write(sources / "notebooks" / f"{notebook.stem}.md", notebook_page(notebook))
        for file in FILES:
            copied = sources / "files" / file
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, copied)
        shutil.copytree(ROOT / "docs" / "site", sources / "site")
        shutil.rmtree(folder, ignore_errors=True)
        command = ["-m", "sphinx", "--fail-on-warning", "--keep-going", "--quiet", "--fresh-env", "--jobs", "auto"]
        command += ["--conf-dir", str(ROOT / "docs"), "--doctree-dir", str(sources / ".doctrees"), work, str(folder)]
        if subprocess.call([sys.executable, *command], env={**os.environ, "PYTHONPATH": str(ROOT)}) != 0:
            return "error: Sphinx has found errors; they are above"
    if found := list(problems(folder)):
        return "error: the site is not whole:\n" + "\n".join(found)
    print(f"{folder}/index.html")
    return 0


def write(path, text):
    """Write a file, and its folder if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def page(name, source):
    """Return a page as the site has it: its links lead to pages of the site, or to files that can be downloaded."""
    text = "".join(
        part if number % 2 else LINK.sub(lambda found: found[1] + target(source, found[2]) + found[3], part)
        for number, part in enumerate(CODE.split(source.read_text(encoding="utf-8")))
    )
    if name == "index":
        text += "".join(contents(title, names) for title, names in LISTED["sections"].items())
    if name == "python":
        text = text.partition("\n## ")[0] + "".join(names_of(title, names) for title, names in GROUPS.items())
    return text


def target(source, link):
    """Return where a link of a page leads on the site."""
    path = (source.parent / link).resolve()
    names = {page.resolve(): f"{name}.md" for name, page in PAGES.items()}
    if path.parent == PUZZLES and path.suffix == ".toml":
        return f"boards/{path.stem}.md"
    if path.parent == NOTEBOOKS and path.suffix == ".ipynb":
        return f"notebooks/{path.stem}.md"
    if path in names:
        return names[path]
    file = path.relative_to(ROOT)
    FILES.add(file)
    return f"files/{file.as_posix()}"


def contents(title, names):
    """Return a part of the table of contents."""
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *names, "```", ""])


def names_of(title, names):
    """Return the documentation of public names."""
    lines = ["", f"\n## {title}\n", "```{eval-rst}"]
    for name in names:
        value = getattr(__import__("mtglayers"), name)
        kind = "class" if isinstance(value, type) else "function" if callable(value) else "data"
        if isinstance(value, type) and issubclass(value, Exception):
            kind = "exception"
        lines.append(f".. auto{kind}:: mtglayers.{name}")
        lines += ["   :members:", ""] if kind == "class" else [""]
    return "\n".join([*lines, "```", ""])


def board_page(path):
    """Return the page of a puzzle: its story, what `explain` says of its last board, and the file."""
    puzzle = read_puzzle(path)
    said = CliRunner().invoke(command_line, ["explain", str(path)])
    command = f"mtglayers explain puzzles/{path.name}"
    return "\n".join([
        "---", "orphan: true", "---", "", f"# {escaped(puzzle.title)}", "", escaped(puzzle.notes.strip("\n")), "",
        "```console", f"$ {command}", said.output.rstrip("\n"), "```", "",
        "## The file", "", "```toml", path.read_text(encoding="utf-8").rstrip("\n"), "```", "",
    ])  # fmt: skip


def escaped(text):
    """Return a text in which no character has a meaning in Markdown."""
    return re.sub(r"([\\`*_{}\[\]<>#|~$-])", r"\\\1", text)


def notebook_page(path):
    """Return the page of a notebook, with its outputs, and the notebook as a file."""
    file = path.relative_to(ROOT)
    FILES.add(file)
    lines = ["---", "orphan: true", "---", ""]
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            lines += [source, ""]
        else:
            lines += fenced("python", source)
            for output in cell["outputs"]:
                lines += output_lines(output)
        if number == 0:
            lines += [f"[The notebook as a file](../files/{file.as_posix()}), to run and change.", ""]
    return "\n".join(lines)


def output_lines(output):
    """Yield the lines that show an output of a cell: as HTML if there is any, or else as text."""
    data = {kind: "".join(text) for kind, text in output.get("data", {"text/plain": output.get("text", "")}).items()}
    for kind in ("text/html", "image/svg+xml"):
        if kind in data:
            return fenced("{raw} html", f'<div class="output">{data[kind]}</div>')
    if "text/markdown" in data:
        return [data["text/markdown"], ""]
    return fenced("text", data["text/plain"].rstrip("\n"))


def fenced(language, text):
    """Return the lines of a block of code."""
    return [f"``````{language}", text, "``````", ""]


def problems(folder):
    """Yield each link of a site that leads nowhere, and each file that a page would load from another host."""
    pages = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    anchors = {path: set(re.findall(r'\bid="([^"]+)"', text)) for path, text in pages.items()}
    for path, text in pages.items():
        name = path.relative_to(folder)
        for tag, link in re.findall(r'<(\w+)\b[^>]*?\s(?:href|src)="([^"]*)"', text):
            if re.match(r"(?:https?:)?//", link):
                if tag != "a":
                    yield f"{name} loads {link}"
            elif not re.match(r"(?:mailto|data|javascript):", link):
                file, _, anchor = html.unescape(urllib.parse.unquote(link)).partition("#")
                goal = (path.parent / file.partition("?")[0]).resolve() if file else path
                if not goal.exists() or (anchor and goal in anchors and anchor not in anchors[goal]):
                    yield f"{name} links to {link}"
    for path in folder.rglob("*.css"):
        for link in re.findall(r"url\(['\"]?((?:https?:)?//[^)'\"]+)", path.read_text(encoding="utf-8")):
            yield f"{path.relative_to(folder)} loads {link}"


if __name__ == "__main__":
    sys.exit(build(Path(*sys.argv[1:2] or [ROOT / "build" / "site"])))
