"""What `meminit doctor` tells of repositories, healthy ones and others, and what it leaves alone."""

import json
import re
import sys
from importlib import metadata

import pytest
from tests.support.calls import TOP
from tests.support.documents import GOOD
from tests.support.marks import not_root, posix

from meminit.diagnosis import PYTHON, Library, outdated, release
from meminit.installed import distributions, named

TEMPLATE = (TOP / "src/meminit/templates/adr.template.md").read_text(encoding="utf-8")
TYPE = 'prefix = "PAY"\n[types.ADR]\ntemplate = "docs/00-governance/templates/adr.md"\n'


@pytest.fixture
def doctor(call):
    """The issues of a repository with these files, each as `place severity CODE message`."""

    def issues(files, *arguments):
        own = {} if "docops.config.yaml" in files else {".meminit.toml": ""}
        call.write({"docs/a.md": GOOD, **own, **files})
        return [_line(each) for each in call.json("doctor", *arguments).json["data"]["issues"]]

    return issues


def _line(issue):
    place = ":".join(str(issue[key]) for key in ("file", "line") if key in issue)
    return f"{place} {issue['severity']} {issue['rule']} {issue['message']}".strip()


def _codes(lines):
    return [re.search("[A-Z_]{6,}", line).group() for line in lines]


def test_a_healthy_repository_takes_one_line(call):
    call.write({"docs/a.md": GOOD, ".meminit.toml": ""})
    answer = call("doctor")
    assert (answer.exit, answer.text) == (0, "No issues: 1 document in 1 namespace.\n")
    assert call("doctor", "--quiet").text == ""
    assert call.json("doctor").json["data"] == {"issues": [], "status": "ok"}


def test_without_a_configuration_there_is_nothing_to_examine(call):
    answer = call.json("doctor")
    assert (answer.exit, answer.json["error"]["code"]) == (4, "CONFIG_MISSING")


SHADOWED = "docops.config.yaml is ignored, since there is a .meminit.toml; remove one of the two"
BROKEN = [
    (
        ".meminit.toml",
        'projct = "x"\n[docs]\nroot = 3\n',
        [".meminit.toml:1 error CONFIG_INVALID unknown key 'projct'; did you mean project?"],
    ),
    (".meminit.toml", "x = \n", [".meminit.toml:1 error CONFIG_INVALID "]),
    (".meminit.toml", b"\xff", [".meminit.toml:1 error CONFIG_INVALID byte 0xff is not UTF-8"]),
    (".meminit.toml", b"x" * 3_000_000, [".meminit.toml error CONFIG_INVALID it has 3000000 bytes"]),
    ("docops.config.yaml", "docs_root: [\n", ["docops.config.yaml:2 error CONFIG_INVALID "]),
    ("docops.config.yaml", "docs_root: ../x\n", ["docops.config.yaml:1 error CONFIG_INVALID docs_root: "]),
    (
        ".meminit.toml",
        '[[namespaces]]\nname = "a"\nroot = "x"\n[[namespaces]]\nname = "b"\nroot = "x"\n',
        [
            (
                ".meminit.toml:6 error CONFIG_INVALID namespaces[1].root: 'x' is used by [namespaces[0]] already;"
                " choose another one"
            )
        ],
    ),
]


@pytest.mark.parametrize(("file", "text", "expected"), BROKEN)
def test_a_broken_configuration_is_an_issue_and_no_end(file, text, expected, call):
    call.write({file: text})
    answer = call.json("doctor")
    lines = [_line(each) for each in answer.json["data"]["issues"]]
    assert answer.exit == 1
    assert answer.json["error"]["code"] == "VIOLATIONS_FOUND"
    assert [line[: len(start)] for line, start in zip(lines, expected, strict=False)] == expected
    assert [each["code"] for each in answer.json["violations"]] == ["CONFIG_INVALID"] * len(lines)
    assert all(each["remedy"] for each in answer.json["data"]["issues"])


