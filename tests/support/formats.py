"""Strict readers of the formats of `check`: each gives findings as (path, line, column, code, severity, message).

What a format cannot carry is None. They follow the readers' own descriptions of each format, not our writers.
"""

import html
import json
import re
from functools import cache
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

import jsonschema_rs
from markdown_it import MarkdownIt

from meminit.words import escape_invisible

_DATA = Path(__file__).parent.parent / "data"
_MOST_ANNOTATIONS = 10
_LEVELS = {"major": "error", "minor": "warning", "blocker": "error", "ERROR": "error", "WARNING": "warning"}


def of_json(text):
    envelope = json.loads(text)
    groups = [(group["path"], each) for group in envelope["violations"] for each in group["violations"]]
    for path, each in [*groups, *((each["path"], each) for each in envelope["warnings"])]:
        yield path, each.get("line"), each.get("column"), each["code"], each["severity"], each["message"]


def of_lines(text):
    for line in text.split("\n")[:-1]:
        each = json.loads(line)
        if each["type"] == "finding":
            yield each["path"], each.get("line"), each.get("column"), each["code"], each["severity"], each["message"]


def of_concise(text):
    for line in text.split("\n")[:-1]:
        path, at, column, code, message = re.fullmatch(r"(.+?):(\d+):(\d+): ([A-Z_]+) (.*)", line).groups()
        yield path, int(at), int(column), code, None, message


def of_text(text):
    for line in text.split("\n"):
        found = re.match(r"([^ ].*?)(?::(\d+))?(?::(\d+))? ([A-Z]+_[A-Z_]+) (warning: )?(.*)$", line)
        if found:
            path, at, column, code, warning, message = found.groups()
            severity = "warning" if warning else "error"
            yield path, at and int(at), column and int(column), code, severity, message


def commands_of_runner(text):
    """The commands in the log of GitHub's runner: kind, properties, message."""
    for line in text.split("\n"):
        trimmed = line.strip()
        if trimmed.startswith("::"):
            head, mark, data = trimmed[2:].partition("::")
            assert mark, line
            name, _, written = head.partition(" ")
            properties = dict(each.split("=", 1) for each in written.split(",") if each)
            yield name, {key: _runner(value) for key, value in properties.items()}, _runner(data)


def _runner(value):
    for written, character in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        value = value.replace(written, character)
    return value


def of_github(text):
    for name, known, message in commands_of_runner(text):
        if name in {"error", "warning"}:
            line, column = known.get("line"), known.get("col")
            yield known.get("file"), line and int(line), column and int(column), known["title"], name, message


def commands_of_agent(text):
    """The commands in the log of the agent of Azure Pipelines."""
    for line in text.split("\n"):
        start = line.find("##vso[")
        if start >= 0:
            head, data = line[start + len("##vso[") :].split("]", 1)
            name, _, written = head.partition(" ")
            properties = dict(each.split("=", 1) for each in written.split(";") if each)
            yield name, {key: _agent(value) for key, value in properties.items()}, _agent(data)


def _agent(value):
    for written, character in (("%3B", ";"), ("%0D", "\r"), ("%0A", "\n"), ("%5D", "]"), ("%AZP25", "%")):
        value = value.replace(written, character)
    return value


def of_azure(text):
    *issues, last = commands_of_agent(text)
    assert last[0] == "task.complete"
    for name, known, message in issues:
        assert name == "task.logissue"
        line, column = known.get("linenumber"), known.get("columnnumber")
        path = known.get("sourcepath")
        yield path, line and int(line), column and int(column), known["code"], known["type"], message


def of_gitlab(text):
    issues = json.loads(text)
    names = [each["fingerprint"] for each in issues]
    assert len(set(names)) == len(names)
    for each in issues:
        place = each["location"]
        severity = _LEVELS[each["severity"]]
        yield place["path"], place["lines"]["begin"], None, each["check_name"], severity, each["description"]


