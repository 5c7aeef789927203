"""How an outcome is shown: one class for each format, imported when it is asked for."""

from importlib import import_module

from meminit.render.interface import Renderer

# Each is in the file with the name of its format. The format json-lines is made of events: see `streaming`.
_CLASSES = {
    "text": "Text",
    "concise": "Concise",
    "json": "Json",
    "md": "Md",
    "github": "Github",
    "gitlab": "Gitlab",
    "azure": "Azure",
    "sarif": "Sarif",
    "junit": "Junit",
    "rdjson": "Rdjson",
    "mermaid": "Mermaid",
    "dot": "Dot",
    "svg": "Svg",
}


def renderer(name: str) -> Renderer:
    found: Renderer = getattr(import_module(f"meminit.render.{name}"), _CLASSES[name])()
    return found
