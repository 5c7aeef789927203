"""cmark-gfm, which GitHub renders Markdown with, and comrak, which knows the places of links."""

import cmarkgfm
import comrak
from cmarkgfm.cmark import Options

from fuzz.oracles import browser
from fuzz.oracles.reading import Reading

_CMARK = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES | Options.CMARK_OPT_SOURCEPOS
_EXTENSIONS = ["table", "strikethrough", "autolink", "tagfilter"]


def by_cmark(text: str) -> Reading | None:
    """None where it takes a character apart, as it does with some that follow a bare address."""
    try:
        html: str = cmarkgfm.markdown_to_html_with_extensions(text, _CMARK, extensions=_EXTENSIONS)
    except UnicodeDecodeError:
        return None
    return browser.read(html)


def by_comrak(text: str) -> Reading:
    extensions, rendering = comrak.ExtensionOptions(), comrak.RenderOptions()
    extensions.table = extensions.strikethrough = extensions.autolink = True
    extensions.footnotes = extensions.tagfilter = True
    rendering.sourcepos = rendering.unsafe_ = True
    html: str = comrak.render_markdown(text, extension_options=extensions, render_options=rendering)
    return browser.read(html)
