"""The virtual environments of a checkout: each made once, and made again when what it depends on changes."""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PROJECT = TOP / "pyproject.toml"
_PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check")


class Environment:
    """One of them, in a folder of this name."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._folder = TOP / name
        self._stamp = self._folder / "meminit-stamp"
        self._scripts = self._folder / ("Scripts" if os.name == "nt" else "bin")

    def prepare(self, *wanted: str) -> str | None:
        """Makes sure that what is wanted is installed, quickly when it is already; what pip says where it cannot."""
        if self._stamp.is_file() and self._stamp.read_text() == _fingerprint(wanted):
            return None
        print(f"Setting up {self._name} ...", flush=True)
        shutil.rmtree(self._folder, ignore_errors=True)
        try:
            venv.create(self._folder, with_pip=True)
        except (ImportError, subprocess.CalledProcessError):
            sys.exit("this Python cannot make virtual environments; on Debian and Ubuntu, install python3-venv")
        done = self.called("python", *_PIP, *wanted)
        if done.returncode:
            return done.stderr
        self._stamp.write_text(_fingerprint(wanted))
        return None

    def run(self, script: str, *arguments: str) -> None:
        """Runs a script of the environment at the top of the checkout, and stops everything if it fails."""
        print("+", script, *arguments, flush=True)
        code = subprocess.call(self._command(script, arguments), cwd=TOP, env=_variables())
        if code:
            sys.exit(code if code > 0 else 1)

    def called(self, script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """The same for a script whose failure has to be understood first."""
        command = self._command(script, arguments)
        return subprocess.run(command, cwd=TOP, env=_variables(), capture_output=True, encoding="utf-8", check=False)

    def _command(self, script: str, arguments: Sequence[str]) -> list[str | Path]:
        return [self._scripts / script, *arguments]


_OWN = Environment(".venv")
run = _OWN.run
called = _OWN.called


def prepare() -> None:
    problem = _OWN.prepare("--editable", ".[dev]")
    if problem is not None:
        sys.exit(problem)


def _variables() -> dict[str, str]:
    return {**os.environ, "PYTHONUTF8": "1"}  # files are UTF-8 everywhere, as they are in the repository


def _fingerprint(wanted: Sequence[str]) -> str:
    content = PROJECT.read_bytes() + "\n".join([sys.version, str(TOP), *wanted]).encode()
    return hashlib.sha256(content).hexdigest()