def test_all_mistakes_of_a_configuration_are_told_each_once(call):
    call.write({".meminit.toml": 'projct = "x"\n[docs]\nrot = "x"\n', "docops.config.yaml": ""})
    assert call("doctor").text.splitlines() == [
        ".meminit.toml:1 CONFIG_INVALID error: unknown key 'projct'; did you mean project?",
        ".meminit.toml:3 CONFIG_INVALID error: unknown key 'rot' in [docs]; did you mean root?",
        "  help: Correct the key that the message names. `meminit schema config` prints the JSON Schema of all keys.",
        f"docops.config.yaml CONFIG_SHADOWED warning: {SHADOWED}",
        "  help: Delete `docops.config.yaml` as soon as no other tool needs it.",
        "",
        "2 errors, 1 warning; `meminit explain CODE` shows more",
    ]
    assert "CONFIG_SHADOWED" not in call("doctor", "--quiet").text


def test_warnings_fail_a_strict_run_and_infos_none(call):
    call.write({"docs/a.md": GOOD, ".meminit.toml": '[docs]\nexclude = ["x"]\n', "docops.config.yaml": ""})
    lenient, strict = call.json("doctor"), call.json("doctor", "--strict")
    assert (lenient.exit, strict.exit) == (0, 1)
    assert lenient.json["data"] == strict.json["data"]
    assert lenient.json["data"]["status"] == "warn"
    assert [each["code"] for each in strict.json["violations"]] == ["CONFIG_SHADOWED"]
    assert [each["rule"] for each in strict.json["data"]["issues"]] == ["CONFIG_SHADOWED", "EXCLUDE_UNMATCHED"]
    assert strict.json["advice"] == []


def test_what_a_check_tells_of_roots_and_schemas_is_told(doctor):
    config = '[docs]\nschema = "s.json"\n[[namespaces]]\nname = "a"\nroot = "gone"\nschema = "t.json"\n'
    words = "the schema cannot be used: properties: 3 is a number, not a mapping"
    found = doctor({".meminit.toml": config, "s.json": '{\n "properties": 3}'})
    assert found == [
        "gone error DOCS_ROOT_MISSING the docs root does not exist",
        f"s.json:2 error SCHEMA_INVALID {words}",
        "t.json error SCHEMA_MISSING the schema does not exist",
    ]


def test_a_root_that_is_a_link_into_another_one_overlaps_it(doctor, tmp_path):
    (tmp_path / "handbook").symlink_to("docs")
    config = '[docs]\nroot = "docs"\n[[namespaces]]\nname = "book"\nroot = "handbook"\n'
    (found,) = doctor({".meminit.toml": config})
    assert found == (
        ".meminit.toml:3 error NAMESPACE_OVERLAPS the namespaces book and default govern the same files through a"
        " symbolic link"
    )
    assert doctor({".meminit.toml": '[docs]\nroot = "handbook"\n'}) == []


def test_nested_namespaces_are_no_issue(doctor):
    config = '[docs]\nroot = "docs"\n[[namespaces]]\nname = "org"\nroot = "docs/org"\n'
    assert doctor({".meminit.toml": config, "docs/org/b.md": GOOD.replace("001", "002")}) == []


def test_a_root_that_nobody_asked_for_may_govern_nothing(doctor):
    config = '[docs]\nexclude = ["a.md"]\n[[namespaces]]\nname = "org"\nroot = "org"\n'
    assert doctor({".meminit.toml": config, "org/b.md": GOOD}) == []


def test_a_namespace_in_which_something_else_lies_is_not_shadowed(doctor, tmp_path):
    (tmp_path / "docs").mkdir()
    config = '[docs]\nroot = "."\nexclude = ["/README.md"]\n[[namespaces]]\nname = "org"\nroot = "docs"\n'
    (found,) = doctor({".meminit.toml": config, "README.md": "# Read me\n"})
    assert found == (
        ".meminit.toml:1 warning NAMESPACE_SELECTS_NOTHING the namespace default governs nothing, but has 1"
        " Markdown file below ., such as README.md"
    )


