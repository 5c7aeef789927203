"""Starts meminit. If its own modules cannot be loaded, as when memory is short, it prints a minimal error."""

import _signal  # type: ignore[import-not-found]  # a part of Python
import gc
import os
import sys

# Those above are part of the interpreter, or loaded by now. From here on a module could be found in a folder.


def _leave_out_current_directory() -> None:
    """`python -m` searches it first, where a repository may hold a `signal.py`; see SECURITY.md."""
    try:
        here = os.getcwd()
    except OSError:  # it is gone, and then Python did not add it
        return
    if sys.path[:1] == [here]:
        del sys.path[0]


if __name__ == "__main__" and not sys.flags.safe_path:
    _leave_out_current_directory()

# Loading takes a while, and ^C would end it in a traceback. To import `signal` takes the longest.
if _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    _signal.signal(_signal.SIGINT, _signal.SIG_DFL)

_FAILED = ("E_UNEXPECTED", "meminit could not be loaded; perhaps there is too little memory", 70)


def main() -> None:
    # Facts are values without cycles: searching them for some took a sixth of a run of 15,000 documents. What is loaded
    # from here on stays anyway.
    gc.set_threshold(1_000_000, 20, 20)
    try:
        if sys.getfilesystemencoding() != "utf-8":
            from meminit.utf8 import start_again  # noqa: PLC0415 - only under odd locales

            start_again()
        from meminit import kept_answer  # noqa: PLC0415 - what loads `signal` comes only where there is work

        kept_answer.main()
        from meminit.watch import ANSWERED_AT_ONCE, Watch  # noqa: PLC0415 - as above

        watch = Watch()
        if ANSWERED_AT_ONCE.isdisjoint(sys.argv):
            watch.begin()
        from meminit.cli import main as run  # noqa: PLC0415 - if this fails, it must be answered for

        run(watch)
    except BaseException:  # noqa: BLE001, S110 - the very last line of defence
        pass  # what the failed calls held is let go here, since there may be no memory left
    gc.collect()
    _end(*_FAILED)


def _end(code: str, words: str, number: int) -> None:
    command, form, envelope = _asked()
    text = f"error {code}: {words}\n"
    if form == "json" and envelope == "response":
        text = _response(command, code, words)
    elif form:
        text = _envelope(command, code, words)
    if form == "json-lines" and command == "check":
        text = text.replace("{", '{"type":"result",', 1)
    try:
        os.write(1 if form else 2, text.encode())
    finally:
        os._exit(number)


def _asked() -> tuple[str, str, str]:
    """The command, the form of JSON that is asked for, if any, and the envelope: by the reader of command lines, where
    that loads.
    """
    from meminit.watch import (  # noqa: PLC0415 - loaded by now, as a rule
        ENVELOPE_OPTION,
        FORMAT_OPTION,
        JSON,
        JSON_NAMES,
        JSON_OPTION,
    )

    try:
        from meminit.commands.line import Line  # noqa: PLC0415 - it may be the module that fails

        found = Line(sys.argv[1:]).foreseen()
    except BaseException:  # noqa: BLE001 - then what the words are is seen without it
        forms = [JSON_NAMES[each] for each in _values(FORMAT_OPTION) if each in JSON_NAMES]
        form = (*forms, JSON if JSON_OPTION in sys.argv else "")[0]
        return ("check" if "check" in sys.argv else "meminit"), form, (*_values(ENVELOPE_OPTION), "")[0]
    return found.command, JSON_NAMES.get(found.format, ""), found.envelope


def _values(option: str) -> list[str]:
    """What is given to an option."""
    following = zip(sys.argv, [*sys.argv[1:], ""])  # noqa: B905 - no more imports
    values = [value for word, value in following if word == option]
    return values + [each.partition("=")[2] for each in sys.argv if each.startswith(f"{option}=")]


def _envelope(command: str, code: str, words: str) -> str:
    return (
        f'{{"output_schema_version":"{"2.0" if command == "check" else "1.0"}","success":false,'
        f'"command":"{command}","run_id":"{_run_id()}","root":"{_root()}",'
        f'"data":{{}},"warnings":[],"violations":[],"advice":[],"error":{{"code":"{code}","message":"{words}",'
        f'"details":{{"retryable":false,"phase":"execution"}}}}}}\n'
    )


def _response(command: str, code: str, words: str) -> str:
    return (
        f'{{"ok":false,"data":null,"error":{{"code":"{code}","message":"{words}","retryable":false,'
        f'"phase":"execution"}},"warnings":[],"meta":{{"duration_ms":0,"request_id":"{_run_id()}",'
        f'"schema_version":"1.0","command":"{command}"}}}}\n'
    )


def _run_id() -> str:
    digits = os.urandom(16).hex()
    return f"{digits[:8]}-{digits[8:12]}-4{digits[13:16]}-8{digits[17:20]}-{digits[20:]}"


def _root() -> str:
    """The current directory as JSON writes it, without loading anything."""
    try:
        path = os.getcwd()
    except OSError:
        path = os.sep
    return "".join(
        each if " " <= each <= "~" and each not in '"\\' else f"\\u{min(ord(each), 0xFFFD):04x}" for each in path
    )


if __name__ == "__main__":
    main()
