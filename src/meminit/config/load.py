"""Reads the configuration of a repository into settings."""

import os
from collections.abc import Mapping
from typing import Protocol

from meminit.config import meminit_toml
from meminit.config.complaint import ConfigText, unreadable
from meminit.config.find import OTHER_NAME, OWN_NAME, Repository
from meminit.config.settings import Settings
from meminit.faults import CONFIG_INVALID, CONFIG_MISSING, MeminitError
from meminit.model.outcome import Advice
from meminit.paths import absolute_path, real_path
from meminit.sites.site import Site, as_plain, of_plain
from meminit.sources import gate, limits
from meminit.sources.files import NO_OVERLAY, Files, Overlay
from meminit.sources.lines import TextError
from meminit.words import escape_unencodable


class Memory(Protocol):
    """Knows configurations that were found to be right before, by their schema and by the compiler of patterns."""

    def values(self, config: str) -> Mapping[str, object] | None:
        """The values of a configuration; None for one that is not known."""

    def learn(self, config: str, values: Mapping[str, object]) -> None: ...

    @property
    def further(self) -> Mapping[str, object] | None:
        """What the configuration of the site was found to say, and a digest of its files."""

    def learn_further(self, known: Mapping[str, object]) -> None: ...


def load(repository: Repository, memory: Memory | None = None, overlay: Overlay = NO_OVERLAY) -> Settings:
    """The settings of a repository; raises CONFIG_MISSING or CONFIG_INVALID.

    A memory saves most of the work. What depends on the repository's files is looked at in any case.
    """
    if repository.config is None:
        raise MeminitError(
            CONFIG_MISSING,
            f"no {OWN_NAME} or {OTHER_NAME} was found",
            suggestion=f"`meminit scan` looks at the documents here, and `meminit scan --write` writes a {OWN_NAME}",
        )
    shown_path = _shown(repository)
    text = _text(repository, shown_path, overlay)
    try:
        settings = _settings(text, shown_path, repository, memory, overlay)
    except TextError as error:
        raise unreadable(shown_path, error.words, error.line) from error
    return settings._replace(advice=(*settings.advice, *shadowed(repository)))


def see_to(repository: Repository) -> None:
    """Raises CONFIG_MISSING where a file was named that is not there, for who needs nothing of what it says."""
    if repository.config is not None and not os.path.lexists(repository.config):
        raise _missing(_shown(repository))


def as_written(repository: Repository) -> ConfigText:
    """What the file says that the settings were loaded from."""
    shown_path = _shown(repository)
    return _read(_text(repository, shown_path), shown_path, None)


def _settings(text: str, shown_path: str, repository: Repository, memory: Memory | None, overlay: Overlay) -> Settings:
    key = f"{'toml' if _is_toml(shown_path) else 'yaml'}\n{text}"  # some texts are both, and mean other things
    known = memory.values(key) if memory else None
    config = _read(text, shown_path, known)
    if _is_toml(shown_path):
        sites = _Sites(repository.root, memory, overlay)
        settings = meminit_toml.settings(config, repository.root, sites.of)
        settings = settings._replace(site_files=sites.looked_for)
    else:
        from meminit.config import docops_yaml  # noqa: PLC0415 - imports a reader of YAML that others do not need

        settings = docops_yaml.settings(config, repository.root)
    if memory:
        memory.learn(key, config.values)
    return settings


class _Sites:
    """Makes sites of what the configuration says of them; unchanged files of a generator need not be understood."""

    def __init__(self, root: str, memory: Memory | None, overlay: Overlay) -> None:
        self._files = Files(root, overlay)
        self._memory = memory
        self.looked_for: frozenset[str] = frozenset()

    def of(self, said: Mapping[str, object], docs_root: str) -> tuple[Site, ...]:
        from meminit.sites.load import digest, load  # noqa: PLC0415 - wanted where there is a site

        known = self._memory.further if self._memory else None
        if known:
            paths = known["paths"]
            contents = {str(path): self._content(str(path)) for path in paths} if isinstance(paths, list) else {}
            sites, self.looked_for = known["sites"], frozenset(contents)
            if digest(contents) == known["digest"] and known["said"] == said and isinstance(sites, list):
                return tuple(map(of_plain, sites))
        found = load(said, self._content, docs_root)
        self.looked_for = frozenset(found.contents)
        if self._memory:
            plain = [as_plain(each) for each in found.sites]
            paths = list(found.contents)
            self._memory.learn_further({"said": said, "paths": paths, "digest": found.digest, "sites": plain})
        return found.sites

    def _content(self, path: str) -> bytes | None:
        try:
            return self._files.read_inside(path, limits.SITE)
        except (gate.SourceError, ValueError):
            return None


def _read(text: str, shown_path: str, known: Mapping[str, object] | None) -> ConfigText:
    if _is_toml(shown_path):
        return meminit_toml.read(text, shown_path, known)
    if not shown_path.lower().endswith((".yaml", ".yml")):
        raise unreadable(shown_path, "a configuration is a .toml or a .yaml file")
    from meminit.config import docops_yaml  # noqa: PLC0415 - as above

    return docops_yaml.read(text, shown_path)._replace(is_known=known is not None)


def _is_toml(shown_path: str) -> bool:
    return shown_path.lower().endswith(".toml")


def _text(repository: Repository, shown_path: str, overlay: Overlay = NO_OVERLAY) -> str:
    assert repository.config is not None  # noqa: S101 - load has seen to it
    try:
        files = Files(repository.root, overlay)
        if files.is_laid(shown_path) and gate.is_inside(repository.root, absolute_path(repository.config)):
            return gate.decode(files.read_inside(shown_path, limits.CONFIG))
        real = real_path(repository.config)
        own = os.path.basename(repository.config) in {OWN_NAME, OTHER_NAME}
        if own and not gate.is_inside(repository.root, real):
            raise unreadable(shown_path, "it is a symbolic link that leads out of the repository")
        return gate.decode(gate.read_bytes(real, limits.CONFIG))
    except gate.SourceError as error:
        if error.kind == "missing":
            raise _missing(shown_path) from error
        raise MeminitError(CONFIG_INVALID, f"{shown_path}: {error.words}", path=shown_path) from error
    except gate.BadEncoding as error:
        raise unreadable(shown_path, error.words, error.line) from error


def _missing(shown_path: str) -> MeminitError:
    return MeminitError(CONFIG_MISSING, f"there is no file {shown_path}", path=shown_path)


def _shown(repository: Repository) -> str:
    """The configuration's path relative to the root where it lies inside, else as it was given."""
    config = repository.config or OWN_NAME
    place = absolute_path(config)
    inside = gate.is_inside(repository.root, place)
    if inside:
        config = os.path.relpath(place, repository.root)
    return escape_unencodable((os.path.basename(config) if os.path.isabs(config) else config).replace(os.sep, "/"))


def shadowed(repository: Repository) -> tuple[Advice, ...]:
    """Advice where another configuration file stands beside the one that counts."""
    both = all(os.path.lexists(os.path.join(repository.root, name)) for name in (OWN_NAME, OTHER_NAME))
    if not both or os.path.basename(repository.config or "") != OWN_NAME:
        return ()
    message = f"{OTHER_NAME} is ignored, since there is a {OWN_NAME}; remove one of the two"
    return (Advice("CONFIG_SHADOWED", message, {"path": OTHER_NAME}),)
