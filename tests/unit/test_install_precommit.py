"""A hook is added to the configuration of pre-commit by adding lines; all others stay as they are."""

import pytest
import yaml

from meminit.composing import hook

APPLY = ("--apply", "--yes")
USUAL = """\
# our hooks
default_stages: [pre-commit]  # as usual
repos:
  # first
  -   repo: https://example.com/x   # pinned
      rev: "v1"
      hooks:
      - id: a
        args: [--x,
          --y]

  - repo: local
    hooks:
      - {id: b, name: b, entry: b, language: system}
  # last

# the end
ci:
  skip: [b]
"""


@pytest.fixture
def install(call):
    def run(text, *arguments):
        call.write({".meminit.toml": "", **({hook.FILE: text} if text is not None else {})})
        return call.json("install-precommit", *arguments)

    return run


def _written(call):
    return (call.folder / hook.FILE).read_bytes().decode()


def _hooks(text):
    return [each["id"] for repository in yaml.safe_load(text)["repos"] for each in repository["hooks"]]


@pytest.mark.parametrize(
    "text",
    [
        USUAL,
        USUAL.replace("\n", "\r\n"),
        "repos:\n- repo: local\n  hooks: [{id: a, name: a, entry: a, language: system}]",
        "repos:\n-\n  repo: local\n  hooks:\n  - id: a\n\n\n",
        "---\nrepos:\n    - repo: local\n      hooks:\n          - id: a\n",
        "repos:\n- repo: local\n  hooks:\n  - id: a\n    exclude: |\n      ^x\n      - y\nfail_fast: true\n",
        "fail_fast: true\n",
        "repos:\nfail_fast: true\n",
        "# nothing yet\n",
        "",
    ],
)
def test_lines_are_added_and_no_other_changes(install, call, text):
    planned = install(text).json["data"]
    assert (planned["installed"], planned["already_present"], planned["hook_path"]) == (False, False, hook.FILE)
    assert _written(call) == text
    done = install(text, *APPLY).json["data"]
    assert (done["installed"], done["already_present"]) == (True, False)
    written = _written(call)
    before, after = text.splitlines(), written.splitlines()
    added = 9 + ("repos:" not in before)
    assert any([*after[:at], *after[at + added :]] == before for at in range(len(after)))
    assert ("\r\n" in written) == ("\r\n" in text)
    assert _hooks(written)[-1] == "meminit-check"
    again = install(None, *APPLY).json["data"]
    assert (again["installed"], again["already_present"], again["reason"]) == (True, True, "no_changes")
    assert _written(call) == written


@pytest.mark.parametrize(
    ("text", "before", "after"),
    [
        ("# a\nrepos: []  # none yet\nfail_fast: true\n", "# a\nrepos:  # none yet\n", "fail_fast: true\n"),
        ("repos: [ ]", "repos:\n", ""),
        ("repos:\n  []\n", "repos:\n", "\n"),
    ],
)
def test_an_empty_list_in_brackets_becomes_a_list_of_lines(install, call, text, before, after):
    assert install(text, *APPLY).exit == 0
    written = _written(call)
    assert (written[: len(before)], written[len(written) - len(after) :]) == (before, after)
    assert _hooks(written) == ["meminit-check"]


def test_a_file_is_made_where_there_is_none(install, call):
    assert install(None, *APPLY).exit == 0
    assert _hooks(_written(call)) == ["meminit-check"]


@pytest.mark.parametrize("entry", ["meminit check --strict", "meminit  check"])
def test_a_hook_of_ones_own_is_enough(install, call, entry):
    text = f"repos:\n- repo: local\n  hooks:\n  - id: docs\n    name: docs\n    entry: {entry}\n    language: system\n"
    assert install(text, *APPLY).json["data"]["already_present"]
    assert _written(call) == text


HARD = ["repos: [", "- a\n", "repos: {}\n", "repos: [{repo: local, hooks: []}]\n", "repos: x\n", "a: &x 1\nb: *x\n"]


@pytest.mark.parametrize("text", HARD)
def test_what_lines_cannot_be_added_to_is_refused(install, call, text):
    answer = install(text, *APPLY)
    assert (answer.json["error"]["code"], answer.exit) == ("WRITE_REFUSED", 74)
    assert _written(call) == text


def test_confirmation_is_wanted_before_anything_is_made(install, call):
    answer = install(None, "--apply")
    assert (answer.json["error"]["code"], answer.exit) == ("E_CONFIRM_REQUIRED", 4)
    assert not (call.folder / hook.FILE).exists()
