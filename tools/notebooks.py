"""Builds notebooks/*.ipynb from the .py files beside them: every cell is run, and what differs each time left out.

``python tools/notebooks.py`` writes all of them, ``python tools/notebooks.py NAME...`` some; with ``--check`` nothing
is written, and it fails if one that is committed is not what comes out now.
"""

import os
import sys
from pathlib import Path

import jupytext
import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "notebooks"
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
LIVE = ("application/vnd.jupyter.widget-view+json",)  # refers to a kernel that is gone; the HTML beside it stays


def build(source):
    """Return the notebook of a .py file, executed, as the text of its .ipynb file."""
    notebook = jupytext.read(source, fmt="py:percent")
    NotebookClient(notebook, kernel_name=KERNEL["name"], resources={"metadata": {"path": str(FOLDER)}}).execute()
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    notebook.metadata = {"kernelspec": KERNEL, "language_info": {"name": "python"}}
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number}"
        cell.metadata = {}
        if cell.cell_type == "code":
            cell.outputs = [plain(output) for output in joined(cell.outputs)]
    nbformat.validate(notebook)
    return nbformat.writes(notebook) + "\n"


def joined(outputs):
    """Return outputs with the pieces of one stream put together, however they arrived."""
    found = []
    for output in outputs:
        if output.output_type == "stream" and found and found[-1].get("name") == output.name:
            found[-1].text += output.text
        else:
            found.append(output)
    return found


def plain(output):
    """Return an output without what only lives as long as its kernel."""
    if "data" in output:
        output.data = {kind: data for kind, data in output.data.items() if kind not in LIVE}
        output.metadata = {}
    return output


def main(arguments):
    """Build the notebooks that are named, or all; return what the program exits with."""
    check = "--check" in arguments
    names = [argument for argument in arguments if argument != "--check"]
    sources = [FOLDER / f"{Path(name).stem}.py" for name in names] or sorted(FOLDER.glob("*.py"))
    os.environ["PYTHONPATH"] = str(ROOT)  # the kernel runs this checkout
    os.environ["PYTHONHASHSEED"] = "random"
    wrong = 0
    for source in sources:
        target = source.with_suffix(".ipynb")
        if not source.is_file():
            return f"there is no notebook `{source.relative_to(ROOT)}`"
        try:
            text = build(source)
        except CellExecutionError as error:
            return f"{source.relative_to(ROOT)} does not run through:\n{error}"
        if check and (not target.is_file() or target.read_text(encoding="utf-8") != text):
            print(f"{target.relative_to(ROOT)} is not what its .py file gives now; run tools/notebooks.py")
            wrong += 1
        elif not check:
            target.write_text(text, encoding="utf-8")
            print(f"{target.relative_to(ROOT)}: {len(text) // 1024 + 1} kB")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
