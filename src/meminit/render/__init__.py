"""How an outcome is shown: one class for each format, and the mapping that knows them."""

from collections.abc import Mapping

from meminit.render.interface import Renderer
from meminit.render.json import Json
from meminit.render.text import Text

RENDERERS: Mapping[str, type[Renderer]] = {"text": Text, "json": Json}
