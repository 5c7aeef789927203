"""Leaves out whatever an input can do without, for what is of interest about it."""

import time
from collections.abc import Callable
from typing import TypeVar

_Content = TypeVar("_Content", bytes, str)


def shrunk(content: _Content, is_still: Callable[[_Content], bool], seconds: float) -> _Content:
    """The same with less around it, as far as the seconds go: ever smaller pieces are left out, one after the other."""
    ends, size = time.monotonic() + seconds, len(content) // 2
    while size:
        at = 0
        while at < len(content) and time.monotonic() < ends:
            less = content[:at] + content[at + size :]
            if is_still(less):
                content = less
            else:
                at += size
        size //= 2
    return content
