"""A plan: what a command would change in a repository, as a value that can be shown, kept and applied."""

from collections import Counter
from collections.abc import Mapping
from typing import Literal, NamedTuple

Op = Literal["create", "update", "rename", "remove"]


class TextEdit(NamedTuple):
    """Text at a place, and the text that replaces it. Lines and columns count from 1, columns in code points.

    An empty `old` inserts before the place. `code` is that of the finding that it corrects.
    """

    line: int
    column: int
    old: str
    new: str
    code: str = ""


class Change(NamedTuple):
    """What happens to one file. The digests are those of its bytes: 64 hexadecimal digits.

    Edits belong to an update or a rename and are sorted by place; they do not overlap. A file that is created has
    `content`. `encoding` is that of a file that was not UTF-8 and becomes it. `raw` holds the whole new bytes where
    neither edits nor content can express them.
    """

    op: Op
    path: str
    to_path: str = ""
    before_sha256: str = ""
    after_sha256: str = ""
    edits: tuple[TextEdit, ...] = ()
    content: str | None = None
    encoding: str = ""
    raw: bytes | None = None
    codes: tuple[str, ...] = ()
    safe: bool = False
    reason: str = ""

    @property
    def target(self) -> str:
        """Where the file is afterwards."""
        return self.to_path or self.path


class Skipped(NamedTuple):
    """A finding that stays, and why: `reason_code` is for programs, `message` for people."""

    path: str
    code: str
    reason_code: str
    message: str
    line: int | None = None
    next_actions: tuple[str, ...] = ()


class Plan(NamedTuple):
    """`config_fingerprint` is of the configuration and schemas under which it was made; it may be unknown."""

    command: str
    changes: tuple[Change, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    config_fingerprint: str = ""

    @property
    def in_order(self) -> "Plan":
        """The same plan with its changes in the order of paths, and what is skipped in that of places."""
        return self._replace(
            changes=tuple(sorted(self.changes, key=lambda each: (each.path, each.to_path))),
            skipped=tuple(sorted(self.skipped, key=lambda each: (each.path, each.line or 0, each.code, each.message))),
        )

    @property
    def summary(self) -> Mapping[str, int]:
        """How many changes there are of each kind."""
        ops = Counter(each.op for each in self.changes)
        safe = sum(each.safe for each in self.changes)
        counts: dict[str, int] = {op: ops[op] for op in ("create", "update", "rename")}
        if ops["remove"]:
            counts["remove"] = ops["remove"]
        return {**counts, "safe": safe, "unsafe": len(self.changes) - safe}
