"""What capabilities tells is so: it is compared with click, with the catalogue, and with what commands do."""

import base64
import errno
import os
import signal
import subprocess
import sys

import click
import pytest
from tests.support.calls import TOP, process
from tests.support.documents import GOOD
from tests.support.marks import posix
from tests.unit.test_every_command import CALLS, GOOD_TREE

from meminit import __version__
from meminit.catalogue import catalogue
from meminit.commands import COMMANDS, clicking
from meminit.commands.options import Options
from meminit.commands.redirecting import RENAMED
from meminit.covering import symbols
from meminit.edits import locking
from meminit.faults import (
    CONFIG_INVALID,
    CONFIG_MISSING,
    E_CONFIRM_REQUIRED,
    GRAMMAR_MISSING,
    HISTORY_MISSING,
    LOCKED,
    NOT_A_REPOSITORY,
    REVISION_UNKNOWN,
    STATE_UNUSABLE,
    WRITE_REFUSED,
)
from meminit.sources.limits import DEFAULT
from meminit.watch import USUAL_SECONDS

TYPES = {"_OneOf": "choice", "_Whole": "integer", "_Seconds": "number", "Bool": "boolean"}
INDEX = "docs/01-indices/meminit.index.json"
QUEUE = "docs/01-indices/project-state.yaml"
SET = ["PAY-ADR-001"]
NEW = {"new": ["ADR", "Queues"], "adr new": ["Queues"]}
NEED_NO_CONFIGURATION = ("cache ", "rollback", "status")
APPLIED = ["--apply", "--yes"]
# What happens while changes are made, or to a snapshot: tests/unit/edits provokes it once for all commands.
IN_COMMON = {"E_PLAN_STALE", "E_ROLLBACK_CONFLICT", "LOCKED", "PARTIAL_FAILURE", "PATH_ESCAPE", "SNAPSHOT_DAMAGED",
             "STATE_UNUSABLE", "WRITE_REFUSED"}  # fmt: skip
RUN = ["odd", "--yes"]


def _odd(fields):
    """A blueprint with these fields."""
    return GOOD.replace("PAY-ADR-001", "PAY-AGENT-002").replace("type: ADR", f"type: AGENT\nname: odd\n{fields}")


def _shell(script, more=""):
    return _odd(f"executor: {{argv: [/bin/sh, -c, '{script}'], timeout_s: 0.2}}{more}")


IN_PAGES = {"backlinks": ["docs/a.md"], "check": [], "graph": [], "list": [], "scan": []}


def _cursor(command):
    return base64.urlsafe_b64encode(f'["{command}","of another answer",1]'.encode()).decode()


