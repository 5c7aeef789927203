"""A line whose command has another name, or is misspelt, is answered with the line to run; nothing is run."""

import shlex

import pytest
from tests.support.documents import GOOD

from meminit.client import Session, interpret
from meminit.commands import COMMANDS
from meminit.commands.redirecting import RENAMED


@pytest.fixture(autouse=True)
def _tree(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD})


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_old_names_lead_to_the_new_ones(old, new, call):
    answer = call.json(old)
    assert answer.exit == 13
    assert answer.json["command"] == new.split()[0]
    error = answer.json["error"]
    assert error["code"] == "COMMAND_RENAMED"
    redirect = error["details"]["redirect"]
    assert redirect["permanent"] is True
    assert redirect["reason"] == "renamed"
    assert shlex.split(redirect["command"])[1:] == [*new.split(), "--format", "json", "--run-id", answer.json["run_id"]]


def test_everything_else_of_the_line_is_carried_over(call):
    words = ["--quiet", "lint", "docs/a b's.md", "--strict", "$(touch x)", "--format=json"]
    redirect = call(*words).json["error"]["details"]["redirect"]
    assert shlex.split(redirect["command"]) == ["meminit", *["check" if each == "lint" else each for each in words]]


def test_the_line_runs_as_it_is_given(call):
    line = call.json("lint", "docs/a.md").json["error"]["details"]["redirect"]["command"]
    program, *words = shlex.split(line)
    assert program == "meminit"
    assert call(*words).json["files_checked"] == 1


@pytest.mark.parametrize(("wrong", "right"), [("chekc", "check"), ("contxt", "context"), ("cache shwo", "cache show")])
def test_a_slip_is_for_this_time_only(wrong, right, call):
    answer = call.json(*wrong.split())
    error = answer.json["error"]
    assert (answer.exit, error["code"]) == (13, "COMMAND_MISTYPED")
    redirect = error["details"]["redirect"]
    assert (redirect["permanent"], redirect["reason"]) == (False, "typo_corrected")
    assert shlex.split(redirect["command"])[1 : 1 + len(right.split())] == right.split()


@pytest.mark.parametrize(
    "words",
    [["mv", "a", "b"], ["create", "ADR", "x"], ["indxe"], ["nwe", "ADR", "x"], ["lint", "--apply"], ["scna", "--write"],
     ["qqqqq"], ["test"], ["cache", "claer"]],
)  # fmt: skip
def test_nothing_is_redirected_to_what_writes_nor_to_a_guess(words, call):
    answer = call.json(*words)
    assert (answer.exit, answer.json["error"]["code"]) == (3, "UNKNOWN_COMMAND")
    assert answer.json["error"]["details"]["suggestion"].startswith("meminit ")
    assert "redirect" not in answer.json["error"]["details"]


def test_the_name_that_other_tools_have_for_a_writer_gives_the_whole_line(call):
    suggestion = call.json("create", "ADR", "A title").json["error"]["details"]["suggestion"]
    assert shlex.split(suggestion)[:4] == ["meminit", "new", "ADR", "A title"]


def test_text_is_one_line_on_standard_error(call):
    answer = call("lint", "docs")
    assert answer.out == b""
    assert answer.err.decode() == "error COMMAND_RENAMED: 'lint' is called check; run: meminit check docs\n"


def test_a_line_too_long_to_be_given_whole_is_not_redirected(call):
    assert call.json("lint", "x" * 1000).exit == 3


def test_the_client_follows_and_remembers(call):
    session = Session()
    answer = call.json("lint", "docs", "--envelope", "response")
    found = session.interpret(answer.exit, answer.out)
    assert found.redirect.permanent
    assert found.retry
    assert session.current("meminit lint README.md") == "meminit check README.md"
    plain = call.json("lint", "docs")
    assert interpret(plain.exit, plain.out).redirect.command.startswith("meminit check docs ")


def test_capabilities_know_them(call):
    assert call.json("capabilities").json["data"]["redirects"] == RENAMED
    assert all(COMMANDS[new.partition(" --")[0]].effect == "read" for new in RENAMED.values())