@pytest.mark.parametrize("line", ["docs", "/docs/", "docs/*", "docs/**", "*.m*", "**"])
def test_an_ignored_root(line, doctor):
    (found,) = doctor({".gitignore": f"{line}\n"})
    assert found.startswith(
        ".meminit.toml error DOCS_ROOT_IGNORED a .gitignore file ignores all of docs, so no document"
    )


def test_a_folder_of_the_root_may_be_ignored(doctor):
    assert doctor({".gitignore": "docs/_build/\n", "docs/_build/b.md": ""}) == []


PATTERNS = [
    ('include = ["*.md", "**/*.markdown"]', {}, []),  # one of them is the usual one
    ('include = ["*.md", "x/**"]', {}, [".meminit.toml:2 warning INCLUDE_UNMATCHED"]),
    ('include = ["*.md",\n"x/**"]', {}, [".meminit.toml:2 warning INCLUDE_UNMATCHED"]),
    ('include = ["*.md", "!x.md"]', {}, [".meminit.toml:2 warning INCLUDE_UNMATCHED"]),
    ('include = ["*.md", "!B.md"]\n[[namespaces]]\nname = "n"\nroot = "n"\n', {"n/b.md": "", "n/c.md": ""}, []),
    ('include = ["b.md", "a.md"]\n[[namespaces]]\nname = "n"\nroot = "n"\n', {"n/b.md": ""}, []),
    ('exclude = ["old/", "old.md", "new/**"]', {"docs/old/b.md": "", "docs/old.md": "", "docs/new/c.md": ""}, []),
    ('exclude = ["old/", "old/x.md"]', {"docs/old/x.md": ""}, [".meminit.toml:2 info EXCLUDE_UNMATCHED"]),
    ('exclude = ["WIP-*", "#x", "!#y"]', {"docs/#y": ""}, [".meminit.toml:2 info EXCLUDE_UNMATCHED"]),
]


@pytest.mark.parametrize(("setting", "files", "expected"), PATTERNS)
def test_patterns_without_use(setting, files, expected, doctor):
    lines = doctor({".meminit.toml": f"[docs]\n{setting}\n", **files})
    assert [" ".join(line.split()[:3]) for line in lines] == expected


def test_what_is_excluded_in_the_other_configuration_may_be_relative_to_either(doctor):
    config = (
        "repo_prefix: PAY\nexcluded_paths: [docs/old, new/, gone]\nexcluded_files: [x.md]\n"
        "namespaces:\n - {name: a, docs_root: docs}\n"
        " - {name: b, docs_root: docs/b, excluded_filename_prefixes: [Z-]}\n"
    )
    files = {"docs/old/a.md": "", "docs/b/new/c.md": "", "docs/b/c.md": GOOD.replace("001", "002")}
    lines = doctor({"docops.config.yaml": config, **files})
    assert [line.partition(" in exclude")[0] for line in lines] == [
        "docops.config.yaml:2 info EXCLUDE_UNMATCHED 'gone'",
        "docops.config.yaml:3 info EXCLUDE_UNMATCHED 'x.md'",
        "docops.config.yaml:6 info EXCLUDE_UNMATCHED 'Z-'",
    ]


def test_the_same_pattern_of_two_namespaces_is_judged_for_each(doctor):
    table = '[[namespaces]]\nname = "{0}"\nroot = "{0}"\nexclude = ["x.md"]\n'
    files = {"n/x.md": "", "n/y.md": GOOD.replace("001", "002"), "m/y.md": GOOD.replace("001", "003")}
    (line,) = doctor({".meminit.toml": table.format("n") + table.format("m"), **files})
    assert line.startswith(".meminit.toml:8 info EXCLUDE_UNMATCHED")


