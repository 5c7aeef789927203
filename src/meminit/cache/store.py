"""Keeps summaries from one run to the next, outside the repository: what strangers commit must not pass for a verdict.

There are two files for each repository: one with all summaries, and a small one with those that were made since, so
that one changed document does not cost writing all of them. A file that is damaged in any way is ignored. If there is
none yet, that of another checkout is used: a summary depends on the path and content of its document, and not on where
the repository is.
"""

import os
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

import orjson

from meminit import atomic
from meminit.cache.directory import ENDINGS, LARGEST, count
from meminit.cache.file_state import UNSETTLED, FileState, is_settled
from meminit.cache.inputs import Input
from meminit.cache.packing import MAGIC, identity, is_portable, packed, unpacked
from meminit.model.summary import Buffer, Summary
from meminit.screens import Demands
from meminit.sources import gate

_FEW = 16  # one summary in so many may stand in the second file
_EVERY, _LATER, *_ = ENDINGS
_ODD = (gate.SourceError, ValueError, TypeError, KeyError, IndexError, RecursionError)


class OtherValues:
    """The values of a configuration that no summary depends on, but that a run has to read."""

    def __init__(self) -> None:
        self.known: Mapping[str, Mapping[str, object]] = {}
        self.further: Mapping[str, object] | None = None

    def values(self, config: str) -> Mapping[str, object] | None:
        return self.known.get(config)

    def learn(self, config: str, values: Mapping[str, object]) -> None:
        self.known = {config: values}

    def learn_further(self, known: Mapping[str, object]) -> None:
        self.further = known


