"""A document that takes more memory than there is costs a finding of its own; the others are checked."""

import pytest
from tests.support.documents import GOOD

from meminit.documents import read


@pytest.fixture
def short_of_memory(monkeypatch):
    """Runs out of memory wherever this document is read, alone or with others."""
    real = read.documents, read.placed

    def failing(function):
        def wrapped(files, *others):
            if any(each.candidate.path == "docs/huge.md" for each in files):
                raise MemoryError
            return function(files, *others)

        return wrapped

    monkeypatch.setattr(read, "documents", failing(real[0]))
    monkeypatch.setattr(read, "placed", failing(real[1]))


@pytest.mark.usefixtures("short_of_memory")
@pytest.mark.parametrize("options", [("--no-cache",), ()])
def test_one_document_does_not_take_the_run_with_it(call, options):
    other = GOOD.replace("001", "002") + "\n[x](no.md) [y](huge.md)\n"
    call.write({".meminit.toml": "", "docs/a.md": other, "docs/huge.md": GOOD, "docs/z.md": "x"})
    for _ in range(2):
        answer = call.json("check", *options)
        places = [line.split(" ")[:3] for line in answer.found]
        assert [(place.split(":")[0], code) for place, _, code in places] == [
            ("docs/a.md", "BROKEN_LINK"),
            ("docs/huge.md", "FILE_TOO_LARGE"),
            ("docs/z.md", "MISSING_FRONTMATTER"),
        ]
        assert "not enough memory" in answer.text


def test_where_memory_is_enough_again_the_document_is_read(call, monkeypatch):
    call.write({".meminit.toml": "", "docs/huge.md": GOOD})
    with monkeypatch.context() as patch:
        patch.setattr(read, "documents", lambda *_: (_ for _ in ()).throw(MemoryError))
        assert call.json("check").codes == ["FILE_TOO_LARGE"]
    assert call.json("check").codes == []
