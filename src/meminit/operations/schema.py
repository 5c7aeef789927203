"""Hands out the published schemas."""

from meminit.faults import UNKNOWN_SCHEMA, MeminitError
from meminit.model.outcome import Outcome, Table
from meminit.schema.published import NAMES, published
from meminit.words import encodable, hint, nearest, quoted


def one(name: str) -> Outcome:
    if name not in NAMES:
        shown = encodable(name)
        meant = nearest(shown, NAMES)
        raise MeminitError(
            UNKNOWN_SCHEMA,
            f"there is no schema {quoted(shown)}{hint(meant)}",
            suggestion=meant or "meminit schema --list",
        )
    return Outcome(command="schema", verbatim=published(name))


def every() -> Outcome:
    known = [{"name": name, "title": str(published(name).get("title", ""))} for name in sorted(NAMES)]
    rows = tuple((each["name"], each["title"]) for each in known)
    return Outcome(command="schema", data={"schemas": known}, view=(Table(("NAME", "WHAT IT DESCRIBES"), rows),))
