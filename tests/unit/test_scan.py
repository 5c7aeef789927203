"""`scan` surveys what is there, and proposes what nearly all documents keep already."""

import json
import os
import time
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from tests.support import repositories
from tests.support.documents import GOOD
from tests.support.marks import not_root, posix

BARE = {f"docs/page-{number}.md": f"# Page\n\n[x](page-{number % 9}.md)\n" for number in range(10)}
GOVERNED = {f"docs/45-adr/a{number}.md": GOOD.replace("001", f"00{number}") for number in range(1, 9)}
ADR = "## Context\n\n## Decision\n\n## Consequences\n"
TREES = {
    "nothing": {},
    "no documents": {"README.md": "# x\n", "src/x.py": ""},
    "bare": BARE,
    "governed": GOVERNED,
    "in doc": {f"doc/Page_{n}.md": f"---\ntitle: t{n}\n---\n" for n in range(5)},
    "numbered": {f"docs/{n:04}-x.md": f"---\nnumber: {n}\nstatus: accepted\n---\n{ADR}" for n in range(9)},
    "packages": {f"packages/{name}/docs/p{n}.md": "# x\n" for name in "abc" for n in range(3)},
    "hugo": {
        "hugo.toml": "",
        **{f"content/en/docs/c/p{n}.md": f"---\ntitle: t{n}\nweight: {n}\n---\n[x](/docs/c/p1/)\n" for n in range(9)},
        "content/en/docs/_index.md": "---\ntitle: t\n---\n",
    },
    "docusaurus": {
        "docusaurus.config.js": "",
        **{f"docs/p{n}.md": f"---\nid: p{n}\ntitle: t{n}\n---\n[x](./p{(n + 1) % 9})\n" for n in range(9)},
    },
    "jekyll": {
        "_config.yml": "",
        **{f"_posts/2026-01-0{n}-x.md": f"---\ndate: 2026-01-0{n}\n---\n" for n in range(1, 9)},
    },
    "older configuration": {"docops.config.yaml": "docs_root: docs\nrepo_prefix: PAY\n", **GOVERNED},
    "broken everywhere": {f"docs/{n}.md": "---\na: [b\n---\n" for n in range(9)},
    "no text": {f"docs/{n}.md": b"\xff\xfe\0" for n in range(9)},
    "odd fields": {f"docs/{n}.md": '---\n"]] = \\"": 1\n"\\x1b": x\n"\\ud83d": "\\ud83d"\n---\n' for n in range(9)},
    "odd kinds": {
        **{f"docs/{n}.md": "---\ntitle: t\n---\n" for n in range(20)},
        **{
            f"docs/{folder}/{n}.md": '---\ntitle: t\n"a\\nb]": 1\nkind: "x]\\n"\n---\n'
            for folder in ("k", "#k")
            for n in range(20)
        },
    },
    "folders that are passed over": {
        **BARE,
        "docs/node_modules/x/README.md": "# x\n\n[x](gone.md)\n",
        "docs/guide/.hidden/a.md": "# x\n",
        "docs/.ignored/a.md": "# x\n",
        ".gitignore": ".ignored\n",
    },
    "many fields": {
        f"docs/{n}.md": "---\n" + "".join(f"k{n}_{k}: 1\n" for k in range(3000)) + "---\n" for n in range(9)
    },
}
ODD = {f'pkg "q" [x] #1/docs/p{n}.md': '---\ntype: a "b" ]\n---\n[x](/a%22b/c)\n' for n in range(5)}


def scanned(call, *arguments):
    answer = call.json("scan", *arguments)
    assert answer.exit == 0, answer
    return answer.json["data"]


def holds(call):
    """Writes what is proposed, and checks that a check comes to the score that was told."""
    data = scanned(call, "--propose")
    proposal, score = data["proposal"], data["score"]
    call.write({".meminit.toml": proposal["config"]})
    call.write({each["path"]: each["schema"] for each in proposal["schemas"]})
    answer = call.json("check").json
    assert "error" not in answer, answer["error"]
    violations = Counter(each["code"] for group in answer["violations"] for each in group["violations"])
    assert (violations, Counter(each["code"] for each in answer["warnings"])) == (
        score["violations"],
        score["warnings"],
    )
    assert (answer["files_checked"], answer["files_passed"]) == (score["files_checked"], score["files_passed"])
    return data