@cache
def _sarif():
    text = (_DATA / "sarif-2.1.0.schema.json").read_text()
    text = text.replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}\\\\]?$")  # a bracket that only lenient readers of patterns take
    return jsonschema_rs.Draft7Validator(json.loads(text), offline=True, validate_formats=True)


def sarif_run(text):
    """The one run of a log that keeps the official schema."""
    log = json.loads(text)
    problems = [f"{each.instance_path} {each.message}" for each in _sarif().iter_errors(log)]
    assert not problems, problems[:5]
    (run,) = log["runs"]
    return run


def of_sarif(text):
    run = sarif_run(text)
    rules = run["tool"]["driver"]["rules"]
    assert len({each["id"] for each in rules}) == len(rules)
    for each in run["results"]:
        assert rules[each["ruleIndex"]]["id"] == each["ruleId"]
        (location,) = each["locations"]
        place = location["physicalLocation"]
        region = place.get("region", {})
        path = unquote(place["artifactLocation"]["uri"])
        text = each["message"]["text"]
        yield path, region.get("startLine"), region.get("startColumn"), each["ruleId"], each["level"], text


def junit_suites(text):
    root = ET.fromstring(text)
    suites = root.findall("testsuite")
    for name in ("tests", "failures", "errors"):
        assert int(root.get(name)) == sum(int(each.get(name)) for each in suites)
    for suite in suites:
        cases = suite.findall("testcase")
        assert int(suite.get("tests")) == len(cases)
        assert int(suite.get("failures")) == sum(each.find("failure") is not None for each in cases)
    return suites


def of_junit(text):
    for suite in junit_suites(text):
        for case in suite.findall("testcase"):
            for told in (*case.findall("failure"), *case.findall("system-out")):
                for path, line, column, code, _, message in of_concise(told.text + "\n"):
                    assert (code, case.get("classname")) == (suite.get("name"), suite.get("name"))
                    yield path, line, column, code, None, message


def of_rdjson(text):
    for each in json.loads(text)["diagnostics"]:
        start = each["location"].get("range", {}).get("start", {})
        severity = _LEVELS[each["severity"]]
        code = each["code"]["value"]
        yield each["location"]["path"], start.get("line"), start.get("column"), code, severity, each["message"]


