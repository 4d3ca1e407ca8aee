"""Fetch files of published packages from the registry that npm uses: ``python tools/vendor.py [--check | --tests]``.

`mtglayers/web/static/vendor/vendored.toml` lists the libraries of the page, which are committed. With ``--check``, they
are only compared with the list. With ``--tests``, the files that `tests/browser/vendored.toml` lists are fetched into
`build/vendor`, for the tests of the page.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "mtglayers" / "web" / "static" / "vendor"
LISTS = {"page": (PAGE / "vendored.toml", PAGE), "tests": (ROOT / "tests/browser/vendored.toml", ROOT / "build/vendor")}


def fetched(package: str, version: str, path: str) -> bytes:
    """Return a file of a published package."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["npm", "pack", "--silent", f"{package}@{version}"]
        name = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout.strip()
        with tarfile.open(fileobj=io.BytesIO((Path(folder) / name).read_bytes())) as archive:
            member = archive.extractfile(path)
            assert member is not None
            return member.read()


def main() -> int:
    """Write the files, or compare them; the exit code is 1 if one differs from the list, which is then not written."""
    listed, folder = LISTS["tests" if "--tests" in sys.argv else "page"]
    folder.mkdir(parents=True, exist_ok=True)
    wrong = []
    for name, entry in tomllib.loads(listed.read_text(encoding="utf-8")).items():
        check, target = "--check" in sys.argv, folder / name
        data = target.read_bytes() if check else fetched(entry["package"], entry["version"], entry["path"])
        if hashlib.sha256(data).hexdigest() != entry["sha256"]:
            wrong.append(name)
        elif not check:
            target.write_bytes(data)
    for name in wrong:
        print(f"{name} is not the file that {listed.name} describes", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
