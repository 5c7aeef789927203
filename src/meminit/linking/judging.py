"""Judges the links of documents, and says once for all link rules what is wrong with them."""

from collections.abc import Container, Iterator

from meminit.config.settings import Links
from meminit.documents.tree import Tree
from meminit.linking.address import address
from meminit.linking.destination import Failed, Meant, Reached
from meminit.linking.following import Following
from meminit.linking.fragments import Fragments
from meminit.linking.guessing import Guesses
from meminit.linking.library import Library
from meminit.linking.questions import asking, understood
from meminit.model.document import KeptDocument
from meminit.model.finding import Edit
from meminit.model.link import Link, LinkFault
from meminit.model.summary import is_path

_DEEPEST_IGNORED = 16  # names of a target that patterns are tried on


class Judging:
    def __init__(self, library: Library, tree: Tree, links: Links) -> None:
        self._tree = tree
        self._links = links
        self._guesses = Guesses()
        self._following = Following(library, tree, links, self._guesses)
        self._fragments = Fragments(tree, links, self._following, self._guesses)

    def is_right(self, question: str) -> bool:
        """Whether a link that asks this leads where it should, for whichever document it stands in.

        A link that asks for guesses on its way takes them from its document, and so has to be followed there.
        One that cannot be followed is not taken for right; what failed is told where it is judged for good.
        """
        asked = understood(question)
        if asked is None:
            return False
        if not is_path(question) and self._is_ignored(asked.target):
            return True
        self._guesses.forgo()
        source = KeptDocument("", "", f"{asked.folder}/?")  # any document of the folder would do
        try:
            is_right = not any(self._failures(Link(asked.target, asked.kind, 1, None), source))
        except Exception:  # noqa: BLE001 - whatever it is, the run goes on
            return False
        return is_right and not self._guesses.were_wanted

    def of(self, document: KeptDocument, wrong: Container[str]) -> Iterator[LinkFault]:
        """What is wrong with the links of one document, given which questions have no good answer."""
        self._guesses.renew()
        here = asking(document.file.rpartition("/")[0])
        for link in document.links:
            question = here.of(link, document.anchors or ())
            if question in wrong and not self._is_ignored(link.written):
                for failed in self._failures(link, document):
                    yield _fault(document, link, self._verified(failed, link, document))

    def _is_ignored(self, target: str) -> bool:
        """Whether a target, or what comes before its fragment, is none of our business."""
        if not self._links.ignore:
            return False
        patterns = self._links.ignore if target.startswith("/") else self._links.ignore_relative
        for each in dict.fromkeys((target, target.partition("#")[0])):
            names = tuple(name for name in each.split("/") if name)
            if len(names) <= _DEEPEST_IGNORED and patterns.covers(names):
                return True
        return False

    def _verified(self, failed: Failed, link: Link, document: KeptDocument) -> Failed:
        """The failure with a correction that was followed itself: one that leads to nothing is none."""
        if not failed.meant:
            return failed
        left = list(self._failures(link._replace(target=failed.meant.target), document))
        if any(each.kind != "anchor" for each in left):
            return failed._replace(meant=None)
        return failed._replace(meant=failed.meant._replace(surely=failed.meant.surely and not left))

    def _failures(self, link: Link, document: KeptDocument) -> Iterator[Failed]:
        if link.target in {"", "#"}:
            noun = "image" if link.kind == "image" else "link"
            yield Failed("empty", f"the {noun} to # leads nowhere" if link.target else f"the {noun} has no destination")
            return
        where = address(link.target)
        result = self._following.follow(link, document, where)
        if isinstance(result, Failed):
            yield result
        elif isinstance(result, Reached):
            anchor = self._fragments.fault(link, document, where, result)
            if result.spelling is not None:
                meant = self._following.spelled(result.spelling, document, where)
                shown = "/".join(result.spelling)
                correction = Meant(meant, surely=not self._tree.has_doubles(result.spelling))
                case = Failed("case", f"differs in letter case from {shown}", correction)
                yield _with_anchor(case, anchor)
                anchor = anchor and anchor._replace(meant=None)
            if anchor:
                yield anchor


def _with_anchor(case: Failed, anchor: Failed | None) -> Failed:
    """One correction for a target that is wrong in its path and in its fragment, so that neither undoes the other."""
    if not anchor or not case.meant or not anchor.meant:
        return case
    target = f"{case.meant.target.partition('#')[0]}#{anchor.meant.target.partition('#')[2]}"
    return case._replace(meant=Meant(target, case.meant.surely and anchor.meant.surely))


def _fault(document: KeptDocument, link: Link, failed: Failed) -> LinkFault:
    meant, edit = failed.meant, None
    if meant and link.spot:
        edit = Edit(link.spot.line, link.spot.column, link.spot.written, meant.target, meant.surely)
    return LinkFault(failed.kind, document.path, link, failed.problem, meant.target if meant else None, edit)
