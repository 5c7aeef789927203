"""Places in YAML are those of the text, whatever the library leaves out of its count."""

import pytest

from meminit.sources import yaml_text


def test_a_byte_order_mark_is_a_character_of_its_line():
    root = yaml_text.parse("\ufeffa: b\nc: d\n", first_line=2).root
    assert [(key, each.line, each.column) for key, each in root.entries.items()] == [("a", 2, 2), ("c", 3, 1)]


@pytest.mark.parametrize(
    ("text", "place"), [("a: b\nc: [\n", (3, 1)), ("\ufeffa: b\nc: [\n", (3, 1)), ("a: \tb: c", (1, 6))]
)
def test_a_mistake_is_where_it_is(text, place):
    with pytest.raises(yaml_text.YamlError) as raised:
        yaml_text.parse(text)
    assert (raised.value.line, raised.value.column) == place
