"""What was found to be right before is not compiled again until it is used."""

from types import SimpleNamespace

import pytest

from meminit.config.find import Repository
from meminit.config.load import load
from meminit.schema import judge
from meminit.sources.files import Files
from meminit.workspace.schemas import schemas_of


@pytest.fixture
def compiled(monkeypatch):
    """The schemas that a library compiles."""
    given, library = [], judge._library()

    class Watched:
        faults = library.faults

        @staticmethod
        def compiled(source):
            given.append(source.schema)
            return library.compiled(source)

    monkeypatch.setattr(judge, "_library", Watched)
    return given


@pytest.mark.parametrize("is_known", [True, False])
def test_what_is_known_is_compiled_on_first_use(tmp_path, compiled, is_known):
    pattern = f"^{'A' if is_known else 'B'}[.]md$"  # patterns are kept
    (tmp_path / ".meminit.toml").write_text(f'prefix = "A"\n[docs]\nfilename = "{pattern}"\n')
    values = {"prefix": "A", "docs": {"filename": pattern}} if is_known else None
    memory = SimpleNamespace(values=lambda _: values, learn=lambda *_: None)
    settings = load(Repository(str(tmp_path), str(tmp_path / ".meminit.toml")), memory)
    built_in = schemas_of(Files(str(tmp_path)), settings).by_namespace["default"].schema
    assert [each.get("pattern") for each in compiled[-1:]] == ([] if is_known else [pattern])
    assert not settings.filename("C.md")
    assert not built_in.judge.accepts({})
    assert len(compiled) == (2 if is_known else 3)
