"""Proposes how strict rules can be, given how many documents break them, and counts what a check reports then."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from meminit.model.finding import Finding, Severity
from meminit.surveying.evidence import Share, ancestors, counts_below, is_sayable
from meminit.surveying.fields import LEAST_EVIDENCE, REQUIRED_SHARE

MOST_SHARE = 0.5  # of the documents; a rule that so many break is turned off
MANY_SHARE = 0.25  # of the documents; a rule that so many break becomes a warning, or it would hide all else
STYLE_SHARE = 0.01  # of the documents; a matter of style that more of them break is turned off
_BARE_SHARE = 1 - REQUIRED_SHARE  # of the documents; where more have no front matter, it is not required
_HELD = 0.9  # of the documents that break a rule are in one folder, or in few
_MOST_FOLDERS = 5
_FEWEST = 10  # documents; what so few have hides nothing
_RARELY = 0.02  # of the documents outside those folders break it
# Nobody does these on purpose; even if most documents have them, they are reported, as warnings.
DAMAGE = frozenset({
    "BROKEN_LINK", "BROKEN_ANCHOR", "DUPLICATE_ID", "DUPLICATE_KEY", "FILE_TOO_LARGE", "FILE_UNREADABLE",
    "INVALID_ENCODING", "INVALID_FRONTMATTER", "LINK_CASE_MISMATCH", "LINK_OUTSIDE_ROOT", "UNRESOLVED_REFERENCE",
})  # fmt: skip
# These are about the run or about safety, and stay as they are.
_FIXED = frozenset({
    "FILE_NOT_FOUND", "PATH_ESCAPE", "RULE_CRASHED", "SCHEMA_INVALID", "SCHEMA_MISSING", "UNSAFE_LINK_SCHEME",
})  # fmt: skip
STYLE = frozenset({"DUPLICATE_DEFINITION", "FILENAME_CONVENTION", "UNUSED_DEFINITION", "UNUSED_FOOTNOTE"})
_ENDLESS = frozenset({"docusaurus", "vitepress", "vuepress"})
_BARE = "MISSING_FRONTMATTER"


class Relaxed(NamedTuple):
    """A rule that is to be less strict, and how many documents break it."""

    code: str
    severity: Severity
    breaking: Share


class Relaxations(NamedTuple):
    """Rules that are to be less strict everywhere, and those that are to be so in some folders."""

    everywhere: tuple[Relaxed, ...]
    by_folder: Mapping[str, tuple[Relaxed, ...]]

    def severity(self, finding: Finding) -> Severity:
        for folder in ancestors(finding.path.rpartition("/")[0]):
            for each in self.by_folder.get(folder, ()):
                if each.code == finding.code:
                    return each.severity
        return next((each.severity for each in self.everywhere if each.code == finding.code), finding.severity)


NOTHING_RELAXED = Relaxations((), {})


class Broken(NamedTuple):
    """The documents that break a rule, whether that makes a run fail, and whether other tools accept all of it."""

    paths: frozenset[str]
    fails: bool
    is_accepted: bool = False


def relaxations(broken: Mapping[str, Broken], documents: Iterable[str]) -> Relaxations:
    """`documents` are the paths of all that were checked."""
    listed = list(documents)
    sizes = counts_below(Counter(path.rpartition("/")[0] for path in listed))
    everywhere: list[Relaxed] = []
    by_folder: dict[str, list[Relaxed]] = {}
    for code, each in sorted(broken.items()):
        share = Share(len(each.paths), len(listed))
        severity = Severity.WARNING if each.is_accepted else _severity(code, share, fails=each.fails)
        folders = _folders(code, each, len(listed), sizes, is_eased=severity is not None)
        for folder, inside in folders:
            by_folder.setdefault(folder, []).append(Relaxed(code, severity or Severity.WARNING, inside))
        if severity and not folders:
            everywhere.append(Relaxed(code, severity, share))
    return Relaxations(tuple(everywhere), {folder: tuple(own) for folder, own in sorted(by_folder.items())})


def _folders(
    code: str, broken: Broken, whole: int, sizes: Mapping[str, int], *, is_eased: bool
) -> tuple[tuple[str, Share], ...]:
    """The folders in which a rule is to be eased, and not elsewhere.

    Where most documents of a folder break a rule, they are meant otherwise, or somebody else has to mend them.
    """
    if code in STYLE or code in _FIXED:
        return ()
    found, left = _dense(broken.paths, sizes, LEAST_EVIDENCE if is_eased else _FEWEST)
    if not is_eased:
        return found if broken.fails else ()
    count, rest = len(broken.paths), whole - sum(share.whole for _, share in found)
    is_clustered = Share(count - left, count).is_at_least(_HELD) and left <= _RARELY * rest
    return found if found and rest > 0 and is_clustered else ()


def _severity(code: str, share: Share, *, fails: bool) -> Severity | None:
    if code in _FIXED:
        return None
    if code in STYLE:
        return Severity.OFF if share.part > STYLE_SHARE * share.whole else None
    if share.is_at_least(MOST_SHARE) and code not in DAMAGE:
        return Severity.OFF
    if code == _BARE and share.part > _BARE_SHARE * share.whole:
        return Severity.OFF if share.is_at_least(MANY_SHARE) else Severity.WARNING
    hides = code not in DAMAGE or share.part >= _FEWEST or share.is_at_least(MOST_SHARE)
    is_many = share.is_at_least(MANY_SHARE) and hides
    return Severity.WARNING if fails and is_many else None


def _dense(paths: Iterable[str], sizes: Mapping[str, int], least: int) -> tuple[tuple[tuple[str, Share], ...], int]:
    """The few folders in which most documents break a rule, and how many others break it."""
    left, found = set(paths), list[tuple[str, Share]]()
    while left and len(found) < _MOST_FOLDERS:
        inside = counts_below(Counter(path.rpartition("/")[0] for path in left))
        most = [
            folder
            for folder, broken in inside.items()
            if broken >= least and Share(broken, sizes[folder]).is_at_least(MOST_SHARE) and is_sayable(folder)
        ]
        if not most:
            break
        best = max(most, key=lambda folder: (inside[folder], -folder.count("/"), folder))
        found.append((best, Share(inside[best], sizes[best])))
        left = {path for path in left if not path.startswith(f"{best}/")}
    return tuple(found), len(left)


class Score(NamedTuple):
    """`uncertain` counts the links whose targets are not known."""

    files: int
    passed: int
    violations: Mapping[str, int]
    warnings: Mapping[str, int]
    uncertain: int = 0


def breaking(findings: Iterable[Finding], documents: Container[str], generator: str = "") -> Mapping[str, Broken]:
    """The documents that have findings of each code, and whether these make a run fail."""
    files: dict[str, set[str]] = {}
    failing: set[str] = set()
    accepted: dict[str, bool] = {}
    for each in findings:
        accepted[each.code] = accepted.get(each.code, True) and _is_accepted(each, generator)
        if each.path in documents:
            files.setdefault(each.code, set()).add(each.path)
        if each.severity is Severity.ERROR:
            failing.add(each.code)
    return {code: Broken(frozenset(paths), code in failing, accepted[code]) for code, paths in files.items()}


def _is_accepted(finding: Finding, generator: str) -> bool:
    """Whether a generator of sites reads the front matter all the same.

    All take aliases, which are refused here; some take a file of nothing but front matter that no line ends.
    """
    if finding.code != "INVALID_FRONTMATTER":
        return False
    return "(`*name`)" in finding.message or (generator in _ENDLESS and "it is not closed" in finding.message)


def score(findings: Iterable[Finding], relaxed: Relaxations, checked: int, documents: Container[str]) -> Score:
    """`findings` are those of a check in which no rule was relaxed yet; some are about other things than documents."""
    left = list(_left(findings, relaxed))
    failed = {each.path for each in left if each.severity is Severity.ERROR and each.path in documents}
    return Score(checked, checked - len(failed), _counts(left, Severity.ERROR), _counts(left, Severity.WARNING))


def _left(findings: Iterable[Finding], relaxed: Relaxations) -> Iterator[Finding]:
    for each in findings:
        severity = relaxed.severity(each)
        if severity is not Severity.OFF:
            yield each._replace(severity=severity)


def _counts(findings: Iterable[Finding], severity: Severity) -> Mapping[str, int]:
    counts = Counter(each.code for each in findings if each.severity is severity)
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0])))
