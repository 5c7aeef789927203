"""Settings of links, from the `[links]` table."""

import re

from meminit.config.building import Builder, Part
from meminit.config.places import refusal
from meminit.config.settings import Links, Route
from meminit.sources.globs import Patterns

_NAME = re.compile(r"\{([^{}/]+)\}")


def links(part: Part, builder: Builder) -> Links:
    default = Links()
    index = part.texts("index")
    ignore, lines = builder.patterns(part, "ignore", (), ignore_case=False), part.texts("ignore") or ()
    return Links(
        slugs=part.text("slugs") or default.slugs,
        index_names=default.index_names if index is None else index,
        implicit_extension=bool(part.values.get("implicit_extension", default.implicit_extension)),
        site_root=builder.place(part, "site_root") or default.site_root,
        routes=_routes(part.part("routes"), builder),
        ignore=ignore,
        ignore_relative=Patterns(line for line in lines if not line.startswith(("/", "!/"))) if ignore else ignore,
        wiki=bool(part.values.get("wiki", default.wiki)),
    )


def _routes(part: Part, builder: Builder) -> tuple[Route, ...]:
    found = []
    for pattern in part.values:
        route = _route(pattern, part.text(pattern) or "")
        if isinstance(route, str):
            builder.complain((*part.path, pattern), route)
        else:
            found.append(route)
    return tuple(found)


def _route(pattern: str, value: str) -> Route | str:
    """The route, or what is wrong with it."""
    names = _NAME.findall(pattern)
    kind, _, rest = value.partition(":")
    if not pattern.startswith("/") or pattern.startswith("//"):
        return "a route begins with one slash"
    if len(set(names)) < len(names) or "}{" in pattern or set("{}") & set(_NAME.sub("", pattern)):
        return "names in braces differ from each other and have text between them"
    if kind == "field":
        if not names:
            return "a route to a field needs a name in braces, which stands for the field's value"
        return Route(pattern, rest if rest in names else names[-1], rest, None)
    unknown = [name for name in _NAME.findall(rest) if name not in names]
    if unknown:
        return f"{{{unknown[0]}}} does not stand in the route itself"
    return refusal(rest, "the repository") or Route(pattern, "", None, rest)