def test_folders_that_are_passed_over_are_left_out_of_the_docs_root(call):
    call.write(TREES["folders that are passed over"])
    data = scanned(call, "--propose")
    left = {each["path"]: each["reason"] for each in data["report"]["left_out"]}
    assert left == {"docs/guide/.hidden/": "in hidden folders", "docs/node_modules/": "from elsewhere"}
    assert '"/guide/.hidden/", "/node_modules/"' in data["proposal"]["config"]
    assert data["score"]["files_checked"] == 10


@pytest.mark.slow
@pytest.mark.parametrize("files", [*TREES.values(), pytest.param(ODD, marks=posix)], ids=[*TREES, "odd names"])
def test_what_is_proposed_holds_and_is_the_same_whatever_is_kept(call, files):
    call.write(files)
    first = scanned(call, "--propose", "--no-cache")
    assert scanned(call, "--propose") == scanned(call, "--propose") == first
    data = holds(call)
    assert data["score"]["files_passed"] == data["score"]["files_checked"]
    again = scanned(call, "--propose")
    assert again["proposal"] == first["proposal"]


@pytest.mark.parametrize("seed", range(12))
def test_proposals_for_any_repository_can_be_obeyed(call, seed):
    files = repositories.repository(Random(seed))
    repositories.write(call.folder, {name: data for name, data in files.items() if name != ".meminit.toml"})
    (call.folder / "docs/schema.json").unlink()
    holds(call)


def test_a_site_that_is_not_known_may_make_anchors_and_pages_otherwise(call):
    front = "---\ntitle: x\n---\n"
    headings = "".join(f"## `client.get{n}`\n\n[x](#client-get{n})\n\n" for n in range(12))
    call.write({f"docs/p{n}.mdx": f"{front}{headings}<Card href='/download' />\n" for n in range(12)})
    call.write({"docs/v1/more/download/a.mdx": f"{front}[x](#client-set)\n"})
    config = holds(call)["proposal"]["config"]
    assert 'slugs = "unknown"  # links to headings fit none of the ways that are known' in config
    assert 'include = ["**/*.md", "**/*.markdown", "**/*.mdx"]  # most documents of a folder are .mdx files' in config
    assert 'ignore = ["/download"]' in config
    assert [each["code"] for group in call.json("check").json["violations"] for each in group["violations"]] == [
        "BROKEN_ANCHOR"
    ]


def test_a_proposal_says_why(call):
    call.write(TREES["hugo"])
    config = scanned(call, "--propose")["proposal"]["config"]
    assert 'root = "content"  # 10 of 10 Markdown files' in config
    assert 'generator = "hugo"  # its configuration says how links are meant' in config
    (call.folder / "hugo.toml").unlink()
    config = scanned(call, "--propose")["proposal"]["config"]
    assert 'root = "content/en/docs"  # 10 of 10 Markdown files' in config
    assert 'slugs = "hugo"  # documents are laid out for hugo' in config
    assert 'routes = { "/docs/{page}" = "path:content/en/docs/{page}" }  # 9 of 9 addresses' in config
    call.write(BARE)
    config = scanned(call, "--propose")["proposal"]["config"]
    assert 'paths = ["/docs/**"]\noff = ["MISSING_FRONTMATTER"]  # 10 of 10 documents there' in config


def test_nothing_is_written_and_no_configuration_is_needed(call):
    call.write(BARE)
    before = sorted(call.folder.rglob("*"))
    assert "proposal" not in scanned(call)
    scanned(call, "--propose")
    assert sorted(call.folder.rglob("*")) == before


def test_the_report_tells_what_was_found(call):
    call.write(TREES["numbered"])
    report = scanned(call)["report"]
    assert (report["docs_root"], report["markdown_count"], report["governed_markdown_count"]) == ("docs", 9, 9)
    assert (report["ids"]["field"], report["ids"]["pattern"]) == ("number", "^[0-9]+$")
    assert report["types"] == [
        {"name": "ADR", "count": 9, "directory": None, "directories": {".": 9}, "sources": {"heading": 9}}
    ]
    assert {each["name"]: (each["kinds"], each["required"]) for each in report["fields"]} == {
        "number": ({"number": 9}, True),
        "status": ({"text": 9}, True),
    }
    assert report["links"]["relative"] == 0


