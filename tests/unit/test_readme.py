"""The README is true: typed in by a stranger from top to bottom, it prints what it shows.

All blocks are taken in their order, in one folder that is empty at first. The first line of a block says what it is:

- A language and a name, as in "toml .meminit.toml": a file, which is written as shown.
- "console": each line that begins with "$ " is run by a shell, and must print the lines below it.
- "toml" alone: a configuration, which must be valid.
- "yaml": a workflow, whose commands of meminit are run and must succeed.
- "sh": not run, for the reasons in NOT_RUN; tasks of make must exist.

What differs from run to run is shown in one way: times and run ids by CHANCE, the folder as FOLDER.
`pytest --accept tests/unit/test_readme.py` writes what is printed now into the README; read the diff.
"""

import os
import re
import sys
from pathlib import Path
from textwrap import dedent, indent

import pytest
import yaml
from dev.__main__ import TASKS, WITH_ARGUMENTS
from tests.support.calls import TOP, process
from tests.support.marks import posix

from meminit.commands import COMMANDS, face_of
from meminit.commands.options import COMMON
from meminit.config.settings import Links
from meminit.documents import by_pyromark

README = TOP / "README.md"
FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]+)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
FOLDER = "/home/me/payments"
CHANCE = {
    r"\(\d+\.\d\d s\)": "(0.04 s)",
    r"S-\d{8}T\d{6}-[0-9a-f]{6}": "S-20261120T101500-3f2b8f",
    r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z": "2026-11-20T10:15:00Z",
    r'"run_id":"[0-9a-f-]{36}"': '"run_id":"3f2b8f0e-6c1d-4b7a-9a55-0d4c2f1e7a90"',
}
NOT_RUN = {
    "pipx install .": "needs a registry; what is installed is tested in test_wheel",
    "make check": "checks this repository, which `make test` does as well",
    "make test-fast": "would run this test",
    "make test": "would run this test",
}
NOT_RUN_BY_CI = {"pip install ./.tools/meminit": "needs a registry; what is installed is tested in test_wheel"}


@posix
def test_it_prints_what_it_shows(tmp_path, request):
    _write_a_handbook(tmp_path / "handbook")
    (tmp_path / "handbook/.git").mkdir()  # a repository of its own
    text = README.read_text(encoding="utf-8")
    assert text.count("```") == 2 * len(FENCE.findall(text)), "a block that the test does not see"
    played = FENCE.sub(lambda fence: _played(fence, tmp_path), text)
    if request.config.getoption("--accept"):
        README.write_text(played, encoding="utf-8")
        return
    assert played == text


def test_the_commands_and_options_that_it_names_are_there():
    names = [name.split() for name in COMMANDS]
    options = {
        name
        for each in COMMANDS
        for face in [face_of(each)]
        for option in (*face.own, *face.shared, *COMMON)
        for name in option.names
    } | {"--json"}
    for code in re.findall(r"`([^`\n]+)`", FENCE.sub("", README.read_text(encoding="utf-8"))):
        words = code.split()
        if words[0] == "meminit" and words[1:]:
            assert words[1:2] in names or words[1:3] in names, code
        assert {word for word in words if re.fullmatch("--[a-z-]+", word)} <= options, code


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"])
def test_the_links_lead_somewhere(name):
    body = by_pyromark.read((TOP / name).read_text(encoding="utf-8"), 1, Links())
    targets = [link.target.partition("#")[0] for link in body.links]
    assert [each for each in targets if ":" not in each and not (TOP / each).exists()] == []


def test_the_tasks_are_there():
    makefile = (TOP / "Makefile").read_text()
    for name in re.findall(r"`make ([\w-]+)", (TOP / "CONTRIBUTING.md").read_text()):
        assert name in TASKS or name in WITH_ARGUMENTS, name
        assert re.search(rf"^[\w -]*(?<![\w-]){name}(?![\w-])[\w -]*:", makefile, re.MULTILINE), name


def _played(fence: re.Match[str], folder: Path) -> str:
    """The block as it should be printed."""
    language, _, name = fence["info"].partition(" ")
    text = dedent(fence["text"])
    if name:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    elif language == "console":
        text = "".join(f"$ {command}\n{_printed(command, folder)}" for command in _commands(text))
    else:
        {"toml": _is_a_configuration, "yaml": _is_a_workflow, "sh": _exists}[language](text, folder)
    return f"{fence['indent']}```{fence['info']}\n{indent(text, fence['indent'])}{fence['indent']}```"


def _commands(text):
    found = re.findall(r"^\$ (.+)$", text, re.MULTILINE)
    assert found, "a console without a command"
    return found


def _printed(command, folder):
    printed = _run(command, folder).text.replace(str(folder), FOLDER)
    for pattern, shown in CHANCE.items():
        printed = re.sub(pattern, shown, printed)
    return printed


def _run(command, folder):
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    both = f"exec 2>&1\n{command}"  # as a terminal shows what is said to either stream
    return process(cwd=folder, env={**os.environ, "PATH": path}, command=["sh", "-c", both])


def _is_a_configuration(text, folder):
    (folder / "shown.toml").write_text(text, encoding="utf-8")
    done = _run("meminit context --config shown.toml --quiet", folder)
    assert done.exit == 0, done
    (folder / "shown.toml").unlink()


def _is_a_workflow(text, folder):
    used = re.compile(r"uses: (\S+)")
    assert set(used.findall(text)) <= set(used.findall((TOP / ".github/workflows/test.yml").read_text()))
    steps = [step for job in yaml.safe_load(text)["jobs"].values() for step in job["steps"]]
    for command in (step["run"] for step in steps if "run" in step):
        if command not in NOT_RUN_BY_CI:
            done = _run(command, folder)
            assert done.exit == 0, done


def _exists(text, _folder):
    for line in text.splitlines():
        command = line.partition("#")[0].strip()
        assert command in NOT_RUN
        assert not command.startswith("make ") or command.removeprefix("make ") in TASKS


def _write_a_handbook(folder):
    """40 pages without ids; what is odd about some is what the survey has to count."""
    for number in range(1, 41):
        owner = "" if number % 4 == 0 else "owner: Platform\n"
        link = f"Pge_{number}.md" if number in {7, 21, 30} else f"Page_{41 - number:02}.md"
        page = folder / f"docs/Page_{number:02}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(f"---\ntitle: Page {number}\n{owner}---\n\n[The next page]({link})\n", encoding="utf-8")