# A call of each command that ends in each fault of its own, but for those that the configuration decides.
FAILING = {
    **{
        code: {"agent run": RUN}
        for code in (
            "AGENT_FAILED",
            "AGENT_TIMEOUT",
            "AGENT_UNAVAILABLE",
            "BLUEPRINT_EXECUTOR_MISSING",
            "RATE_LIMIT_EXCEEDED",
            "TOKEN_EXPIRED",
            "TOKEN_INVALID",
            "TOKEN_MISSING",
        )
    },
    "OUTPUT_SCHEMA_INVALID": {"agent run": RUN, "agent validate": ["odd", "--output", "docs/a.md"]},
    "PARAMETERS_INVALID": {"agent run": ["echo", "--yes", "--param", "a=b"]},
    "BLUEPRINT_SCHEMA_INVALID": {
        "agent run": RUN,
        "agent show": ["odd"],
        "agent validate": ["odd", "--output", "docs/a.md"],
    },
    "DOCUMENT_INVALID": {"adr new": ["Queues", "--status", "Nope"], "new": ["ADR", "Queues", "--set", "nope=x"]},
    "DUPLICATE_ID": {name: [*words, "--id", "PAY-ADR-001"] for name, words in NEW.items()},
    "CONFLICT": {"migrate ids": ["--map", "map.json"], "move": ["docs/a.md", "outside.md"]},
    "FILE_EXISTS": {
        "migrate config": [],
        "move": ["docs/a.md", "docs/b.md"],
        "org install": ["profile"],
        "scan": ["--write"],
        **{name: [*words, "--id", "PAY-ADR-009"] for name, words in NEW.items()},
    },
    "ID_UNAVAILABLE": NEW,
    "LOCKED": {**NEW, "init": [], "state set": SET},
    "STATE_UNUSABLE": {**NEW, "init": [], "state set": SET},
    "STATE_BLOCKED": {"state set": [*SET, "--blocked-by", "x", "--impl-state", "Done"]},
    "STATE_CYCLE": {"state set": [*SET, "--depends-on", "PAY-ADR-001"]},
    "STATE_INVALID": {
        "state blockers": [],
        "state get": SET,
        "state list": [],
        "state next": [],
        "state set": SET,
    },
    "STATE_UNKNOWN_ID": {"state get": ["PAY-ADR-999"], "state set": ["PAY-ADR-999"]},
    "TEMPLATE_UNUSABLE": {name: [*words, "--template", "docs/bad.template.md"] for name, words in NEW.items()},
    "UNKNOWN_TYPE": {"new": ["ADRR", "Queues"], "adr new": ["Queues"]},
    "CACHE_UNUSABLE": {name: ["--cache-dir", "c" * 1000] for name in ("cache clear", "cache show")},
    "CURSOR_INVALID": {name: [*words, "--limit", "1", "--cursor", "x"] for name, words in IN_PAGES.items()},
    "DOCS_ROOT_MISSING": {"index": []},
    "E_CURSOR_STALE": {name: [*words, "--limit", "1", "--cursor", _cursor(name)] for name, words in IN_PAGES.items()},
    "DOCUMENT_NOT_FOUND": {
        "agent run": ["nobody", "--yes"],
        "agent show": ["nobody"],
        "agent validate": ["nobody", "--output", "docs/a.md"],
        "backlinks": ["PAY-ADR-999"],
        "graph": ["--around", "docs/not.txt"],
        "identify": ["docs/not.txt"],
        "link": ["PAY-ADR-999"],
        "resolve": ["PAY-ADR-999"],
    },
    "PROFILE_INVALID": {"org install": ["docs"], "org status": [], "org vendor": ["./docs"]},
    "PROFILE_NOT_FOUND": {"org install": ["nope"], "org vendor": []},
    "COVERS_LOCK_INVALID": {
        "affirm": ["docs"],
        "baseline": [],
        "check": [],
        "move": ["docs/a.md", "docs/c.md"],
    },
    "GRAMMAR_MISSING": {"affirm": ["docs"], "baseline": [], "check": []},
    "E_CONFIRM_REQUIRED": {
        "affirm": ["docs", "--apply"],
        "agent run": ["echo"],
        "fix": ["--plan", "plan.json", "--apply"],
        "migrate config": ["--apply"],
        "migrate ids": ["--apply"],
        "migrate templates": ["--apply"],
        "move": ["docs/a.md", "docs/c.md", "--apply"],
        "install-precommit": ["--apply"],
        "org vendor": ["./profile", "--apply"],
        "protocol sync": ["--apply"],
        "rollback": ["--apply"],
    },
    "E_UNSAFE_CONFIRM_REQUIRED": {"fix": ["--plan", "plan.json", *APPLIED]},
    "BASELINE_INVALID": {"baseline": [], "check": ["--baseline"]},
    "NOT_A_REPOSITORY": {"check": ["--baseline-from", "HEAD"]},
    "HISTORY_MISSING": {"check": ["--baseline-from", "0123456"]},
    "REVISION_UNKNOWN": {"check": ["--baseline-from", "nope"]},
    "COMPARE_INVALID": {"compare": ["docs/a.md", "docs/a.md"]},
    "FILE_NOT_FOUND": {
        "affirm": ["docs/nowhere.md"],
        "baseline": ["--prune", "docs/nowhere.md"],
        "compare": ["nowhere.json", "nowhere.json"],
        "agent run": ["echo", "--yes", "--params", "nowhere.json"],
        "agent validate": ["echo", "--output", "nowhere.txt"],
        **{name: [*words, "--template", "nowhere.md"] for name, words in NEW.items()},
        "check": ["docs/nowhere.md"],
        "fix": ["--plan", "nowhere.json"],
        "migrate ids": ["--map", "nowhere.json"],
        "move": ["docs/nowhere.md", "docs/c.md"],
        "identify": ["docs/nowhere.md"],
    },
    "GIT_UNAVAILABLE": {"check": ["--baseline-from", "HEAD"], "move": ["docs/a.md", "docs/c.md", "--git"]},
    "GRAPHVIZ_MISSING": {"graph": ["--format", "svg"]},
    "PAGE_INVALID": {"index": ["--catalog"]},
    "PATH_ESCAPE": {
        "docs-for": ["../a.md"],
        "baseline": ["--prune", "../a.md"],
        "init": ["other", "--docs-root", "../x"],
        **{name: [*words, "--template", "../x.md"] for name, words in NEW.items()},
        "backlinks": ["../a.md"],
        "check": ["../a.md"],
        "graph": ["--around", "../a.md"],
        "identify": ["../a.md"],
        "link": ["PAY-ADR-001", "--from", "../a.md"],
    },
    "PLAN_INVALID": {"fix": ["--plan", ".meminit.toml"]},
    "SNAPSHOT_NOT_FOUND": {"rollback": ["S-20260101T000000-abcdef"]},
    "UNKNOWN_COMMAND": {"help": ["cache", "nope"]},
    "UNKNOWN_ERROR_CODE": {"explain": ["NOPE"]},
    "UNKNOWN_SCHEMA": {"schema": ["nope"]},
    "WRITE_REFUSED": {
        "baseline": [],
        "index": [],
        "init": [],
        "org install": ["profile"],
        "state set": SET,
        "scan": ["--write"],
        **{name: [*words, "--dir", "docs/.git"] for name, words in NEW.items()},
    },
}
SPOILED = {
    "AGENT_FAILED": {"docs/odd.md": _shell("exit 3")},
    "AGENT_TIMEOUT": {"docs/odd.md": _shell("exec /bin/sleep 9")},
    "AGENT_UNAVAILABLE": {"docs/odd.md": _odd("executor: {argv: [/nowhere]}")},
    "BLUEPRINT_EXECUTOR_MISSING": {"docs/odd.md": _odd("executor: {}")},
    "BLUEPRINT_SCHEMA_INVALID": {"docs/odd.md": _shell("", "\noutput_schema: {type: strnig}")},
    "OUTPUT_SCHEMA_INVALID": {"docs/odd.md": _shell("echo x", "\noutput_schema: {}")},
    "RATE_LIMIT_EXCEEDED": {"docs/odd.md": _shell("exit 11")},
    "TOKEN_EXPIRED": {"docs/odd.md": _shell('echo {\\"code\\": \\"TOKEN_EXPIRED\\"}; exit 1')},
    "TOKEN_INVALID": {"docs/odd.md": _shell("exit 8")},
    "TOKEN_MISSING": {"docs/odd.md": _shell('echo {\\"error\\": {\\"code\\": \\"TOKEN_MISSING\\"}}; exit 9')},
    "CONFIG_INVALID": {".meminit.toml": "porject = 1\n"},
    "E_UNSAFE_CONFIRM_REQUIRED": {
        "plan.json": '{"plan_version": "1.0", "changes": [{"op": "create", "path": "docs/c.md", "content": ""}]}'
    },
    "DOCS_ROOT_MISSING": {".meminit.toml": '[docs]\nroot = "gone"\n'},
    "PAGE_INVALID": {".meminit.toml": '[docs]\nschema = "s.json"\n', "s.json": '{"required": ["reviewer"]}'},
    "STATE_INVALID": {QUEUE: "x"},
    "PROFILE_INVALID": {".meminit-org.lock.json": "x"},
    "BASELINE_INVALID": {".meminit-baseline.json": "x"},
    "WRITE_REFUSED": {f"{INDEX}/in-the-way": "x", "AGENTS.md": b"\xff", ".meminit-baseline.json/in-the-way": "x"},
    "COVERS_LOCK_INVALID": {f"{INDEX.rpartition('/')[0]}/covers.lock": "x"},
    "GRAMMAR_MISSING": {"src/a.py": "x = 1\n", "docs/c.md": "---\ncovers: src/a.py#x\n---\n"},
    "CONFLICT": {"map.json": '{"PAY-ADR-001": "PAY-PRD-001"}'},
    "FILE_EXISTS": {"docs/adr-009-queues.md": "x", "docops.config.yaml": "project_name: Other\n"},
    "ID_UNAVAILABLE": {"docs/c.md": GOOD.replace("PAY-ADR-001", "PAY-ADR-999")},
    "TEMPLATE_UNUSABLE": {"docs/bad.template.md": "{{nope}}"},
    "UNKNOWN_TYPE": {".meminit.toml": "[types.SPEC]\n"},
}
OWN_FAULTS = [
    (name, fault)
    for name, declared in COMMANDS.items()
    for fault in declared.faults
    if fault.code not in IN_COMMON or E_CONFIRM_REQUIRED not in declared.faults
]


