"""What strangers put into a repository, or around a run, changes the verdict at most, and never the behaviour."""

import os
import sys

import pytest
from tests.support.calls import process
from tests.support.documents import GOOD
from tests.support.marks import any_bytes, not_root, posix

pytestmark = pytest.mark.slow

PLAIN = '[docs]\nroot = "."\nschema = ""\n[id]\nfield = ""\n'
OTHER = GOOD.replace("001", "002")
FIELDS = "---\ntitle: x\n---\n"


@posix
def test_links_in_a_row_that_no_system_follows_cost_one_finding(call, tmp_path):
    call.write(
        {
            ".meminit.toml": "",
            "docs/a.md": GOOD + "[x](c0.md/b.md) [y](c5.md)\n",
            "docs/end.md": GOOD.replace("001", "002"),
        }
    )
    for number in range(1100):
        (tmp_path / f"docs/c{number}.md").symlink_to(f"c{number + 1}.md" if number < 1099 else "end.md")
    answer = call.json("check")
    assert answer.json["files_checked"] >= 2
    assert "E_UNEXPECTED" not in answer.text
    assert {line.split(":")[0].split()[0] for line in answer.found if "FILE_UNREADABLE" not in line} <= {"docs/a.md"}


@posix
@pytest.mark.parametrize(
    "arguments",
    [("--root", "."), ("--config", ".meminit.toml"), (), ("x.md",), ("--cache-dir", "x"), ("--output", "x")],
)
def test_a_current_directory_that_is_gone(tmp_path, arguments):
    (tmp_path / "gone").mkdir()
    program = f'rmdir ../gone; exec "{sys.executable}" -m meminit check --format json "$@"'
    answer = process("-c", program, "sh", *arguments, cwd=tmp_path / "gone", command=["sh"])
    found = (answer.exit, answer.json["error"]["code"])
    assert found == ((74, "OUTPUT_UNWRITABLE") if "--output" in arguments else (4, "CONFIG_MISSING"))


@posix
@pytest.mark.parametrize("argument", ["--help", "--version"])
@pytest.mark.parametrize("redirection", [">&-", "> /dev/full"])
def test_help_that_nobody_can_be_given(tmp_path, argument, redirection):
    program = f'"{sys.executable}" -m meminit {argument} {redirection}'
    answer = process("-c", program, cwd=tmp_path, command=["sh"])
    assert (answer.exit, answer.out) == (74, b"")
    assert b"Traceback" not in answer.err


@posix
@pytest.mark.parametrize("megabytes", [15, 20, 25, 30, 40, 90])
def test_want_of_memory_is_answered(call, tmp_path, megabytes):
    call.write({".meminit.toml": PLAIN, "a.md": FIELDS})
    limit = megabytes * 1_000_000

    import resource

    def starve():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    answer = process("check", "--format", "json", cwd=tmp_path, preexec_fn=starve)
    if answer.out or b"meminit" in answer.err:  # else Python itself could not begin
        assert b"Traceback" not in answer.err
        assert answer.exit == 0 or answer.json["error"]["code"] == "E_UNEXPECTED"


@posix
@pytest.mark.parametrize(
    "body",
    [
        pytest.param("* a `b`\n" * 60_000, id="items"),
        pytest.param("*a* " * 340_000, id="emphasis", marks=pytest.mark.long),
    ],
)
def test_a_document_for_which_there_is_no_memory_has_its_own_finding(call, tmp_path, body):
    links = {f"{name}.md": f"{FIELDS}[x](missing.md)\n" for name in "ab"}
    call.write({".meminit.toml": PLAIN, **links, "large.md": f"{FIELDS}{body}\n\n[x](missing.md)\n"})

    import resource

    found = set()
    for megabytes in (100, 120, 140, 160, 260, 300):
        limit = (megabytes * 1_000_000, megabytes * 1_000_000)

        def starve(limit=limit):
            resource.setrlimit(resource.RLIMIT_AS, limit)

        answer = process("check", "--format", "json", "--no-cache", cwd=tmp_path, preexec_fn=starve)
        codes = {each["path"]: each["violations"][0]["code"] for each in answer.json["violations"]}
        found.add(codes.pop("large.md"))
        assert (answer.exit, codes) == (1, {"a.md": "BROKEN_LINK", "b.md": "BROKEN_LINK"}), megabytes
    assert found == {"FILE_TOO_LARGE", "BROKEN_LINK"}


ORDERS = ["::error file=a,line=1::pwn", "  ::warning::pwn", "##[error]pwn", "a ##vso[task.x]pwn", "\u200b::error::pwn"]


