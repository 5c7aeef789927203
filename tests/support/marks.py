"""Where a test cannot run, and why; another system or another run covers it."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from meminit import watch

# `.ci/run` names the public data; without them a stranger's run is quick and needs nothing that is not in the clone.
DATA = Path(os.environ.get("MEMINIT_TEST_DATA", ""))
needs_data = pytest.mark.skipif("MEMINIT_TEST_DATA" not in os.environ, reason="needs the data of MEMINIT_TEST_DATA")

posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files, streams or signals")
exact_names = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere two spellings are one file")
any_bytes = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere names are text, not any bytes")
not_root = pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may enter everything")
injects = pytest.mark.skipif(not shutil.which("strace"), reason="needs strace, which makes calls of the system fail")
sees_processes = pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="elsewhere nothing lists what is open")
forks = pytest.mark.skipif(not watch.CAN_FORK, reason="where no process is forked, all work is done by one")
