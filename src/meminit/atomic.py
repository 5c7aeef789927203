"""Replaces a file as a whole or not at all, by way of a new one beside it."""

import os

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)


def replace(path: str, data: bytes, *, mode: int | None = None, private: bool = False, durable: bool = True) -> None:
    """Raises OSError, and then the old file is there as it was. What is not `durable` may be lost with the power."""
    temporary = os.path.join(os.path.dirname(path), f".meminit-{os.urandom(8).hex()}.tmp")
    descriptor = os.open(temporary, _NEW, 0o600 if private else 0o666)
    try:
        try:
            if mode is not None:
                os.chmod(temporary, mode)
            write_all(descriptor, data)
            if durable:
                os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