_AGAIN = '[[rules.override]]\npaths = ["docs/a.md"]\n'
OVERRIDES = [
    ('paths = ["docs/a.md", "docs/b.md"]\noff = ["BROKEN_LINK"]', ["3 warning OVERRIDE_UNMATCHED"]),
    ('paths = ["docs/**", "!docs/b.md"]\noff = ["BROKEN_LINK"]', ["3 warning OVERRIDE_UNMATCHED"]),
    ('paths = ["DOCS/**"]\noff = ["BROKEN_LINK"]', ["3 warning OVERRIDE_UNMATCHED"]),
    ('paths = ["README.md"]\noff = ["OUTSIDE_DOCS_ROOT"]', []),
    ('paths = ["docs/**"]\nerror = ["BROKEN_LINK"]', ["4 info SEVERITY_UNCHANGED"]),
    (f'paths = ["docs/**"]\noff = ["BROKEN_LINK"]\n{_AGAIN}error = ["BROKEN_LINK"]', []),
    ('paths = ["docs/**"]\nwarning = ["MISSING_SECTION"]', ["4 warning RULE_IDLE"]),
    ('paths = ["docs/**"]\noff = ["MISSING_SECTION"]', []),
    ('paths = ["docs/**"]\nerror = ["UNUSED_SUPPRESSION"]', []),
]


@pytest.mark.parametrize(("table", "expected"), OVERRIDES)
def test_overrides_without_effect(table, expected, doctor):
    lines = doctor({".meminit.toml": f"\n[[rules.override]]\n{table}\n"})
    assert [" ".join(line.split(":", 1)[1].split()[:3]) for line in lines] == expected


def test_rules_that_a_schema_is_needed_for(doctor):
    rules = '[rules]\nMISSING_FIELD = "warning"\nDUPLICATE_ID = "warning"\n'
    lines = doctor({".meminit.toml": f'[docs]\nschema = ""\n{rules}'})
    assert lines == [
        ".meminit.toml:4 warning RULE_IDLE MISSING_FIELD is switched on, but can find nothing under this configuration"
    ]
    config = f'[docs]\nschema = ""\n[types.ADR]\nschema = "s.json"\n{rules}'
    assert doctor({".meminit.toml": config, "s.json": "{}"}) == []


def _schema(**keywords):
    return json.dumps({"properties": {"document_id": {}, "a": {"type": "string"}}, **keywords})


_2020 = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
_CIRCLE = {"document_id": {}, "b": {"$ref": "#/properties/c"}, "c": {"$ref": "#/properties/b"}}
CONTRADICTIONS = [
    (_schema(required=["b"], additionalProperties=False), "'b' is required, but additionalProperties is false"),
    (_schema(required=["b"], allOf=[{"additionalProperties": False}]), "'b' is required, but additionalProperties"),
    (_schema(required=["b"], propertyNames={"enum": ["a"]}), "'b' is required, but propertyNames does not allow"),
    (_schema(required=["b"], properties={"b": False}), "'b' is required, but no value is allowed for it"),
    (_schema(required=["b"], properties={"b": {"not": {}}}), "'b' is required, but no value is allowed for it"),
    (
        _schema(required=["b"], properties={"b": {"enum": ["x", "y"], "pattern": "^z"}}),
        "'b' is required, but none of the values that it allows fits: 'x' does not match ^z",
    ),
    (
        _schema(required=["b"], properties={"b": {"const": "x", "type": "integer"}}),
        "'b' is required, but none of the values that it allows fits: 'x' is text, not a whole number",
    ),
    (
        _schema(
            required=["b"], properties={"b": {"$ref": "#/definitions/b"}}, definitions={"b": {"allOf": [{"enum": []}]}}
        ),
        "'b' is required, but it allows no value at all",
    ),
    (
        _schema(required=["b"], properties={"b": {"type": "string", "minLength": 3, "maxLength": 2}}),
        "'b' is required, but minLength is 3, and maxLength is 2",
    ),
    ("false", "no document can fit it"),
    (
        _schema(**_2020, required=["b"], unevaluatedProperties=False),
        "'b' is required, but unevaluatedProperties is false",
    ),
]