@pytest.fixture
def told(call):
    return call.json("capabilities").json["data"]


def _leaves(context, path=()):
    """The commands as click finds them."""
    face = context.command
    if not isinstance(face, click.Group):
        yield " ".join(path), context
        return
    for name in face.list_commands(context):
        inner = click.Context(face.get_command(context, name), info_name=name, parent=context)
        yield from _leaves(inner, (*path, name))


def _faces():
    return dict(_leaves(clicking.top()))


def _options(context):
    return [each for each in context.command.get_params(context) if isinstance(each, click.Option)]


def _described(option, told):
    """Whether what is told of an option is what click says."""
    known = option.to_info_dict()
    assert set(told["names"]) == {*option.opts, *option.secondary_opts}
    assert (told["help"], told["required"], told["multiple"]) == (known["help"], known["required"], known["multiple"])
    assert told["is_flag"] == known["is_flag"] == ("metavar" not in told)
    assert told["type"] == TYPES.get(known["type"]["param_type"], "text")
    assert told.get("choices") == (list(known["type"]["choices"]) if told["type"] == "choice" else None)
    bounds = {"minimum": known["type"].get("min"), "maximum": known["type"].get("max")}
    assert bounds == {name: told.get("range", {}).get(name) for name in bounds}


def test_every_command_of_click_is_told_and_declared(told):
    assert [each["name"] for each in told["commands"]] == sorted(_faces()) == sorted(COMMANDS)


