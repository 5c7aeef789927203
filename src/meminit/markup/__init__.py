"""What in a body is not Markdown, for the generator of its site: templates, components, includes, indented blocks."""

from collections.abc import Callable, Mapping
from importlib import import_module

from meminit.markup.draft import Draft, Prepared

__all__ = ["KINDS", "Prepared", "prepared"]

# What a preset may name, and the module here that reads it; a container, `::: tip`, is plain text to Markdown.
KINDS: Mapping[str, str | None] = {
    "admonitions": "admonitions",
    "containers": None,
    "go": "go",
    "includes": "includes",
    "jinja": "liquid",
    "jsx": "jsx",
    "liquid": "liquid",
    "mdx": "jsx",
    "snippets": "includes",
    "vue": "vue",
}


# Where a text has none of these, it is Markdown; the most frequent ones come first.
_SIGNS = ("{", "<", ":::", "!!!", "???", "===", "8<", "import ", "export ")


def prepared(text: str, kinds: tuple[str, ...]) -> Prepared | None:
    """The body as the Markdown parser shall have it; None where it is the text as it stands."""
    if not any(sign in text for sign in _SIGNS):
        return None
    draft = Draft(text)
    for name in dict.fromkeys(KINDS.get(kind) for kind in kinds):
        if name:
            take: Callable[[Draft], None] = import_module(f"meminit.markup.{name}").take
            take(draft)
    draft.note_components()
    return draft.prepared()
