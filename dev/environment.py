"""The virtual environment of a checkout: made once, made again when what it depends on changes."""

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
_FOLDER = TOP / ".venv"
_STAMP = _FOLDER / "meminit-stamp"
_SCRIPTS = _FOLDER / ("Scripts" if os.name == "nt" else "bin")


def prepare() -> None:
    """Makes sure that the environment is there and fits; quick when it does already."""
    if _STAMP.is_file() and _STAMP.read_text() == _fingerprint():
        return
    print("Setting up .venv ...", flush=True)
    shutil.rmtree(_FOLDER, ignore_errors=True)
    try:
        venv.create(_FOLDER, with_pip=True)
    except (ImportError, subprocess.CalledProcessError):
        sys.exit("this Python cannot make virtual environments; on Debian and Ubuntu, install python3-venv")
    run("python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--editable", ".[dev]")
    _STAMP.write_text(_fingerprint())


def run(script: str, *arguments: str) -> None:
    """Runs a script of the environment at the top of the checkout, and stops everything if it fails."""
    print("+", script, *arguments, flush=True)
    environment = {**os.environ, "PYTHONUTF8": "1"}  # files are UTF-8 everywhere, as they are in the repository
    code = subprocess.call([_SCRIPTS / script, *arguments], cwd=TOP, env=environment)
    if code:
        sys.exit(code if code > 0 else 1)


def _fingerprint() -> str:
    content = (TOP / "pyproject.toml").read_bytes() + sys.version.encode() + str(TOP).encode()
    return hashlib.sha256(content).hexdigest()
