"""Optionally compile the modules that pyproject.toml lists under ``tool.mtglayers.compiled``.

``MTGLAYERS_COMPILED=1 pip wheel .`` compiles them with mypyc and builds a wheel for this platform. Otherwise the wheel
contains only Python. MYPYC_OPT_LEVEL is the level to which the C compiler optimizes, by default 3.
"""

import os
import tomllib
from contextlib import chdir
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_ext import build_ext


class BuildExtensions(build_ext):
    """Compile the modules where the build has put them: in folders named after their packages."""

    def run(self):
        if self.inplace:
            return  # an editable installation is never compiled
        self.run_command("build_py")
        self.distribution.ext_modules = extensions(self.build_lib)
        self.distribution.reinitialize_command(self)
        self.ensure_finalized()
        super().run()


class WithExtensions(Distribution):
    """A distribution whose wheels are for one platform."""

    def has_ext_modules(self):
        return True


def extensions(folder):
    """Return the extensions for the compiled modules, whose packages are in `folder`."""
    from mypyc.build import mypycify

    output = Path("build", "c").absolute()
    options = ["--config-file=", "--ignore-missing-imports", "--follow-imports=silent"]  # types are checked elsewhere
    with chdir(folder):
        paths = [f"{module.replace('.', '/')}.py" for module in COMPILED["modules"]]
        # In a separate group, classes may have subclasses elsewhere. Otherwise mypyc compares records by identity.
        level = os.environ.get("MYPYC_OPT_LEVEL", "3")
        separate = [(paths, "mtglayers")]
        found = mypycify([*options, *paths], opt_level=level, target_dir=str(output), separate=separate)
    for extension in found:
        extension.sources = [os.path.relpath(source) for source in extension.sources]
        extension.depends = []
    return found


COMPILED = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mtglayers"]["compiled"]

if os.environ.get("MTGLAYERS_COMPILED") == "1":
    setup(distclass=WithExtensions, cmdclass={"build_ext": BuildExtensions}, setup_requires=COMPILED["requires"])
else:
    setup()
