"""What a configuration multiplies with documents and links is limited in number, and what is deep is refused."""

import json

import pytest
from tests.support.documents import GOOD
from tests.support.timing import within

pytestmark = [pytest.mark.slow, pytest.mark.long]


def _texts(count):
    return json.dumps([f"x{number}" for number in range(count)])


def _tables(count, line):
    return "".join(line.format(number) for number in range(count))


LIMITED = {
    "patterns that include": (500, lambda count: f"docs.include = {_texts(count)}"),
    "patterns that exclude": (500, lambda count: f"docs.exclude = {_texts(count)}"),
    "ignored targets": (500, lambda count: f"links.ignore = {_texts(count)}"),
    "folders with wildcards": (32, lambda count: f"links.ignore = {json.dumps([f'**/{n}?/x' for n in range(count)])}"),
    "letters among wildcards": (8000, lambda count: f"links.ignore = {json.dumps(['*x*' + '?' * (count - 1)])}"),
    "letters of routes": (
        10_000,
        lambda count: f"[links.routes]\n'/{{y}}/{'x' * 5000}' = 'path:x'\n'/{'x' * (count - 5003)}' = 'path:x'\n",
    ),
    "routes": (200, lambda count: "[links.routes]\n" + _tables(count, "'/{0}' = 'path:{0}'\n")),
    "index pages": (20, lambda count: f"links.index = {_texts(count)}"),
    "references": (100, lambda count: f"id.references = {_texts(count)}"),
    "types": (1000, lambda count: _tables(count, "[types.x{}]\n")),
    "sections": (200, lambda count: f"types.A.sections = {_texts(count)}"),
    "namespaces": (500, lambda count: _tables(count, "[[namespaces]]\nname = 'x{0}'\nroot = 'x{0}'\n")),
    "patterns of one override": (500, lambda count: f"[[rules.override]]\npaths = {_texts(count)}"),
    "overrides": (500, lambda count: _tables(count, "[[rules.override]]\npaths = ['x{}']\n")),
    "patterns of two overrides": (
        500,
        lambda count: f"[[rules.override]]\npaths = ['x']\n[[rules.override]]\npaths = {_texts(count - 1)}",
    ),
    "parts of a key": (32, lambda count: f"[types.{'.'.join(['a'] * (count - 1))}]"),
    "lists in lists": (32, lambda count: f"x = {'[' * count}{']' * count}"),
}


@pytest.mark.parametrize(("limit", "config"), LIMITED.values(), ids=LIMITED)
def test_so_many_are_allowed(call, limit, config):
    def words(count):
        error = call.check({".meminit.toml": config(count), "docs/a.md": GOOD}).json.get("error", {"message": ""})
        assert not error["message"] or error["code"] == "CONFIG_INVALID"
        return error["message"]

    assert str(limit) not in words(limit)
    assert str(limit) in words(limit + 1)


DEEP = {
    "a header": f"[{'.'.join(['a'] * 900)}]",
    "a header of a table that is known": f"[types.{'.'.join(['a'] * 900)}]",
    "a key": f"{'.'.join(['a'] * 30_000)} = 1",
    "a key in braces": f"x = {{{'.'.join(['a'] * 30_000)} = 1}}",
    "keys in quotes": f"""{" . ".join(['"."'] * 5000)} = 1""",
    "a key behind a text of several lines": f'x = """y"""\n{".".join(["a"] * 30_000)} = 1',
    "lists": f"x = {'[' * 300}{']' * 300}",
    "braces": f"x = {'{a = ' * 300}1{'}' * 300}",
    "a large number": f"rules.BROKEN_LINK = 0x{'f' * 5000}",
    "a large number below": f"project = -0x{'f' * 5000}",
    "unknown codes": "[rules]\n" + _tables(4000, "N{} = 'error'\n"),
    "unknown keys": _tables(6000, "n{} = 1\n"),
    "tables without what they need": f"namespaces = [{'{},' * 20_000}]",
}


@pytest.mark.parametrize("config", DEEP.values(), ids=DEEP)
def test_what_is_too_deep_or_too_much_is_refused_in_time(call, config):
    with within(3):
        assert call.check({".meminit.toml": config}).json["error"]["code"] == "CONFIG_INVALID"