@pytest.mark.parametrize(("schema", "words"), CONTRADICTIONS)
def test_schemas_that_no_document_can_fit(schema, words, doctor):
    lines = doctor({".meminit.toml": '[docs]\nschema = "s.json"\n', "s.json": schema})
    found = [line for line in lines if "SCHEMA_CONTRADICTORY" in line]
    assert [words in line for line in found] == [True]


SOUND = [
    _schema(required=["a"], additionalProperties=False),
    _schema(required=["b"], additionalProperties=False, patternProperties={"^b$": {}}),
    _schema(required=["b"], additionalProperties={"type": "integer"}),
    _schema(required=["b"], properties={"b": {"enum": ["x", "zy"], "pattern": "^z"}, "document_id": {}}),
    _schema(required=["b"], **{"if": {"required": ["a"]}, "then": {"additionalProperties": False}}),
    _schema(required=["a"], allOf=[{"if": {"properties": {"a": {"const": 1}}}, "then": {"properties": {"a": False}}}]),
    _schema(required=["a"], anyOf=[{"properties": {"a": False}, "required": ["c"]}, {"properties": {"c": False}}]),
    _schema(**_2020, required=["b"], unevaluatedProperties=False, anyOf=[{"properties": {"b": {}}, "required": ["a"]}]),
    _schema(**_2020, required=["b"], unevaluatedProperties=False, **{"$ref": "#/$defs/x", "$defs": {"x": {}}}),
    _schema(required=["b"], properties=_CIRCLE),
    _schema(required=["b"], properties={"document_id": {}, "b": {"$ref": "#/anyOf/0", "enum": []}}, anyOf=[{}]),
    _schema(required=["b"], properties={"document_id": {}, "b": {"type": ["string"], "minimum": 2, "maximum": 1}}),
    (TOP / "schemas/metadata.schema.json").read_text(encoding="utf-8"),
]


@pytest.mark.parametrize("schema", SOUND)
def test_schemas_that_some_document_fits(schema, doctor):
    lines = doctor({".meminit.toml": '[docs]\nschema = "s.json"\n', "s.json": schema})
    assert [line for line in lines if "SCHEMA_INVALID" not in line] == []


def test_the_schema_of_a_type_may_contradict_that_of_its_namespace(doctor):
    config = '[types.ADR]\nschema = "s.json"\n'
    own = '{"properties": {"document_id": {},\n"type": {},\n"owner": false}}'
    assert doctor({".meminit.toml": config, "s.json": own}) == [
        "s.json:3 error SCHEMA_CONTRADICTORY 'owner' is required by the built-in schema, but no value is allowed for it"
    ]


def test_a_closed_schema_without_types_where_types_are_configured(doctor):
    config = '[docs]\nschema = "s.json"\n[types.ADR]\ndirectory = "."\n'
    (found,) = doctor({".meminit.toml": config, "s.json": _schema(additionalProperties=False)})
    assert found == (
        "s.json:1 warning FIELD_FORBIDDEN the schema allows no document to have 'type', which the configuration uses:"
        " additionalProperties is false, and the field is not among the properties"
    )


