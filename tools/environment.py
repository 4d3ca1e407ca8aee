"""The checkout's own virtual environment: made on first use, brought up to date when what it needs changes.

``python3 tools/environment.py`` sets it up for running mtglayers, ``python3 tools/environment.py dev`` for
working on it, both with the versions of `tools/constraints.txt`. ``python3 tools/environment.py lock`` writes that
file again, with the newest versions that `pyproject.toml` allows. The scripts ``solve`` and ``test`` set up the
environment and then run something.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PROGRAMS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = PROGRAMS / ("python.exe" if os.name == "nt" else "python")
LOCK = ROOT / "tools" / "constraints.txt"
LOCKED = "# The versions with which mtglayers is tested; written by python3 tools/environment.py lock."


def run(arguments, extra=""):
    """Set up the environment with that extra, run its Python with `arguments`, and exit as it does."""
    prepare(extra)
    sys.exit(subprocess.call([str(PYTHON)] + arguments))


def prepare(extra=""):
    """Make the environment, or bring it up to date; end the program with one sentence where that fails."""
    if sys.version_info < OLDEST:
        found = ".".join(map(str, sys.version_info[:3]))
        fail("mtglayers needs Python {}.{} or newer; {} is {}", *OLDEST, sys.executable, found)
    sources = (ROOT / "pyproject.toml").read_bytes() + LOCK.read_bytes()
    wanted = hashlib.sha256(sources + bytes(ROOT)).hexdigest()
    if any(read(stamp(have)) == wanted for have in {extra, "dev"}) and works():
        return
    print("setting up {} (once; later runs start at once)".format(VENV), file=sys.stderr, flush=True)
    if not works():
        try:
            venv.create(VENV, clear=True, with_pip=True)
        except (OSError, subprocess.CalledProcessError) as error:
            fail("cannot make {}: {} (on Debian, install python3-venv)", VENV, error)
    target = ".[{}]".format(extra) if extra else "."
    install = pip(PYTHON) + ["install", "--editable", target]
    if subprocess.call(install + ["--constraint", str(LOCK)], cwd=str(ROOT)) != 0:
        # A Python newer than the pinned versions may need newer ones.
        print("the pinned versions cannot be installed; trying the newest", file=sys.stderr, flush=True)
        if subprocess.call(install, cwd=str(ROOT)) != 0:
            fail("pip could not install mtglayers into {}; why is said above (it needs a package index)", VENV)
    stamp(extra).write_text(wanted, encoding="utf-8")


def lock():
    """Write the newest versions that pyproject.toml allows to `tools/constraints.txt`."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / PYTHON.relative_to(VENV)
        subprocess.check_call(pip(python) + ["install", str(ROOT) + "[dev,notebook,service]"])
        found = subprocess.check_output(pip(python) + ["freeze", "--exclude", "mtglayers"], universal_newlines=True)
    LOCK.write_text(LOCKED + "\n" + found, encoding="utf-8")


def pip(python):
    """Return the command that runs the pip of that Python."""
    return [str(python), "-m", "pip", "--quiet", "--disable-pip-version-check"]


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
    if sys.argv[1:] == ["lock"]:
        lock()
    else:
        prepare(*sys.argv[1:2])
