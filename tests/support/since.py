"""Computes what `check --since` and `--staged` have to report, from two full checks and the definition alone.

It shares nothing with the program that it judges but the published fingerprint, which it reads from SARIF. Base is
checked out elsewhere by reading its objects; the files that git does not track stand in both trees.
"""

import json
import os
import shutil
from collections import Counter
from typing import NamedTuple
from urllib.parse import unquote

ALONE = ("--no-cache", "--jobs", "1")
FINGERPRINT = "meminit/v1"
DECIDING = (".meminit.toml", "docops.config.yaml", "docs/00-governance/metadata.schema.json")


class Row(NamedTuple):
    path: str
    code: str
    line: int
    column: int
    message: str
    fingerprint: str

    @property
    def words(self):
        about = self.message
        for rest in ("; did you mean", "; the nearest", " is also used by "):
            about = about.partition(rest)[0]
        return self.path, self.code, about


class Expected(NamedTuple):
    """What must be reported, and what may be: where the definition depends on what no check prints."""

    must: set
    may: set
    files_checked: set
    changed: set


def rows(call, folder, *arguments):
    """The findings of a check, without those that are suppressed; None for a run that could not be done."""
    told = call("check", "--format", "sarif", *arguments, cwd=folder)
    run = json.loads(told.text)["runs"][0]
    if not run["invocations"][0]["executionSuccessful"]:
        return None
    return [_row(each) for each in run["results"] if not each.get("suppressions")]


def _row(result):
    place = result["locations"][0]["physicalLocation"]
    region = place.get("region", {})
    return Row(
        unquote(place["artifactLocation"]["uri"]),
        result["ruleId"],
        region.get("startLine", 0),
        region.get("startColumn", 0),
        result["message"]["text"],
        result["partialFingerprints"][FINGERPRINT],
    )


def _tree_of(git, listed, folder):
    """Writes files as git has them, whatever would be done to them on the way into a working tree."""
    files = {}
    for path, mode, content in _blobs(git, listed):
        place = os.path.join(os.fsencode(folder), path)
        os.makedirs(place if mode == "160000" else os.path.dirname(place), exist_ok=True)
        if mode == "120000":
            os.symlink(content, place)
        elif mode != "160000":
            with open(place, "wb") as file:
                file.write(content)
        if mode != "160000":
            files[os.fsdecode(path)] = (mode == "120000", content)
    return files


def _blobs(git, listed):
    entries = []
    for line in listed.split(b"\0")[:-1]:
        head, _, path = line.partition(b"\t")
        mode, name = [each for each in head.decode().split(" ") if each not in {"blob", "commit"}][:2]
        entries.append((path, mode, name))
    told = git.given("".join(f"{name}\n" for _, _, name in entries).encode(), "cat-file", "--batch")
    for path, mode, _ in entries:
        head, _, told = told.partition(b"\n")
        size = 0 if head.endswith(b" missing") else int(head.rpartition(b" ")[2])
        yield path, mode, told[:size]
        told = told[size + 1 :] if size or not head.endswith(b" missing") else told


def _disk(git):
    """The files that git tracks or would track, as they stand in the working tree."""
    listed = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split(b"\0")[:-1]
    found = {}
    for path in {os.fsdecode(each) for each in listed}:
        place = os.path.join(git.folder, path)
        if os.path.islink(place):
            found[path] = (True, os.fsencode(os.readlink(place)))
        elif os.path.isfile(place):
            with open(place, "rb") as file:
                found[path] = (False, file.read())
    return found


