"""What changes while a run looks at it leaves nothing behind that a later run would believe."""

import os

import pytest
from tests.support.documents import GOOD
from tests.support.marks import posix
from tests.support.timing import grow_old

from meminit.workspace import schemas as governing
from meminit.workspace import workspace

pytestmark = pytest.mark.slow

SCHEMA = "docs/00-governance/metadata.schema.json"


def _swap(one, other):
    """Puts a folder or a link in the place of another one, which changes no file in them."""
    beside = one.with_name("beside")
    os.rename(one, beside)
    os.rename(other, one)
    os.rename(beside, other)


def _agree(call):
    """Whether a run that may use what was kept says what one says that may not; after a change, for good."""
    cold = call.json("check", "--no-cache")
    for _ in range(2):
        assert call.json("check").out == cold.out
    return cold.codes


@posix
@pytest.mark.parametrize("swap", ["schema", "referred"])
def test_a_schema_that_changes_once_it_was_read(call, tmp_path, monkeypatch, swap):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "one.json": "{}", "two.json": '{"required": ["nope"]}'})
    call.write({"docs/00-governance/whole.json": '{"$ref": "part.json"}'})
    place, link = tmp_path / SCHEMA, tmp_path / "docs/00-governance/part.json"
    (place if swap == "schema" else link).symlink_to("../../one.json")
    if swap == "referred":
        place.symlink_to("whole.json")
    (tmp_path / "two").symlink_to("../../two.json")
    grow_old(tmp_path / "docs/a.md")
    load = governing.load

    def swapped(*arguments):
        found = load(*arguments)
        _swap(place if swap == "schema" else link, tmp_path / "two")
        return found

    with monkeypatch.context() as changing:
        changing.setattr(governing, "load", swapped)
        assert call.json("check").codes == []
    assert _agree(call) == ["MISSING_FIELD"]


@posix
def test_a_schema_that_comes_once_it_was_missed(call, tmp_path, monkeypatch):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "new/metadata.schema.json": '{"required": ["nope"]}'})
    grow_old(tmp_path / "docs/a.md")
    governs = governing._Loader._governing

    def comes(*arguments):
        if (tmp_path / "new").exists():
            (tmp_path / "new").rename((tmp_path / SCHEMA).parent)
        return governs(*arguments)

    with monkeypatch.context() as changing:
        changing.setattr(governing._Loader, "_governing", comes)
        assert call.json("check").codes == []
    assert _agree(call) == ["MISSING_FIELD"]


@posix
@pytest.mark.parametrize("is_put_back", [True, False])
def test_a_folder_that_is_another_one_while_it_is_read(call, tmp_path, monkeypatch, is_put_back):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/z/z.md": GOOD.replace("001", "002")})
    call.write({"other/z/z.md": GOOD.replace("001", "002").replace("title: ", "titel: ")})
    grow_old(tmp_path / "docs/a.md")
    look = workspace.Workspace.states

    def swapped(*arguments):
        states = look(*arguments)
        _swap(tmp_path / "docs/z", tmp_path / "other/z")
        return states

    with monkeypatch.context() as changing:
        changing.setattr(workspace.Workspace, "states", swapped)
        assert "MISSING_FIELD" in call.json("check").codes
    if is_put_back:
        _swap(tmp_path / "docs/z", tmp_path / "other/z")
    assert ("MISSING_FIELD" in _agree(call)) == (not is_put_back)


def test_a_schema_that_was_just_written_is_known_by_its_content(call):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, SCHEMA: '{"required": ["title"]}'})
    assert _agree(call) == []
    call.write({SCHEMA: '{"required": ["titel"]}'})
    assert _agree(call) == ["MISSING_FIELD"]


@pytest.mark.parametrize("text", ['docs = { root = "a: b" }\n', 'project = """a: b\nnamespaces: 5\nc: d"""\n'])
@pytest.mark.parametrize("first", [".meminit.toml", "docops.config.yaml"])
@pytest.mark.parametrize("command", ["scan", "check"])
def test_a_text_that_is_toml_and_yaml_is_remembered_as_what_it_was(call, tmp_path, text, first, command):
    second = {".meminit.toml": "docops.config.yaml", "docops.config.yaml": ".meminit.toml"}[first]
    call.write({first: text, "docs/a.md": GOOD})
    call(command)
    (tmp_path / first).rename(tmp_path / second)
    told = call.json(command)
    cold = call.json(command, "--no-cache")
    assert (told.out, told.exit) == (cold.out, cold.exit)
