"""What takes part in every comparison: meminit as it is called, Python alone, and a stat of every file in C."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from bench.peers import Installed

HERE = Path(__file__).resolve().parent
WORK = HERE.parent / ".bench"
PYTHON = (sys.executable, "-c", "pass")
LIBRARIES = (sys.executable, "-c", "import click, orjson")
UNKEPT = ("--root", ".")  # answers to such calls are never kept
CARELESS = (sys.executable, str(HERE / "careless.py"))


class Tools(NamedTuple):
    meminit: str
    work: Path
    stat: str | None
    peers: Installed = Installed({}, {})

    @property
    def output(self) -> Path:
        return self.work / "output"

    @property
    def trees(self) -> Path:
        return self.work / "trees"

    def check(self, *options: str) -> tuple[str, ...]:
        return (self.meminit, "check", *options, "--format", "json")

    def cold(self) -> tuple[str, ...]:
        return self.check("--no-cache")

    def serial(self) -> tuple[str, ...]:
        """What all other ways have to agree with."""
        return self.check("--jobs", "1", "--no-cache")

    def cached(self, name: str) -> tuple[str, ...]:
        return self.check("--cache-dir", str(self.cache(name)))

    def looked_through(self, name: str) -> tuple[str, ...]:
        """The same where the answer is not kept: everything is looked at, as after a change of nothing."""
        return (*self.cached(name), *UNKEPT)

    def cache(self, name: str) -> Path:
        return self.work / "caches" / name


def prepared(meminit: str, work: Path) -> Tools:
    """An empty place to work in; installed peers are kept from one time to the next."""
    work.mkdir(parents=True, exist_ok=True)
    tools = Tools(meminit, work, _compiled(work))
    for folder in (tools.trees, work / "caches"):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    return tools


def beside_python() -> str:
    """The meminit of this environment."""
    return str(Path(sys.executable).parent / "meminit")


def forget(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)


def _compiled(work: Path) -> str | None:
    compiler = shutil.which("cc")
    program = work / "stat_tree"
    if compiler and subprocess.call([compiler, "-O2", "-o", program, HERE / "stat_tree.c"]) == 0:
        return str(program)
    return None
