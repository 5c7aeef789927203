"""Seals parts of a summary that few runs need.

Each part has a checksum of its own, so that a file of summaries can be used without reading the parts not needed.
"""

import zlib

from meminit.model.summary import Buffer

_SUM = 4  # bytes, after the data that they are the checksum of
_OF_ANYTHING = zlib.crc32(bytes(_SUM))  # the checksum of any data followed by its own checksum, in this byte order


def sealed(content: bytes) -> bytes:
    return content + zlib.crc32(content).to_bytes(_SUM, "little")


def opened(part: Buffer) -> bytes:
    """The sealed part; raises ValueError where it was altered."""
    if zlib.crc32(part) != _OF_ANYTHING:
        raise ValueError
    return bytes(part[:-_SUM])