def test_every_option_and_argument_of_click_is_told(told):
    for each in told["commands"]:
        context = _faces()[each["name"]]
        options = sorted(_options(context), key=lambda option: option.opts)
        for option, known in zip(options, each["options"], strict=True):
            _described(option, known)
        arguments = [each for each in context.command.params if isinstance(each, click.Argument)]
        for argument, known in zip(arguments, each["args"], strict=True):
            assert (known["name"], known["required"]) == (argument.name, argument.required)
            assert known["multiple"] == (argument.nargs == -1)
        assert " ".join((context.command.help or "").split()) == " ".join(each["description"].split())
    options = sorted(_options(click.Context(clicking.root)), key=lambda option: option.opts)
    for option, known in zip(options, told["options"], strict=True):
        _described(option, known)
    assert {"--version", "--help", "-h"} <= {name for each in told["options"] for name in each["names"]}


def test_effects_envelopes_and_exit_codes_are_those_declared(told):
    for each in told["commands"]:
        declared = COMMANDS[each["name"]]
        assert (each["effect"], each["envelope"], each["streams"]) == (
            declared.effect,
            declared.envelope,
            bool(declared.streams),
        )
        codes = {0, *([1] if declared.judges else []), 129, 131, 143}
        codes |= {catalogue()[code].exit_code for code in each["errors"]}
        assert each["exit_codes"] == sorted(codes)
        assert {fault.code for fault in declared.faults} < set(each["errors"]) or not declared.faults
    assert told["mutating_commands"] == [each["name"] for each in told["commands"] if each["effect"] != "read"]
    assert set(told["mutating_commands"]) == {
        "agent run",
        "affirm",
        "adr new",
        "baseline",
        "cache clear",
        "fix",
        "index",
        "init",
        "install-precommit",
        "migrate config",
        "migrate ids",
        "migrate templates",
        "move",
        "new",
        "org install",
        "org vendor",
        "protocol sync",
        "rollback",
        "state set",
    }


