"""One run of an agent: it is asked, its output is judged, and where that does not fit it is asked once more."""

import os
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from datetime import UTC, datetime
from typing import Any, NamedTuple

from meminit.blueprints import prompt as prompts
from meminit.blueprints.blueprint import Blueprint, Executor
from meminit.blueprints.extraction import NOTHING, extracted
from meminit.blueprints.process import Agent, Turn, running
from meminit.blueprints.verdict import Wrong, judged
from meminit.model.node import Plain

Heard = Callable[[int, str], None]  # what is done with each output, by the number of the attempt


class Event(NamedTuple):
    """The result of a run. Exactly one of text and data is set; None may be the data."""

    session_id: str
    timestamp: str
    text: str | None
    data: object

    @property
    def as_data(self) -> dict[str, object]:
        return {
            "event_type": "result",
            "session_id": self.session_id,
            "timestamp": self.timestamp,
            "result_text": self.text,
            "result_data": None if self.data is NOTHING else self.data,
        }


def event(session_id: str, *, text: str | None = None, data: object = NOTHING) -> Event:
    """The only way to make one; raises ValueError for both and for neither."""
    if (text is None) == (data is NOTHING):
        raise ValueError("a result is either text or data")
    now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return Event(session_id, now, text, data)


class Finished(NamedTuple):
    """`errors` are those of the last output; without any, the event is there. `is_retried`: it was asked twice."""

    attempts: int
    is_retried: bool
    event: Event | None = None
    errors: tuple[Wrong, ...] = ()


class Call(NamedTuple):
    """What a run is made with. `resumed` is the session to go on with."""

    blueprint: Blueprint
    executor: Executor
    output: Mapping[str, Plain] | None  # the schema itself, wherever it stands
    folder: str
    prompt: str
    resumed: str | None = None
    shows_errors: bool = True


def run(call: Call, heard: Heard) -> Finished:
    with ExitStack() as stack:
        agent, turn = _first(call, stack)
        session = turn.session_id or call.resumed
        heard(1, turn.text)
        value, errors = _judged(call, turn)
        if not errors:
            return Finished(1, is_retried=False, event=_event(call, turn.text, value, session))
        assert call.output is not None  # noqa: S101 - nothing is wrong without a schema
        again = _second(call, agent, stack, session, prompts.of_errors(errors, call.output))
        if again is None:
            return Finished(1, is_retried=False, errors=errors)
        heard(2, again.text)
        value, errors = _judged(call, again)
        if errors:
            return Finished(2, is_retried=True, errors=errors)
        return Finished(2, is_retried=True, event=_event(call, again.text, value, again.session_id or session))


def _first(call: Call, stack: ExitStack) -> tuple[Agent | None, Turn]:
    argv = _resuming(call.executor, call.resumed) if call.resumed else call.executor.argv
    if call.executor.protocol == "jsonl":
        agent = stack.enter_context(running(argv, call.executor, call.folder, shows_errors=call.shows_errors))
        return agent, agent.turn(call.prompt)
    with running(argv, call.executor, call.folder, shows_errors=call.shows_errors) as once:
        return None, once.once(call.prompt)


def _second(call: Call, agent: Agent | None, stack: ExitStack, session: str | None, prompt: str) -> Turn | None:
    """The answer to the second request; None where the session cannot be gone on with."""
    if agent is not None:
        return agent.turn(prompt)
    if session is None or not call.executor.resume_argv:
        return None
    argv = _resuming(call.executor, session)
    return stack.enter_context(running(argv, call.executor, call.folder, shows_errors=call.shows_errors)).once(prompt)


def _resuming(executor: Executor, session: str) -> tuple[str, ...]:
    return tuple(word.replace("{session_id}", session) for word in executor.resume_argv)


def _judged(call: Call, turn: Turn) -> tuple[Any, tuple[Wrong, ...]]:
    if call.output is None:
        return NOTHING, ()
    value = extracted(turn.text, is_procedural=call.blueprint.is_procedural)
    return value, judged(value, call.output)


def _event(call: Call, text: str, value: object, session: str | None) -> Event:
    name = session or f"ses_{os.urandom(4).hex()}"
    return event(name, text=text) if call.output is None else event(name, data=value)
