"""Starts meminit; where not even its parts can be loaded, as for want of memory, the plainest answer is given."""

import _signal  # type: ignore[import-not-found]  # a part of Python
import gc
import os
import sys

# What follows takes a while to load, and ^C would end it in a traceback. To import `signal` takes the longest.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

from meminit.watch import MOST_SECONDS, USUAL_SECONDS, Watch

_FAILED = ("E_UNEXPECTED", "meminit could not be loaded; perhaps there is too little memory", 70)
_WITHOUT_WORK = {"--help", "-h", "--version"}
# What follows one of these is its value, whatever it looks like.
VALUED = {
    "--around", "--cache-dir", "--columns", "--config", "--depth", "--format", "--from", "--jobs", "--limit",
    "--limits", "--namespace", "--output", "--owner", "--root", "--run-id", "--sort", "--status", "--timeout", "--type",
    "--where",
}  # fmt: skip


def main() -> None:
    # Facts are values without cycles: to search them for some took a sixth of a run of 15,000 documents. What is loaded
    # from here on stays anyway.
    gc.set_threshold(1_000_000, 20, 20)
    try:
        watch = Watch(_seconds(sys.argv[1:]))
        if not _WITHOUT_WORK.intersection(sys.argv):
            watch.begin()
        from meminit.cli import main as run  # noqa: PLC0415 - what fails here must be answered for

        run(watch)
    except BaseException:  # noqa: BLE001 - the very last line of defence
        _end(*_FAILED)


def _seconds(arguments: list[str]) -> float:
    """What --timeout says, before anything is there that could read a command line; what is no number is told later."""
    seconds, remaining = USUAL_SECONDS, iter(arguments)
    for argument in remaining:
        name, separator, value = argument.partition("=")
        if argument == "--":
            break
        if name in VALUED and not separator:
            value = next(remaining, "")
        if name == "--timeout":
            try:
                chosen = float(value)
            except ValueError:
                continue
            seconds = chosen if 0 < chosen <= MOST_SECONDS else USUAL_SECONDS
    return seconds


def _end(code: str, words: str, number: int) -> None:
    arguments = sys.argv[1:]
    pairs = set(zip(arguments, arguments[1:]))  # noqa: B905, RUF007 - no more imports
    is_json = not {"--format=json", "--json"}.isdisjoint(arguments) or ("--format", "json") in pairs
    text = _envelope(arguments, code, words) if is_json else f"error {code}: {words}\n"
    try:
        os.write(1 if is_json else 2, text.encode())
    finally:
        os._exit(number)


def _envelope(arguments: list[str], code: str, words: str) -> str:
    is_check = "check" in arguments
    digits = os.urandom(16).hex()
    run_id = f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"
    return (
        f'{{"output_schema_version":"{"2.0" if is_check else "1.0"}","success":false,'
        f'"command":"{"check" if is_check else "meminit"}","run_id":"{run_id}","root":"{_root()}",'
        f'"data":{{}},"warnings":[],"violations":[],"advice":[],"error":{{"code":"{code}","message":"{words}"}}}}\n'
    )


def _root() -> str:
    """The current directory as JSON writes it; nothing may be loaded for it any more."""
    try:
        path = os.getcwd()
    except OSError:
        path = os.sep
    return "".join(
        each if " " <= each <= "~" and each not in '"\\' else f"\\u{min(ord(each), 0xFFFD):04x}" for each in path
    )


if __name__ == "__main__":
    main()
