"""Writes a value as YAML on one line, so that it is read as that value again."""

from functools import lru_cache

from meminit.model.node import Mapped, Plain, Scalar, plain
from meminit.sources import yaml_text

_DATES = frozenset({"last_updated"})


def written(value: Plain, name: str = "") -> str:
    """The shortest of the usual spellings that means the value; text that looks like something else gets quotes."""
    if isinstance(value, list):
        return f"[{', '.join(written(each) for each in value)}]"
    if isinstance(value, str):
        return _text(value, name)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


@lru_cache(maxsize=1000)
def _text(value: str, name: str) -> str:
    """Many documents get the same values."""
    spellings = (value, f'"{value}"', "'" + value.replace("'", "''") + "'", _escaped(value))
    return next((each for each in spellings if _reads(each, value, name)), _escaped(value))


def _escaped(value: str) -> str:
    """In double quotes, with escapes for all that cannot stand there."""
    shown = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return '"' + "".join(each if each.isprintable() else f"\\u{ord(each):04x}" for each in shown) + '"'


def _reads(text: str, value: str, name: str) -> bool:
    """Whether YAML reads this text as that one, in a mapping and in a list."""
    try:
        root = yaml_text.parse(f"a: {text}\nb: [{text}, x]\n").root
    except yaml_text.YamlError:
        return False
    if not isinstance(root, Mapped) or set(root.entries) != {"a", "b"}:
        return False
    node = root.entries["a"].node
    is_date = isinstance(node, Scalar) and node.kind == "date" and name in _DATES
    if not isinstance(node, Scalar) or not (node.kind == "text" or is_date) or node.written != value:
        return False
    items = plain(root.entries["b"].node)
    return isinstance(items, list) and len(items) == 2 and str(items[0]) == value  # noqa: PLR2004 - those above


def reads_as(text: str) -> Scalar | None:
    """The single value that YAML makes of a text; None where it is something else."""
    try:
        root = yaml_text.parse(f"a: {text}\n").root
    except yaml_text.YamlError:
        return None
    if not isinstance(root, Mapped) or set(root.entries) != {"a"}:
        return None
    node = root.entries["a"].node
    return node if isinstance(node, Scalar) else None
