"""Links are followed as the system follows them, and each is read once."""

import os
import tempfile

import pytest
from hypothesis import given
from hypothesis import strategies as some
from tests.support.documents import GOOD
from tests.support.marks import posix
from tests.support.timing import within

from meminit.paths import RealPaths, real_path

NAMES = ["a", "b", "c", "d/a", "d/b", "d/e/a"]
STEPS = some.sampled_from(["a", "b", "c", "d", "e", "f.md", "..", ".", "", "no"])
PATHS = some.lists(STEPS, min_size=1, max_size=5).map("/".join)


@posix
@given(some.dictionaries(some.sampled_from(NAMES), PATHS, max_size=6), some.lists(some.sampled_from(NAMES), max_size=6))
def test_paths_lead_where_python_and_the_system_say(links, asked):
    with tempfile.TemporaryDirectory() as folder:
        root = os.path.realpath(folder)
        os.makedirs(os.path.join(root, "d/e"))
        for name in ("f.md", "d/f.md"):
            open(os.path.join(root, name), "w").close()
        for name, target in links.items():
            if target.strip("/"):
                os.symlink(target.lstrip("/"), os.path.join(root, name))
        known = RealPaths()
        for path in (
            os.path.join(root, each, *below) for each in (*asked, *links) for below in ((), ("a",), ("f.md",))
        ):
            real = known.of(path)
            assert (real.is_there, real.is_folder) == (os.path.exists(path), os.path.isdir(path))
            assert real == RealPaths().of(path)
            if real.is_there:
                assert real.path == os.path.realpath(path)


@posix
@pytest.mark.parametrize(("links", "is_there"), [(40, True), (41, False)])
def test_as_many_links_are_followed_as_linux_follows(tmp_path, links, is_there):
    (tmp_path / "l0").touch()
    for number in range(links):
        (tmp_path / f"l{number + 1}").symlink_to(f"l{number}")
    assert RealPaths().of(str(tmp_path / f"l{links}")).is_there is is_there


@posix
def test_a_way_that_breaks_off_inside_and_goes_on_outside_is_known_to_lead_there(tmp_path):
    """The folder that is missing may be there in the next moment."""
    (tmp_path / "root").mkdir()
    (tmp_path / "root/out").symlink_to("missing/../../secret")
    assert real_path(str(tmp_path / "root/out")) == os.path.realpath(tmp_path / "secret")


@pytest.mark.slow
@posix
@pytest.mark.parametrize("target", ["x/../" * 60, ""])
def test_links_to_links_cost_as_much_as_their_texts(call, tmp_path, target):
    (tmp_path / "docs/x").mkdir(parents=True)
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/end.md": GOOD.replace("001", "002")})
    for number in range(800):
        (tmp_path / f"docs/l{number}.md").symlink_to(f"{target}l{number + 1}.md" if number < 799 else "end.md")
    for number in range(1000):
        (tmp_path / f"docs/k{number}.md").symlink_to("l0.md")
    with within(2):  # to follow all of them for each took a minute
        answer = call.json("check", "--no-cache")
    assert answer.codes == ["FILE_UNREADABLE"] * (1000 + 800 - 40)


@posix
def test_places_that_a_configuration_names_by_way_of_long_links_cost_little(call, tmp_path):
    (tmp_path / "x").mkdir()
    for number in range(40):
        (tmp_path / f"l{number}").symlink_to("x/../" * 700 + (f"l{number + 1}" if number < 39 else "x"))
    types = "".join(f'[types.t{number}]\ntemplate = "l0/{number}"\n' for number in range(1000))
    with within(2):
        assert call.check({".meminit.toml": types, "docs/a.md": GOOD}).codes == ["UNKNOWN_TYPE"]
