"""Reads profiles of an organisation: a schema, templates and policies in a folder, a wheel or an installed package."""

import hashlib
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from meminit.faults import PROFILE_INVALID, PROFILE_NOT_FOUND, MeminitError
from meminit.paths import real_path
from meminit.sources import gate, json_text
from meminit.words import did_you_mean, escape_unencodable, listed, nearest, quoted

if TYPE_CHECKING:
    from zipfile import ZipFile

SCHEMA = "metadata.schema.json"
FOLDERS = ("policies", "templates")
_GROUP = "meminit.profiles"  # of entry points
_ENDS = (".md", ".markdown")
_MOST_FILES = 500
_LARGEST = 1 << 20  # bytes of a file


class Profile(NamedTuple):
    """The files of a profile by their paths below it."""

    name: str
    files: Mapping[str, bytes]

    @property
    def digests(self) -> dict[str, str]:
        return {path: digest_of(content) for path, content in sorted(self.files.items())}


def digest_of(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def shelf() -> str:
    """The user's own folder of installed profiles."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):  # its specification says that any other is to be ignored
        home = os.path.expanduser("~")
        own = ("Library", "Application Support") if sys.platform == "darwin" else (".local", "share")
        base = os.path.join(home, *own)
        if os.name == "nt":
            base = os.environ.get("LOCALAPPDATA") or base
    return os.path.join(base, "meminit", "profiles")


def installed_names() -> list[str]:
    try:
        with os.scandir(shelf()) as found:
            return sorted(each.name for each in found if each.is_dir() and not each.name.startswith("."))
    except OSError:
        return []


def found(source: str) -> Profile:
    """The profile at a path, or of an installed package, or one that was installed before; raises PROFILE_NOT_FOUND."""
    if not source or "\0" in source:
        raise MeminitError(PROFILE_NOT_FOUND, "the name of the profile is empty")
    if os.sep in source or "/" in source or source.endswith(".whl") or os.path.isdir(source):
        return _at(source)
    if source in installed_names():
        return _of_folder(os.path.join(shelf(), source), source)
    packages = _packages()
    if source in packages:
        return _of_package(source, packages[source])
    known = sorted({*installed_names(), *packages})
    meant = did_you_mean(nearest(source, known)) or (f"; there are {listed(known)}" if known else "")
    raise MeminitError(PROFILE_NOT_FOUND, f"there is no profile {quoted(escape_unencodable(source))}{meant}")


def _at(source: str) -> Profile:
    place = real_path(source)
    if os.path.isdir(place):
        return _of_folder(place, os.path.basename(place))
    if os.path.isfile(place):
        return _of_wheel(place)
    raise MeminitError(PROFILE_NOT_FOUND, f"there is nothing at {escape_unencodable(source)}")


def _packages() -> dict[str, str]:
    """The modules of installed packages that are profiles, by the names of their entry points."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to import, and wanted by these commands alone

    return {each.name: each.value.partition(":")[0] for each in entry_points(group=_GROUP)}


def _of_package(name: str, module: str) -> Profile:
    from importlib.util import find_spec  # noqa: PLC0415 - as above

    with suppress(ImportError, ValueError, AttributeError):
        spec = find_spec(module)
        places = list(spec.submodule_search_locations or ()) if spec else []
        if places:
            return _of_folder(places[0], name)
    raise invalid(name, f"its package {module} has no folder")


def _of_folder(place: str, name: str) -> Profile:
    files: dict[str, bytes] = {}
    for path in _listed(place):
        try:
            files[path] = gate.read_inside(place, path, _LARGEST)
        except gate.SourceError as error:
            raise invalid(name, f"{path}: {error.words}") from error
    return _sound(Profile(name, files))


def _listed(place: str) -> Iterator[str]:
    if os.path.lexists(os.path.join(place, SCHEMA)):
        yield SCHEMA
    for folder in FOLDERS:
        for above, folders, names in os.walk(os.path.join(place, folder)):
            folders.sort()
            inner = os.path.relpath(above, place).replace(os.sep, "/")
            yield from (f"{inner}/{name}" for name in sorted(names) if name.lower().endswith(_ENDS))


def _of_wheel(place: str) -> Profile:
    from zipfile import BadZipFile, ZipFile  # noqa: PLC0415 - as above
    from zlib import error as BadStream  # noqa: N812, PLC0415 - it is called after nothing

    name = os.path.basename(place).partition("-")[0]
    try:
        with ZipFile(place) as archive:
            inside = _inside(archive)
            top = inside[0] if inside else ""
            own = os.path.basename(top.rstrip("/")) or name
            return _sound(Profile(own, {path.removeprefix(top): _unpacked(archive, path, name) for path in inside[1:]}))
    # Of archives that are damaged, cut off, encrypted (RuntimeError), or packed in a way that Python does not know.
    except (BadZipFile, BadStream, OSError, EOFError, RuntimeError, NotImplementedError) as error:
        raise invalid(name, "it is no wheel that can be read") from error


def _inside(archive: "ZipFile") -> list[str]:
    """The folder in the archive that is a profile, and then its files."""
    names = [each for each in archive.namelist() if ".." not in each.split("/") and not each.startswith("/")]
    tops = {each.removesuffix(SCHEMA) for each in names if each.endswith(f"/{SCHEMA}") or each == SCHEMA}
    tops |= {each[: each.index(f"/{folder}/") + 1] for each in names for folder in FOLDERS if f"/{folder}/" in each}
    if not tops:
        return []
    top = min(tops, key=lambda each: (each.count("/"), each))
    own = [each for each in names if each.startswith(top) and _belongs(each.removeprefix(top))]
    return [top, *sorted(own)]


def _belongs(path: str) -> bool:
    return path == SCHEMA or (path.partition("/")[0] in FOLDERS and path.lower().endswith(_ENDS))


def _unpacked(archive: "ZipFile", path: str, name: str) -> bytes:
    if archive.getinfo(path).file_size > _LARGEST:
        raise invalid(name, f"{path} has more than {_LARGEST} bytes")
    return archive.read(path)


def _sound(profile: Profile) -> Profile:
    """Raises PROFILE_INVALID for what no repository could use."""
    if not profile.files:
        raise invalid(profile.name, f"it has no {SCHEMA}, and no documents in {listed(FOLDERS)}")
    if len(profile.files) > _MOST_FILES:
        raise invalid(profile.name, f"it has more than {_MOST_FILES} files")
    if not profile.name or profile.name.startswith(".") or not profile.name.isprintable():
        raise invalid(profile.name, "its folder has no name that can be used")
    sound: dict[str, bytes] = {}
    for path, content in profile.files.items():
        try:
            text = gate.decode(content)
            sound[path] = text.encode()  # without a byte order mark
            if path == SCHEMA and not isinstance(json_text.parse(text), Mapping):
                raise invalid(profile.name, f"{path} is no JSON object")
        except gate.BadEncoding as error:
            raise invalid(profile.name, f"{path}: {error.words}") from error
        except json_text.JsonError as error:
            raise invalid(profile.name, f"{path} is not JSON: {error.words}") from error
    return Profile(profile.name, sound)


def invalid(name: str, words: str) -> MeminitError:
    return MeminitError(PROFILE_INVALID, f"the profile {quoted(escape_unencodable(name))} cannot be used: {words}")
