"""The line to run instead, sent through real shells: it has the words that were given, and does nothing else."""

import os
import shlex
import shutil
import subprocess
from random import Random

import pytest
from tests.support.documents import GOOD
from tests.support.marks import posix

from meminit.commands import COMMANDS

pytestmark = posix
SHELLS = [each for each in ("bash", "dash", "zsh", "ksh", "sh") if shutil.which(each)]
HOSTILE = [
    "$(touch pwned)", "`touch pwned`", "; touch pwned", "&& touch pwned", "| touch pwned", "> pwned", "$HOME", "${IFS}",
    "a'b", 'a"b', "a\\b", "a\nb", "a\tb", " ", "", "*", "?", "[a-z]*", "~", "~root", "!!", "!x", "#no comment", "{a,b}",
    "$'\\x41'", "é", "日本", "\u202egnp", "-", "=ls", "=(touch pwned)", "%", "^a^b",
    "<(touch pwned)", "\x1b[31m", "a\rb",
]  # fmt: skip
PLAIN = "\x01"  # ends each word that the program was given


@pytest.fixture
def shells(tmp_path, call):
    """Runs a line in each shell, where the program is one that prints its words."""
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "meminit").write_text(f"#!/bin/sh\nprintf '%s{PLAIN}' \"$@\"\n")
    (folder / "meminit").chmod(0o755)

    def run(line):
        found = []
        for shell in SHELLS:
            environment = {
                "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
                "HOME": str(tmp_path),
                "LC_ALL": "C.UTF-8",
            }
            done = subprocess.run([shell, "-c", line], cwd=tmp_path, capture_output=True, check=False, env=environment)
            assert done.returncode == 0, (shell, line, done)
            found.append(done.stdout.decode().split(PLAIN)[:-1])
        assert not list(tmp_path.rglob("pwned"))
        return found

    return run


def test_each_word_arrives_as_it_was_given(call, shells):
    for start in range(0, len(HOSTILE), 6):
        words = HOSTILE[start : start + 6]
        answer = call("lint", *words, "--format", "json")
        assert answer.exit == 13
        redirect = answer.json["error"]["details"]["redirect"]
        assert all(found == ["check", *words, "--format", "json"] for found in shells(redirect["command"]))
        response = call("lint", *words, "--format", "json", "--envelope", "response").json["error"]["redirect"]
        assert shlex.split(response["command"])[:-2] == shlex.split(redirect["command"])


def test_random_words_arrive_as_well(call, shells):
    dice = Random(7)
    letters = "".join(HOSTILE) + "abc \t"
    for _ in range(12):
        words = ["".join(dice.choices(letters, k=dice.randint(0, 12))) for _ in range(dice.randint(1, 5))]
        line = ["--format=json", "--quiet", dice.choice(["verify", "ls", "chekc"]), "--", *words]
        redirect = call(*line).json["error"]["details"]["redirect"]
        assert all(found[-len(words) :] == words for found in shells(redirect["command"]))


def test_a_suggestion_towards_a_writer_is_quoted_too(call, shells):
    error = call("create", "ADR", "$(touch pwned)", "--format", "json").json["error"]
    assert error["code"] == "UNKNOWN_COMMAND"
    assert all(
        found == ["new", "ADR", "$(touch pwned)", "--format", "json"]
        for found in shells(error["details"]["suggestion"])
    )


def test_followed_to_the_letter_it_gives_the_answer_of_the_right_name(call):
    (call.folder / "docs").mkdir()
    call.write({".meminit.toml": "", "docs/a b's.md": GOOD + "[x](gone.md)\n"})
    line = call.json("lint", "docs/a b's.md").json["error"]["details"]["redirect"]["command"]
    assert call(*shlex.split(line)[1:]) == call.json("check", "docs/a b's.md")


def test_no_word_begins_with_what_another_shell_would_expand(call):
    line = call("lint", "=ls", "--format", "json").json["error"]["details"]["redirect"]["command"]
    assert line == "meminit check '=ls' --format json"


@pytest.mark.parametrize("word", ["\udcff", "a\ud800"])
def test_what_cannot_be_given_whole_is_not_redirected(call, word):
    assert call("lint", word, "--format", "json").json["error"]["code"] == "UNKNOWN_COMMAND"


def _slips(name, dice):
    place = dice.randrange(len(name))
    yield name[:place] + name[place + 1 :]
    yield name[:place] + dice.choice("aeiou-x") + name[place:]
    yield (
        name[: place - 1] + name[place : place + 1] + name[place - 1 : place] + name[place + 1 :]
        if place
        else name.upper()
    )


def test_no_slip_leads_to_a_command_that_writes(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    dice = Random(11)
    for name, declared in COMMANDS.items():
        if declared.effect == "read":
            continue
        for slip in _slips(name, dice):
            answer = call(*slip.split(), "x", "y", "--format", "json")
            redirect = answer.json.get("error", {}).get("details", {}).get("redirect")
            led = shlex.split(redirect["command"])[1:3] if redirect else ["check"]
            found = " ".join(led) if " ".join(led) in COMMANDS else led[0]
            assert COMMANDS[found].effect == "read", (slip, answer)


@pytest.mark.parametrize("option", ["--apply", "--write", "--write=yes"])
def test_nothing_that_would_write_is_redirected(call, option):
    for name in ("lint", "scna", "chekc"):
        error = call(name, option, "--format", "json").json["error"]
        assert error["code"] in {"UNKNOWN_COMMAND", "INVALID_ARGUMENT"}
        assert "redirect" not in error["details"]
