"""The commands by name, imported only when they are called; each file declares the command line of one operation."""

from collections.abc import Mapping
from importlib import import_module

from meminit.agent_faults import (
    AGENT_FAILED,
    AGENT_TIMEOUT,
    AGENT_UNAVAILABLE,
    BLUEPRINT_EXECUTOR_MISSING,
    BLUEPRINT_SCHEMA_INVALID,
    OUTPUT_SCHEMA_INVALID,
    PARAMETERS_INVALID,
    RATE_LIMIT_EXCEEDED,
    TOKEN_EXPIRED,
    TOKEN_INVALID,
    TOKEN_MISSING,
)
from meminit.commands.face import Declaration, Face
from meminit.commands.options import shaping
from meminit.faults import (
    BASELINE_INVALID,
    CACHE_UNUSABLE,
    COMPARE_INVALID,
    CONFIG_INVALID,
    CONFIG_MISSING,
    CONFLICT,
    COVERS_LOCK_INVALID,
    CURSOR_INVALID,
    DOCS_ROOT_MISSING,
    DOCUMENT_INVALID,
    DOCUMENT_NOT_FOUND,
    DUPLICATE_ID,
    E_CONFIRM_REQUIRED,
    E_CURSOR_STALE,
    E_PLAN_STALE,
    E_ROLLBACK_CONFLICT,
    E_UNSAFE_CONFIRM_REQUIRED,
    FILE_EXISTS,
    FILE_NOT_FOUND,
    GIT_UNAVAILABLE,
    GRAMMAR_MISSING,
    GRAPHVIZ_MISSING,
    HISTORY_MISSING,
    ID_UNAVAILABLE,
    LOCKED,
    NOT_A_REPOSITORY,
    PAGE_INVALID,
    PARTIAL_FAILURE,
    PATH_ESCAPE,
    PLAN_INVALID,
    PROFILE_INVALID,
    PROFILE_NOT_FOUND,
    REVISION_UNKNOWN,
    SNAPSHOT_DAMAGED,
    SNAPSHOT_NOT_FOUND,
    STATE_BLOCKED,
    STATE_CYCLE,
    STATE_INVALID,
    STATE_UNKNOWN_ID,
    STATE_UNUSABLE,
    TEMPLATE_UNUSABLE,
    UNKNOWN_COMMAND,
    UNKNOWN_ERROR_CODE,
    UNKNOWN_SCHEMA,
    UNKNOWN_TYPE,
    WRITE_REFUSED,
)

