"""What moves where, by the names of paths below the repository."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from meminit.config.settings import parts
from meminit.sources.files import Names


class Moves(NamedTuple):
    """Files by their old names, and folders that move as a whole, with all that lies in them."""

    files: Mapping[Names, Names] = {}
    folders: Mapping[Names, Names] = {}

    @classmethod
    def of_paths(cls, files: Iterable[tuple[str, str]], folders: Iterable[tuple[str, str]] = ()) -> "Moves":
        """The same by paths."""
        return cls(
            {parts(old): parts(new) for old, new in files}, {parts(old): parts(new) for old, new in folders}
        )  # fmt: skip

    def of(self, names: Names) -> Names:
        """Where something is afterwards; what does not move stays."""
        if names in self.files:
            return self.files[names]
        for depth in range(len(names), 0, -1) if self.folders else ():
            new = self.folders.get(names[:depth])
            if new is not None:
                return (*new, *names[depth:])
        return names

    def path(self, path: str) -> str:
        return "/".join(self.of(tuple(path.split("/"))))

    def turned(self) -> "Moves":
        """The way back."""
        return Moves({new: old for old, new in self.files.items()}, {new: old for old, new in self.folders.items()})
