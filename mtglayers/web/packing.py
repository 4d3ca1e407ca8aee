"""What the engine in the browser imports, compiled and packed: a program that Pyodide runs while the page is built.

Compiled modules start several times faster, because the browser need not compile them on each visit. Of the standard
library, only what the engine imports is kept. This module imports nothing else of this project.
"""

from __future__ import annotations

import ast
import importlib
import json
import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER, source_hash
from io import BytesIO
from pathlib import Path
from typing import Any

STANDARD = "/lib/python"
"""Where the modules of the standard library are: in a zip archive with this path."""
DATE = (2020, 1, 1, 0, 0, 0)


def pack(folder: str, packages: str, own: str) -> None:
    """Replace archives of source files by archives of compiled modules.

    Args:
        folder: the folder with `python_stdlib.zip` and the packages; receives `engine.pack`.
        packages: the folder in which the packages are installed.
        own: the name of the package whose methods the engine answers.
    """
    site = Path(packages).resolve()
    import_all(site, own)
    answer_examples(own)
    names = {name for name in map(standard_file, list(sys.modules.values())) if name}
    place = Path(folder)
    (place / "python_stdlib.zip").write_bytes(standard_library((place / "python_stdlib.zip").read_bytes(), names))
    (place / "engine.pack").write_bytes(packed(dict(installed(site, own))))


def import_all(packages: Path, own: str) -> None:
    """Import every library that the modules of a package import, at the top or later, if it is there."""
    there = {path.name for path in packages.iterdir()} - {own}
    for path in sorted((packages / own).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_bytes())):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level and node.module:
                names = [node.module]
            for name in names:
                if name.partition(".")[0] in sys.stdlib_module_names | there:
                    importlib.import_module(name)


def answer_examples(own: str) -> None:
    """Call each method, so that the libraries also import what they only import when they are used."""
    engine = importlib.import_module(f"{own}.server.browser").BrowserEngine()
    for method, examples in importlib.import_module(f"{own}.server.examples").EXAMPLES.items():
        for params in examples.values():
            engine.answer(method, json.dumps(params))


def standard_file(module: object) -> str:
    """Return the path of a module within the archive of the standard library, or "" if it is not from there."""
    file = getattr(module, "__file__", None) or ""
    return file.partition(".zip/")[2] if file.startswith(STANDARD) else ""


def standard_library(archive: bytes, names: set[str]) -> bytes:
    """Return an archive with the modules of another one that have the given names, compiled."""
    found = BytesIO()
    with zipfile.ZipFile(BytesIO(archive)) as old, zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED) as new:
        for name in sorted(old.namelist()):
            if name in names:
                data = compiled(old.read(name), name, optimize=2)
                new.writestr(zipfile.ZipInfo(f"{name}c", DATE), data, zipfile.ZIP_DEFLATED, 9)
    return found.getvalue()


def installed(packages: Path, own: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the installed packages, with compiled modules.

    Docstrings are kept in `own` alone. Of the other packages, only modules that have been imported are kept.
    """
    used = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    for path in sorted(packages.rglob("*")):
        name = path.relative_to(packages).as_posix()
        is_own = name.startswith(f"{own}/")
        if "tests" in path.parts or ".dist-info/" in name:
            continue
        if path.suffix == ".py":
            if is_own or str(path) in used:
                yield f"{name}c", compiled(path.read_bytes(), name, optimize=0 if is_own else 2)
        elif path.is_file() and path.suffix not in (".pyc", ".pyi", ".so"):
            yield name, path.read_bytes()


def compiled(source: bytes, name: str, *, optimize: int) -> bytes:
    """Return a compiled module as the contents of a `.pyc` file that is never compared with its source (PEP 552)."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC_NUMBER + (1).to_bytes(4, "little") + source_hash(source) + marshal.dumps(code)


def packed(files: dict[str, bytes]) -> bytes:
    """Return the files, compressed together."""
    zstd: Any = importlib.import_module("compression.zstd")  # since Python 3.14, which runs this program
    option = zstd.CompressionParameter
    return bytes(zstd.compress(marshal.dumps(files), options={option.compression_level: 19, option.window_log: 24}))
