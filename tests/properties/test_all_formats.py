"""All formats print the findings of JSON, on generated repositories and on real trees."""

from random import Random

import pytest
from dev.parsers import documents
from tests.support import formats
from tests.support.formats import agree
from tests.support.marks import DATA, needs_data
from tests.support.repositories import repository

pytestmark = pytest.mark.slow
TARGETS = [(), ("--strict",), ("docs/sub",), ("docs/a.md", "outside.md", "nowhere.md")]


@pytest.mark.parametrize("seed", range(500, 508))
def test_on_generated_repositories(call, seed):
    dice = Random(seed)
    call.write(repository(dice))
    agree(call, *dice.choice(TARGETS), "--no-cache")


@needs_data
@pytest.mark.parametrize("name", ["mdbook", "vite"])
def test_on_real_trees(call, name):
    texts = dict(documents(DATA / f"corpora/{name}.tar.xz"))
    call.write({".meminit.toml": '[docs]\nroot = "."\nschema = ""\n', **texts})
    assert len(agree(call)) > 50


def test_it_is_known_what_formats_cannot_carry():
    assert formats.SILENT.keys() <= formats.READERS.keys()