def test_configured_namespaces_are_shown_with_those_that_overlap(call):
    config = '[[namespaces]]\nname = "org"\nroot = "docs/org"\n[docs]\nroot = "docs"\n'
    call.write({".meminit.toml": config, "docs/a.md": "", "docs/org/b.md": "", "docs/WIP-c.md": "", "d.md": ""})
    report = scanned(call)["report"]
    assert (report["markdown_count"], report["governed_markdown_count"]) == (4, 2)
    assert report["configured_namespaces"] == [
        {"name": "default", "docs_root": "docs", "document_count": 1},
        {"name": "org", "docs_root": "docs/org", "document_count": 1},
    ]
    assert report["overlapping_namespaces"] == [{"outer": "default", "inner": "org"}]


def test_where_the_configuration_finds_others_than_the_proposal_these_are_counted(call):
    call.write({".meminit.toml": '[docs]\nroot = "docs"\nexclude = ["b*"]\n', **GOVERNED, "docs/b.md": ""})
    report = scanned(call)["report"]
    assert [each["document_count"] for each in report["configured_namespaces"]] == [8]
    assert report["markdown_count"] == 9


def test_a_configuration_is_judged_again_when_it_has_changed(call):
    call.write({".meminit.toml": 'project = "x"\n', **GOVERNED})
    first = scanned(call)
    assert scanned(call) == first
    call.write({".meminit.toml": "projekt = 1\n"})
    assert call.json("scan").json["error"]["code"] == "CONFIG_INVALID"
    call.write({".meminit.toml": 'project = "x"\n[docs]\nroot = "other"\n', "other/a.md": ""})
    assert [each["docs_root"] for each in scanned(call)["report"]["configured_namespaces"]] == ["other"]


def test_a_configuration_that_cannot_be_obeyed_is_told(call):
    call.write({".meminit.toml": "odd = 1\n", **BARE})
    answer = call.json("scan")
    assert (answer.exit, answer.json["error"]["code"]) == (4, "CONFIG_INVALID")


def test_advice_about_the_configuration_is_passed_on(call):
    call.write({"docops.config.yaml": "odd: 1\n", **BARE})
    assert [each["code"] for each in call.json("scan").json["advice"]] == ["CONFIG_KEY_IGNORED"]


def test_documents_that_keep_the_built_in_schema_need_no_other(call):
    call.write(GOVERNED)
    proposal = scanned(call, "--propose")["proposal"]
    assert (proposal["schema"], "schema =" in proposal["config"]) == ("", False)
    call.write({name: text.replace("Draft", "Drafty") for name, text in GOVERNED.items()})
    data = holds(call)
    assert json.loads(data["proposal"]["schema"])["properties"]["status"] == {"type": "string", "minLength": 1}
    assert data["score"]["files_passed"] == 8


@pytest.mark.parametrize(("free", "path"), [(True, "metadata.schema.json"), (False, "meminit.schema.json")])
def test_a_schema_is_not_proposed_where_another_file_stands(call, free, path):
    call.write({**TREES["numbered"], **({} if free else {"metadata.schema.json": "{}"})})
    assert scanned(call, "--propose")["proposal"]["schema_path"] == path


@posix
def test_what_cannot_be_looked_at_is_told_and_the_rest_is_surveyed(call, tmp_path_factory):
    call.write(BARE)
    (call.folder / "docs/out").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    (call.folder / "docs/loop").symlink_to(".")
    answer = call.json("scan")
    assert answer.codes == ["PATH_ESCAPE"]
    assert answer.json["data"]["report"]["markdown_count"] == 10


@posix
@not_root
def test_folders_that_cannot_be_listed_are_told(call):
    call.write({**BARE, "docs/closed/a.md": "# x\n"})
    closed = call.folder / "docs/closed"
    closed.chmod(0)
    try:
        assert call.json("scan").codes == ["FILE_UNREADABLE"]
    finally:
        closed.chmod(0o700)


def read(call):
    """How many documents each of the two runs within a scan has read."""
    lines = call("scan", "--profile").err.decode().splitlines()
    return [int(line.split()[2]) for line in lines if "documents," in line]


def test_what_has_not_changed_is_not_read_again_and_checks_are_not_disturbed(call):
    call.write({".meminit.toml": "", **GOVERNED})
    time.sleep(0.12)
    call.json("check")
    assert (read(call), read(call)) == ([8, 8], [0, 0])
    assert call("check", "--profile").err.split()[-4] == b"0"
    kept = sorted(path.name for path in Path(os.environ["XDG_CACHE_HOME"], "meminit").glob("*.cards"))
    assert [name[16:] for name in kept] == ["-built-in.cards", "-survey.cards", ".cards"]
    call.write({"docs/45-adr/a1.md": GOOD + "\nmore\n"})
    assert read(call) == [1, 1]
    assert call.json("cache", "show").json["data"]["files"] >= 3
    call("cache", "clear")
    assert not list(Path(os.environ["XDG_CACHE_HOME"], "meminit").glob("*.cards")), "hints are of all repositories"