def test_every_code_of_the_catalogue_is_told(told):
    assert [each["code"] for each in told["error_codes"]] == list(catalogue())
    for each in told["error_codes"]:
        entry = catalogue()[each["code"]]
        assert (each["kind"], each["category"], each["summary"]) == (entry.kind, entry.category, entry.summary)
        assert (each.get("severity"), each.get("exit_code")) == (entry.severity, entry.exit_code)


def test_every_output_schema_is_published(told, call):
    for each in told["commands"]:
        assert call.json("schema", each["output_schema"]).json["title"]


def test_facts_are_those_of_the_code(told, call):
    assert told["cli_version"] == __version__
    formats = {
        each
        for command in told["commands"]
        for option in command["options"]
        if "--format" in option["names"]
        for each in option.get("choices", [])
    }
    assert set(told["output_formats"]) == formats
    features = told["features"]
    configurable = call.json("schema", "config").json["properties"]["links"]["properties"]["slugs"]["enum"]
    assert features["slugs"] == sorted(configurable)
    assert {name: each["default"] for name, each in features["limits"].items()} == {
        name.replace("_", "-"): number for name, number in DEFAULT._asdict().items()
    }
    assert all(each["default"] < each["highest"] for each in features["limits"].values())
    assert features["timeout"]["default_seconds"] == USUAL_SECONDS
    assert told["redirects"] == RENAMED


@pytest.mark.parametrize("tree", [{}, GOOD_TREE])
def test_what_is_said_to_hold_by_default_may_as_well_be_given(call, tree):
    call.write({".meminit.toml": "", **tree})
    told = call.json("help", "check", "--json").json["data"]["commands"][0]["options"]
    defaults = {each["names"][0]: str(each["default"]) for each in told if "default" in each}
    assert defaults.keys() == {"--envelope", "--format", "--limits", "--timeout"}
    given = [f"{name}={value}" for name, value in defaults.items() if name != "--format"]
    assert call.json("check", *given).out == call.json("check").out
    assert call("check", "--format", defaults["--format"], "-q").out == call("check", "-q").out


def test_help_is_capabilities(call):
    whole = call.json("capabilities").out
    assert call.json("capabilities").out == call.json("help").out == call.json("help", "--json").out == whole
    every = call.json("capabilities").json["data"]
    one = call.json("help", "cache", "clear").json["data"]
    assert one == {
        **every,
        "commands": [each for each in every["commands"] if each["name"] == "cache clear"],
        "mutating_commands": ["cache clear"],
    }
    assert [each["name"] for each in call.json("help", "cache").json["data"]["commands"]] == [
        "cache clear",
        "cache show",
    ]


def test_help_is_for_people_what_the_option_is(call):
    for arguments in ([], ["check"], ["cache"], ["cache", "clear"]):
        shown = process(*arguments, "--help", cwd=call.folder).out
        assert call("help", *arguments).out == shown
        assert shown.startswith(" ".join(["Usage: meminit", *arguments]).encode())


def test_json_is_wanted_by_whoever_writes_so(call):
    assert call("help", "--json", "--bogus").json["command"] == "help"
    assert call("check", "--json").json["error"]["code"] == "INVALID_ARGUMENT"
    assert call("check", "--", "--json").err != b""


def test_every_declared_fault_can_be_provoked_and_no_other():
    by_configuration = {"CONFIG_INVALID", "CONFIG_MISSING"}
    declared = {(name, fault.code) for name, fault in OWN_FAULTS if fault.code not in by_configuration}
    assert {(name, code) for code, calls in FAILING.items() for name in calls} == declared


def _ends_in(answer, code, number):
    """Drawings have no error of their own, and tell it as text does."""
    found = answer.json["error"]["code"] if answer.out else answer.err.decode().split()[1].rstrip(":")
    return (found, answer.exit) == (code, number)


def _ask_git(fault, folder):
    """Makes a repository of git for the faults that need one."""
    if fault in {HISTORY_MISSING, REVISION_UNKNOWN}:
        subprocess.run(["git", "init", "-q", str(folder)], check=True)
    if fault is HISTORY_MISSING:
        (folder / ".git/shallow").write_text("1" * 40 + "\n")


