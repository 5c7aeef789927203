"""Parts of a summary that few runs look at.

Each bears a checksum of its own, so that a file of summaries need not be gone through for those that nobody asks for.
"""

import zlib

from meminit.model.summary import Buffer

_SUM = 4  # bytes, behind what they are the sum of
_OF_ANYTHING = zlib.crc32(bytes(_SUM))  # the sum of whatever has its own sum behind it, in this order of bytes


def sealed(content: bytes) -> bytes:
    return content + zlib.crc32(content).to_bytes(_SUM, "little")


def opened(part: Buffer) -> bytes:
    """What was sealed; raises ValueError where it is not the same any more."""
    if zlib.crc32(part) != _OF_ANYTHING:
        raise ValueError
    return bytes(part[:-_SUM])