_BASELINE = (BASELINE_INVALID, GIT_UNAVAILABLE, HISTORY_MISSING, NOT_A_REPOSITORY, REVISION_UNKNOWN)
_DRIFT = (COVERS_LOCK_INVALID, GRAMMAR_MISSING)
_CONFIG = (CONFIG_MISSING, CONFIG_INVALID)
_ID = (*_CONFIG, DOCUMENT_NOT_FOUND)
_ID_OR_PATH = (*_ID, PATH_ESCAPE)
_AGENT = (*_CONFIG, BLUEPRINT_SCHEMA_INVALID, DOCUMENT_NOT_FOUND)
_RUN = (
    AGENT_FAILED,
    AGENT_TIMEOUT,
    AGENT_UNAVAILABLE,
    BLUEPRINT_EXECUTOR_MISSING,
    E_CONFIRM_REQUIRED,
    FILE_NOT_FOUND,
    OUTPUT_SCHEMA_INVALID,
    PARAMETERS_INVALID,
    RATE_LIMIT_EXCEEDED,
    TOKEN_EXPIRED,
    TOKEN_INVALID,
    TOKEN_MISSING,
)
_PAGES = (CURSOR_INVALID, E_CURSOR_STALE)
_WRITING = (LOCKED, STATE_UNUSABLE, WRITE_REFUSED)
_STATE = (*_CONFIG, STATE_INVALID)
_INIT = (*_WRITING, CONFIG_INVALID, PATH_ESCAPE)
_NEW = (
    *_CONFIG,
    *_WRITING,
    DOCUMENT_INVALID,
    DUPLICATE_ID,
    FILE_EXISTS,
    FILE_NOT_FOUND,
    ID_UNAVAILABLE,
    PATH_ESCAPE,
    TEMPLATE_UNUSABLE,
    UNKNOWN_TYPE,
)
# Of every command that comes to a plan and applies it.
_CHANGE = (E_CONFIRM_REQUIRED, E_PLAN_STALE, LOCKED, PARTIAL_FAILURE, PATH_ESCAPE, STATE_UNUSABLE, WRITE_REFUSED)
# The name of a command in a group begins with that of the group.
COMMANDS: Mapping[str, Declaration] = {
    "affirm": Declaration("modify", (*_CONFIG, *_CHANGE, *_DRIFT, FILE_NOT_FOUND)),
    "agent list": Declaration("read", _CONFIG),
    "agent run": Declaration("run", (*_AGENT, *_RUN), streams=True),
    "agent show": Declaration("read", _AGENT),
    "agent validate": Declaration("read", (*_AGENT, FILE_NOT_FOUND, OUTPUT_SCHEMA_INVALID)),
    "adr new": Declaration("create", _NEW, output="data/new"),
    "backlinks": Declaration("read", (*_ID_OR_PATH, *_PAGES)),
    "baseline": Declaration(
        "create", (*_CONFIG, *_DRIFT, BASELINE_INVALID, FILE_NOT_FOUND, PATH_ESCAPE, WRITE_REFUSED), streams=True
    ),
    "cache clear": Declaration("modify", (CONFIG_MISSING, CACHE_UNUSABLE), output="data/cache"),
    "cache show": Declaration("read", (CONFIG_MISSING, CACHE_UNUSABLE), output="data/cache"),
    "capabilities": Declaration("read"),
    "check": Declaration(
        "read",
        (*_CONFIG, *_PAGES, *_BASELINE, *_DRIFT, FILE_NOT_FOUND, PATH_ESCAPE),
        envelope="v2",
        judges=True,
        streams=True,
    ),
    "compare": Declaration("read", (COMPARE_INVALID, FILE_NOT_FOUND), judges=True),
    "context": Declaration("read", _CONFIG),
    "docs-for": Declaration("read", (*_CONFIG, PATH_ESCAPE)),
    "doctor": Declaration("read", (CONFIG_MISSING,), judges=True),
    "explain": Declaration("read", (UNKNOWN_ERROR_CODE,)),
    "fix": Declaration(
        "modify",
        (*_CONFIG, *_CHANGE, E_UNSAFE_CONFIRM_REQUIRED, FILE_NOT_FOUND, PLAN_INVALID),
        judges=True,
        streams="--apply",
    ),
    "graph": Declaration("read", (*_ID_OR_PATH, *_PAGES, GRAPHVIZ_MISSING)),
    "help": Declaration("read", (UNKNOWN_COMMAND,), output="data/capabilities"),
    "identify": Declaration("read", (*_ID_OR_PATH, FILE_NOT_FOUND)),
    "init": Declaration("create", _INIT),
    "index": Declaration("create", (*_CONFIG, DOCS_ROOT_MISSING, PAGE_INVALID, WRITE_REFUSED), streams=True),
    "install-precommit": Declaration("modify", (*_CONFIG, *_CHANGE)),
    "link": Declaration("read", _ID_OR_PATH),
    "list": Declaration("read", (*_CONFIG, *_PAGES)),
    "migrate config": Declaration("modify", (*_CONFIG, *_CHANGE, FILE_EXISTS)),
    "migrate ids": Declaration("modify", (*_CONFIG, *_CHANGE, CONFLICT, FILE_NOT_FOUND)),
    "migrate templates": Declaration("modify", (*_CONFIG, *_CHANGE)),
    "move": Declaration(
        "modify", (*_CONFIG, *_CHANGE, CONFLICT, COVERS_LOCK_INVALID, FILE_EXISTS, FILE_NOT_FOUND, GIT_UNAVAILABLE)
    ),
    "new": Declaration("create", _NEW),
    "org install": Declaration("create", (FILE_EXISTS, PROFILE_INVALID, PROFILE_NOT_FOUND, WRITE_REFUSED)),
    "org status": Declaration("read", (*_CONFIG, PROFILE_INVALID)),
    "org vendor": Declaration("modify", (*_CONFIG, *_CHANGE, PROFILE_INVALID, PROFILE_NOT_FOUND)),
    "protocol check": Declaration("read", _CONFIG, judges=True),
    "protocol sync": Declaration("modify", (*_CONFIG, *_CHANGE)),
    "resolve": Declaration("read", _ID),
    "scan": Declaration("read", (*_CONFIG, *_PAGES, FILE_EXISTS, WRITE_REFUSED), streams=True),
    "rollback": Declaration(
        "modify", (CONFIG_MISSING, *_CHANGE, E_ROLLBACK_CONFLICT, SNAPSHOT_DAMAGED, SNAPSHOT_NOT_FOUND)
    ),
    "schema": Declaration("read", (UNKNOWN_SCHEMA,), envelope="none"),
    "state blockers": Declaration("read", _STATE),
    "state get": Declaration("read", (*_STATE, STATE_UNKNOWN_ID)),
    "state list": Declaration("read", _STATE),
    "state next": Declaration("read", _STATE),
    "state set": Declaration("modify", (*_STATE, *_WRITING, STATE_BLOCKED, STATE_CYCLE, STATE_UNKNOWN_ID)),
    "status": Declaration("read", (CONFIG_MISSING,)),
}
# Commands and groups, as they are written after `meminit`.
FIRST_WORDS = frozenset(name.partition(" ")[0] for name in COMMANDS)


def face_of(name: str) -> Face:
    """The command line of that command or group, which is in the file of its first word."""
    module = import_module(f"meminit.commands.{name.partition(' ')[0].replace('-', '_')}")
    faces: Mapping[str, Face] = module.FACES
    declared, face = COMMANDS.get(name), faces[name]
    return face._replace(shared=(*shaping(name, declared), *face.shared)) if declared else face


def output_schema(name: str) -> str:
    """The published schema of the `data` of a command."""
    return COMMANDS[name].output or f"data/{name.replace(' ', '-')}"
