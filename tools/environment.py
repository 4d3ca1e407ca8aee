"""The checkout's own virtual environment: made on first use, brought up to date when pyproject.toml changes.

``python3 tools/environment.py`` sets it up for running mtglayers, ``python3 tools/environment.py dev`` for
working on it. The scripts ``solve`` and ``test`` do the same and then run something.
"""

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")


def run(arguments, extra=""):
    """Set up the environment with that extra, run its Python with `arguments`, and exit as it does."""
    prepare(extra)
    sys.exit(subprocess.call([str(PYTHON)] + arguments))


def prepare(extra=""):
    """Make the environment, or bring it up to date; end the program with one sentence where that fails."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        fail("mtglayers needs Python {}.{} or newer; {} is {}", *OLDEST, sys.executable, found)
    wanted = hashlib.sha256((ROOT / "pyproject.toml").read_bytes() + bytes(ROOT)).hexdigest()
    if any(read(stamp(have)) == wanted for have in {extra, "dev"}) and works():
        return
    print("setting up {} (once; later runs start at once)".format(VENV), file=sys.stderr, flush=True)
    if not works():
        try:
            venv.create(VENV, clear=True, with_pip=True)
        except (OSError, subprocess.CalledProcessError) as error:
            fail("cannot make {}: {} (on Debian, install python3-venv)", VENV, error)
    target = ".[{}]".format(extra) if extra else "."
    pip = [str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    if subprocess.call(pip + ["install", "--editable", target], cwd=str(ROOT)) != 0:
        fail("pip could not install mtglayers into {}; why is said above (it needs a package index)", VENV)
    stamp(extra).write_text(wanted, encoding="utf-8")


def works():
    """Return whether the environment has a Python that starts and is new enough."""
    test = "import sys, pip; sys.exit(sys.version_info < {})".format(OLDEST)
    try:
        return subprocess.call([str(PYTHON), "-c", test], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def stamp(extra):
    """Return the file that says for which pyproject.toml, and where, the environment was last set up."""
    return VENV / ("mtglayers-{}.stamp".format(extra or "run"))


def read(path):
    """Return the text of a file, or an empty string where there is none."""
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def fail(message, *values):
    """End the program with one sentence."""
    sys.exit("error: " + message.format(*values))


if __name__ == "__main__":
    prepare(*sys.argv[1:2])
