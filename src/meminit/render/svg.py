"""A graph as a picture, drawn by Graphviz where it is installed."""

import subprocess
from collections.abc import Iterable
from shutil import which

from meminit.faults import GRAPHVIZ_MISSING, INVALID_ARGUMENT, MeminitError
from meminit.model.outcome import Outcome, Run
from meminit.render.dot import lines
from meminit.render.picture import Picture, picture
from meminit.render.text import Text
from meminit.words import counted

_MOST = 500  # boxes, and four times as many arrows: beyond that Graphviz takes minutes, and the picture cannot be read
_PACKAGE = "pip install 'meminit[svg]'"
_PROGRAM = "install Graphviz with the package manager of your system"


class Svg:
    def render(self, outcome: Outcome, run: Run) -> tuple[Iterable[bytes], bytes]:
        if outcome.failure:
            return Text().render(outcome, run)
        return (_drawn(picture(outcome)),), b""


def _drawn(shown: Picture) -> bytes:
    arrows = sum(len(each.targets) for each in shown.arrows)
    if len(shown.boxes) > _MOST or arrows > 4 * _MOST:
        size = f"{counted(len(shown.boxes), 'document')} and {counted(arrows, 'edge')}"
        words = f"a picture of {size} would be too large; choose fewer with --around, or use --format dot"
        raise MeminitError(INVALID_ARGUMENT, words)
    try:
        import graphviz  # noqa: PLC0415 - optional, and wanted only here
    except ImportError as error:
        if which("dot"):
            raise _missing("the Python package graphviz is not installed; the program dot is", _PACKAGE) from error
        words = "neither the Python package graphviz nor the program dot of Graphviz is installed"
        raise _missing(words, f"{_PACKAGE}, and {_PROGRAM}") from error
    try:
        drawing: bytes = graphviz.Source("\n".join((*lines(shown), ""))).pipe(format="svg")
    except graphviz.ExecutableNotFound as error:
        words = "the program dot of Graphviz is not installed; the Python package graphviz is"
        raise _missing(words, _PROGRAM) from error
    except (OSError, subprocess.CalledProcessError) as error:
        raise _missing("the program dot of Graphviz failed", "dot -V") from error
    return drawing


def _missing(words: str, suggestion: str) -> MeminitError:
    return MeminitError(GRAPHVIZ_MISSING, words, suggestion=suggestion)
