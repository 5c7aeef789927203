"""Settings of links, from the `[links]` table."""

import re

from meminit.config.building import Builder, Part, refusal
from meminit.config.complaint import LONGEST_KEY
from meminit.config.settings import DEFAULT_INCLUDE, MDX, Links, Route, Shape
from meminit.sites.site import Site
from meminit.sources.globs import Patterns
from meminit.words import quoted, shorten

_NAME = re.compile(r"\{([^{}]+)\}")
# Letters in names with wildcards of ignored targets, and in routes: each may count for each character of a document.
_MOST_LETTERS, _MOST_IN_ROUTES = 8_000, 10_000


def default_include(sites: tuple[Site, ...]) -> tuple[str, ...]:
    """The files that are documents where nothing else is said."""
    return (*DEFAULT_INCLUDE, MDX) if any(site.mdx for site in sites) else DEFAULT_INCLUDE


def links(part: Part, builder: Builder, sites: tuple[Site, ...]) -> Links:
    default = Links()
    index = part.texts("index")
    ignore, lines = _ignored(part, builder), part.texts("ignore") or ()
    return Links(
        slugs=part.text("slugs") or next((site.slugs for site in sites if site.slugs), default.slugs),
        slugs_elsewhere=part.text("slugs") or default.slugs,
        terms=bool(part.values.get("terms", any(site.terms for site in sites))),
        markup=tuple(dict.fromkeys(kind for site in sites for kind in site.markup)),
        sites=sites,
        index_names=default.index_names if index is None else index,
        implicit_extension=bool(part.values.get("implicit_extension", default.implicit_extension)),
        site_root=builder.place(part, "site_root") or default.site_root,
        routes=_routes(part.part("routes"), builder),
        ignore=ignore,
        ignore_relative=Patterns(line for line in lines if not line.startswith(("/", "!/"))) if ignore else ignore,
        wiki=bool(part.values.get("wiki", default.wiki)),
    )


def _ignored(part: Part, builder: Builder) -> Patterns:
    ignored = builder.patterns(part, "ignore", (), ignore_case=False)
    letters = ignored.letters_among_wildcards
    if letters > _MOST_LETTERS:
        words = f"names with wildcards have {letters} characters together, and may have at most {_MOST_LETTERS}"
        builder.complain((*part.path, "ignore"), f"{words}, not counting names with just one star, at an end")
    return ignored


def _routes(part: Part, builder: Builder) -> tuple[Route, ...]:
    found = []
    for pattern in part.values:
        route = _route(pattern, part.text(pattern) or "")
        if isinstance(route, str):
            builder.complain((*part.path, pattern), route)
        else:
            found.append(route)
    letters = sum(len(text) for route in found for text in route.shape.texts)
    if letters > _MOST_IN_ROUTES:
        words = f"the routes have {letters} characters, and may have at most {_MOST_IN_ROUTES} together"
        builder.complain(part.path, f"{words}, not counting names in braces and what they mean")
    return tuple(found)


def _route(written: str, value: str) -> Route | str:
    """The route, or what is wrong with it."""
    shape, (kind, _, rest) = _shape(written), value.partition(":")
    if not written.startswith("/") or written.startswith("//"):
        return "a route begins with one slash"
    if shape is None or len(set(shape.names)) < len(shape.names):
        return "names in braces differ from each other and have text between them"
    if kind == "field":
        if not shape.names:
            return "a route to a field needs a name in braces, which stands for the field's value"
        return Route(written, shape, rest, rest if rest in shape.names else shape.names[-1])
    path = _shape(rest)
    if path is None:
        return f"{quoted(rest)} has braces that are no names"
    unknown = [name for name in path.names if name not in shape.names]
    if unknown:
        return f"{{{shorten(unknown[0], LONGEST_KEY)}}} does not stand in the route itself"
    return refusal(rest, "the repository") or Route(written, shape, path=path)


def _shape(text: str) -> Shape | None:
    """The text taken apart at its names; None if braces do not pair, or nothing stands between two names."""
    parts = _NAME.split(text)
    texts, names = tuple(parts[::2]), tuple(parts[1::2])
    if any(set("{}") & set(each) for each in texts) or "" in texts[1:-1]:
        return None
    return Shape(texts, names)
