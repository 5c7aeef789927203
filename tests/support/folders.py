"""Cases as folders: `tree/` is a repository, `command` holds calls (else one check), `expected` what comes of it."""

import json
import re
import shutil
from pathlib import Path

from tests.support.calls import RUN_ID, Answer, Caller

_DOT = "dot-"  # a leading dot is written so in a case, since such files would act on this repository as well


def cases(folder: Path) -> list[Path]:
    return sorted(path.parent for path in folder.rglob("expected"))


def play(case: Path, caller: Caller) -> str:
    """Runs a case in a copy of its tree and gives back what `expected` should hold."""
    for source in sorted((case / "tree").rglob("*")):
        relative = source.relative_to(case / "tree")
        target = caller.folder.joinpath(*(re.sub(f"^{_DOT}", ".", part) for part in relative.parts))
        if source.is_dir():
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    command = case / "command"
    if not command.exists():
        answer = caller.json("check")
        return "\n".join([_counters(answer), *answer.found]) + "\n"
    return "".join(_transcript(line, caller) for line in command.read_text().splitlines())


def _counters(answer: Answer) -> str:
    counters = {
        key: value for key, value in answer.json.items() if isinstance(value, int) and not isinstance(value, bool)
    }
    shown = " ".join(f"{key}={value}" for key, value in counters.items() if value)
    return f"exit={answer.exit} {shown}"


def _transcript(line: str, caller: Caller) -> str:
    folder, _, call = line.rpartition("$ ")
    words = [word.strip("'") for word in re.findall(r"'[^']*'|\S+", call)]
    answer = caller(*words[1:], cwd=caller.folder / folder.strip())
    printed = answer.out.decode() + "".join(f"2> {each}\n" for each in answer.err.decode().splitlines())
    return f"{line}\n{_without_chance(printed, caller.folder)}exit {answer.exit}\n\n"


def _without_chance(text: str, folder: Path) -> str:
    text = text.replace(json.dumps(str(folder))[1:-1], "ROOT").replace(RUN_ID, "RUN_ID")
    text = re.sub(r'"run_id":"[0-9a-f-]{36}"', '"run_id":"RUN_ID"', text)
    text = re.sub(r'(ersion"(?::| value=)")[0-9]+\.[0-9]+\.[0-9]+"', r'\1VERSION"', text)
    text = re.sub(r'_ms":\d+', '_ms":MS', text)
    text = re.sub(r'"timestamp":"[0-9TZ:.-]+"', '"timestamp":"TIME"', text)
    return re.sub(r"\(\d+\.\d\d s\)", "(TIME)", text)
