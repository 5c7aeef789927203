"""Nothing that is told is longer than people read, whatever it has to quote."""

import pytest
from tests.support.documents import GOOD

LONG = "x" * 100_000
KEY = "x" * 50_000
WIDE = "é" * 25_000
ARGUMENTS = {
    "a path": ["check", LONG],
    "two paths": ["check", LONG, "y" * 100_000],
    "a path with folders": ["check", "x/" * 50_000],
    "a pattern": ["check", f"{LONG}*"],
    "a pattern in folders": ["check", "*/" * 50_000],
    "a pattern that fits nothing governed": ["check", f"docs/*.tx[t{'t' * 100_000}]"],
    "a path that leaves": ["check", f"../{LONG}"],
    "an absolute path that leaves": ["check", f"/{LONG}"],
    "an option": ["check", f"--{LONG}"],
    "a short option": ["check", f"-{LONG}"],
    "a flag with a value": ["check", f"--strict={LONG}"],
    "a number": ["check", f"--jobs={LONG}"],
    "digits": ["check", f"--jobs={'9' * 5000}"],
    "seconds": ["check", f"--timeout={LONG}"],
    "limits": ["check", f"--limits={LONG}=1"],
    "digits of a limit": ["check", f"--limits=links={'9' * 5000}"],
    "a root": ["check", f"--root={LONG}"],
    "a configuration": ["check", f"--config={LONG}"],
    "a configuration in a folder": ["check", f"--config={LONG}/.meminit.toml"],
    "a TOML configuration": ["check", f"--config={LONG}.toml"],
    "an output": ["check", f"--output={LONG}"],
    "an output in a folder": ["check", f"--output={LONG}/x"],
    "a format": ["check", f"--format={LONG}"],
    "a run": ["check", f"--run-id={LONG}"],
    "a cache": ["check", f"--cache-dir={LONG}"],
    "a command": [LONG],
    "a code": ["explain", LONG],
    "a schema": ["schema", LONG],
    "too many arguments": ["explain", LONG, LONG],
}
TOML = {
    "an unknown key": f"{KEY} = 1",
    "an unknown table": f"[{KEY}]",
    "an unknown code": f"[rules]\n{KEY} = 'off'",
    "an unknown code of an override": f"[[rules.override]]\npaths = ['a']\noff = ['{KEY}']",
    "a value of a type": f"[types.{KEY}]\ndirectory = 1",
    "a bad severity": f"[rules]\nBROKEN_LINK = '{KEY}'",
    "a bad choice": f"links.slugs = '{KEY}'",
    "a bad range": f"docs.exclude = ['[z-a]{KEY}']",
    "a bad range in words": f"links.ignore = ['[z-a]{WIDE}']",
    "digits": f"links.wiki = {'9' * 4000}",
    "hexadecimal digits": f"project = 0x{'f' * 50_000}",
    "a bad route": f"[links.routes]\n'{KEY}' = 'path:a'",
    "a bad meaning of a route": f"[links.routes]\n'/a' = 'path:{{{KEY}'",
    "an unknown name in a route": f"[links.routes]\n'/a' = 'path:{{{KEY}}}'",
    "a bad expression": f"id.pattern = '({KEY}'",
    "an absolute path": f"docs.root = '/{KEY}'",
    "a path that leaves": f"docs.schema = '../{KEY}'",
    "a name that stands twice": f"namespaces = [{{name = '{KEY}', root = 'a'}}, {{name = '{KEY}', root = 'b'}}]",
    "a root that is missing": f"docs.root = '{KEY}'",
    "a schema that is missing": f"docs.schema = '{KEY}'",
    "broken text": f"{KEY}",
}
YAML = {
    "a type": f"document_types:\n  {KEY}: {{directory: ../x}}",
    "a type that is none": f"document_types:\n  {KEY}: 1",
    "a key that stands twice": f"{KEY}: 1\n{KEY}: 2",
    "an unknown key": f"{KEY}: 1",
    "many unknown keys": "\n".join(f"{'k' * 100}{number}: 1" for number in range(500)),
    "a complex key": f"? [{KEY}]\n: 1",
    "an alias": f"a: *{KEY}",
    "a tag": f"a: !{KEY} 1",
    "digits": f"docs_root: {'9' * 50_000}",
    "hexadecimal digits": f"repo_prefix: 0x{'f' * 50_000}",
    "a path": f"docs_root: /{KEY}",
}


def _texts(value, key=""):
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, list):
        assert len(value) <= 100
        for each in value:
            yield from _texts(each, key)
    elif isinstance(value, dict):
        for name, each in value.items():
            yield from _texts(each, name)


def _is_bounded(answer):
    for key, text in _texts(answer.json):
        assert key == "document_id" or len(text) <= (4096 if key in {"path", "paths", "root"} else 500), (
            key,
            len(text),
        )
    assert answer.json.get("error", {}).get("code") != "E_UNEXPECTED", answer.json
    return True


@pytest.mark.parametrize("arguments", ARGUMENTS.values(), ids=ARGUMENTS)
def test_long_arguments(call, arguments):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/a.txt": ""})
    assert _is_bounded(call(*arguments, "--format=json"))
    assert len(call(*arguments).err) <= 20_000


@pytest.mark.parametrize("config", TOML.values(), ids=TOML)
def test_long_texts_in_a_configuration(call, config):
    assert _is_bounded(call.check({".meminit.toml": config, "docs/a.md": GOOD}))


@pytest.mark.parametrize("config", YAML.values(), ids=YAML)
def test_long_texts_in_a_configuration_of_the_other_kind(call, config):
    assert _is_bounded(call.check({"docops.config.yaml": config, "docs/a.md": GOOD}))


DOCUMENTS = {
    "a type": GOOD.replace("type: ADR", f"type: {KEY}"),
    "an id": GOOD.replace("PAY-ADR-001", KEY),
    "a key": GOOD.replace("owner", KEY),
    "a reference": GOOD.replace("owner", f"related_ids: [{KEY}]\nowner"),
    "a link": f"{GOOD}\n[a](<{KEY}>) [b](#{KEY}) [c](javascript:{KEY}) [d](/{KEY}) [e](../../{KEY})\n",
    "a label": f"{GOOD}\n[a][{KEY[:900]}] [^{KEY[:900]}]\n\n[{KEY[:900]}x]: a.md\n",
    "hexadecimal digits": GOOD.replace("version:", f"x: 0x{KEY.replace('x', 'f')}\nversion:"),
}


@pytest.mark.parametrize("document", DOCUMENTS.values(), ids=DOCUMENTS)
def test_long_texts_in_a_document(call, document):
    config = "[types.ADR]\ndirectory = 'x'\n"
    assert _is_bounded(call.check({".meminit.toml": config, "docs/a.md": document, "docs/b.md": document}))
