"""What lies in a tree besides plain files: links, pipes, odd names, folders nobody may enter."""

import os

import pytest
from tests.support.documents import GOOD
from tests.support.marks import any_bytes, not_root, posix

from meminit.sources import gate


@posix
def test_a_document_that_is_a_link_out_of_the_root_is_reported_and_not_read(call, tmp_path):
    repository = tmp_path / "repository"
    (repository / "docs").mkdir(parents=True)
    (repository / ".meminit.toml").touch()
    (tmp_path / "secret.md").write_text("---\nsecret: 1\n---\n")
    (repository / "docs/link.md").symlink_to(tmp_path / "secret.md")
    answer = call.json("check", cwd=repository)
    assert answer.found == [
        "docs/link.md error PATH_ESCAPE this path is not read: it is a symbolic link that leads out of the repository"
    ]
    assert (answer.json["files_checked"], answer.json["files_failed"]) == (1, 1)
    assert call.json("check", "docs/link.md", cwd=repository).found == answer.found


@posix
def test_a_folder_that_is_a_link_out_of_the_root_is_reported_and_not_followed(call, tmp_path):
    repository = tmp_path / "repository"
    (repository / "docs").mkdir(parents=True)
    (repository / ".meminit.toml").touch()
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/a.md").write_text("x")
    (repository / "docs/sub").symlink_to(tmp_path / "outside")
    answer = call.json("check", cwd=repository)
    assert answer.codes == ["PATH_ESCAPE"]
    assert answer.json["files_checked"] == 0
    assert call.json("check", "docs/sub/a.md", cwd=repository).json["error"]["code"] == "PATH_ESCAPE"
    assert call.json("check", "docs/sub/nope.md", cwd=repository).exit == 7


@posix
def test_a_link_inside_the_root_is_no_document_of_its_own(call, tmp_path):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/real/b.md": GOOD.replace("001", "002")})
    (tmp_path / "docs/link.md").symlink_to("a.md")
    (tmp_path / "docs/folder").symlink_to("real")
    answer = call.json("check")
    assert answer.json["files_checked"] == 2
    assert answer.exit == 0
    targeted = call.json("check", "docs/link.md").json
    assert (targeted["files_checked"], targeted["checked_paths_count"]) == (1, 1)


@posix
def test_a_link_to_nothing_and_a_pipe_are_unreadable(call, tmp_path):
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    (tmp_path / "docs/dangling.md").symlink_to("nowhere.md")
    (tmp_path / "docs/loop.md").symlink_to("loop.md")
    os.mkfifo(tmp_path / "docs/pipe.md")
    answer = call.json("check")
    assert answer.codes == ["FILE_UNREADABLE"] * 3
    assert (answer.json["files_checked"], answer.json["files_failed"]) == (4, 3)


@posix
def test_links_in_the_place_of_configuration_schema_and_docs_root(call, tmp_path):
    repository = tmp_path / "repository"
    repository.mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/x.toml").write_text("")
    (tmp_path / "elsewhere/s.json").write_text("{}")
    (repository / ".meminit.toml").symlink_to(tmp_path / "elsewhere/x.toml")
    assert call.json("check", cwd=repository).json["error"]["code"] == "CONFIG_INVALID"
    (repository / ".meminit.toml").unlink()
    (repository / ".meminit.toml").write_text("")
    (repository / "docs").symlink_to(tmp_path / "elsewhere")
    assert call.json("check", cwd=repository).codes == ["PATH_ESCAPE"]
    (repository / "docs").unlink()
    (repository / "docs/00-governance").mkdir(parents=True)
    (repository / "docs/00-governance/metadata.schema.json").symlink_to(tmp_path / "elsewhere/s.json")
    assert call.json("check", cwd=repository).codes == ["SCHEMA_INVALID"]


@posix
@not_root
def test_a_folder_and_a_file_without_permission_are_reported(call, tmp_path):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/closed/b.md": GOOD, "docs/c.md": GOOD})
    (tmp_path / "docs/closed").chmod(0)
    (tmp_path / "docs/c.md").chmod(0)
    try:
        assert call.json("check").codes == ["FILE_UNREADABLE", "FILE_UNREADABLE"]
    finally:
        (tmp_path / "docs/closed").chmod(0o700)


def test_a_folder_that_cannot_be_listed_is_reported_and_the_others_are_checked(call, tmp_path, monkeypatch):
    call.write({".meminit.toml": "", "docs/a.md": GOOD, "docs/closed/b.md": GOOD, "docs/open/c.md": GOOD})
    listed = os.scandir

    def refuse(path):
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr("meminit.documents.discover.os.scandir", refuse)
    answer = call.json("check")
    assert "docs/closed error FILE_UNREADABLE this path cannot be read: the folder cannot be listed" in answer.found
    assert (answer.json["files_checked"], answer.json["checked_paths_count"]) == (2, 3)


@any_bytes
def test_a_name_that_is_not_utf_8_is_shown_with_escapes(call, tmp_path):
    call.write({".meminit.toml": ""})
    (tmp_path / "docs").mkdir()
    name = os.fsencode(tmp_path) + b"/docs/caf\xe9.md"
    with open(name, "w") as file:
        file.write(GOOD)
    answer = call.json("check")
    assert answer.found == [
        "docs/caf\\xe9.md warning FILENAME_CONVENTION the file name 'caf\\xe9.md' does not match ^[a-z0-9-]+\\.md$"
    ]
    assert call.json("check", os.fsdecode(b"docs/caf\xe9.md")).found == answer.found
    assert (
        call.json("check", os.fsdecode(b"docs/n\xe9.md")).json["error"]["message"] == "file not found: docs/n\\xe9.md"
    )


def test_a_document_over_the_limit_is_not_read(call):
    answer = call.check({"docs/a.md": GOOD + "x" * (4 * 1024 * 1024), "docs/b.md": GOOD})
    assert answer.codes == ["FILE_TOO_LARGE"]


def test_a_folder_named_like_a_document_is_a_folder(call):
    assert call.check({"docs/a.md/b.md": GOOD}).json["files_checked"] == 1


@posix
def test_a_stray_link_does_not_fail_a_pattern_or_a_folder(call, tmp_path):
    repository = tmp_path / "repository"
    call.folder = repository
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    (repository / "docs/outside.txt").symlink_to(tmp_path)
    (repository / "docs/sub").symlink_to(tmp_path)
    for argument in ("docs/*", "docs", "docs/**"):
        answer = call.json("check", argument)
        assert set(answer.codes) == {"PATH_ESCAPE"}, argument
        assert answer.json["files_checked"] == 1
    assert call.json("check", "docs/outside.txt").exit == 7


@posix
def test_a_link_is_not_opened_where_the_system_cannot_refuse_to_follow_it(tmp_path, monkeypatch):
    (tmp_path / "a").write_text("secret")
    (tmp_path / "b").symlink_to("a")
    monkeypatch.setattr(gate, "_NO_FOLLOW", 0)
    monkeypatch.setattr(gate, "_FLAGS", os.O_RDONLY)
    with pytest.raises(gate.SourceError, match="symbolic link"):
        gate.read_bytes(str(tmp_path / "b"), 100)
