"""Composes the schemas for the data of commands that change documents: they share the keys of a plan.

A row of `OWN` adds what one command has besides.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

_TOP = Path(__file__).resolve().parent.parent
_SCHEMAS = _TOP / "schemas"
_TEXTS = {"type": "array", "items": {"type": "string"}}
_SNAPSHOT = {"type": "string", "pattern": "^S-[0-9]{8}T[0-9]{6}-[0-9a-f]{6}$"}
_STEPS = {
    "next_actions": {**_TEXTS, "description": "commands that are ready to run"},
    "next_actions_detailed": {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["action", "command"],
            "properties": {"action": {"type": "string"}, "command": {"type": "string"}},
        },
        "description": "the same, each with what it does: apply, diff, rollback, check, index, other",
    },
}
_WHAT = {"type": "string"}


def _report(**keys: object) -> Mapping[str, object]:
    """The key `report`, with all of these keys in it."""
    shape = {"type": "object", "required": list(keys), "properties": keys}
    return {"report": {**shape, "description": "what it is about, for scripts"}}


def _migration(**action: object) -> Mapping[str, object]:
    """The report of a migration, with what each of its actions tells."""
    listed = {"type": "object", "required": ["file"], "properties": {"file": _WHAT, **action}}
    skipped = {
        "type": "object",
        "required": ["file", "reason"],
        "properties": {"file": _WHAT, "line": {"type": "integer", "minimum": 1}, "reason": _WHAT},
    }
    return _report(
        dry_run={"type": "boolean"},
        actions={"type": "array", "items": listed},
        skipped_files={"type": "array", "items": skipped, "description": "what stays as it is, and why"},
    )


_COUNT = {"type": "integer", "minimum": 0}
# The keys that one command has besides those of all, and further shapes of its data.
OWN: Mapping[str, Mapping[str, object]] = {
    "fix": {},
    "migrate config": _migration(action={"enum": ["create", "remove"]}, **{"from": _WHAT}),
    "migrate ids": _migration(
        old_id=_WHAT,
        new_id=_WHAT,
        edits={**_COUNT, "description": "how often the id is written otherwise, in all documents"},
    ),
    "migrate templates": _migration(to=_WHAT, count=_COUNT, **{"from": _WHAT}),
    "move": _report(
        moved={
            "type": "array",
            "items": {"type": "object", "required": ["from", "to"], "properties": {"from": _WHAT, "to": _WHAT}},
            "description": "each file by its old and new path",
        },
        links_rewritten=_COUNT,
        documents_changed={**_COUNT, "description": "those in which a link was rewritten"},
    ),
    "rollback": {
        "rolled_back_to": {**_SNAPSHOT, "description": "the snapshot whose files are put back"},
        "event_snapshot_id": {**_SNAPSHOT, "description": "the snapshot that the rollback itself took"},
        "files": {**_TEXTS, "description": "the paths that it touches"},
    },
}
_OTHER: Mapping[str, Mapping[str, object]] = {
    "rollback": {
        "list": {
            "title": "--list",
            "type": "object",
            "required": ["snapshots"],
            "properties": {
                "snapshots": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["id", "command", "files", "created", "rolled_back"],
                        "properties": {
                            "id": _SNAPSHOT,
                            "command": {"type": "string", "description": "what was applied"},
                            "files": {**_TEXTS, "description": "the paths that it touched"},
                            "created": {"type": "string", "format": "date-time"},
                            "rolled_back": {"type": "boolean"},
                        },
                    },
                    "description": "the newest first",
                }
            },
        }
    },
}


def written() -> Iterator[tuple[str, str]]:
    """The path and the text of each."""
    definitions = json.loads((_SCHEMAS / "plan.schema.json").read_text(encoding="utf-8"))["definitions"]
    for name, own in OWN.items():
        shapes = {"change_of_documents": _of_change(own), **_OTHER.get(name, {}), "nothing": _NOTHING}
        schema = {
            "$schema": "http://json-schema.org/draft-07/schema#",
            "title": f"data of meminit {name}",
            "oneOf": [{"$ref": f"#/definitions/{each}"} for each in shapes],
            "definitions": {**shapes, **definitions},
        }
        path = f"schemas/data/{name.replace(' ', '-')}.json"
        yield path, json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


_DIFF = {
    "type": "object",
    "required": ["files"],
    "properties": {
        "files": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["path", "op"],
                "properties": {
                    "path": {"type": "string"},
                    "op": {"enum": ["create", "update", "rename", "remove"]},
                    "unified": {"type": "string", "description": "left out above 64 KiB"},
                },
            },
        }
    },
    "description": "with --diff",
}
_NOTHING = {"title": "of a failure", "type": "object", "maxProperties": 0}
_NUMBER = {"type": "integer", "minimum": 0}


def _of_change(own: Mapping[str, object]) -> Mapping[str, object]:
    return {
        "title": "what it would change, or has changed",
        "type": "object",
        "required": [
            *("dry_run", "applied", "plan_hash", "changes", "skipped", "summary", "fixed", "remaining"),
            *("next_actions", "next_actions_detailed"),
        ],
        "properties": {
            "dry_run": {"type": "boolean", "description": "whether it was only asked what would change"},
            "applied": {"type": "boolean", "description": "whether anything was written"},
            "reason": {"enum": ["dry_run", "no_changes"], "description": "why nothing was written"},
            "snapshot_id": {**_SNAPSHOT, "description": "what to give to `meminit rollback`"},
            "plan_hash": {"type": "string", "pattern": "^sha256:[0-9a-f]{64}$", "description": "of the plan"},
            "changes": {"type": "array", "items": {"$ref": "#/definitions/change"}, "description": "those of the plan"},
            "skipped": {
                "type": "array",
                "items": {"$ref": "#/definitions/skipped"},
                "description": "what stays, and why",
            },
            "summary": {
                "type": "object",
                "required": ["create", "update", "rename", "safe", "unsafe"],
                "properties": dict.fromkeys(("create", "update", "rename", "remove", "safe", "unsafe"), _NUMBER),
                "description": "how many changes there are of each kind",
            },
            "fixed": {**_NUMBER, "description": "how many findings are gone, or would be"},
            "remaining": {**_NUMBER, "description": "how many stay"},
            "diff": _DIFF,
            **_STEPS,
            **own,
        },
    }
