"""`python -m fuzz run [SECONDS] [TARGET...]` looks for failures; `replay TARGET FILE...` shows them again."""

import argparse
import faulthandler
import importlib
import shlex
import subprocess
import sys
import time
from pathlib import Path

from fuzz import playing
from fuzz.playing import KEPT, Failure
from fuzz.target import Target, digest

NAMES = ("front-matter", "markdown", "configuration", "schema", "slugs", "repository")
ASKED_FOR = ("oracles",)  # runs only where it is named, since it needs libraries that nothing else does
_SECONDS = 600.0
_LEAST = 0.5  # seconds that are worth another process
_MOST_CRASHES = 5


def main() -> None:
    chosen = _arguments()
    sys.exit(int(chosen.task(chosen)))


def _run(chosen: argparse.Namespace) -> bool:
    """Each target in a process of its own, which may crash or hang. Whether anything was found."""
    seconds, names = _numbers(chosen.what)
    seed = time.time_ns() % 2**32 if chosen.seed is None else chosen.seed
    print(f"seed {seed}, {seconds:g} s for {', '.join(names)}", flush=True)
    failed = [name for name in names if _has_failed(name, seconds / len(names), seed)]
    return bool(failed)


def _numbers(what: list[str]) -> tuple[float, tuple[str, ...]]:
    known = (*NAMES, *ASKED_FOR)
    seconds = [float(each) for each in what if each not in known]
    return (seconds or [_SECONDS])[0], tuple(each for each in what if each in known) or NAMES


def _has_failed(name: str, seconds: float, seed: int) -> bool:
    ends, has_failed = time.monotonic() + seconds, False
    for attempt in range(_MOST_CRASHES):
        left = max(0.0, ends - time.monotonic())
        if attempt and left < _LEAST:
            break
        command = [sys.executable, "-m", "fuzz", "play", name, f"{left:.2f}", "--seed", str(seed + attempt)]
        playing_it = subprocess.Popen(command, cwd=KEPT.parent)
        code = playing_it.wait()
        has_failed |= code != 0
        if code in {0, int(playing.FOUND)}:
            break
        _keep_crash(name, playing_it.pid, code)
    return has_failed


def _keep_crash(name: str, process: int, code: int) -> None:
    """What was examined when the process ended without having said anything about it."""
    content = playing.left_behind(name, process)
    print(
        f"{name}: the process ended with {code}",
        "before it had begun" if content is None else "amid an input",
        flush=True,
    )
    if content is not None:
        path = KEPT / f"{name}-{digest(content)}"
        path.write_bytes(content)
        print(playing.command(name, path), flush=True)


def _play(chosen: argparse.Namespace) -> int:
    faulthandler.enable()
    target = _target(chosen.target)
    played = playing.play(target, chosen.seconds, chosen.seed)
    if target.summary:
        print(*target.summary(), sep="\n", flush=True)
    print(f"{chosen.target}: {played.inputs} inputs, {played.kinds} kinds, {len(played.failures)} failures", flush=True)
    return playing.FOUND if played.failures else 0


def _replay(chosen: argparse.Namespace) -> bool:
    faulthandler.enable()
    has_failed = False
    for path in chosen.files:
        found = playing.examined(_target(chosen.target), path.read_bytes())
        has_failed |= isinstance(found, Failure)
        print(f"{shlex.quote(str(path))}: {found.trace if isinstance(found, Failure) else found}")
    return has_failed


def _target(name: str) -> Target:
    """Imported alone: others may need libraries that this one does not."""
    module = f"fuzz.{name}.target" if name in ASKED_FOR else f"fuzz.{name.replace('-', '_')}"
    found: Target = importlib.import_module(module).TARGET
    return found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__)
    tasks = parser.add_subparsers(required=True, metavar="TASK")
    run = tasks.add_parser("run", help="look for failures")
    run.add_argument("what", nargs="*", metavar="SECONDS, TARGET", help=f"{_SECONDS:g}, and all: {', '.join(NAMES)}")
    run.add_argument("--seed", type=int, help="the same seed makes the same inputs; the clock chooses one unless said")
    run.set_defaults(task=_run)
    play = tasks.add_parser("play", help="the same for one target, in this process")
    play.add_argument("target", choices=(*NAMES, *ASKED_FOR))
    play.add_argument("seconds", type=float)
    play.add_argument("--seed", type=int, default=0)
    play.set_defaults(task=_play)
    replay = tasks.add_parser("replay", help="examine files again")
    replay.add_argument("target", choices=(*NAMES, *ASKED_FOR))
    replay.add_argument("files", nargs="+", type=Path, metavar="FILE")
    replay.set_defaults(task=_replay)
    return parser.parse_args()


if __name__ == "__main__":
    main()
