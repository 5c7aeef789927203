"""Vue in Markdown: `{{ }}` outside code, and lines that put in the code of a file."""

import re
from collections.abc import Iterator

from meminit.markup.draft import Draft, blank, filled

_OUTPUT = re.compile(r"\{\{(?:[^{}]|\}(?!\})|\{(?!\{))*+\}\}")
_SNIPPET = re.compile(r"^[ \t]*<<<[ \t]+\S.*$", re.MULTILINE)


def take(draft: Draft) -> None:
    if "<<<" in draft.text:
        draft.replace((*each.span(), blank(each[0])) for each in _SNIPPET.finditer(draft.text))
    if "{{" in draft.text:
        draft.replace(list(_outputs(draft)))


def _outputs(draft: Draft) -> Iterator[tuple[int, int, str]]:
    code = draft.code()
    return ((*each.span(), filled(each[0], 2)) for each in _OUTPUT.finditer(draft.text) if each.start() not in code)
