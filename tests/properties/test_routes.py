"""The routes that an address fits are found at once, and are those that fit it one by one."""

from hypothesis import given
from hypothesis import strategies as some

from meminit.config.linking import _route
from meminit.config.settings import Route
from meminit.linking.routes import Routes, matched

SHAPES = some.lists(some.sampled_from(["a", "b", "/", "{x}", "{y}", "-", "//", "é"]), max_size=7).map("".join)
MEANINGS = some.sampled_from(["path:docs/a", "field:slug", "field:x", "field:y"])
ROUTES = some.lists(some.builds(lambda shape, meaning: _route(f"/{shape}", meaning), SHAPES, MEANINGS), max_size=8)
PATHS = some.text("ab/-é", max_size=12).map("/{}".format)


@given(ROUTES, some.lists(PATHS, min_size=1, max_size=8))
def test_all_at_once_fit_the_same(made, paths):
    routes = [each for each in made if isinstance(each, Route)]
    together = Routes(routes)
    for path in paths:
        alone = [(each, values) for each in routes if (values := matched(each, path)) is not None]
        assert together.fitting(path) == alone[:4]
