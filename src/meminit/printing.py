"""Prints an outcome in the formats that were asked for, and reports events where a format is made of them."""

from collections.abc import Callable
from itertools import chain, islice
from typing import TYPE_CHECKING

from meminit import output
from meminit.commands.face import Extra
from meminit.commands.options import Options, part_of
from meminit.faults import MeminitError
from meminit.model.event import Event
from meminit.model.outcome import Outcome, Printed, Run
from meminit.render import renderer
from meminit.watch import JSON_LINES, Streamed

if TYPE_CHECKING:
    from meminit.progress import Meter
    from meminit.streaming import Stream


class Printer:
    """The answers of one run: the one that the format names, and further ones in files."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._streams: dict[str | None, Stream] = {}
        self._meter: Meter | None = None
        self.printed: Printed | None = None  # what may be kept of the answer

    def listen(self, run: Run, *, shows_progress: bool) -> None:
        """Has the events of the run reported: to formats that are made of them, and to people."""
        options = self._options
        every = (Extra(options.format, options.output), *options.also)
        listeners = [self._stream(each.file, run).hear for each in every if each.format == JSON_LINES]
        if shows_progress:
            from meminit.progress import Meter  # noqa: PLC0415 - only on a terminal

            self._meter = Meter(self._began(run))
            listeners.append(self._meter.hear)

        def hear(event: Event) -> None:
            for listener in listeners:
                listener(event)

        options.listener = listeners[0] if len(listeners) == 1 else hear

    def print(self, outcome: Outcome, run: Run, file: str | None) -> Outcome:
        """Prints the outcome, or the failure to write one of its files; returns what was printed."""
        if self._meter:
            self._meter.end()
        for extra in self._options.also:
            try:
                self._write_extra(extra, outcome, run)
            except MeminitError as error:
                outcome = Outcome(command=outcome.command, failure=error.failure())
        if self._options.is_stream:
            self._stream(file, run).end(outcome)
        else:
            noted: list[bytes] | None = [] if outcome.grounds and file is None else None
            aside = _written(run.format, outcome, run, file, noted, self._begins)
            output.write_standard_error(aside)
            self.printed = None if noted is None else Printed(noted, aside, run)
        return outcome

    def _begins(self) -> None:
        """The first part of the answer is ready: from here on, no other process may give one."""
        if self._options.watch:
            self._options.watch.answering()

    def _write_extra(self, extra: Extra, outcome: Outcome, run: Run) -> None:
        plain = run._replace(colour=False, links=False)
        if extra.file is None:
            answer, _ = renderer(extra.format).render(outcome, plain)
            output.write_standard_error(b"".join(answer))
        elif extra.format == JSON_LINES:
            self._stream(extra.file, run).end(outcome)
        else:
            _written(extra.format, outcome, plain, extra.file)

    def _stream(self, file: str | None, run: Run) -> "Stream":
        if file not in self._streams:
            options = self._options
            watch = options.watch if file == options.output else None  # else another process could not go on with it
            with_progress = not (options.no_progress or options.quiet)
            streamed = watch.streamed if watch else Streamed()
            from meminit.streaming import Stream  # noqa: PLC0415 - few runs have one

            self._streams[file] = Stream(run, file, streamed, self._began(run), with_progress=with_progress)
        return self._streams[file]

    def _began(self, run: Run) -> float:
        return self._options.watch.since if self._options.watch else run.began


def _written(
    format_name: str,
    outcome: Outcome,
    run: Run,
    file: str | None,
    noted: list[bytes] | None = None,
    begins: Callable[[], None] = lambda: None,
) -> bytes:
    """Writes the outcome in a format, and returns what belongs to standard error; notes what it writes."""
    answer, aside = renderer(format_name).render(outcome, run)
    if noted is not None:
        noted += answer
        answer = noted
    else:
        pieces = iter(answer)
        answer = [*islice(pieces, 1)]
        answer = chain(answer, pieces) if answer else answer
    begins()
    if file is None:
        output.write_standard_output(answer)
    elif answer or not outcome.failure:
        output.write_file(file, answer)
    elif part_of(format_name) != "drawing":  # an existing drawing is kept
        output.write_file(file, (aside,))
    return aside