@any_bytes
@pytest.mark.parametrize("order", ORDERS)
def test_no_name_or_value_gives_orders_to_a_ci(call, tmp_path, order):
    call.write(
        {
            ".meminit.toml": PLAIN + '[types.A]\ndirectory = "x"\n',
            f"{order}.md": f"---\ntype: '{order}'\n---\n[x]({order})",
        }
    )
    for arguments in (("check",), ("check", order), ("check", f"{order}.md", "y.md"), ("check", "--format", "json")):
        answer = call(*arguments)
        for line in answer.text.splitlines():
            assert not line.strip().startswith("::")
            assert "##[" not in line
            assert "##vso[" not in line
    assert call.json("check").json["violations"][0]["path"] == f"{order}.md"


@pytest.mark.parametrize("unseen", [*"\u200b\u202e\u2066\xad\u034f\u115f\u180e\u3164\ufe00\U000e0041"])
def test_unseen_characters_are_shown(call, unseen):
    call.write({".meminit.toml": PLAIN, "a.md": f"{FIELDS}[x](no{unseen}thing.md)\n"})
    text = call("check").text
    assert unseen not in text
    assert f"{ord(unseen):x}" in text


@posix
@pytest.mark.parametrize("kind", ["pipe", "folder", "link out"])
def test_an_ignore_file_that_cannot_be_read_is_told(call, tmp_path, kind):
    call.write({".meminit.toml": PLAIN, "a.md": FIELDS})
    place = tmp_path / ".gitignore"
    {"pipe": lambda: os.mkfifo(place), "folder": place.mkdir, "link out": lambda: place.symlink_to("/etc/passwd")}[
        kind
    ]()
    assert [line.split()[0] for line in call.json("check").found] == [".gitignore"]
    assert call.json("check").codes == ["FILE_UNREADABLE"]


@posix
@not_root
@pytest.mark.parametrize("argument", ["docs/**/*.md", "docs/sub/b.md", "docs/sub", "docs"])
def test_a_folder_that_cannot_be_listed_is_told_whatever_was_named(call, tmp_path, argument):
    call.write({".meminit.toml": PLAIN, "docs/a.md": FIELDS, "docs/sub/b.md": FIELDS})
    (tmp_path / "docs/sub").chmod(0)
    try:
        assert call.json("check", argument).found[0].startswith("docs/sub error FILE_UNREADABLE")
    finally:
        (tmp_path / "docs/sub").chmod(0o755)


@posix
@not_root
@pytest.mark.parametrize("arguments", [["docs/sub/b.md"], ["docs/a.md", "docs/sub/b.md"], ["docs/sub/deep"]])
def test_what_lies_in_a_folder_that_cannot_be_listed_does_not_pass_by_its_name(call, tmp_path, arguments):
    call.write({".meminit.toml": PLAIN, "docs/a.md": FIELDS, "docs/sub/b.md": "", "docs/sub/deep/c.md": ""})
    (tmp_path / "docs/sub").chmod(0o111)
    try:
        answer = call.json("check", *arguments)
        assert (answer.codes, answer.exit) == (["FILE_UNREADABLE"], 1)
        assert "advice" not in answer.json or "NOTHING_TO_CHECK" not in str(answer.json["advice"])
    finally:
        (tmp_path / "docs/sub").chmod(0o755)


@posix
def test_paths_that_are_too_long_are_told_with_the_limit(call, tmp_path):
    call.write({".meminit.toml": PLAIN, "a.md": f"{FIELDS}[x]({'b/' * 3000}c.md)\n"})
    above = os.open(tmp_path, os.O_RDONLY)
    for _ in range(25):
        os.mkdir("n" * 200, dir_fd=above)
        below = os.open("n" * 200, os.O_RDONLY, dir_fd=above)
        os.close(above)
        above = below
    os.close(above)
    answer = call.json("check")
    assert answer.codes == ["BROKEN_LINK", "FILE_UNREADABLE"]
    assert all("4096 bytes" in line for line in answer.found)
    argument = call.json("check", "b/" * 3000)
    assert (argument.exit, argument.json["error"]["code"]) == (3, "INVALID_ARGUMENT")
    assert "4096 bytes" in argument.json["error"]["message"]


def test_a_tree_in_which_nothing_is_governed_says_so(call):
    answer = call.check({".gitignore": "docs/\n", "docs/a.md": FIELDS})
    assert answer.exit == 0
    assert [each["code"] for each in answer.json["advice"]] == ["NOTHING_TO_CHECK"]
