"""What a blueprint says of an agent, and what is wrong with its schemas."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from meminit.config.settings import AGENT, Settings
from meminit.model.document import Metadata
from meminit.model.node import Plain
from meminit.schema.judge import Uncompilable, faults, judge_of
from meminit.words import quoted, shorten

PLAN = "urn:meminit:plan:v1"  # the schema of a plan that is handed in
NAME = r"^[a-z][a-z0-9-]{1,63}$"
SCHEMAS = ("parameters_schema", "output_schema")
PLACEHOLDER = re.compile(r"\{\{([A-Za-z_][A-Za-z0-9_-]*)\}\}")
_DRAFT = "draft-07"
_USUAL_SECONDS = 600.0
Protocol: TypeAlias = Literal["oneshot", "jsonl"]


class Executor(NamedTuple):
    """The process that is the agent, and how it is spoken to."""

    argv: tuple[str, ...]
    protocol: Protocol = "oneshot"
    resume_argv: tuple[str, ...] = ()
    seconds: float = _USUAL_SECONDS
    environment: tuple[str, ...] = ()  # the names of variables that are passed on


class Blueprint(NamedTuple):
    """`parameters` and `output` are schemas; None where there is none, which differs from an empty one."""

    name: str
    path: str
    document_id: str | None
    is_procedural: bool
    parameters: Mapping[str, Plain] | None
    output: Mapping[str, Plain] | None
    executor: Executor | None
    prompt: str


def is_possible(settings: Settings) -> bool:
    """Whether there can be blueprints at all."""
    return settings.has_agents


def is_none(document: Metadata, _settings: Settings) -> bool:
    """Spares the rules about blueprints."""
    type_name = document.text("type")
    return type_name is None or type_name.written != AGENT


def of_fields(fields: Mapping[str, Plain], path: str, document_id: str | None, prompt: str) -> Blueprint:
    """What is there and usable; what is not is a finding of `check`."""
    name = fields.get("name")
    return Blueprint(
        name if isinstance(name, str) else "",
        path,
        document_id,
        fields.get("agent_type") == "procedural",
        _schema(fields.get("parameters_schema")),
        _schema(fields.get("output_schema")),
        _executor(fields.get("executor")),
        prompt,
    )


def _schema(value: Plain) -> Mapping[str, Plain] | None:
    return value if isinstance(value, dict) else None


def _executor(value: Plain) -> Executor | None:
    argv = _texts(value.get("argv")) if isinstance(value, dict) else ()
    if not isinstance(value, dict) or not argv:
        return None
    seconds = value.get("timeout_s", _USUAL_SECONDS)
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool) and seconds > 0
    return Executor(
        argv,
        "jsonl" if value.get("protocol") == "jsonl" else "oneshot",
        _texts(value.get("resume_argv")),
        float(seconds) if is_number and isinstance(seconds, int | float) else _USUAL_SECONDS,
        _texts(value.get("env")),
    )


def _texts(value: Plain) -> tuple[str, ...]:
    return tuple(str(each) for each in value) if isinstance(value, list) else ()


def reference(schema: object) -> str | None:
    """What a schema is that stands elsewhere: the path of a file, or the name of one that is built in."""
    if isinstance(schema, Mapping) and set(schema) == {"$ref"}:
        target = schema["$ref"]
        return target if isinstance(target, str) and not target.startswith("#") else None
    return None


def wrong(schema: object) -> str | None:
    """Why a value is no schema that can be used; None for one that can."""
    if not isinstance(schema, Mapping):
        return "it must be a JSON Schema, which is a mapping"
    if reference(schema) is not None:
        return None  # it stands in a file, or is built in
    outside = next(_outside(schema), None)
    if outside is not None:
        return f"$ref: {quoted(outside)} leads out of the schema"
    try:
        first = next(iter(faults(schema, _DRAFT)), None)
        if first is None:
            judge_of(schema, _DRAFT)
    except Uncompilable as error:
        first = error
    except RecursionError:
        return "it is nested too deeply"
    return shorten(first.words, 300) if first else None


def _outside(schema: object) -> Iterator[str]:
    """References that leave the schema. A property may be called $ref, and then it holds no text."""
    pending = [schema]
    while pending:
        here = pending.pop()
        if isinstance(here, Mapping):
            target = here.get("$ref")
            if isinstance(target, str) and not target.startswith("#"):
                yield target
            pending += here.values()
        elif isinstance(here, Sequence) and not isinstance(here, str):
            pending += here


def undeclared(prompt: str, parameters: Mapping[str, Plain] | None) -> Iterator[re.Match[str]]:
    """The placeholders of a prompt that its parameters lack."""
    known = parameters.get("properties") if parameters else None
    names = known if isinstance(known, dict) else {}
    return (found for found in PLACEHOLDER.finditer(prompt) if found[1] not in names)
