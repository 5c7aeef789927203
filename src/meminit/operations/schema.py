"""Prints a published schema, or lists all of them."""

from meminit.faults import UNKNOWN_SCHEMA, MeminitError
from meminit.installed import names, published
from meminit.model.outcome import Outcome, Table
from meminit.words import did_you_mean, escape_unencodable, nearest, quoted


def one(name: str) -> Outcome:
    if name not in names():
        shown = escape_unencodable(name)
        meant = nearest(shown, names())
        raise MeminitError(
            UNKNOWN_SCHEMA,
            f"there is no schema {quoted(shown)}{did_you_mean(meant)}",
            suggestion=meant or "meminit schema --list",
        )
    return Outcome(command="schema", verbatim=published(name))


def every() -> Outcome:
    known = [{"name": name, "title": str(published(name).get("title", ""))} for name in names()]
    rows = tuple((each["name"], each["title"]) for each in known)
    return Outcome(command="schema", data={"schemas": known}, view=(Table(("NAME", "WHAT IT DESCRIBES"), rows),))
