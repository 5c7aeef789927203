"""What is known of a command line before it is read: enough to answer its mistakes as was asked for."""

import pytest
from tests.support.calls import process

from meminit.commands import COMMANDS, face_of
from meminit.commands.line import Line
from meminit.commands.options import SHARED, Options


def test_every_shared_option_has_a_place_for_its_value():
    options = Options()
    for option in SHARED:
        assert hasattr(options, option.field), option.names
    taken = {option.field: option for name in COMMANDS for option in face_of(name).shared}
    assert taken.keys() == {option.field for option in SHARED}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("check --format json --nope", ("check", "json", None)),
        ("--jobs 3 check --format=json", ("check", "json", None)),
        ("cache --all show --output x", ("cache show", "text", "x")),
        ("cache --json", ("cache", "json", None)),
        ("nope --format svg", ("meminit", "svg", None)),
        ("--format yaml --output= list", ("list", "text", None)),
        ("check -- --format json", ("check", "text", None)),
        ("check --format", ("check", "text", None)),
        ("check --quiet=yes --output --format json", ("check", "text", "--format")),
        # What follows an option of the command's own is its value.
        ("list --where --output x", ("list", "text", None)),
        ("graph --around --format json", ("graph", "text", None)),
        ("index --catalog --format json", ("index", "json", None)),
    ],
)
def test_what_can_be_told_of_a_line_that_may_be_wrong(words, expected):
    options = Line(words.split()).foreseen()
    assert (options.command, options.format, options.output) == expected
    assert not options.quiet


def test_the_words_of_a_command_stand_apart():
    assert Line(["cache show"]).foreseen().command == "meminit"
    assert Line(["check", "show"]).foreseen().command == "check"


def test_without_a_command_people_get_the_help(tmp_path):
    answer, helped = process(cwd=tmp_path), process("--help", cwd=tmp_path)
    assert answer == helped
    assert answer.text.startswith("Usage: meminit [OPTIONS] COMMAND [ARGS]...\n")
    written = process("--output", "help.txt", cwd=tmp_path)
    assert (written.exit, written.out) == (0, b"")
    assert (tmp_path / "help.txt").read_bytes() == helped.out


@pytest.mark.parametrize("chosen", ["json", "svg"])
def test_without_a_command_nothing_but_text_has_a_help(tmp_path, chosen):
    answer = process("--format", chosen, cwd=tmp_path)
    assert answer.exit == 3
    assert b"no command was given" in answer.out + answer.err
