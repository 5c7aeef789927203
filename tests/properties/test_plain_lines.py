"""What is read of a command line without click is what click reads of it."""

from random import Random

import pytest
from tests.unit.test_every_command import CALLS

from meminit.commands import COMMANDS, clicking, face_of
from meminit.commands.face import OneOf
from meminit.commands.line import Line
from meminit.commands.options import Options
from meminit.faults import MeminitError

VALUES = ["text", "json", "mermaid", "svg", "0", "1", "007", "256", "257", "-1", "+1", " 2", "1_0", "٣", "1.5", "nan"]
VALUES += ["1000000", "1000001", "9" * 12, "", "-", "--", "a", "a=b", "é", "\udcff", "-title", "links=60000", "*"]
ODD = ["-h", "--help", "--version", "-x", "--nope", "-qq", "-q=1", "--quiet=1", "--stric", "--no-cach", "--json"]


@pytest.fixture
def calls(monkeypatch):
    """What is begun, in place of beginning it."""
    begun = []

    def begin(options, call):
        for field, value in call.shared.items():
            setattr(options, field, value)
        given = ((name, value) for name, value in vars(options).items() if value != ())
        settings = {name: value for name, value in given if name not in {"stages", "words"}}
        begun.append((call.face, settings, dict(call.own)))

    monkeypatch.setattr(Options, "begin", begin)
    return begun


def _line(dice):
    name = dice.choice([*COMMANDS, "cache", "nope"])
    face = face_of(name if name in COMMANDS else "check")
    words = name.split()
    for _ in range(dice.randint(0, 4)):
        option = dice.choice([*face.shared, *face.own])
        spelled = dice.choice(option.names)
        value = dice.choice(VALUES)
        words += dice.choice([[spelled], [spelled, value], [f"{spelled}={value}"], [value], [dice.choice(ODD)]])
    return words


def _agree(words, calls):
    """Whether the line is plain; then click has to understand it, and in the same way."""
    call = Line(words).call()
    if call is None:
        return False
    calls.clear()
    Options().begin(call)
    clicking.outcome(words, Options())
    ours, theirs = calls
    assert ours == theirs, words
    return True


def test_generated_lines(calls, capsys):
    dice = Random(1)
    plain_ones = sum(_agree(_line(dice), calls) for _ in range(6_000))
    assert plain_ones > 900


USUAL = [[*name.split(), *words] for name, every in CALLS.items() for words in every]


@pytest.mark.parametrize("words", USUAL, ids=" ".join)
def test_usual_lines_are_plain(calls, words):
    assert _agree(words, calls)


@pytest.mark.parametrize("name", COMMANDS)
def test_options_in_their_usual_forms_are_plain(calls, name):
    values = {"--jobs": "2", "--timeout": "0.5", "--format": "json", "--depth": "2", "--limit": "3"}
    values |= {"--limits": "links=60000", "--also": "sarif:x", "--etag": "sha256:0", "--max-findings": "3"}
    argument = ["a" for each in face_of(name).arguments if each.required and not each.several]
    for option in (*face_of(name).shared, *face_of(name).own):
        for spelled in option.names:
            first = option.kind.words[0] if isinstance(option.kind, OneOf) else "a"
            value = values.get(spelled, first)
            forms = [[spelled, value], [f"{spelled}={value}"]] if option.metavar else [[spelled]]
            for form in forms:
                assert _agree([*name.split(), *argument, *form], calls), form


def test_a_shell_that_completes_asks_click(monkeypatch):
    assert Line(["check"]).call()
    monkeypatch.setenv("_MEMINIT_COMPLETE", "bash_source")
    assert Line(["check"]).call() is None


@pytest.mark.parametrize("words", [["check", "--nope"], ["nope"], ["resolve"], ["graph", "--depth", "0"]])
def test_what_is_wrong_is_left_to_click(words):
    assert Line(words).call() is None
    with pytest.raises(MeminitError):
        clicking.outcome(words, Options())