class Store:
    """`about` is what summaries depend on besides files of the repository; summaries with another `about` are not used.

    `now` is a time before any file is read.
    """

    def __init__(self, path: str, about: Mapping[str, object], now: int) -> None:
        self._path = path
        self._about = about
        self._now = now
        self._config: str | None = None
        self._values: Mapping[str, object] | None = None
        self.further: Mapping[str, object] | None = None  # what other files say that the configuration names
        self._identity = b""
        self._later: set[str] = set()
        self._states: dict[str, FileState] = {}
        self._summaries: dict[str, Summary] = {}
        self.demands: Demands | None = None
        self._inputs: tuple[Input, ...] = ()
        self.is_borrowed = False
        self.others = OtherValues()
        self._read(path)

    def values(self, config: str) -> Mapping[str, object] | None:
        """The values of the configuration that the summaries were made under; any other one is not known."""
        if self._config != config:
            self.forget()
            self._borrow(config)
        return self._values if self._config == config else None

    def learn(self, config: str, values: Mapping[str, object]) -> None:
        self._config, self._values = config, values

    @property
    def config(self) -> str | None:
        """The text of the configuration that the summaries were made under."""
        return self._config

    def learn_further(self, known: Mapping[str, object]) -> None:
        """Drops all summaries if they were made under another configuration of the site."""
        if self.further != known:
            self.forget()
            self.further = known

    def vouches(self, root: str) -> bool:
        """Whether the files that the summaries depend on, besides documents, are unchanged."""
        is_so = bool(self._identity) and all(each.is_unchanged(root) for each in self._inputs)
        if not is_so:
            self.forget()
        return is_so

    @property
    def path(self) -> str:
        """Of its files, without their endings."""
        return self._path

    @property
    def about(self) -> tuple[object, ...]:
        """All that summaries depend on besides files of the repository other than the configuration's."""
        return self._about, self._config, self.further

    @property
    def inputs(self) -> tuple[Input, ...]:
        return self._inputs

    @property
    def count(self) -> int:
        return len(self._summaries)

    def summary(self, file: str) -> Summary | None:
        """The summary of what the file was; its digest shows whether it still is that."""
        return self._summaries.get(file)

    def fresh(self, files: Sequence[str], states: Sequence[FileState | None]) -> list[Summary | None]:
        """The summaries of those files that have not changed."""
        known, summaries = self._states, self._summaries
        return [
            summaries[file] if state and known.get(file) == state else None
            for file, state in zip(files, states, strict=True)
        ]

    def forget(self) -> None:
        """Drops all summaries, since what they depend on has changed."""
        self._states, self._summaries, self._identity, self._later = {}, {}, b"", set()
        self.demands = None
        self.is_borrowed = False

    def _borrow(self, config: str) -> None:
        """Takes the cards of another checkout, if there is one; its files are compared by content alone."""
        from meminit.cache.hints import alike  # noqa: PLC0415 - wanted where nothing is kept yet

        kind = self._kind(config)
        for path in alike(self._path, kind.decode(), b"%b %b " % (MAGIC, kind)):
            self._read(path)
            if self._config == config and self._identity:
                self._states = dict.fromkeys(self._states, UNSETTLED)
                self._inputs = tuple(each._replace(state=each.state and UNSETTLED) for each in self._inputs)
                self.is_borrowed = True
                return
            self.forget()

    def _kind(self, config: str | None) -> bytes:
        """A digest of what summaries depend on: it nearly always shows before reading them that they are of no use."""
        return b"%08x" % zlib.crc32(orjson.dumps((self._about, config), option=orjson.OPT_SORT_KEYS))

    def _read(self, path: str) -> None:
        with suppress(*_ODD):
            self._read_every(path)
            self._read_later(path)

    def _read_every(self, path: str) -> None:
        data = gate.own_bytes(path + _EVERY, LARGEST)
        head, summaries = unpacked(data)
        if head["about"] != self._about:
            return
        states = dict(zip(head["files"], zip(*head["states"], strict=True), strict=True))
        known = dict(zip(head["files"], summaries, strict=True))
        inputs = tuple(Input(path, state and tuple(state), digest) for path, state, digest in head["inputs"])
        self._inputs, self._config, self._values = inputs, head["config"], head["values"]
        self.others.known = dict(head["others"])
        self.further = head["further"]
        self.demands = head["demands"] and Demands(*head["demands"])
        self._states, self._summaries, self._identity = states, known, identity(data)

    def _read_later(self, path: str) -> None:
        head, summaries = unpacked(gate.own_bytes(path + _LATER, LARGEST))
        if head["about"] == self._identity.decode():
            self._later = set(head["files"])
            self._states.update(zip(head["files"], zip(*head["states"], strict=True), strict=True))
            self._summaries.update(zip(head["files"], summaries, strict=True))

    def save(
        self, made: Iterable[tuple[str, FileState, Summary]], there: Collection[str], inputs: tuple[Input, ...]
    ) -> None:
        """Keeps what was made in this run; if that is impossible, the next run is slower, and nothing else."""
        changed = set()
        for file, found, summary in made:
            state = found if is_settled(found, self._now) else UNSETTLED
            if self._states.get(file) != state or self._summaries.get(file) is not summary:
                changed.add(file)
                self._states[file], self._summaries[file] = state, summary
        later = self._later | changed
        gone = len(self._summaries.keys() - there)
        is_own = bool(self._identity) and not self.is_borrowed
        is_usable = is_own and inputs == self._inputs and gone * 2 <= len(self._summaries)
        with suppress(OSError, TypeError):
            if is_usable and len(later) * _FEW <= len(self._summaries) + _FEW:
                if changed:
                    self._write(_LATER, sorted(later), about=self._identity.decode())
            else:
                self._write_every(there, inputs)

    def _write_every(self, there: Collection[str], inputs: tuple[Input, ...]) -> None:
        files = sorted(file for file in self._summaries if file in there)
        head = {
            "about": self._about,
            "config": self._config,
            "values": self._values,
            "further": self.further,
            "others": self.others.known,
            "demands": self.demands and tuple(self.demands),  # orjson refuses a NamedTuple
        }
        self._write(_EVERY, files, **head, inputs=[tuple(each) for each in inputs])
        from meminit.cache.hints import hint  # noqa: PLC0415 - as above

        hint(self._path, self._kind(self._config).decode())

    def _packed(self, files: list[str], **head: object) -> list[Buffer]:
        states = list(zip(*(self._states[file] for file in files), strict=True))
        kind = self._kind(self._config)
        return packed(kind, [self._summaries[file] for file in files], files=files, states=states, **head)

    def _write(self, ending: str, files: list[str], **head: object) -> None:
        try:
            pieces = self._packed(files, **head)
        except TypeError:  # JSON cannot carry some of them, as hardly ever
            pieces = self._packed([file for file in files if is_portable(self._summaries[file])], **head)
        os.makedirs(os.path.dirname(self._path), mode=0o700, exist_ok=True)
        atomic.replace(self._path + ending, pieces, private=True, durable=False)
        count(self._path, os.stat(self._path + ending).st_size)
