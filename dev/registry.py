"""What needs a registry of packages: the lowest versions, what is known against ours, and parsers to compare with.

Where it cannot be asked, the answer is a sentence and an exit code of its own, so that CI may go on.
"""

import json
import os
import re
import sys
import tomllib
from collections.abc import Iterator
from typing import NoReturn

from dev import environment
from dev.environment import Environment

UNKNOWN = 75  # EX_TEMPFAIL of sysexits.h: it may be known another time
_LOWEST = re.compile(r"(?P<name>[A-Za-z0-9._-]+)\s*>=\s*(?P<version>[0-9][0-9a-z.]*)")
# What pip says where it has not found a version, or has not been able to ask for one.
_NOT_HAD = re.compile(
    r"Could not find a version|No matching distribution|Connection|Could not fetch|Network|Errno|Proxy|SSL"
)
_NOT_TOLD = re.compile(
    r"ServiceError|ConnectionError|ConnectError|Connection|Timeout|Max retries|SSLError|ProxyError|HTTPError"
)


def floors() -> None:
    """Runs the tests with every run-time dependency at the lowest version that pyproject.toml allows."""
    lowest = Environment(".floors")
    problem = lowest.prepare("--editable", ".[dev]", *_lowest())
    if problem is not None:
        if not _NOT_HAD.search(problem) or "conflict" in problem:
            sys.exit(problem)
        _give_up(f"The lowest versions cannot be had here, and so were not tested: {_last(problem)}")
    lowest.run("pytest", "-n", "auto")


def _lowest() -> Iterator[str]:
    for written in tomllib.loads(environment.PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]:
        found = _LOWEST.fullmatch(written)
        if not found:
            sys.exit(f"pyproject.toml: {written!r} is not NAME>=VERSION, and `make floors` knows no other form")
        yield f"{found['name']}=={found['version']}"


def oracles(*arguments: str) -> None:
    """Compares how bodies are read with readers that share no code with ours."""
    others = Environment(".oracles")
    problem = others.prepare("--editable", ".[dev,oracles]")
    if problem is not None:
        if not _NOT_HAD.search(problem) or "conflict" in problem:
            sys.exit(problem)
        _give_up(f"The other readers cannot be had here, and so nothing was compared: {_last(problem)}")
    others.run("pytest", "tests/properties/test_oracles.py")
    if "MEMINIT_TEST_DATA" in os.environ:
        others.run("python", "-m", "fuzz.oracles")
    others.run("python", "-m", "fuzz", "run", "oracles", *arguments)


def audit() -> None:
    """Asks for advisories about the run-time dependencies that are installed, and what these need themselves."""
    auditor = Environment(".audit")
    problem = auditor.prepare("pip-audit")
    if problem is not None:
        _give_up(f"pip-audit cannot be had here, and so nothing was audited: {_last(problem)}")
    wanted = environment.TOP / ".audit" / "requirements.txt"
    wanted.write_text("".join(f"{each}\n" for each in _installed()), encoding="utf-8")
    done = auditor.called("pip-audit", "--no-deps", "--disable-pip", "--format", "json", "--requirement", str(wanted))
    try:
        _judge(json.loads(done.stdout)["dependencies"])
    except (ValueError, KeyError):
        if _NOT_TOLD.search(done.stderr):
            _give_up(f"The service of advisories cannot be reached, and so nothing was audited: {_last(done.stderr)}")
        sys.exit(done.stderr or f"pip-audit ended with {done.returncode} and said nothing")


def _installed() -> list[str]:
    """NAME==VERSION of the run-time dependencies, and of all that they need in turn."""
    done = environment.called("python", "-c", _TELL_INSTALLED)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout.split()


def _judge(dependencies: list[dict[str, object]]) -> None:
    known = [each for each in dependencies if "version" in each]
    if not known:
        reasons = {str(each.get("skip_reason")) for each in dependencies}
        _give_up(f"None of {len(dependencies)} packages could be audited: {min(reasons, default='there are none')}")
    for each in dependencies:
        if each not in known:
            print(f"{each['name']}: not audited: {each.get('skip_reason')}")
    found = [(each, advisory) for each in known for advisory in _advisories(each)]
    for each, advisory in found:
        print(f"{each['name']} {each['version']}: {advisory.get('id')}: mended in {advisory.get('fix_versions')}")
    if found:
        sys.exit(1)
    print(f"{len(known)} packages, and nothing is known against any of them.")


def _advisories(dependency: dict[str, object]) -> list[dict[str, object]]:
    found = dependency.get("vulns")
    return found if isinstance(found, list) else []


def _give_up(words: str) -> NoReturn:
    print(words, file=sys.stderr)
    sys.exit(UNKNOWN)


def _last(words: str) -> str:
    lines = [line.strip() for line in words.splitlines() if line.strip()]
    return next((line for line in reversed(lines) if "ERROR" in line or "Error" in line), lines[-1] if lines else "")


_TELL_INSTALLED = """
from importlib.metadata import PackageNotFoundError, distribution
import re

known, wanted = {}, ["meminit"]
while wanted:
    name = re.sub("[-_.]+", "-", wanted.pop()).lower()
    if name in known:
        continue
    try:
        found = distribution(name)
    except PackageNotFoundError:  # for another Python or system
        continue
    known[name] = found.version
    needed = [each for each in found.requires or () if "extra ==" not in each]
    wanted += [re.match("[A-Za-z0-9._-]+", each)[0] for each in needed]
print(*(f"{name}=={version}" for name, version in sorted(known.items()) if name != "meminit"))
"""
