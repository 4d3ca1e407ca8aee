"""Fetch the libraries of the page again, from the registry that npm uses: ``python tools/vendor.py [--check]``.

`mtglayers/web/static/vendor/vendored.toml` lists them. With ``--check``, the files are only compared with it.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "mtglayers" / "web" / "static" / "vendor"


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
    """Write the files, or compare them; the exit code is 1 if one differs from the list."""
    wrong = []
    for name, entry in tomllib.loads((FOLDER / "vendored.toml").read_text(encoding="utf-8")).items():
        if "--check" not in sys.argv:
            (FOLDER / name).write_bytes(fetched(entry["package"], entry["version"], entry["path"]))
        if hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() != entry["sha256"]:
            wrong.append(name)
    for name in wrong:
        print(f"{name} is not the file that vendored.toml describes", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
