"""Files of cards that were tampered with by somebody who knows what they look like."""

import json
import zlib
from collections.abc import Callable
from typing import Any


def forged(data: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    """The file with another head, and a checksum that fits."""
    first, second, rest = data.split(b"\n", 2)
    length, findings = map(int, second.split())
    head = json.loads(rest[:length])
    change(head)
    top = json.dumps(head).encode()
    end = length + findings
    content = b"%d %d\n" % (len(top), findings) + top + rest[length:end]
    return b"%b %08x\n" % (first.rpartition(b" ")[0], zlib.crc32(content)) + content + rest[end:]
