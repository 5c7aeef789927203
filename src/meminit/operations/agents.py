"""Lists and shows agents, judges what they gave, and runs them."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from meminit import as_json
from meminit.agent_faults import (
    BLUEPRINT_EXECUTOR_MISSING,
    BLUEPRINT_SCHEMA_INVALID,
    OUTPUT_SCHEMA_INVALID,
    PARAMETERS_INVALID,
)
from meminit.blueprints import blueprint as blueprints
from meminit.blueprints import prompt as prompts
from meminit.blueprints import session
from meminit.blueprints.blueprint import Blueprint, Executor
from meminit.blueprints.extraction import NOTHING, extracted, strict
from meminit.blueprints.schema_files import in_file
from meminit.blueprints.session import Heard
from meminit.blueprints.verdict import Wrong, judged
from meminit.config.settings import AGENT
from meminit.documents import front_matter
from meminit.faults import DOCUMENT_NOT_FOUND, INVALID_ARGUMENT, MeminitError
from meminit.installed import published
from meminit.model.event import Answered, Listener, Started
from meminit.model.node import Plain
from meminit.model.outcome import FromRoot, Outcome, Table, Text, noted
from meminit.operations import selection
from meminit.operations.inventory import Inventory
from meminit.sources import gate
from meminit.words import counted, escape_unencodable, quoted


class Request(NamedTuple):
    """What a run was asked for."""

    parameters: Sequence[tuple[str, str]] = ()  # as they were given, by name
    given: Mapping[str, Plain] | None = None  # those of --params
    text: str | None = None
    resumed: str | None = None
    shows_errors: bool = True
    keep: Heard = lambda _number, _text: None  # what is done with each output
    starting: Callable[[float], None] = lambda _: None  # gets how long a turn may take, just before the first one


def found_in(inventory: Inventory) -> list[Blueprint]:
    """The blueprints by name; one without a name comes first, and cannot be called."""
    inventory.take_all_fields()
    found = []
    for number, candidate in enumerate(inventory.summaries.candidates):
        fields = inventory.fields(number)
        if fields.get("type") == AGENT:
            found.append(blueprints.of_fields(fields, candidate.path, inventory.document_id(number), ""))
    return sorted(found, key=lambda each: (each.name, each.path))


def named(inventory: Inventory, name: str) -> Blueprint:
    """The blueprint of that name, with its prompt; raises DOCUMENT_NOT_FOUND."""
    every = found_in(inventory)
    fitting = [each for each in every if each.name == name]
    if not fitting:
        meant = selection.nearest_names(name, (each.name for each in every if each.name))
        words = f"there is no agent {quoted(escape_unencodable(name))}{selection.one_of(meant)}"
        raise MeminitError(DOCUMENT_NOT_FOUND, words, suggestions=meant or None)
    if len(fitting) > 1:
        paths = [each.path for each in fitting]
        raise MeminitError(INVALID_ARGUMENT, f"{len(paths)} agents have the name {quoted(name)}", paths=paths)
    return fitting[0]._replace(prompt=_prompt(inventory, fitting[0].path))


def _prompt(inventory: Inventory, path: str) -> str:
    file = next(each.file for each in inventory.summaries.candidates if each.path == path)
    text = gate.decode(inventory.read(file))
    return text[front_matter.read(text, inventory.limits).body_at :].strip("\r\n")


def _schema(inventory: Inventory, blueprint: Blueprint, field: str) -> Mapping[str, Plain] | None:
    """The schema itself, wherever it stands; raises BLUEPRINT_SCHEMA_INVALID."""
    schema = blueprint.output if field == "output_schema" else blueprint.parameters
    target = blueprints.reference(schema)
    if target == blueprints.PLAN:
        return dict(published("plan"))  # type: ignore[arg-type]  # JSON
    words = None
    if target is not None:
        schema, words = in_file(inventory.read, target)
    elif schema is not None:
        words = blueprints.wrong(schema)
    if words is None and field == "output_schema" and schema is None and blueprint.is_procedural:
        words = "a procedural agent must have one"
    if words:
        raise _bad_schema(blueprint, field, words)
    return schema


def _bad_schema(blueprint: Blueprint, field: str, words: str) -> MeminitError:
    return MeminitError(BLUEPRINT_SCHEMA_INVALID, f"{blueprint.path}: {field}: {words}", path=blueprint.path)


def list_all(inventory: Inventory) -> Outcome:
    every = found_in(inventory)
    rows = tuple(
        (each.name or "(none)", _kind(each), "yes" if each.executor else "no", FromRoot(each.path)) for each in every
    )
    view = (Table(("NAME", "KIND", "RUNS", "PATH"), rows),) if rows else (Text(("There are no agents.",)),)
    data = {"agents": [_described(each) for each in every]}
    return Outcome("agent list", data, warnings=noted(inventory.unreadable()), view=view)


def _kind(blueprint: Blueprint) -> str:
    return "procedural" if blueprint.is_procedural else "autonomous"


def _described(blueprint: Blueprint) -> dict[str, object]:
    named = {"document_id": blueprint.document_id} if blueprint.document_id else {}
    return {
        "name": blueprint.name,
        "path": blueprint.path,
        **named,
        "agent_type": _kind(blueprint),
        "has_parameters_schema": blueprint.parameters is not None,
        "has_output_schema": blueprint.output is not None,
        "is_runnable": blueprint.executor is not None,
    }


def show(inventory: Inventory, name: str) -> Outcome:
    blueprint = named(inventory, name)
    output = _schema(inventory, blueprint, "output_schema")
    prompt = prompts.enriched(blueprint.prompt, output)
    data = {
        **_described(blueprint),
        "prompt": prompt,
        "parameters_schema": _schema(inventory, blueprint, "parameters_schema"),
        "output_schema": output,
        "executor": _executor(blueprint.executor),
    }
    return Outcome("agent show", data, view=(Text(tuple(prompt.splitlines())),))


def _executor(executor: Executor | None) -> dict[str, object] | None:
    if executor is None:
        return None
    return {
        "argv": list(executor.argv),
        "protocol": executor.protocol,
        "resume_argv": list(executor.resume_argv) or None,
        "timeout_s": executor.seconds,
        "env": list(executor.environment),
    }


def validate(inventory: Inventory, name: str, text: str, *, is_event: bool) -> Outcome:
    """Judges what an agent gave, or a result event; no process is started."""
    blueprint = named(inventory, name)
    schema = _schema(inventory, blueprint, "output_schema")
    if is_event:
        value, errors = _of_event(text, schema)
    elif schema is None:
        value, errors = NOTHING, ()
    else:
        value = extracted(text, is_procedural=blueprint.is_procedural)
        errors = judged(value, schema)
    data: dict[str, object] = {"valid": not errors}
    if not errors and value is not NOTHING:
        data["result_data"] = as_json.exact(value)
    data["validation_errors"] = _lines(errors)
    if not errors:
        return Outcome("agent validate", data, view=(Text(("valid",)),))
    words = f"the output does not fit: {errors[0].line}"
    failure = MeminitError(OUTPUT_SCHEMA_INVALID, words, validation_errors=_lines(errors)).failure()
    lines = tuple(f"  {each.line}" for each in errors)
    return Outcome("agent validate", data, failure=failure, view=(Text(lines),))


def _of_event(text: str, schema: Mapping[str, Plain] | None) -> tuple[Any, tuple[Wrong, ...]]:
    """A result event has exactly one of text and data; where the schema allows null, data may be that."""
    try:
        found = strict(text)
    except ValueError:
        found = None
    if not isinstance(found, dict) or found.get("event_type") != "result":
        return NOTHING, (Wrong("$", "this is no result event"),)
    has_text = found.get("result_text") is not None
    has_data = found.get("result_data") is not None
    if not has_text and not has_data and schema is not None and "result_text" not in found and "result_data" in found:
        has_data = not judged(None, schema)
    if has_text == has_data:
        both = "both are" if has_text else "neither is"
        return NOTHING, (Wrong("$", f"exactly one of result_text and result_data must be set; {both}"),)
    if schema is None:
        return NOTHING, () if has_text else (Wrong("$.result_data", "the agent has no output_schema"),)
    if has_text:
        return NOTHING, (Wrong("$.result_text", "the agent has an output_schema, so result_data must be set"),)
    return found["result_data"], judged(found["result_data"], schema)


class Ready(NamedTuple):
    """What a process is started with, and what a stream begins with."""

    call: session.Call
    begun: Started


def prepared(inventory: Inventory, name: str, request: Request) -> Ready:
    """Everything before the process is started; raises MeminitError where it cannot be."""
    blueprint = named(inventory, name)
    if blueprint.executor is None:
        words = f"{blueprint.path}: there is no `executor` with an `argv`"
        raise MeminitError(BLUEPRINT_EXECUTOR_MISSING, words, path=blueprint.path)
    if request.resumed is not None and not blueprint.executor.resume_argv:
        raise MeminitError(INVALID_ARGUMENT, "--resume: the executor of this agent has no resume_argv")
    output = _schema(inventory, blueprint, "output_schema")
    declared = _schema(inventory, blueprint, "parameters_schema")
    text = prompts.filled(blueprint.prompt, _parameters(request, declared), declared)
    whole = text if request.text is None else f"{text.rstrip()}\n\n{request.text}" if text.strip() else request.text
    call = session.Call(
        blueprint,
        blueprint.executor,
        output,
        inventory.root,
        prompts.enriched(whole, output),
        request.resumed,
        request.shows_errors,
    )
    return Ready(call, inventory.begun)


def run(ready: Ready, request: Request, listener: Listener | None) -> Outcome:
    """Starts the process of an agent, once; raises MeminitError where it gives no valid result."""
    call, begun = ready

    def heard(turn: int, text: str) -> None:
        if listener:
            listener(Answered(turn, begun.files_total))
        request.keep(turn, text)

    request.starting(call.executor.seconds)
    if listener:
        listener(begun)
    return _finished(session.run(call, heard), call.blueprint)


def _finished(found: session.Finished, blueprint: Blueprint) -> Outcome:
    run_of: dict[str, object] = {"run_id": f"run_{os.urandom(4).hex()}"}
    if found.event:
        event = found.event.as_data
        if found.event.text is None:
            event["result_data"] = as_json.exact(event["result_data"])
        told = {**run_of, "status": "completed", "agent": blueprint.name, "attempts": found.attempts}
        return Outcome("agent run", {"run": told, "event": event}, raw=_raw(found.event))
    message = "Output did not match schema" + (" after 1 retry" if found.is_retried else "")
    failed = {
        "type": "output_schema_validation_failed",
        "message": message,
        "validation_errors": _lines(found.errors),
    }
    words = f"{message}: {found.errors[0].line}"
    raise MeminitError(
        OUTPUT_SCHEMA_INVALID,
        words,
        run={**run_of, "status": "failed", "agent": blueprint.name, "error": failed},
        retried=found.is_retried,
    )


def _raw(event: session.Event) -> bytes:
    """What a caller in a pipe gets, as the specification has it: the data as indented JSON, or else the text."""
    import json  # noqa: PLC0415 - wanted here alone

    if event.text is None:
        return json.dumps(event.data, indent=2).encode() + b"\n"
    return (event.text or "(No result available)\n").encode()


def _lines(errors: Iterable[Wrong]) -> list[str]:
    return [each.line for each in errors]


def _parameters(request: Request, declared: Mapping[str, Plain] | None) -> dict[str, Plain]:
    """The parameters of a run; raises PARAMETERS_INVALID with everything that is wrong."""
    if declared is None:
        if request.parameters or request.given:
            raise MeminitError(PARAMETERS_INVALID, "this agent has no parameters_schema, so it takes no parameters")
        return {}
    properties = declared.get("properties")
    known = properties if isinstance(properties, dict) else {}
    values = dict(request.given or {})
    values.update((name, _value(text, known.get(name))) for name, text in request.parameters)
    errors = judged(values, declared)
    if errors:
        words = f"{counted(len(errors), 'error')} in the parameters: {errors[0].line}"
        raise MeminitError(PARAMETERS_INVALID, words, validation_errors=_lines(errors))
    return values


def _value(text: str, schema: Plain) -> Plain:
    """The text itself where the schema wants text, else as JSON, if it is some."""
    wanted = schema.get("type") if isinstance(schema, dict) else None
    if wanted == "string" or (isinstance(wanted, list) and "string" in wanted):
        return text
    try:
        value: Plain = strict(text)
    except ValueError:
        return text
    return value