TEMPLATES = [
    (TEMPLATE, []),
    ("# {{title}}\n", []),  # whoever makes a document of it puts front matter above it
    (TEMPLATE.replace("{{owner}}", "{{ownr}}"), [(8, "there is no placeholder {{ownr}}; did you mean owner?")]),
    (TEMPLATE.replace("{{date}}", "{date}"), [(7, "{date} is a placeholder of the old form")]),
    (TEMPLATE.replace("status: {{status}}\n", ""), [(13, "MISSING_FIELD ")]),
    (TEMPLATE.replace("docops_version", "docops"), [(14, "MISSING_FIELD "), (9, "UNKNOWN_FIELD ")]),
    (TEMPLATE.replace("{{date}}", "{{title}}"), []),  # a title may be a date
    (TEMPLATE.replace("last_updated: {{date}}", "last_updated: {{type}}"), [(7, "INVALID_FIELD last_updated")]),
    (TEMPLATE.replace("type: {{type}}", "type: PRD"), [(3, "UNKNOWN_TYPE "), (2, "ID_TYPE_MISMATCH ")]),
    (TEMPLATE.replace("{{document_id}}", "ORG-{{type}}-{{seq}}"), [(2, "ID_PREFIX_MISMATCH ")]),
    (TEMPLATE.replace("---\n", "", 1).replace("---\n", "..\n"), []),
    (TEMPLATE.replace("area:", "area: a: b"), [(10, "INVALID_FRONTMATTER ")]),
    (b"\xff\xfe", [(1, "the file seems to be UTF-16")]),
    (b"x" * 5_000_000, [(None, "it has 5000000 bytes")]),
]


@pytest.mark.parametrize(("text", "expected"), TEMPLATES)
def test_templates(text, expected, doctor, call):
    config = f"{TYPE}sections = []\n"
    doctor({".meminit.toml": config, "docs/00-governance/templates/adr.md": text})
    found = call.json("doctor").json["data"]["issues"]
    assert [(each["severity"], each["rule"]) for each in found] == [("warning", "TEMPLATE_INVALID")] * len(expected)
    problems = {(each.get("line"), each["message"].partition("would break the rules: ")[2]) for each in found}
    for line, start in expected:
        assert any(at == line and words.startswith(start) for at, words in problems), problems


def test_a_template_that_lacks_a_section_of_its_type(doctor):
    files = {".meminit.toml": f'{TYPE}sections = ["Kontext"]\n', "docs/00-governance/templates/adr.md": TEMPLATE}
    (found,) = doctor({**files, "docs/a.md": GOOD + "\n## Kontext\n"})
    assert "TEMPLATE_INVALID" in found
    assert "MISSING_SECTION" in found


def test_a_template_that_is_a_link_to_nothing_is_missing(doctor, tmp_path):
    (tmp_path / "adr.md").symlink_to("gone")
    assert doctor({".meminit.toml": 'prefix = "PAY"\n[types.ADR]\ntemplate = "adr.md"\n'}) == [
        ".meminit.toml:3 error TEMPLATE_MISSING the template of the type ADR does not exist: adr.md"
    ]


def test_a_template_need_only_fit_one_namespace(doctor):
    config = f'{TYPE}[docs]\nroot = "docs"\n[[namespaces]]\nname = "n"\nroot = "n"\nschema = "s.json"\n'
    closed = _schema(additionalProperties=False)
    files = {"docs/00-governance/templates/adr.md": TEMPLATE, "n/a.md": "---\na: b\n---\n", "s.json": closed}
    assert _codes(doctor({".meminit.toml": config, **files})) == ["FIELD_FORBIDDEN"]


def test_an_index(call):
    call.write({"docs/a.md": GOOD, ".meminit.toml": ""})
    call("index")
    index = call.folder / "docs/01-indices/meminit.index.json"
    assert call.json("doctor").json["data"]["issues"] == []
    for content in (b"", b"{", index.read_bytes() + b" ", index.read_bytes().replace(b"Title", b"title")):
        index.write_bytes(content)
        (issue,) = call.json("doctor").json["data"]["issues"]
        assert (issue["rule"], issue["file"]) == ("INDEX_STALE", "docs/01-indices/meminit.index.json")
    index.unlink()
    index.mkdir()
    assert [each["rule"] for each in call.json("doctor").json["data"]["issues"]] == ["INDEX_STALE"]