def test_another_proposal_is_judged_anew(call):
    """The schema of a proposal stands in no file: nothing else tells that it is another one."""
    call.write({f"docs/a{n}.md": f"---\ntitle: t\nstatus: {['x', 'y'][n % 2]}\n---\n" for n in range(20)})
    assert scanned(call)["score"]["files_passed"] == 20
    call.write({"docs/a20.md": "---\nstatus: z\n---\n"})
    data = scanned(call, "--propose")
    assert json.loads(data["proposal"]["schema"])["properties"]["status"] == {"enum": ["x", "y", "z"]}
    assert data["score"] == scanned(call, "--no-cache")["score"]


def test_people_get_tables_and_the_next_step(call):
    call.write(TREES["numbered"])
    text = call("scan").text
    assert "docs root     docs\n" in text
    assert "ids           number, 9 documents, ^[0-9]+$\n" in text
    assert "\nFIELD   DOCUMENTS  REQUIRED  KIND    VALUES\n" in text
    assert text.endswith("`meminit scan --write` writes it.\n")
    proposed = call("scan", "--propose").text
    assert proposed.startswith("==> .meminit.toml <==\nproject = ")
    assert "\n==> metadata.schema.json <==\n{\n" in proposed
    assert proposed.endswith("Next: `meminit scan --write` writes these 2 files, then `meminit check`.\n")


def test_what_is_kept_and_odd_is_done_without(call, monkeypatch):
    from meminit.workspace.summaries import Summaries

    call.write({".meminit.toml": "", **GOVERNED})
    scanned(call)
    real, calls = Summaries.front_matter, []

    def odd(own, numbers):
        calls.append(own)
        if len(calls) == 1:
            raise KeyError
        return real(own, numbers)

    monkeypatch.setattr(Summaries, "front_matter", odd)
    assert scanned(call)["report"]["front_matter_count"] == 8
    assert len(calls) == 2


def test_a_proposed_schema_is_no_document_of_the_configuration(call):
    documents = {f"m{number}.md": "---\ntitle: A\n---\n" for number in range(6)}
    call.write({".meminit.toml": '[docs]\nroot = "."\nschema = ""\ninclude = ["m*"]\n', **documents})
    (configured,) = scanned(call)["report"]["configured_namespaces"]
    assert configured["document_count"] == call.json("check").json["files_checked"] == 6


def test_the_proposed_files_are_written_once_and_no_file_is_changed(call):
    call.write(TREES["numbered"])
    proposal = call.json("scan", "--propose").json["data"]["proposal"]
    assert proposal["schemas"] == [{"path": proposal["schema_path"], "schema": proposal["schema"]}]
    written = call.json("scan", "--write").json["data"]
    assert written["written"] == ["metadata.schema.json", ".meminit.toml"]
    assert (call.folder / ".meminit.toml").read_text() == proposal["config"]
    assert (call.folder / "metadata.schema.json").read_text() == proposal["schema"]
    assert call.json("scan", "--write").json["data"]["written"] == []
    assert call.json("check").exit == 0
    call.write({".meminit.toml": proposal["config"] + "# mine\n"})
    (call.folder / "metadata.schema.json").unlink()
    answer = call.json("scan", "--write")
    assert (answer.exit, answer.json["error"]["code"]) == (6, "FILE_EXISTS")
    assert not (call.folder / "metadata.schema.json").exists()


def test_folders_of_a_site_that_are_not_there_are_not_proposed(call):
    call.write({"docusaurus.config.js": "module.exports = {presets: ['classic']}", "src/pages/index.js": ""})
    call.write({f"docs/{n}.md": f"---\ntitle: {n}\n---\n" for n in range(3)})
    assert b"blog" not in call("scan", "--propose").out
    assert call("scan", "--write").exit == 0
    assert call("check").exit == 0


def test_links_of_which_nobody_can_tell_are_counted(call):
    pages = {f"docs/p{n}.md": "# Page\n\n## {{ version }}\n\n[x](#nowhere)\n" for n in range(3)}
    call.write({"mkdocs.yml": "site_name: x\nplugins: [macros]\n", **pages})
    score = scanned(call)["score"]
    assert score["uncertain_links_count"] == 3, score
    assert "3 links whose targets are not known: UNCERTAIN_LINK lists them" in call("scan").text
