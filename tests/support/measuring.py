"""What a run costs as a whole, in a process of its own."""

import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

# What is measured here has had no other parent that was larger.
_MEASURING = """import resource, subprocess, sys
answer = subprocess.run([sys.executable, "-m", "meminit", *sys.argv[1:]], stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(answer.returncode, used.ru_utime + used.ru_stime, used.ru_maxrss)"""


class Cost(NamedTuple):
    exit: int
    seconds: float
    mebibytes: float


def cost(folder: Path, *arguments: str) -> Cost:
    command = [sys.executable, "-c", _MEASURING, *arguments]
    code, seconds, memory = subprocess.run(command, cwd=folder, capture_output=True, check=True).stdout.split()
    return Cost(int(code), float(seconds), float(memory) / (1024 * 1024 if sys.platform == "darwin" else 1024))