@pytest.mark.parametrize(
    "config",
    [
        f'project = "{"a." * 100}"',
        f'project = """\n{"a." * 100}\n\\""" {"a." * 100}""""',
        f"project = '''\n{'a.' * 100}\n'''  # {'a.' * 100}",
        f"docs.exclude = ['{'.'.join(['a'] * 100)}']  # {'a.' * 100}",
    ],
)
def test_dots_in_texts_are_no_keys(call, config):
    assert call.check({".meminit.toml": config, "docs/a.md": GOOD}).exit == 0


LINKS = {
    "ignored targets": f"links.ignore = {json.dumps([f'*{n}?x' for n in range(468)])}",
    "ignored targets in folders": f"links.ignore = {json.dumps([f'**/x*/{n}' for n in range(32)])}",
    "targets that are taken back": f"links.ignore = {json.dumps([f'{chr(33) * (n % 2)}*{n}*y' for n in range(500)])}",
    "routes": "[links.routes]\n" + _tables(200, "'/{{a}}/y{{b}}q{0}{{c}}' = 'path:docs/{{a}}'\n"),
    "routes that lack a value": "[links.routes]\n" + _tables(200, "'/{{x{0}}}/y.md/{{s}}' = 'field:s'\n"),
    "routes that fit": "[links.routes]\n" + _tables(200, "'/{{a}}/{{b{0}}}' = 'path:docs/{{a}}{0}'\n"),
}


@pytest.mark.parametrize("config", LINKS.values(), ids=LINKS)
def test_many_links_are_judged_in_time(call, config):
    links = "\n".join(f"[a](/x{number}/y.md)" for number in range(20_000))
    with within(5):
        answer = call.check({".meminit.toml": config, "docs/a.md": f"{GOOD}\n{links}\n"})
        assert answer.codes.count("BROKEN_LINK") == 20_000


NAMESPACES = "namespaces:\n" + _tables(500, "- {{name: n{0}, docs_root: d{0}}}\n")
INHERITED = {
    "templates": "templates:\n" + _tables(1000, "  a{}: a/b/c/d/e/f/g/h/i/j\n"),
    "document types": "document_types:\n" + _tables(1000, "  a{}: {{template: a/b/c/d/e/f/g/h/i}}\n"),
}


@pytest.mark.parametrize("config", INHERITED.values(), ids=INHERITED)
def test_what_namespaces_inherit_is_understood_once(call, config):
    call.write({"docops.config.yaml": config + NAMESPACES})
    with within(2):  # to judge it for each namespace took ten seconds
        answer = call.json("check")
    assert answer.codes == ["DOCS_ROOT_MISSING"] * 500


def test_what_is_wrong_with_something_inherited_is_told_once(call):
    config = "templates: {a: ../b}\nnamespaces: [{name: x, docs_root: x}, {name: y, docs_root: y}]\n"
    call.write({"docops.config.yaml": config})
    assert len(call.json("check").json["error"]["details"]["problems"]) == 1


KEYS = ("excluded_paths", "excluded_files", "excluded_filename_prefixes")


@pytest.mark.parametrize("path", ["x{}", "d{}/x"], ids=["the same for each", "another one for each"])
@pytest.mark.parametrize(("command", "seconds"), [("check", 2), ("doctor", 5)])
def test_what_hundreds_of_namespaces_exclude_is_shared(call, command, path, seconds):
    lists = (f"[{', '.join((path if key == KEYS[0] else 'x{}').format(n) for n in range(500))}]" for key in KEYS)
    config = "".join(f"{key}: {texts}\n" for key, texts in zip(KEYS, lists, strict=True))
    call.write({"docops.config.yaml": config + NAMESPACES})
    with within(seconds):  # to hold each pattern for each namespace took four seconds, and twenty for doctor
        assert "DOCS_ROOT_MISSING" in call.json(command).text


def test_patterns_that_hundreds_of_namespaces_inherit_are_tried_once(call):
    lists = f"[docs]\ninclude = {_texts(500)}\nexclude = {_texts(500)}\n"
    call.write({".meminit.toml": lists + _tables(500, "[[namespaces]]\nname = 'n{0}'\nroot = 'd{0}'\n")})
    with within(3):  # to try them for each took nine seconds
        issues = call.json("doctor").json["data"]["issues"]
    assert sum(each["rule"] == "EXCLUDE_UNMATCHED" for each in issues) == 500