@pytest.mark.parametrize(("name", "fault"), OWN_FAULTS, ids=[f"{name} {fault.code}" for name, fault in OWN_FAULTS])
def test_a_command_ends_in_the_faults_that_it_declares(name, fault, call, monkeypatch):
    folder = call.folder / "repository"
    if fault is CONFIG_MISSING and name.startswith(NEED_NO_CONFIGURATION):
        _without_a_directory(name, call)
        return
    if fault not in {HISTORY_MISSING, NOT_A_REPOSITORY, REVISION_UNKNOWN}:
        monkeypatch.setenv("PATH", "")
    call.folder = folder
    folder.mkdir()
    _ask_git(fault, folder)
    plan = GOOD_TREE["plan.json"]
    tree = {"docs/a.md": GOOD, "plan.json": plan} if fault is CONFIG_MISSING else {**GOOD_TREE, "docs/not.txt": "x"}
    call.write({**tree, **SPOILED.get(fault.code, {})})
    _break(fault, folder, monkeypatch)
    by_configuration = fault in {CONFIG_MISSING, CONFIG_INVALID}
    arguments = CALLS[name][0] if by_configuration else FAILING[fault.code][name]
    if fault is CONFIG_MISSING and name == "scan":  # which needs none, unless one is named
        arguments = ["--config", "nope.toml"]
    if name == "org install":
        monkeypatch.setenv("XDG_DATA_HOME", str(call.folder.parent / "data"))
        taken = "data/meminit" if fault is WRITE_REFUSED else "data/meminit/profiles/profile/templates"
        call.write({f"../{taken}" + ("" if fault is WRITE_REFUSED else "/x.md"): "x"})
    if (fault, name) == (WRITE_REFUSED, "state set"):
        monkeypatch.setattr("meminit.atomic.replace", _full_disk)
    if (fault, name) == (WRITE_REFUSED, "scan"):
        (folder / ".meminit.toml").unlink()
        monkeypatch.setattr("meminit.atomic.replace", _full_disk)
    ask = call if "svg" in arguments else call.json
    assert _ends_in(ask(*name.split(), *arguments), fault.code, fault.exit)


def _break(fault, folder, monkeypatch):
    """What no file and no argument does."""
    if fault is LOCKED:
        monkeypatch.setattr(locking, "PATIENCE", 0)
        monkeypatch.setattr(locking, "_is_taken", lambda _: False)
    if fault is GRAMMAR_MISSING:
        symbols._tools.cache_clear()
        monkeypatch.setitem(sys.modules, "tree_sitter", None)
    if fault is STATE_UNUSABLE:
        monkeypatch.setenv("XDG_STATE_HOME", str(folder / "state"))


def _full_disk(*_, **__):
    raise OSError(errno.ENOSPC, "full")


def _without_a_directory(name, call):
    """The one way in which the repository cannot be found that need not be configured."""
    if os.name == "nt":
        return
    gone = call.folder / "gone"
    gone.mkdir()
    program = f'rmdir ../gone; exec "{sys.executable}" -m meminit {name} --format json'
    assert _ends_in(process("-c", program, cwd=gone, command=["sh"]), "CONFIG_MISSING", 4)


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_ends_in_the_faults_that_all_share(name, call, monkeypatch):
    call.write(GOOD_TREE)
    arguments = [*name.split(), *CALLS[name][0]]
    assert _ends_in(call.json("--output", "nowhere/x", *arguments), "OUTPUT_UNWRITABLE", 74)
    with monkeypatch.context() as patch:
        patch.setattr(Options, "settle_run_id", lambda _: 1 / 0)
        assert _ends_in(call.json(*arguments), "E_UNEXPECTED", 70)
    assert _ends_in(process(*arguments, "--format", "json", "--timeout", "1e-9", cwd=call.folder), "TIME_LIMIT", 10)


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_can_be_stopped(name, number, code, call, monkeypatch):
    call.write(GOOD_TREE)
    monkeypatch.setattr(Options, "settle_run_id", lambda _: os.kill(os.getpid(), number))
    assert _ends_in(call.json(*name.split(), *CALLS[name][0]), "INTERRUPTED", code)


def test_the_reference_tells_every_command():
    page = (TOP / "docs/reference/commands.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"\n## {name}\n\n`meminit {name} " in page
