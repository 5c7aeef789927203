"""On real trees, the values of front matter are those that other readers see."""

import frontmatter
import pytest
import yaml
from dev.parsers import documents
from tests.support.marks import DATA, needs_data

from meminit.documents import front_matter
from meminit.model.node import Mapped, Scalar

pytestmark = needs_data


def _ours(node):
    if isinstance(node, Scalar):
        return "date" if node.kind == "date" else node.value
    if isinstance(node, Mapped):
        return {key: _ours(entry.node) for key, entry in node.entries.items()}
    return [_ours(item) for item in node.items]


def _theirs(value):
    if isinstance(value, dict):
        return {str(key): _theirs(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_theirs(inner) for inner in value]
    return "date" if hasattr(value, "year") else value


@pytest.mark.parametrize("name", ["k8s.tar.xz", "ghdocs.tar.xz"])
def test_front_matter_is_read_as_others_read_it(name):
    count = 0
    for path, text in documents(DATA / "corpora" / name):
        count += 1
        fields = front_matter.read(text).fields
        try:
            expected = _theirs(frontmatter.loads(text).metadata)
        except yaml.YAMLError:
            expected = {}
        assert (_ours(fields) if fields else {}) == expected, path
    assert count > 1000
