"""File names and arguments are bytes that are read as UTF-8, whatever the locale says."""

import os
import sys
from itertools import product

import pytest
from tests.support.calls import RUN_ID, process
from tests.support.documents import GOOD
from tests.support.marks import any_bytes

pytestmark = [any_bytes, pytest.mark.slow, pytest.mark.long]

LATIN = os.fsdecode(b"docs/\xe9t\xe9.md")
ACCENTS = "docs/été.md"
APART = "docs/e\u0301te\u0301.md"
TREE = {
    ".meminit.toml": "",
    ACCENTS: GOOD + "\n[a](été.md) [b](%C3%A9t%C3%A9.md) [c](日本.md) [d](%E9t%E9.md) [e](Été.md)\n",
    APART: GOOD.replace("001", "002"),
    LATIN: GOOD.replace("001", "003") + "\n[gone](nö.md)\n",
    "docs/日本.md": GOOD.replace("001", "004\nnope: 1"),
}
LOCALES = ["C", "POSIX", "C.UTF-8", "de_DE.ISO-8859-1", "ja_JP.EUC-JP", "ja_JP.SJIS"]
AGAIN = "import sys; from meminit import utf8; sys.getfilesystemencoding() == 'utf-8' or utf8.start_again()"
# Of PYTHONUTF8 and PYTHONCOERCECLOCALE. The second one has a meaning only under C and POSIX, which are the same.
WORST = ("0", "0")
MODES = {
    "C": list(product((None, "0", "1"), (None, "0", "1"))),
    "POSIX": [(None, None), WORST],
}
OTHER_MODES = [(None, None), ("1", None), WORST]


def _encoding(environment, folder):
    program = "import sys; print(sys.getfilesystemencoding())"
    return process("-c", program, cwd=folder, command=[sys.executable], env=environment).text.strip()


def _environment(locale, utf8, coerced, **others):
    chosen = {"PYTHONUTF8": utf8, "PYTHONCOERCECLOCALE": coerced}
    return {"PATH": os.defpath, "LC_ALL": locale, **others, **{name: value for name, value in chosen.items() if value}}


@pytest.fixture
def repository(call, tmp_path):
    call.folder = tmp_path / "dépôt"
    call.write(TREE)
    return call.folder


CHECK = ["check", "--format", "json", "--run-id", RUN_ID]


def _answers_to_names(repository, environment):
    """What is answered to a call with names in its arguments, first without and then with what is kept."""
    for _ in range(2):
        yield process(*CHECK, ACCENTS, LATIN, "docs/gôné.md", "docs/*é.md", cwd=repository, env=environment)


def _answers(repository, environment):
    """What is answered, and written, by calls with names in all kinds of arguments."""
    check = CHECK
    yield from _answers_to_names(repository, environment)
    yield process(*check, cwd=repository, env=environment)
    yield process(*check, "--no-cache", "--root", "dépôt", cwd=repository.parent, env=environment)
    yield process(*check, "--config", "kein-schlüssel.toml", cwd=repository, env=environment)
    yield process(
        "graph", "--format=json", f"--run-id={RUN_ID}", "--cache-dir=../caché", cwd=repository, env=environment
    )
    yield process(*check, "--output", "../antwört", cwd=repository, env=environment)
    yield sorted(os.listdir(os.fsencode(repository.parent)))
    yield (repository.parent / "antwört").read_bytes()
    yield process("check", "--format", os.fsdecode(b"\xff"), cwd=repository, env=environment)
    yield process("--help", cwd=repository, env=environment)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_answer_is_the_same_under_every_locale(repository, tmp_path, locale):
    if "." in locale and _encoding(_environment(locale, None, None), tmp_path) == "utf-8" and locale != "C.UTF-8":
        pytest.skip(f"{locale} is not installed here")

    def answers(of, *chosen):
        return list(of(repository, _environment(*chosen, XDG_CACHE_HOME=str(tmp_path / "käche"))))

    expected = answers(_answers, "C.UTF-8", None, None)
    assert answers(_answers, locale, *WORST) == expected
    for mode in MODES.get(locale, OTHER_MODES):
        assert answers(_answers_to_names, locale, *mode) == expected[:2], mode


def test_the_other_interpreter_gets_what_this_one_was_given(repository):
    """Its options and its standard input; and under a usual locale there is no other one."""
    program = "import sys; print(sys.flags.dev_mode, sys.flags.utf8_mode, sys.stdin.read(), sys.argv[1:])"
    command = [sys.executable, "-X", "dev", "-W", "ignore", "-c", f"{AGAIN}; {program}"]
    for locale, mode in (("C", "1"), ("C.UTF-8", "0")):
        environment = _environment(locale, "0", "0")
        told = process("a", "", "é", cwd=repository, command=command, env=environment, input=b"in")
        assert told.out == f"True {mode} in ['a', '', 'é']\n".encode(), told
