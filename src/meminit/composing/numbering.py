"""Chooses the id of a new document: the form that ids have, and the number after the highest one."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

_DIGITS = "0123456789"
_MOST_DIGITS = 15
_USUAL_WIDTHS = (3, 4, 5, 2, 1, 6)


class Known(NamedTuple):
    """The id of a document, and its type."""

    id: str
    type: str | None = None


class Form(NamedTuple):
    """What stands before the number, and how many digits the number has at least. `is_used` is for one in use."""

    head: str
    width: int
    is_used: bool = False

    def written(self, number: int) -> str:
        return f"{self.head}{number:0{self.width}d}"


class Numbered(NamedTuple):
    """An id, and its number as it stands there."""

    id: str
    seq: str


class Exhausted(Exception):  # noqa: N818 - it names what was seen
    """The form in use allows no higher number; holds the id that would have come next."""

    def __init__(self, wanted: str) -> None:
        super().__init__(wanted)
        self.wanted = wanted


def numbered(
    forms: Iterable[Form], own: Collection[str], taken: Collection[str], fits: Callable[[str], bool]
) -> Numbered | None:
    """The next id: one above the highest of its namespace, and not taken anywhere. None where no form fits.

    Raises Exhausted where ids of the form exist, and the next one does not fit any more.
    """
    for form in forms:
        number = highest(form.head, own) + 1
        while form.written(number) in taken:
            number += 1
        found = form.written(number)
        if fits(found):
            return Numbered(found, found.removeprefix(form.head))
        if form.is_used:
            raise Exhausted(found)
    return None


def highest(head: str, ids: Iterable[str]) -> int:
    """The highest number behind this head; 0 where there is none."""
    ends = [each[len(head) :] for each in ids if each.startswith(head)]
    return max((int(each) for each in ends if _is_number(each)), default=0)


def sequence(document_id: str) -> str:
    """The number as it stands in an id; the id itself where it ends in none."""
    return _divided(document_id)[1] or document_id


def forms(prefix: str, type_name: str, known: Collection[Known]) -> Iterator[Form]:
    """The forms that an id may have, the likeliest first. The known ids are those of the namespace."""
    yield from _used(prefix, type_name, known)
    heads = [f"{prefix}-{each}-" for each in _spellings(type_name)] if prefix else []
    heads += [f"{prefix}-"] if prefix else [*(f"{each}-" for each in _spellings(type_name)), ""]
    for head in heads:
        for width in _USUAL_WIDTHS:
            yield Form(head, width)


def _used(prefix: str, type_name: str, known: Collection[Known]) -> Iterator[Form]:
    """The forms of the type's other ids, else those of the namespace with this type in the place of another."""
    own: Counter[str] = Counter()
    others: Counter[str] = Counter()
    widths: Counter[str] = Counter()
    for document_id, other in known:
        head, digits = _divided(document_id)
        if not digits or (prefix and not head.startswith(f"{prefix}-")):
            continue
        is_own = other == type_name or (other is None and _names(head, type_name))
        if not is_own:
            head = _with_type(head, other, type_name) if other else ""
        if is_own or head:
            (own if is_own else others)[head] += 1
            widths[head] = max(widths[head], len(digits) if digits.startswith("0") else 1)
    for head, _ in (*own.most_common(1), *others.most_common(1)):
        yield Form(head, widths[head], is_used=head in own)


def naming(ids: Iterable[str], type_name: str) -> list[str]:
    """The ids that name the type in a segment of its own."""
    wanted = type_name.casefold()
    return [each for each in ids if wanted in each.casefold() and _names(_divided(each)[0], wanted)]


def show_form(ids: Iterable[str], type_name: str) -> bool:
    """Whether some id names the type."""
    return bool(naming(ids, type_name))


def _names(head: str, type_name: str) -> bool:
    return type_name.casefold() in head.casefold().split("-")


def _with_type(head: str, other: str, type_name: str) -> str:
    """The head with this type where the other type stands as a segment of its own."""
    segments = head.split("-")
    return "-".join(type_name if each.casefold() == other.casefold() else each for each in segments)


def _divided(document_id: str) -> tuple[str, str]:
    head = document_id.rstrip(_DIGITS)
    digits = document_id[len(head) :]
    return (head, digits) if len(digits) <= _MOST_DIGITS else (document_id, "")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS


def _spellings(type_name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys((type_name, type_name.upper(), type_name.lower())))