def of_md(text):
    """The rows of the tables of findings, as Markdown of GitHub reads them."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    path, cells, heads = "", [], []
    for number, token in enumerate(tokens):
        assert token.type != "image"
        if token.type == "heading_open" and token.tag == "h3":
            path = _words(tokens[number + 1])
        elif token.type == "html_block" and "<summary>" in token.content:
            shown = re.search("<summary>(.*): [0-9]+ findings?</summary>", token.content)[1]
            path = html.unescape(shown.replace("<!-- -->", ""))
        elif token.type == "th_open":
            heads.append(_words(tokens[number + 1]))
        elif token.type == "table_open":
            heads = []
        elif token.type == "tr_open":
            cells = []
        elif token.type == "td_open":
            cells.append(tokens[number + 1])
        elif token.type == "tr_close" and cells and heads[-2:] == ["code", "message"]:
            line, code, message = map(_words, cells)
            warning = message.startswith("warning: ")
            message = message.removeprefix("warning: ")
            yield path, int(line) if line else None, None, code, "warning" if warning else "error", message


def _words(inline):
    """The text of a cell; nothing in it may be markup but links that we wrote."""
    text = ""
    for each in inline.children:
        assert each.type in {"text", "text_special", "link_open", "link_close", "html_inline"}, inline.content
        assert each.type != "html_inline" or each.content == "<!-- -->", inline.content
        text += each.content if each.type in {"text", "text_special"} else ""
    return text


class _Page(HTMLParser):
    """Tables of findings in HTML, each with the path before it; nothing in them may be markup but our own links."""

    def __init__(self):
        super().__init__()
        self.rows, self.path, self._text, self._within = [], "", "", []
        self._heads, self._cells = [], []

    def handle_starttag(self, tag, attributes):
        assert tag in {"h2", "h3", "p", "a", "table", "thead", "tbody", "tr", "th", "td", "details", "summary"}, tag
        if tag == "a":
            (address,) = [value for name, value in attributes if name == "href"]
            assert not urlsplit(address).netloc, address
            assert not urlsplit(address).scheme or unquote(address).startswith(self.path), address
        if tag in {"h3", "summary", "th", "td"}:
            self._text = ""
        if tag == "table":
            self._heads = []
        if tag == "tr":
            self._cells = []

    def handle_data(self, data):
        self._text += data

    def handle_endtag(self, tag):
        if tag == "h3":
            self.path = self._text
        elif tag == "summary":
            self.path = re.fullmatch("(.*): [0-9]+ findings?", self._text)[1]
        elif tag == "th":
            self._heads.append(self._text)
        elif tag == "td":
            self._cells.append(self._text)
        elif tag == "tr" and self._cells and self._heads[-2:] == ["code", "message"]:
            self.rows.append((self.path, *self._cells))


def of_md_by_cmark(text):
    """The same as cmark-gfm reads it, which GitHub renders comments with."""
    import cmarkgfm
    from cmarkgfm.cmark import Options

    page = _Page()
    extensions = ["table", "strikethrough", "autolink", "tagfilter"]
    page.feed(cmarkgfm.markdown_to_html_with_extensions(text, Options.CMARK_OPT_UNSAFE, extensions=extensions))
    for path, line, code, message in page.rows:
        warning = message.startswith("warning: ")
        yield (
            path,
            int(line) if line else None,
            None,
            code,
            "warning" if warning else "error",
            message.removeprefix("warning: "),
        )


READERS = {
    "text": of_text,
    "concise": of_concise,
    "json-lines": of_lines,
    "md": of_md,
    "github": of_github,
    "gitlab": of_gitlab,
    "azure": of_azure,
    "sarif": of_sarif,
    "junit": of_junit,
    "rdjson": of_rdjson,
}


def _shown(finding, **without):
    """A finding as formats for people show it, without what this format does not tell."""
    path, line, column, code, severity, message = finding
    path, message = (escape_invisible(each).replace("\ufffe", "\\ufffe") for each in (path, message))  # as XML needs it
    return (
        path,
        line or 1,
        (column or 1) if without.get("column", True) else None,
        code,
        severity if without.get("severity", True) else None,
        message,
    )


SILENT = {
    "concise": {"severity": False},
    "junit": {"severity": False},
    "gitlab": {"column": False},
    "md": {"column": False},
    "rdjson": {"column": False},  # it counts bytes
}


def _readers():
    """Those above, and cmark-gfm where it is installed, as in the environment of `make oracles`."""
    yield from READERS.items()
    if find_spec("cmarkgfm"):
        yield "md", of_md_by_cmark


def agree(call, *arguments):
    """Whether every format reports what JSON reports; returns the findings."""
    usual = call.json("check", *arguments)
    expected = list(of_json(usual.text))
    for name, reader in _readers():
        answer = call("check", "--format", name, *arguments)
        assert (answer.exit, answer.err if name != "concise" else b"") == (usual.exit, b""), name
        known = SILENT.get(name, {})
        found = sorted(_shown(each, **known) for each in reader(answer.text))
        wanted = sorted(_shown(each, **known) for each in expected)
        if name == "github" and len(wanted) > len(found):
            assert set(found) <= set(wanted)
            assert len(found) >= _MOST_ANNOTATIONS
        elif name == "md" and "more finding" in answer.text.splitlines()[-1]:
            assert set(found) <= set(wanted)
            assert len(found) + int(answer.text.splitlines()[-1].split()[0]) == len(wanted)
        else:
            assert found == wanted, name
    return expected