def test_a_cache_that_cannot_be_written(doctor, tmp_path_factory):
    file = tmp_path_factory.mktemp("cache") / "file"
    file.write_text("")
    (found,) = doctor({}, "--cache-dir", str(file))
    assert found.startswith("warning CACHE_UNWRITABLE")
    assert found.endswith("file is not a directory")
    (found,) = doctor({}, "--cache-dir", str(file / "below"))
    assert found.endswith("file is not a directory")
    assert doctor({}, "--cache-dir", str(file), "--no-cache") == []


def test_a_cache_of_the_user_that_lies_in_the_repository(doctor, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (found,) = doctor({})
    assert "CACHE_UNWRITABLE" in found
    assert found.endswith("is inside the repository, where meminit keeps nothing")


@posix
@not_root
def test_a_cache_that_may_not_be_written(doctor, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cache")
    folder.chmod(0o500)
    (found,) = doctor({}, "--cache-dir", str(folder / "below"))
    assert found.endswith("is not writable")


def _install(folder, name, version, *heads):
    folder = folder / f"{name}-{version}.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text("\n".join((f"Name: {name}", *heads, "", "Requires-Dist: z>=9")), encoding="utf-8")


def test_what_is_older_than_the_package_needs(doctor, monkeypatch, tmp_path_factory):
    place = tmp_path_factory.mktemp("installed")
    requires = ["a.b>=2.1", "b>=1.10", "c (>=3)", "d[x]>=1,<9", "e>=9; extra == 'dev'", "f", "g>=0.4"]
    python = f"Requires-Python: >={sys.version_info[0]}.{sys.version_info[1] + 1}"
    _install(place / "first", "meminit", "1.0", python, *(f"Requires-Dist: {each}" for each in requires))
    for name, version in {"A_b": "2.0.9", "b": "1.9", "d": "1"}.items():
        _install(place / "second", name, version)
    _install(place / "third", "b", "1.10")
    (place / "second/G.egg-info").mkdir()
    (place / "second/G.egg-info/PKG-INFO").write_text("Name: g\nVersion: 0.3\n\nWords", encoding="utf-8")
    folders = [str(place / each) for each in ("first", "gone", "second", "third")]
    monkeypatch.setattr("sys.path", [*folders, *sys.path])
    found = doctor({})
    assert found[0].startswith("error PYTHON_OUTDATED this is Python 3.")
    assert found[1:] == [
        "warning LIBRARY_OUTDATED a.b is 2.0.9, but meminit needs at least 2.1",
        "warning LIBRARY_OUTDATED b is 1.9, but meminit needs at least 1.10",
        "warning LIBRARY_OUTDATED c is not installed, but meminit needs at least 3",
        "warning LIBRARY_OUTDATED g is 0.3, but meminit needs at least 0.4",
    ]


def test_what_is_needed_is_not_known_where_nothing_is_installed(doctor, monkeypatch):
    monkeypatch.setattr("meminit.operations.facts.distributions", dict)
    assert doctor({}) == []


def test_what_is_installed_is_what_the_standard_library_finds():
    known = distributions()
    own = list(metadata.distributions())
    assert {"click", "orjson", "meminit", "markdown-it-py"} <= known.keys()
    expected = {named(each.name): each.version for each in reversed(own)}
    assert {name: each.version for name, each in known.items()} == expected
    required = [value for name, value in known["meminit"].heads() if name == "Requires-Dist"]
    assert required == metadata.requires("meminit")


def test_releases_are_compared_by_their_numbers():
    assert release("3.13.0rc1") == (3, 13)
    assert release("1.10") > release("1.9.9")
    assert release("") == ()
    assert list(outdated([Library(PYTHON, "3.12.0", "3.12"), Library("a", "2", "2.0.0")])) == []


def test_nothing_is_written_into_the_repository(call, tmp_path):
    call.write({"docs/a.md": GOOD, ".meminit.toml": TYPE, "docs/00-governance/templates/adr.md": TEMPLATE})
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    call.json("doctor")
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")} == before
