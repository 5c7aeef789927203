"""Runs meminit as its script does, and notes the files that it loads and runs code of.

`python -m dev.traced FOLDER ARGUMENT...`: each process that ends writes its notes into the folder, the one that works,
the one that watches, and any workers.
"""

import inspect
import json
import os
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import CodeType, FrameType
from typing import NoReturn

_spec = find_spec("meminit")
if _spec is None or _spec.origin is None:
    sys.exit("meminit is not installed here")
PACKAGE = os.path.dirname(_spec.origin) + os.sep


class Notes:
    """What a process has done so far."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._called: set[CodeType] = set()
        self._exit = os._exit

    def begin(self) -> None:
        os._exit = self._end  # type: ignore[assignment]  # this is how meminit ends
        threading.settrace(self._note)
        sys.settrace(self._note)

    def _note(self, frame: FrameType, _event: str, _argument: object) -> None:
        code = frame.f_code
        if code not in self._called and code.co_filename.startswith(PACKAGE) and _is_working(frame):
            self._called.add(code)

    def _end(self, number: int) -> NoReturn:
        sys.settrace(None)
        ran = {code.co_filename for code in self._called}
        notes = {"loaded": sorted(_named(_loaded())), "ran": sorted(_named(ran))}
        (self._folder / f"{os.getpid()}.json").write_text(json.dumps(notes), encoding="utf-8")
        self._exit(number)


def _is_working(frame: FrameType) -> bool:
    """Whether a function is called for what is asked, and not merely while a module is being loaded."""
    if not frame.f_code.co_flags & inspect.CO_OPTIMIZED:  # a module, or the body of a class
        return False
    return not any(each.f_code.co_name == "<module>" and _is_ours(each.f_code.co_filename) for each in _above(frame))


def _above(frame: FrameType | None) -> Iterator[FrameType]:
    while frame:
        yield frame
        frame = frame.f_back


def _loaded() -> set[str]:
    files = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
    return {each for each in files if each and _is_ours(each)}


def _is_ours(file: str) -> bool:
    return file.startswith(PACKAGE)


def _named(files: set[str]) -> Iterator[str]:
    return (file.removeprefix(PACKAGE).replace(os.sep, "/") for file in files)


if __name__ == "__main__":
    own = Notes(Path(sys.argv[1]).absolute())
    del sys.argv[1]
    own.begin()
    from meminit.__main__ import main  # what is traced begins here

    main()
