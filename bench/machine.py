"""What a measurement has to say about the machine it was made on."""

import os
import platform
import re
from collections.abc import Mapping
from pathlib import Path


def described() -> Mapping[str, str]:
    return {
        "processor": _processor(),
        "cores": str(len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()),
        "system": f"{platform.system()} {platform.release()}",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def _processor() -> str:
    information = Path("/proc/cpuinfo")
    text = information.read_text(encoding="utf-8") if information.is_file() else ""
    model = re.search(r"^model name\s*: (.+)$", text, re.MULTILINE)
    return model[1] if model else platform.processor() or platform.machine()
