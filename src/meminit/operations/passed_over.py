"""Documents in folders that a survey passes over, where a docs root that it proposes would govern them."""

from collections import Counter
from collections.abc import Iterable, Iterator

from meminit.config.settings import Namespace, Settings, parts
from meminit.documents.discover import discover
from meminit.documents.tree import Tree
from meminit.sources.files import Names
from meminit.sources.globs import Patterns
from meminit.surveying.folders import NEVER_DOCS, LeftOut
from meminit.surveying.survey import Survey

_HIDDEN = "in hidden folders"


def with_passed_over(found: Survey, tree: Tree, settings: Settings) -> Survey:
    """The survey with these left out. `tree` and `settings` are its own.

    A proposal for the whole repository has patterns for such folders anyway.
    """
    roots = [parts(root.path) for root in found.roots if root.path]
    folders = sorted(names for names in _passed_over(tree) if any(names[: len(root)] == root for root in roots))
    if not folders:
        return found
    left = _with_documents(folders, tree, settings)
    return found._replace(left=(*found.left, *left), markdown=found.markdown + sum(each.files for each in left))


def _passed_over(tree: Tree) -> Iterator[Names]:
    searched = frozenset(tree.searched or ())
    for folder in searched:
        for name, kind in (tree.entries(folder) or {}).items():
            if kind == "folder" and (*folder, name) not in searched:
                yield (*folder, name)


def _with_documents(folders: Iterable[Names], tree: Tree, settings: Settings) -> list[LeftOut]:
    own = settings.namespaces[0]
    inside = settings._replace(namespaces=tuple(_whole(own, "/".join(names)) for names in folders))
    counts = Counter(each.namespace for each in discover(Tree(tree.sources, tree.limits), inside).candidates)
    return [LeftOut(f"{folder}/", count, _reason(folder)) for folder, count in sorted(counts.items())]


def _whole(own: Namespace, folder: str) -> Namespace:
    return own._replace(name=folder, root=folder, exclude=Patterns(()), optional=True)


def _reason(folder: str) -> str:
    return NEVER_DOCS.get(folder.rpartition("/")[2].lower(), _HIDDEN)
