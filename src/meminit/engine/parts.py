"""Parts of a card that few runs look at.

Each bears a checksum of its own, so that a file of cards need not be gone through for those that nobody asks for.
"""

import zlib

from meminit.model.card import Buffer

_SUM = 4  # bytes, before what they are the sum of


def sealed(content: bytes) -> bytes:
    return zlib.crc32(content).to_bytes(_SUM, "little") + content


def opened(part: Buffer) -> bytes:
    """What was sealed; raises ValueError where it is not the same any more."""
    content = bytes(part[_SUM:])
    if part[:_SUM] != zlib.crc32(content).to_bytes(_SUM, "little"):
        raise ValueError
    return content