def _bring_untracked(git, listed, folder):
    """What git ignores, and what lies in the submodules that this tree has."""
    ignored = git("ls-files", "-z", "--others", "--ignored", "--exclude-standard").split(b"\0")[:-1]
    modules = []
    for top in _modules(listed):
        for above, folders, names in os.walk(os.path.join(git.folder, top)):
            folders[:] = [each for each in folders if each != ".git"]
            modules += [os.path.relpath(os.path.join(above, each), git.folder) for each in names if each != ".git"]
    for path in [*map(os.fsdecode, ignored), *modules]:
        place = os.path.join(folder, path)
        if not os.path.lexists(place):
            try:
                os.makedirs(os.path.dirname(place), exist_ok=True)
                shutil.copyfile(os.path.join(git.folder, path), place, follow_symlinks=False)
            except OSError:
                pass


def _modules(listed):
    return [os.fsdecode(each.partition(b"\t")[2]) for each in listed.split(b"\0") if each.startswith(b"160000")]


def expected(call, git, elsewhere, revision, *, new_only, arguments=()):
    """`revision` is None for what is staged."""
    staged = revision is None
    base = git("merge-base", revision or "HEAD", "HEAD").decode().strip()
    shutil.rmtree(elsewhere, ignore_errors=True)
    before_at, now_at = os.path.join(elsewhere, "base"), os.path.join(elsewhere, "index")
    os.makedirs(before_at)
    os.makedirs(now_at)
    listed = git("ls-tree", "-r", "-z", base)
    before = _tree_of(git, listed, before_at)
    _bring_untracked(git, listed, before_at)
    if staged:
        listed = git("ls-files", "-s", "-z")
        now = _tree_of(git, listed, now_at)
        _bring_untracked(git, listed, now_at)
    else:
        now, now_at = _disk(git), os.fspath(git.folder)
    found = rows(call, now_at, *ALONE, *arguments)
    if found is None:
        return None
    old = rows(call, before_at, *ALONE, *arguments) or []
    documents = {each["path"] for each in call.json("list", *ALONE, cwd=now_at).json["data"]["documents"]}
    return _sets(before, now, found, old, documents=documents, new_only=new_only)


def _sets(before, now, found, old, *, documents, new_only):
    before, now = ({_shown(path): entry for path, entry in each.items()} for each in (before, now))
    renamed = _renamed(before, now)
    changed = {path for path in documents if path not in renamed and _plain(before.get(path)) != _plain(now.get(path))}
    decided = {path for path in _deciding(now) if _plain(before.get(path)) != _plain(now.get(path))}
    back = {old_path: new_path for new_path, old_path in renamed.items()}
    fingerprints = {each.fingerprint for each in old}
    words = Counter(each._replace(path=back.get(each.path, each.path)).words for each in old)
    must, may, files = set(), set(), set()
    seen = Counter()
    for each in sorted(found, key=lambda row: (row.path, row.line, row.column, row.message)):
        seen[each.words] += 1
        has_words = words[each.words] >= seen[each.words]
        is_known = each.fingerprint in fingerprints
        sure = is_known == has_words
        is_new = not is_known
        is_first = each.path in changed
        if (decided and not new_only) or (is_first and not new_only) or (sure and is_new):
            must.add(each)
        elif not sure:
            may.add(each)
        files |= {each.path} if is_new and sure else set()
    return Expected(must, may, documents if decided else (documents & (changed | files)), changed)


def _deciding(now):
    """The configurations, and the schema that there is."""
    config = now.get(".meminit.toml", (False, b""))[1]
    return (*DECIDING, "docs/schema.json") if b"schema.json" in config else DECIDING


def _shown(path):
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


def _plain(entry):
    return entry and (entry[0], entry[1].replace(b"\r\n", b"\n"))


def _renamed(before, now):
    """The old paths of files that only have another name now; which of several equal ones, nobody can tell."""
    gone = {}
    for path in sorted(before.keys() - now.keys()):
        gone.setdefault(_plain(before[path]), []).append(path)
    found = {}
    for path in sorted(now.keys() - before.keys()):
        olds = gone.get(_plain(now[path]))
        if olds:
            same = [each for each in olds if os.path.basename(each) == os.path.basename(path)]
            found[path] = (same or olds)[0]
            olds.remove(found[path])
    return found
