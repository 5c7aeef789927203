"""Tells where the schema of a namespace lies: where the configuration says, at the usual place, or nowhere."""

import os

from meminit.config.settings import DEFAULT_SCHEMA, Namespace, Settings, below
from meminit.paths import may_be_there


def schema_path(root: str, settings: Settings, namespace: Namespace) -> str | None:
    """The schema's path, "" for none at all, None for the built-in one."""
    if namespace.schema is not None:
        return namespace.schema
    places = usual_places(settings, namespace)
    return next((each for each in places if may_be_there(os.path.join(root, each))), None)


def usual_places(settings: Settings, namespace: Namespace) -> tuple[str, ...]:
    """Where a schema that the configuration does not name is looked for, the first place first."""
    if namespace.schema is not None:
        return ()
    roots = [namespace.root, *(each.root for each in settings.namespaces if each.name == "default")]
    return tuple(below(root, DEFAULT_SCHEMA) for root in roots)
