"""The command line: reads the arguments, runs one command, prints its outcome once and exits."""

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from types import FrameType
from typing import NoReturn

from meminit.commands import COMMANDS
from meminit.commands.line import Line
from meminit.commands.options import Options, Prints, new_run_id
from meminit.faults import E_UNEXPECTED, FAULTS, INTERRUPTED, INVALID_ARGUMENT, OUTPUT_UNWRITABLE, MeminitError
from meminit.model.outcome import Exit, Outcome, Revision, Run
from meminit.paths import real_path
from meminit.watch import JSON, JSON_LINES, RESPONSE, STOPPED, Failure, Watch
from meminit.words import LONGEST_PATH, escape_unencodable, shorten

# Terminals that know hyperlinks, by what they say of themselves.
_WITH_LINKS = frozenset({"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "xterm-kitty", "xterm-ghostty", "foot"})
_LINKING = frozenset({"WT_SESSION", "KONSOLE_VERSION", "DOMTERM", "FORCE_HYPERLINK"})
_VTE_WITH_LINKS = 5000
_STANDARD_OUTPUT, _STANDARD_ERROR = 1, 2


class _Stopped(BaseException):
    """A signal from outside; no handler of exceptions must swallow it."""

    def __init__(self, exit_code: Exit) -> None:
        super().__init__()
        self.exit = exit_code


def main(watch: Watch) -> NoReturn:
    code = run(sys.argv[1:], watch=watch)
    with suppress(OSError, ValueError, AttributeError):  # the reader may be gone, or the stream closed from the start
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)  # an orderly shutdown of Python takes a tenth of a quick run


def run(arguments: list[str], *, watch: Watch | None = None) -> int:
    """Runs the command; whatever happens, prints one answer and returns its exit code."""
    started, began = time.monotonic(), time.time_ns()
    line = Line(arguments)
    options = line.foreseen()
    options.watch = watch
    options.prepare = lambda: _listen(options, started)
    if watch and not watch.is_watched:
        watch.start_clock(lambda failure: os._exit(_answer(_failed(_error_of(failure), options), options, started)))
    try:
        with nullcontext() if watch and watch.is_watched else _signals():
            outcome = _known(watch, options) or _outcome(line, options)
            if watch and (outcome is None or options.is_stream):
                watch.answering()  # else when the first part of the answer is ready
            code = _answer(outcome, options, started) if outcome else _click_answered()
            with suppress(Exception):  # a failure here must not lead to a second answer
                _report_stages(options)
                if options.afterwards and code == Exit.SUCCESS:
                    options.afterwards()
                if outcome and outcome.grounds:
                    _keep(outcome, arguments, options, began)
            return code
    except _Stopped as stopped:  # while the answer was being printed, or for a second time: no other answer is begun
        return int(stopped.exit)


def _known(watch: Watch | None, options: Options) -> Outcome | None:
    """Why the process that did the work did not finish, where this one only has to report it."""
    if not (watch and watch.failure):
        return None
    with suppress(MeminitError):
        options.settle_run_id()
    options.run_id = watch.streamed.run_id or options.run_id
    if _wants_progress(options):
        from meminit import progress  # noqa: PLC0415 - on a terminal only

        progress.clear()  # what the process that did the work may have left
    return _failed(_error_of(watch.failure), options)


def _printer(options: Options) -> Prints:
    if options.printer is None:
        from meminit.printing import Printer  # noqa: PLC0415 - after the command, so that --help does not pay for it

        options.printer = Printer(options)
    return options.printer


def _wants_progress(options: Options) -> bool:
    """Whether a person looks at standard error, on a terminal that can take a line back and shows nothing else."""
    if options.no_progress or options.quiet or not options.streams:
        return False
    if os.environ.get("TERM", "") in {"", "dumb"} or "CI" in os.environ:
        return False
    try:
        is_shared = options.is_stream and options.output is None and os.isatty(_STANDARD_OUTPUT)
        return os.isatty(_STANDARD_ERROR) and not is_shared
    except OSError:
        return False


def _listen(options: Options, started: float) -> None:
    """Has the events of a run reported as they happen, where a format is made of them."""
    if options.also:
        options.compare_outputs()
    shows_progress = _wants_progress(options)
    if options.has_stream or shows_progress:
        _printer(options).listen(_run(options, started), shows_progress=shows_progress)


def _outcome(line: Line, options: Options) -> Outcome | None:
    """The outcome of the command; None when click has answered, as for --help."""
    try:
        options.settle_run_id()
        call = line.call()
        return options.begin(call) if call else _clicked(line, options)
    except MeminitError as error:
        return _failed(error, options)
    except _Stopped as stopped:
        return _failed(MeminitError(INTERRUPTED, STOPPED, stopped.exit), options)
    except OSError as error:
        if options.has_begun:
            return _unexpected(error, options)
        # Before the command begins, only click writes anything.
        return _failed(MeminitError(OUTPUT_UNWRITABLE, "standard output cannot be written"), options)
    except BaseException as error:  # noqa: BLE001 - the last line of defence; compiled libraries panic with such
        return _unexpected(error, options)


def _clicked(line: Line, options: Options) -> Outcome | None:
    from meminit.commands.clicking import outcome  # noqa: PLC0415 - most command lines can be read without click

    return outcome(line.words, options)


def _click_answered() -> int:
    """The exit code after click has answered; standard output may be closed."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError, AttributeError):
        return int(Exit.UNWRITABLE)
    return int(Exit.SUCCESS)


def _keep(outcome: Outcome, arguments: list[str], options: Options, began: int) -> None:
    """Keeps the answer, so that it can be given again while nothing changes."""
    special = options.profile or options.debug or options.include_timestamp or options.envelope != "auto"
    printed = options.printer.printed if options.printer else None
    if printed and outcome.grounds and not special and not options.also:
        from meminit.cache.answers import keep  # noqa: PLC0415 - only a check comes here

        keep(arguments, outcome.grounds(), printed, int(outcome.exit), began)


def _report_stages(options: Options) -> None:
    if options.profile:
        from meminit.output import write_standard_error  # noqa: PLC0415 - only where it is asked for

        write_standard_error(options.stages.report())


def _error_of(failure: Failure) -> MeminitError:
    code, words, number = failure
    return MeminitError(next(each for each in FAULTS if each.code == code), words, Exit(number))


def _failed(error: MeminitError, options: Options) -> Outcome:
    failure = error.failure()
    if error.fault is INVALID_ARGUMENT and "suggestion" not in failure.details:
        words = "meminit --help" if options.command == "meminit" else f"meminit {options.command} --help"
        failure = failure._replace(details={**failure.details, "suggestion": words})
    return Outcome(command=options.command, failure=failure)


def _unexpected(error: BaseException, options: Options) -> Outcome:
    _report([error], options)
    words = "meminit failed unexpectedly; run it again with --debug and report what it prints"
    if isinstance(error, MemoryError):
        words = "memory ran out; allow the process more, or check fewer documents at once"
    return _failed(MeminitError(E_UNEXPECTED, words), options)


def _answer(outcome: Outcome, options: Options, started: float) -> int:
    """Prints the outcome, and returns the exit code."""
    from meminit.output import ReaderGoneError  # noqa: PLC0415 - after the command, so that --help does not pay for it

    run = _run(options, started)
    try:
        outcome = _printer(options).print(outcome, run, options.output)
    except ReaderGoneError as error:
        return int(error.exit)
    except MeminitError as error:
        outcome = _failed(error, options)
    except Exception as error:  # noqa: BLE001 - the last line of defence: one answer, whatever happens
        outcome = _unexpected(error, options)
    else:
        with suppress(Exception):  # as with the stages
            _report(outcome.crashes, options)
        return int(outcome.exit)
    with suppress(MeminitError):
        _printer(options).print(outcome, run, None)
    return int(outcome.exit)


def _report(crashes: Iterable[BaseException], options: Options) -> None:
    """Prints tracebacks on standard error, where --debug asks for them."""
    if options.debug:
        import traceback  # noqa: PLC0415 - costs start-up, and is wanted only when something is wrong

        for error in crashes:
            traceback.print_exception(error)


def _run(options: Options, started: float) -> Run:
    root = _shown_root(options)
    declared = COMMANDS.get(options.command)
    return Run(
        run_id=options.run_id or new_run_id(),
        root=shorten(escape_unencodable(root), LONGEST_PATH),
        seconds=time.monotonic() - started,
        began=started,
        timestamp=_timestamp() if options.include_timestamp else None,
        format=JSON if options.format == JSON_LINES else options.format,
        envelope=declared.envelope if declared else "v1",
        quiet=options.quiet,
        colour=options.has_colours,
        here=_here(root),
        is_response=options.envelope == RESPONSE,
        links=_wants_links(options),
        max_findings=options.max_findings,
        revision=lambda: _revision(root),
    )


def _shown_root(options: Options) -> str:
    try:
        return options.repository().root
    except MeminitError:
        pass
    try:
        return real_path(options.root or os.curdir)
    except MeminitError:  # the current directory is gone
        return os.sep


def _here(root: str) -> str:
    """The current directory, as a path from the root; empty at the root, and outside of it."""
    try:
        here = real_path(os.curdir)
    except MeminitError:
        return ""
    below = here.removeprefix(os.path.join(root, ""))
    return "" if below == here else below.replace(os.sep, "/")


def _timestamp() -> str:
    now = time.time_ns() // 1_000_000
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(now // 1000))}.{now % 1000:03d}Z"


def _wants_links(options: Options) -> bool:
    """Whether the terminal says that it knows hyperlinks; others might print them as text."""
    told = os.environ
    if options.output is not None or not options.has_colours or not sys.stdout.isatty():
        return False
    vte = told.get("VTE_VERSION", "")
    known = told.get("TERM_PROGRAM") in _WITH_LINKS or not _LINKING.isdisjoint(told)
    return known or told.get("TERM", "") in _WITH_LINKS or (vte.isdecimal() and int(vte) >= _VTE_WITH_LINKS)


def _revision(root: str) -> Revision | None:
    from meminit.sources.revision import revision  # noqa: PLC0415 - asks git, for the one format that says it

    return revision(root)


@contextmanager
def _signals() -> Iterator[None]:
    """Makes ^C and SIGTERM end the run with an answer; a process that ignores a signal continues to do so."""
    codes = {signal.SIGINT: Exit.INTERRUPTED, signal.SIGTERM: Exit.TERMINATED}

    def stop(number: int, _frame: FrameType | None) -> NoReturn:
        raise _Stopped(codes[signal.Signals(number)])

    before = {number: signal.getsignal(number) for number in codes}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
