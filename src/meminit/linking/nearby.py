"""The address of a page beside one that leads nowhere, whose name is nearest."""

from meminit.linking.guessing import Near
from meminit.linking.published import Published


class Nearby:
    def __init__(self, published: Published) -> None:
        self._published = published
        self._near: dict[str, Near] = {}

    def meant(self, path: str) -> str | None:
        if not path.startswith("/") or path.endswith(".html"):
            return None
        above, _, name = path.rstrip("/").rpartition("/")
        if above not in self._near:
            self._near[above] = Near(self._published.addresses.siblings(path))
        near = self._near[above].nearest(name)
        return f"{above}/{near}{'/' if path.endswith('/') else ''}" if near else None
