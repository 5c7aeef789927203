"""What in a body is not Markdown, for the generator of its site: templates, components, includes, indented blocks."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module

from meminit.markup.draft import Draft, Prepared

__all__ = ["KINDS", "Prepared", "prepared"]

# What a preset may name, and the module here that reads it; a container, `::: tip`, is plain text to Markdown.
KINDS: Mapping[str, str | None] = {
    "admonitions": "admonitions",
    "attributes": "attributes",
    "comments": "comments",
    "containers": None,
    "go": "go",
    "includes": "includes",
    "jinja": "liquid",
    "jsx": "jsx",
    "liquid": "liquid",
    "math": "math",
    "mdx": "jsx",
    "snippets": "includes",
    "vue": "vue",
}


# A text that has none of the signs of a kind has nothing of it; the most frequent ones come first.
_SIGNS: Mapping[str, tuple[str, ...]] = {
    "admonitions": ("!!!", "???", '=== "', "=== '", "markdown"),
    "comments": ("<!--",),
    "attributes": ("{",),
    "go": ("{{",),
    "includes": ("{{", ":::", "8<", "{!", "{*", "@include:"),
    "jsx": ("<", "{", "import ", "export "),
    "liquid": ("{{", "{%", "{#"),
    "math": ("$",),
    "vue": ("<", "{{"),
}
_WITH_COMPONENTS = frozenset({"jsx", "vue"})


@lru_cache(maxsize=1)
def prepared(text: str, kinds: tuple[str, ...]) -> Prepared | None:
    """The body as the Markdown parser shall have it; None where it is the text as it stands.

    A text that was scanned quickly in vain is read whole at once, and needs not be prepared anew.
    """
    names = [name for name in dict.fromkeys(KINDS.get(kind) for kind in kinds) if name]
    wanted = [name for name in names if any(sign in text for sign in _SIGNS[name])]
    if not wanted:
        return None
    draft = Draft(text)
    for name in wanted:
        take: Callable[[Draft], None] = import_module(f"meminit.markup.{name}").take
        take(draft)
    if not _WITH_COMPONENTS.isdisjoint(wanted):
        draft.note_components()
    return draft.prepared()
