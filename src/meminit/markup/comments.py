"""Comments of which a hook of the site's own may make anything: their words may be anchors."""

import re

from meminit.markup.draft import Draft
from meminit.model import open_set

_COMMENT = re.compile(r"<!--[ \t]*([^\s<>-][^<>\n]{0,200}?)[ \t]*-->")


def take(draft: Draft) -> None:
    for found in _COMMENT.finditer(draft.text):
        draft.note(open_set.words(found[1]))
