"""Asks git, by its command line and nothing else: without hooks, prompts, pagers, locks or downloads, and bounded.

A repository is a stranger's: its own configuration may name programs, and a `git` in it may be one. So the program is
found on PATH outside the repository, and what a configuration could start is switched off.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO, TYPE_CHECKING, Literal, NamedTuple

from meminit.paths import real_path
from meminit.sources.gate import is_inside

if TYPE_CHECKING:
    from subprocess import Popen

SECONDS = 30.0  # for one question
MOST_BYTES = 1 << 26  # of one answer
_MOST_WORDS = 2000  # bytes of what git says on standard error
_NAMES = ("git.exe", "git.cmd") if os.name == "nt" else ("git",)
_CONFIGURED = (
    "core.fsmonitor=false",
    f"core.hooksPath={os.devnull}",
    f"core.attributesFile={os.devnull}",
    "core.checkStat=default",  # so that no change goes unseen
    "core.trustctime=true",
    "core.ignoreStat=false",
    "log.showSignature=false",  # would start a program
    "protocol.allow=never",
    "safe.bareRepository=explicit",  # a folder of files may look like one
)
_ALWAYS = ("--no-pager", "--no-replace-objects", *(word for each in _CONFIGURED for word in ("-c", each)))
_SET = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "",  # the same for a git before 2.44
    "GIT_GRAFT_FILE": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ASKPASS": "",
    "SSH_ASKPASS": "",
    "GIT_PAGER": "cat",
    "GIT_LITERAL_PATHSPECS": "1",
    "LC_ALL": "C",
}
_OF_A_REPOSITORY = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE")


class GitError(Exception):
    """Why git has no answer; the words say it as the second half of a sentence.

    `missing`: there is no git; `outside`: the folder is in no working tree; `failed`: git refused; `unbounded`: it took
    too long or said too much.
    """

    def __init__(self, kind: Literal["missing", "outside", "failed", "unbounded"], words: str) -> None:
        super().__init__(words)
        self.kind = kind
        self.words = words


class Answer(NamedTuple):
    exit: int
    out: bytes
    err: str


class Git(NamedTuple):
    """Git for one folder: the absolute path of the program, the folder, and the environment that it gets."""

    program: str
    folder: str
    environment: Mapping[str, str]

    def ask(self, *words: str, given: bytes | None = None, seconds: float = SECONDS, most: int = MOST_BYTES) -> Answer:
        """What git answers, whatever its exit code; raises GitError where it cannot be started or goes on for ever."""
        with _started(self, words, given is not None) as process:
            return _Talk(process, seconds, most).had(given)

    def told(self, *words: str, given: bytes | None = None, seconds: float = SECONDS, most: int = MOST_BYTES) -> bytes:
        """The same; raises GitError for another exit code than 0."""
        answer = self.ask(*words, given=given, seconds=seconds, most=most)
        if answer.exit:
            raise GitError("failed", answer.err or f"git {words[0]} ended with {answer.exit}")
        return answer.out

    @property
    def top(self) -> str:
        """The top of the working tree."""
        if "GIT_WORK_TREE" in self.environment:
            return self.environment["GIT_WORK_TREE"]
        return os.fsdecode(self.told("rev-parse", "--show-toplevel").removesuffix(b"\n"))

    def without_filters(self) -> "Git":
        """The same without the programs that the configuration names for contents: for questions about files."""
        if "GIT_CONFIG_COUNT" in self.environment:
            return self
        names = self.ask("config", "--null", "--name-only", "--get-regexp", r"^filter\.").out.split(b"\0")
        drivers = {each.rpartition(b".")[0] for each in names if each}
        settings = [
            (f"{os.fsdecode(each)}.{key}", value)
            for each in sorted(drivers)
            for key, value in (("clean", ""), ("smudge", ""), ("process", ""), ("required", "false"))
        ]
        switched_off = {"GIT_CONFIG_COUNT": str(len(settings))}
        for number, (name, value) in enumerate(settings):
            switched_off |= {f"GIT_CONFIG_KEY_{number}": name, f"GIT_CONFIG_VALUE_{number}": value}
        return self._replace(environment={**self.environment, **switched_off})


def git(folder: str) -> Git:
    """Git for a folder that must be in a working tree; raises GitError.

    Of the environment, only what names this very repository counts. The working tree is where `.git` stands, whatever
    the configuration in it says of that.
    """
    places = _places(folder)
    program = _program(folder, places)
    if program is None:
        raise GitError("missing", "no git was found on PATH outside the repository")
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | _SET
    plain["PATH"] = os.pathsep.join(places)
    found = Git(program, folder, plain)
    kept = _of_this_repository(found)
    found = found._replace(environment={**plain, **kept})
    answer = found.ask("rev-parse", "--is-inside-work-tree", "--is-bare-repository")
    is_inside, _, is_bare = answer.out.decode("utf-8", "replace").strip().partition("\n")
    above = None if "GIT_WORK_TREE" in kept else _with_git_folder(folder)
    if answer.exit or is_bare == "true" or (is_inside != "true" and not above):
        raise GitError("outside", answer.err or "the folder is in no working tree of git")
    if above:
        place = {"GIT_DIR": os.path.join(above, ".git"), "GIT_WORK_TREE": above}
        found = found._replace(environment={**found.environment, **place})
    return found


def _with_git_folder(folder: str) -> str | None:
    """The nearest folder above, or this one, that has a `.git`."""
    here = real_path(folder)
    while not os.path.lexists(os.path.join(here, ".git")):
        above = os.path.dirname(here)
        if above == here:
            return None
        here = above
    return here


def _of_this_repository(plain: Git) -> dict[str, str]:
    """What the environment says of this very repository, as git does for its hooks; of another one it says nothing."""
    said = {name: os.path.abspath(os.environ[name]) for name in _OF_A_REPOSITORY if os.environ.get(name)}
    if "GIT_WORK_TREE" in said:
        return said if is_inside(real_path(said["GIT_WORK_TREE"]), real_path(plain.folder)) else {}
    if not said:
        return {}
    answer = plain.ask("rev-parse", "--absolute-git-dir")
    own = real_path(os.fsdecode(answer.out.removesuffix(b"\n"))) if answer.exit == 0 else ""
    if not own or real_path(said.pop("GIT_DIR", own)) != own:
        return {}
    return said  # an index, which git itself would have taken


def _places(folder: str) -> list[str]:
    """The folders on PATH that neither lie in the repository nor depend on the current directory."""
    root = real_path(folder)
    every = os.environ.get("PATH", "").split(os.pathsep)
    return [each for each in every if os.path.isabs(each) and not is_inside(root, real_path(each))]


def _program(folder: str, places: Sequence[str]) -> str | None:
    root = real_path(folder)
    for place in places:
        for name in _NAMES:
            program = os.path.join(place, name)
            is_outside = not is_inside(root, real_path(program))
            if is_outside and os.path.isfile(program) and os.access(program, os.X_OK):
                return program
    return None


@contextmanager
def _started(asked: Git, words: Sequence[str], is_given: bool) -> "Iterator[Popen[bytes]]":  # noqa: FBT001 - private
    import subprocess  # noqa: PLC0415 - slow to import, and only few commands ask git

    try:
        process = subprocess.Popen(  # noqa: S603 - an absolute path, and no shell
            [asked.program, *_ALWAYS, *words],
            cwd=asked.folder,
            env=asked.environment,
            stdin=subprocess.PIPE if is_given else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=os.name == "posix",  # so that whatever it starts can be ended with it
        )
    except (OSError, ValueError) as error:
        raise GitError("missing", "git cannot be started") from error
    try:
        yield process
    finally:
        if process.returncode is None:
            _end(process)
        for stream in (process.stdin, process.stdout, process.stderr):
            if stream:
                with suppress(OSError, ValueError):
                    stream.close()
        process.wait()


def _end(process: "Popen[bytes]") -> None:
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(process.pid, 9)
        elif process.poll() is None:
            process.kill()


class _Talk:
    """One question and its answer; each stream has a thread, since any of them may keep the others waiting."""

    def __init__(self, process: "Popen[bytes]", seconds: float, most: int) -> None:
        self._process = process
        self._seconds = seconds
        self._most = most
        self._out = bytearray()
        self._err = bytearray()
        self._is_flooded = False
        self._is_late = False

    def had(self, given: bytes | None) -> Answer:
        from threading import Thread, Timer  # noqa: PLC0415 - as with subprocess

        timer = Timer(self._seconds, self._late)
        threads = [Thread(target=each, daemon=True) for each in self._work(given)]
        for each in (timer, *threads):
            each.start()
        try:
            for each in threads:
                each.join()
            code = self._process.wait()
        finally:
            timer.cancel()
            timer.join()  # a process with other threads would not share its work
        if self._is_late:
            raise GitError("unbounded", f"git did not answer within {self._seconds:g} seconds")
        if self._is_flooded:
            raise GitError("unbounded", f"git printed more than {self._most} bytes")
        words = bytes(self._err).decode("utf-8", "replace").strip()
        return Answer(code, bytes(self._out), " ".join(words.split()))

    def _work(self, given: bytes | None) -> Iterator[Callable[[], None]]:
        process = self._process
        yield lambda: self._take(process.stdout, self._out, self._most, self._flooded)
        yield lambda: self._take(process.stderr, self._err, _MOST_WORDS, None)
        if given is not None:
            yield lambda: self._give(given)

    def _take(self, stream: IO[bytes] | None, into: bytearray, most: int, full: Callable[[], None] | None) -> None:
        """Reads to the end; what is beyond the limit is dropped, or the end of it all."""
        while stream and (piece := os.read(stream.fileno(), 1 << 16)):
            into += piece[: most - len(into)]
            if full and len(into) == most:
                full()
                return

    def _late(self) -> None:
        self._is_late = True
        _end(self._process)

    def _flooded(self) -> None:
        self._is_flooded = True
        _end(self._process)

    def _give(self, given: bytes) -> None:
        stream = self._process.stdin
        with suppress(OSError, ValueError):  # git need not read it all
            if stream:
                stream.write(given)
                stream.close()
