"""The page as a folder for any static host, with the engine in the browser."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import zipfile
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from ..model.errors import LayersError
from .files import CONTENT_SECURITY_POLICY, FIRST, STATIC, page_files

MANIFEST: Final = Path(__file__).with_name("runtime.toml")
PACKAGE: Final = Path(__file__).parent.parent
_OWN: Final = "mtglayers.zip"
_PACKING: Final = Path(__file__).with_name("packing.js")
_STANDARD: Final = "python_stdlib.zip"
_PACK: Final = "engine.pack"
_OFFLINE: Final = "offline.js"
_LEFT_OUT: Final = frozenset({"__pycache__", "cli", "notebook", "conformance", "vendor", "http", "schemas"})
"""Folders of the package that the engine in the browser does not import."""


class RuntimeMissingError(LayersError):
    """The packages that the engine in the browser runs on could not be fetched, or are not the expected files."""


def build(target: Path, runtime: Path | None = None) -> list[str]:
    """Write the page with its engine into a folder, and return the paths of its files.

    Args:
        target: the folder, which is created.
        runtime: a folder that keeps the packages that are fetched, or already has them; by default, nothing is kept.

    Raises:
        RuntimeMissingError: a package cannot be fetched, or is not the file that `runtime.toml` describes.
        OSError: the folder cannot be written.
    """
    with tempfile.TemporaryDirectory() as folder:
        fetched = runtime_files(runtime or Path(folder))
    files = {f"page/{name}": file.data for name, file in page_files().items() if name not in (FIRST, _OFFLINE)}
    files |= {f"page/runtime/{name}": data for name, data in _packed(fetched).items()}
    files[FIRST] = _first_page()
    files |= kept_offline(files)
    for name, data in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return sorted(files)


def kept_offline(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the service worker that keeps files for visits without a network, and its list of them with their digests.

    A browser installs the service worker again when its text changes, so it names the version of the files.
    """
    digests = {("./" if name == FIRST else name): sha256(data).digest() for name, data in sorted(files.items())}
    version = sha256(b"".join(digests.values())).hexdigest()[:20]
    listed = {name: f"sha256-{b64encode(digest).decode()}" for name, digest in digests.items()}
    return {
        "page/runtime/files.json": json.dumps({"version": version, "files": listed}).encode(),
        _OFFLINE: f"// Version {version}\n".encode() + (STATIC / _OFFLINE).read_bytes(),
    }


def runtime_files(folder: Path) -> dict[str, bytes]:
    """Return the files of the runtime by name; those that the folder does not have are fetched into it.

    Raises:
        RuntimeMissingError: a package cannot be fetched, or is not the file that `runtime.toml` describes.
    """
    manifest = tomllib.loads(MANIFEST.read_text(encoding="utf-8"))
    folder.mkdir(parents=True, exist_ok=True)
    wanted = dict(manifest["pyodide"]["files"])
    if any(not (folder / name).exists() for name in wanted):
        _fetch_pyodide(folder, manifest["pyodide"]["version"], wanted)
    for package, wheel in manifest["wheels"].items():
        wanted[wheel["file"]] = wheel["sha256"]
        if not (folder / wheel["file"]).exists():
            _fetch_wheel(folder, package, wheel["version"], manifest)
    return {name: _checked((folder / name).read_bytes(), name, digest) for name, digest in wanted.items()}


def _packed(fetched: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the runtime with compiled modules: only one wheel is left, which has a library for WebAssembly."""
    files = {**fetched, _OWN: _own_package()}
    archives = sorted(name for name in files if name.endswith(".whl") or name == _OWN)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name, data in files.items():
            (folder / name).write_bytes(data)
        _run(["node", str(_PACKING), str(folder), PACKAGE.name, *archives], folder)
        for name in (_STANDARD, _PACK):
            files[name] = (folder / name).read_bytes()
    native = [name for name in archives if "wasm32" in name]
    files["packages.json"] = json.dumps([*native, _PACK]).encode()
    return {name: data for name, data in files.items() if name not in archives or name in native}


def _checked(data: bytes, name: str, digest: str) -> bytes:
    if sha256(data).hexdigest() != digest:
        raise RuntimeMissingError(f"{name} is not the file that {MANIFEST.name} describes")
    return data


def _fetch_pyodide(folder: Path, version: str, wanted: Mapping[str, str]) -> None:
    with tempfile.TemporaryDirectory() as place:
        _run(["npm", "pack", "--silent", f"pyodide@{version}"], Path(place))
        (packed,) = Path(place).glob("*.tgz")
        with tarfile.open(packed) as archive:
            for name, digest in wanted.items():
                member = archive.extractfile(f"package/{name}")
                assert member is not None
                (folder / name).write_bytes(_checked(member.read(), name, digest))


def _fetch_wheel(folder: Path, package: str, version: str, manifest: Mapping[str, Any]) -> None:
    given = manifest["wheels"][package]
    special = manifest["platform"] in given["file"]
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
        "--only-binary=:all:",
        *(["--platform", manifest["platform"], "--python-version", manifest["python"]] if special else []),
        f"{package}=={version}", "--dest", ".",
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as place:
        _run(command, Path(place))
        data = _checked((Path(place) / given["file"]).read_bytes(), given["file"], given["sha256"])
        (folder / given["file"]).write_bytes(data)


def _run(command: list[str], folder: Path) -> None:
    if shutil.which(command[0]) is None:
        raise RuntimeMissingError(f"the engine in the browser needs {command[0]} to be built")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603 - fixed commands
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or ["no reason was given"]
        raise RuntimeMissingError(f"`{' '.join(command[:3])} …` failed: {said[-1]}")


def _own_package() -> bytes:
    found = io.BytesIO()
    with zipfile.ZipFile(found, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in _package_files(PACKAGE):
            archive.writestr(zipfile.ZipInfo(f"mtglayers/{name}", (2020, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED, 9)
    return found.getvalue()


def _package_files(folder: Path, start: str = "") -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            if path.name not in _LEFT_OUT:
                yield from _package_files(path, f"{start}{path.name}/")
        elif path.suffix in (".py", ".json", ".toml", ".lark", ".tsv", ".css"):
            yield f"{start}{path.name}", path.read_bytes()


def _first_page() -> bytes:
    # A static host sends no headers of ours, so the page states its policy itself.
    text = (STATIC / FIRST).read_text(encoding="utf-8")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{CONTENT_SECURITY_POLICY}">'
    text = text.replace('<html lang="en"', '<html lang="en" data-engine="browser"')
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}').encode()
