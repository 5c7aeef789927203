"""The named peers: installed into an environment of their own, and made to do what meminit does, as far as they can."""

import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from importlib.metadata import distributions
from pathlib import Path
from typing import NamedTuple

from bench import invented, measure
from bench.trees import Tree, generated

_BROKEN = "It links to [nothing](gone.md), to [no heading](document-000003.md#gone) and [here](#gone).\n"
_MDSMITH_RULES = {"cross-file-reference-integrity", "required-structure"}


class Peer(NamedTuple):
    """A tool; its command line for a tree, without any cache; what it must say of a tree with one bad document."""

    name: str
    command: Callable[[str, Tree], tuple[str, ...]]
    proof: tuple[str, ...]


def rumdl(binary: str, cache: Path | None = None) -> tuple[str, ...]:
    """Its two rules about links and anchors, on all files, whatever .gitignore or its own defaults would leave out."""
    caching = ("--no-cache",) if cache is None else ("--cache-dir", str(cache))
    only = ("--no-config", "--no-exclude", "--respect-gitignore=false", "--enable", "MD051,MD057")
    return (binary, "check", *only, *caching, "--output-format", "json", ".")


def mdsmith(binary: str, tree: Tree) -> tuple[str, ...]:
    """Front matter by a schema, links and anchors. It judges links only below the folder where its configuration is."""
    (tree.folder / ".mdsmith.yml").write_text(_mdsmith_config(binary, tree.fields), encoding="utf-8")
    return (binary, "check", "--no-gitignore", "--max-input-size", "0", "--format", "json", "--output", "-", ".")


def mdrefcheck(binary: str, _tree: Tree) -> tuple[str, ...]:
    """It takes addresses of a site for absolute paths, so these are left out."""
    return (binary, "--no-ignore", "--ignore", "^/", ".")


PEERS = (
    Peer("rumdl", lambda binary, _tree: rumdl(binary), ("gone.md", "'gone'", "'#gone'")),
    Peer("mdsmith", mdsmith, ("gone.md", "#gone", "Drafty")),
    Peer("mdrefcheck", mdrefcheck, ("gone.md", "#gone in", "Missing heading #gone\n")),
)


class Installed(NamedTuple):
    """Where the peers lie, by name, and their versions; those that are missing could not be installed."""

    binaries: Mapping[str, str]
    versions: Mapping[str, str]

    def present(self) -> list[Peer]:
        return [peer for peer in PEERS if peer.name in self.binaries]


def install(work: Path) -> Installed:
    folder = work / "peers"
    python = folder / "bin/python"
    if not python.exists():
        venv.create(folder, with_pip=True)
    binaries = {}
    for peer in PEERS:
        binary = folder / "bin" / peer.name
        command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", peer.name]
        if binary.exists() or subprocess.call(command) == 0:
            binaries[peer.name] = str(binary)
        else:
            print(f"{peer.name} could not be installed; the table goes without it", file=sys.stderr)
    places = [str(path) for path in folder.glob("lib/python*/site-packages")]
    versions = {each.name: each.version for each in distributions(path=places)}
    return Installed(binaries, {name: versions[name] for name in binaries})


def prove(installed: Installed, work: Path) -> None:
    """Each peer finds what is planted, and nothing else. One that looks at nothing would win every race."""
    tree = generated(work, 10)
    document = tree.folder / invented.place(2)
    for peer in installed.present():
        if document.name in _said(peer, installed, tree, work):
            raise measure.Failed(f"{peer.name} finds fault with a document of {tree.folder} where all is right")
    text = document.read_text(encoding="utf-8").replace("status: Approved", "status: Drafty")
    document.write_text(text + "\n" + _BROKEN, encoding="utf-8")
    for peer in installed.present():
        said = _said(peer, installed, tree, work)
        missing = [words for words in (document.name, *peer.proof) if words not in said]
        if missing:
            raise measure.Failed(f"{peer.name} does not find {missing} in {tree.folder}; it said:\n{said}")


def _said(peer: Peer, installed: Installed, tree: Tree, work: Path) -> str:
    output = work / "said"
    measure.run(peer.command(installed.binaries[peer.name], tree), tree.folder, output)
    return output.read_text(encoding="utf-8") + output.with_suffix(".errors").read_text(encoding="utf-8")


def _mdsmith_config(binary: str, fields: Mapping[str, str]) -> str:
    """Every rule off but two; it has no switch for that, so it is asked for the names of its rules."""
    listed = subprocess.run([binary, "help", "rule"], capture_output=True, check=True, text=True).stdout
    names = [line.split()[1] for line in listed.splitlines() if line.startswith("MDS")]
    lines = ["rules:", "  cross-file-reference-integrity:", "    strict: true"]
    lines += [f"  {name}: false" for name in names if name not in _MDSMITH_RULES]
    lines += ['files: ["**/*.md", "**/*.markdown"]']
    if fields:
        lines += ["kinds:", "  document:", "    schema:", "      frontmatter-closed: false", "      frontmatter:"]
        lines += [f"        {name!r}: '{constraint}'" for name, constraint in fields.items()]
        lines += ["kind-assignment:", '  - glob: ["**"]', "    kinds: [document]"]
    return "\n".join(lines) + "\n"
