"""The command line of `meminit cache`."""

from meminit.commands.face import Face
from meminit.commands.options import KEEPING, Options
from meminit.model.outcome import Outcome


def cache(_options: Options) -> None:
    """Show or remove the cache of a repository.

    The cache saves the next check most of its work, and changes nothing else. It can be removed at any time.
    """


def show(options: Options) -> Outcome:
    """Show where the cache of a repository is, and how large."""
    from meminit.operations import cache as operation  # noqa: PLC0415 - paid for by this command alone

    return operation.show(options.cache_dir, _root(options))


def clear(options: Options) -> Outcome:
    """Remove the cache of a repository; the next check reads all documents again."""
    from meminit.operations import cache as operation  # noqa: PLC0415 - as above

    return operation.clear(options.cache_dir, _root(options))


def _root(options: Options) -> str | None:
    if options.all:
        return None
    from meminit.config.load import see_to  # noqa: PLC0415 - paid for by these commands alone

    see_to(options.repository())
    return options.repository().root


FACES = {"cache": Face(cache, KEEPING), "cache show": Face(show, KEEPING), "cache clear": Face(clear, KEEPING)}
