"""Measures what a newcomer meets: repositories that never heard of meminit, each under what scan proposes for it.

The sites of `MEMINIT_TEST_DATA` are judged by what their own generators built of them, and by planted defects. Of the
other repositories there are figures, and the verdicts of people about samples, in `tests/first_contact`.
"""

import json
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

TOP = Path(__file__).parent.parent
PAGE = TOP / "docs/50-measurements/first-contact.md"
TEMPLATE = Path(__file__).with_name("first_contact.page.md")
SAMPLES = TOP / "tests/first_contact"
MARKDOWN = (".md", ".mdx", ".markdown")
_PLANTED = re.compile(r"^== (?P<name>\S+) planted: (?P<found>[^;]*); (?P<stray>\d+) stray", re.MULTILINE)


def main() -> None:
    data = os.environ.get("MEMINIT_TEST_DATA")
    if not data:
        sys.exit("MEMINIT_TEST_DATA names no folder with sites and corpora")
    command = os.path.join(os.path.dirname(sys.executable), "meminit")
    with tempfile.TemporaryDirectory() as folder:
        sites = list(_sites(Path(data, "sites"), Path(folder, "sites"), command))
        packed = sorted(Path(data, "corpora").glob("*.tar.xz"))
        repositories = [_repository(each, Path(folder, "corpora"), command) for each in packed]
    PAGE.write_text(_page(sites, [each for each in repositories if each]))
    print(PAGE.relative_to(TOP))


def _sites(data: Path, folder: Path, command: str) -> Iterator[Mapping[str, Any]]:
    """What the judge says of each site, and how many planted defects were found."""
    judge = [sys.executable, str(data / "judge.py"), "--cmd", command, "--root", str(folder)]
    subprocess.run(judge, check=False, stdout=subprocess.DEVNULL)
    planted = subprocess.run([*judge, "--plant"], check=False, capture_output=True, text=True).stdout
    found = {each["name"]: each for each in _PLANTED.finditer(planted)}
    for kept in sorted((folder / "run").glob("*.json")):
        result = json.loads(kept.read_text())["result"]
        plant = found.get(result["name"])
        yield {**result, "planted": plant["found"] if plant else "-", "stray": plant["stray"] if plant else "-"}


def _repository(packed: Path, folder: Path, command: str) -> Mapping[str, Any] | None:
    """A repository under its own proposal; None for a tree without anything but documents."""
    name = packed.name.removesuffix(".tar.xz")
    with tarfile.open(packed) as tree:
        tree.extractall(folder, filter="tar")
    root = folder / name
    if not root.is_dir():
        return None
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    cache = {"XDG_CACHE_HOME": str(folder / f"{name}.cache")}
    before = os.times()
    _call(command, root, cache, "scan", "--write")
    between = os.times()
    answer = json.loads(_call(command, root, cache, "check", "--format", "json"))
    after = os.times()
    groups = [*answer["violations"], *answer["warnings"]]
    findings = [each for group in groups for each in group.get("violations", [group])]
    governed = [path for path in _call(command, root, cache, "list", "--paths").split("\n") if path]
    markdown = sum(each.lower().endswith(MARKDOWN) for _, _, files in os.walk(root) for each in files)
    settings = json.loads(_call(command, root, cache, "context", "--format", "json"))["data"]
    return {
        "name": name,
        "generator": next((each["generator"] for each in settings.get("sites", ())), "-"),
        "governed": len(governed),
        "markdown": markdown,
        "errors": Counter(each["code"] for each in findings if each.get("severity", "error") == "error"),
        "warnings": Counter(each["code"] for each in findings if each.get("severity") == "warning"),
        "scan": _cpu(before, between),
        "check": _cpu(between, after),
    }


def _call(command: str, root: Path, cache: Mapping[str, str], *words: str) -> str:
    answer = subprocess.run([command, *words], cwd=root, env={**os.environ, **cache}, check=False, capture_output=True)
    return answer.stdout.decode()


def _cpu(before: os.times_result, after: os.times_result) -> float:
    return after.children_user + after.children_system - before.children_user - before.children_system


def verdicts() -> Mapping[str, list[dict[str, Any]]]:
    """The samples that were judged, by the names of their repositories."""
    return {each.stem: json.loads(each.read_text())["verdicts"] for each in sorted(SAMPLES.glob("*.json"))}


def _page(sites: list[Mapping[str, Any]], repositories: list[Mapping[str, Any]]) -> str:
    tables: dict[str, list[tuple[object, ...]]] = {
        "SITES": [
            (each["name"], each["generator"], f"{each['pages_governed']} of {each['pages']}", each["right"],
             each["wrong"], each["unknown"], f"{each['found']} of {each['found'] + each['missed']}", each["planted"])
            for each in sites
        ],
        "REPOSITORIES": [
            (each["name"], each["generator"], f"{each['governed']} of {each['markdown']}", _counted(each["errors"]),
             sum(each["warnings"].values()), f"{each['scan']:.1f}", f"{each['check']:.1f}")
            for each in repositories
        ],
        "VERDICTS": [
            (name, *(sum(each["verdict"] == verdict for each in every) for verdict in ("right", "false")))
            for name, every in verdicts().items()
        ],
    }  # fmt: skip
    page = TEMPLATE.read_text()
    for name, rows in tables.items():
        page = page.replace(f"{{{name}}}", "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows))
    return page


def _counted(codes: Mapping[str, int]) -> str:
    ordered = sorted(codes.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{code} {count}" for code, count in ordered) or "none"


if __name__ == "__main__":
    main()
