"""Judges the links of documents, and classifies what is wrong with them once for all link rules."""

from collections.abc import Collection, Container, Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from meminit.config.settings import Links
from meminit.documents.tree import Tree
from meminit.linking.following import Failed, Following, KnownDocuments, Reached
from meminit.linking.fragments import Aim, Fragments
from meminit.linking.guessing import Guesses, Meant
from meminit.linking.targets import OPEN, Address, Understanding, address, as_fragment, lookups_of
from meminit.model.document import KeptDocument
from meminit.model.finding import Edit
from meminit.model.link import Link, LinkFault
from meminit.model.summary import is_path, those_in
from meminit.words import LONGEST_MESSAGE, MOST_HINTS, shorten

_DEEPEST_IGNORED = 16  # names of a target that patterns are tried on


class Suspect(NamedTuple):
    """A document, and those of its links that may be wrong."""

    document: KeptDocument
    links: list[Link]


class Judging:
    """`lists_uncertain` says that a rule asks for links that may be right or wrong; `hints` are for one document."""

    def __init__(
        self,
        documents: KnownDocuments,
        tree: Tree,
        links: Links,
        *,
        lists_uncertain: bool = True,
        hints: int = MOST_HINTS,
    ) -> None:
        self.uncertain: set[str] = set()  # the lookups that are left out for it
        self._lists_uncertain = lists_uncertain
        self._documents = documents
        self._tree = tree
        self._links = links
        self._understanding = Understanding(documents.files)
        self._hints = hints
        self._guesses = Guesses(hints)
        self._following = Following(documents, tree, links, self._guesses)
        self._fragments = Fragments(documents, tree, links, self._following)
        self._aims: dict[str, Aim] = {}  # of the lookups that may be wrong for their fragment
        self._ignored: dict[str, bool] = {}

    def wrong(self, lookups: Iterable[str]) -> set[str]:
        """The lookups of links that do not lead where they should, for whichever document they stand in.

        A link that asks for guesses on its way takes them from its document, and so has to be followed there.
        One that cannot be followed is not taken for right; what failed is reported where it is judged finally.
        """
        wrong = {lookup for lookup in lookups if not self._is_right(lookup)}
        self._fragments.look(self._aims.values())
        if not self._lists_uncertain:
            self.uncertain |= {lookup for lookup, aim in self._aims.items() if self._fragments.is_open(aim)}
            self._aims = {lookup: aim for lookup, aim in self._aims.items() if lookup not in self.uncertain}
        return wrong.union(lookup for lookup, aim in self._aims.items() if self._fragments.seems_missed(aim))

    def _is_right(self, lookup: str) -> bool:
        """The same for one lookup, without its fragment, which is noted."""
        asked = self._understanding.of(lookup)
        if asked is None or asked.target in {"", "#"}:
            return False
        if not is_path(lookup) and self._is_ignored(asked.target):
            return True
        self._guesses.forgo()
        source = KeptDocument("", "", asked.source(self._links.sites))
        try:
            where = address(asked.target)
            result = self._following.follow(Link(asked.target, asked.kind, 1, None), source, where)
            aim = self._fragments.aim(asked.kind, where, result) if isinstance(result, Reached) else None
        except Exception:  # noqa: BLE001 - whatever it is, the run goes on
            return False
        if isinstance(aim, Aim):
            self._aims[lookup] = aim
        if isinstance(result, Failed) and result.kind == "uncertain" and not self._lists_uncertain:
            self.uncertain.add(lookup)
            return True
        is_misspelled = isinstance(result, Reached) and (result.spelling is not None or bool(result.address))
        return not (isinstance(result, Failed) or isinstance(aim, Failed) or is_misspelled or self._guesses.were_wanted)

    def suspects(self, documents: Iterable[KeptDocument], wrong: Container[str]) -> list[Suspect]:
        """The documents with the links that have these lookups.

        All anchors that their corrections will be about are looked for now, file by file.
        """
        found, waiting = [], []
        for document in documents:
            asked = list(self._asked(document, wrong))
            found.append(Suspect(document, [link for link, _ in asked]))
            waiting.append([aim for link, lookup in asked if (aim := self._aim(lookup, link, document))])
        self._fragments.look(chain.from_iterable(waiting))
        missed = (islice(filter(self._fragments.seems_missed, aims), self._hints) for aims in waiting)
        self._fragments.correct(chain.from_iterable(missed))
        return found

    def _asked(self, document: KeptDocument, wrong: Container[str]) -> Iterator[tuple[Link, str]]:
        """The links of a document that have one of these lookups."""
        here, anchors = lookups_of(document.file, self._links.sites), self._own_anchors(document)
        for link in document.links:
            lookup = here.of(link, anchors)
            if lookup in wrong and not self._is_ignored(link.written):
                yield link, lookup or ""

    def _aim(self, lookup: str, link: Link, document: KeptDocument) -> Aim | None:
        """What a link asks for in the file that it leads to, as far as the lookup was followed before."""
        if lookup != OPEN:
            return self._aims.get(lookup)
        where = address(link.target)
        try:
            result = self._following.follow(link, document, where)
            aim = self._fragments.aim(link.kind, where, result) if isinstance(result, Reached) else None
        except Exception:  # noqa: BLE001 - it is raised again where the link is judged
            return None
        return aim if isinstance(aim, Aim) else None

    def of(self, suspect: Suspect) -> Iterator[LinkFault]:
        """What is wrong with the links of one document."""
        self._guesses.renew()
        document = suspect.document
        for link in suspect.links:
            for failed in self._failures(link, document):
                yield _fault(document, link, self._verified(failed, link, document))

    def _own_anchors(self, document: KeptDocument) -> Collection[str]:
        """As many of its anchors as links in the document itself may ask for."""
        if document.anchors is not None:
            return document.anchors
        anchors = self._documents.anchors(document.file)
        asked = {link.target[1:] for link in document.links if link.target.startswith("#")} if anchors else ()
        return those_in(anchors, asked) if anchors and asked else ()

    def _is_ignored(self, target: str) -> bool:
        """Whether a target, or what comes before its fragment, is not checked."""
        if not self._links.ignore:
            return False
        if target not in self._ignored:
            every = dict.fromkeys((target, target.partition("#")[0]))
            self._ignored[target] = any(map(self._is_covered, every))
        return self._ignored[target]

    def _is_covered(self, target: str) -> bool:
        patterns = self._links.ignore if target.startswith("/") else self._links.ignore_relative
        names = tuple(name for name in target.split("/") if name)
        return len(names) <= _DEEPEST_IGNORED and patterns.covers(names)

    def _verified(self, failed: Failed, link: Link, document: KeptDocument) -> Failed:
        """The failure with a correction that was followed itself: one that leads to nothing is dropped."""
        if failed.kind == "broken" and "\\" in link.written:
            failed = failed._replace(meant=Meant(link.written.replace("\\", "/"), surely=True))
        if not failed.meant:
            return failed
        left = list(self._failures(link._replace(target=failed.meant.target), document, is_correction=True))
        if any(each.kind != "anchor" for each in left):
            return failed._replace(meant=None)
        if left and left[0].meant:
            return _with_anchor(failed, left[0])
        return failed._replace(meant=failed.meant._replace(surely=failed.meant.surely and not left))

    def _failures(self, link: Link, document: KeptDocument, *, is_correction: bool = False) -> Iterator[Failed]:
        if link.target in {"", "#"}:
            if not link.target and self._following.lists_drafts(document.file):
                return
            noun = "image" if link.kind == "image" else "link"
            yield Failed("empty", f"the {noun} to # leads nowhere" if link.target else f"the {noun} has no destination")
            return
        where = address(link.target)
        result = self._following.follow(link, document, where)
        if isinstance(result, Failed):
            is_elsewhere = result.kind in {"broken", "outside"} and self._following.is_part(document.file)
            yield Failed("uncertain", "counts from the pages that this file is put into") if is_elsewhere else result
        elif isinstance(result, Reached):
            aim = self._fragments.aim(link.kind, where, result)
            if isinstance(aim, Aim):
                judge = self._doubt if is_correction else self._missed
                anchor = judge(aim, link, where, document)
            else:
                anchor = aim
            if result.address:
                correction = Meant(self._following.respelled(result.address, where), surely=False)
                yield Failed("case", "differs in letter case from the address of the page", correction)
            if result.spelling is not None:
                meant = self._following.spelled(result.spelling, document, where)
                shown = "/".join(result.spelling)
                correction = Meant(meant, surely=not self._tree.has_doubles(result.spelling))
                case = Failed("case", f"differs in letter case from {shown}", correction)
                yield _with_anchor(case, anchor)
                anchor = anchor and anchor._replace(meant=None)
            if anchor:
                yield anchor

    def _missed(self, aim: Aim, link: Link, where: Address, document: KeptDocument) -> Failed | None:
        """What is wrong with a fragment, with the one that was probably meant."""
        if not self._fragments.is_missed(aim):
            return None
        own = "/".join(aim.names) == document.file and self._following.is_put_in(document.file)
        if own or self._fragments.is_open(aim):
            return Failed("uncertain", "may lead to what templates, components or included files make")
        failed = self._fragments.failed(aim, document)
        if aim.kind == "lines" or not self._guesses.spend():
            return failed
        meant = self._fragments.correction(aim)
        if not meant:
            return failed
        written = link.written if "&" not in link.written else link.target
        target = f"{written.partition('#')[0]}#{as_fragment(meant.anchor + where.directive)}"
        return failed._replace(meant=Meant(target, meant.surely))

    def _doubt(self, aim: Aim, link: Link, where: Address, document: KeptDocument) -> Failed | None:
        """The same for a correction; no file is read a second time, nor are many anchors compared."""
        if self._fragments.is_at_hand(aim):
            if not self._fragments.is_missed(aim):
                return None
            missed = self._missed(aim, link, where, document) if self._fragments.are_few(aim) else None
            if missed and missed.kind == "anchor":
                return missed
        if aim.kind != "lines":
            self._guesses.spend()
        return self._fragments.failed(aim, document)


def _with_anchor(case: Failed, anchor: Failed | None) -> Failed:
    """One correction for a target that is wrong in its path and in its fragment, so that neither undoes the other."""
    if not anchor or not case.meant or not anchor.meant:
        return case
    target = f"{case.meant.target.partition('#')[0]}#{anchor.meant.target.partition('#')[2]}"
    return case._replace(meant=Meant(target, case.meant.surely and anchor.meant.surely))


def _fault(document: KeptDocument, link: Link, failed: Failed) -> LinkFault:
    meant, edit = failed.meant, None
    if meant and link.target_place:
        edit = Edit(
            link.target_place.line, link.target_place.column, link.target_place.written, meant.target, meant.surely
        )
    problem = shorten(failed.problem, LONGEST_MESSAGE)  # it may quote a long path, and links are many
    return LinkFault(failed.kind, document.path, link, problem, meant.target if meant else None, edit)
