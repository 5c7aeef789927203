"""Profiles of an organisation: installed from folders, wheels and packages, copied with digests, and their drift."""

import json
import sys
import zipfile

import pytest

APPLY = ("--apply", "--yes")
PROFILE = {
    "metadata.schema.json": '{"required": ["title"]}',
    "templates/adr.template.md": "# {{title}}\n",
    "policies/style.md": "---\ntitle: Style\n---\n",
    "README.md": "not copied",
}
COPIED = [
    "docs/00-governance/metadata.schema.json",
    "docs/00-governance/policies/style.md",
    "docs/00-governance/templates/adr.template.md",
]


@pytest.fixture
def org(call, tmp_path_factory):
    """Calls in a repository that is configured, beside a profile named acme."""
    call.write({".meminit.toml": '[id]\nfield = ""\n', "docs/a.md": "---\ntitle: a\n---\n"})
    call.away = tmp_path_factory.mktemp("away")
    for name, text in PROFILE.items():
        path = call.away / "acme" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return lambda *arguments: call.json("org", *arguments)


def _code(answer):
    return answer.json["error"]["code"], answer.exit


def _drift(answer):
    return {each["path"].rpartition("/")[2]: each["kind"] for each in answer.json["data"]["drift"]}


def test_a_profile_is_installed_copied_and_watched(org, call):
    assert org("status").json["data"]["locked"] is False
    assert org("install", str(call.away / "acme")).json["data"]["installed"] is True
    assert org("install", str(call.away / "acme")).json["data"]["installed"] is False
    planned = org("vendor").json["data"]
    assert [each["path"] for each in planned["changes"]] == [".meminit-org.lock.json", *COPIED]
    assert not (call.folder / ".meminit-org.lock.json").exists()
    assert org("vendor", *APPLY).exit == 0
    assert (call.folder / COPIED[2]).read_text() == PROFILE["templates/adr.template.md"]
    lock = json.loads((call.folder / ".meminit-org.lock.json").read_text())
    assert (lock["profile"], list(lock["files"])) == ("acme", COPIED)
    assert all(each.startswith("sha256:") for each in lock["files"].values())
    status = org("status").json["data"]
    assert (status["installed"], status["profile"], status["drift"]) == (["acme"], "acme", [])
    assert org("vendor", *APPLY).json["data"]["reason"] == "no_changes"
    assert call.json("check", "--strict").exit == 0


def test_drift_is_named_and_own_changes_stay(org, call):
    source = str(call.away / "acme")
    org("vendor", source, *APPLY)
    (call.folder / COPIED[1]).write_text("---\ntitle: Mine\n---\n")
    (call.folder / COPIED[2]).unlink()
    assert _drift(org("status")) == {"style.md": "modified", "adr.template.md": "missing"}
    (call.away / "acme/metadata.schema.json").write_text("{}")
    (call.away / "acme/policies/new.md").write_text("---\ntitle: New\n---\n")
    org("install", source)
    assert _drift(org("status")) == {
        "metadata.schema.json": "outdated",
        "new.md": "new",
        "style.md": "modified",
        "adr.template.md": "missing",
    }
    data = org("vendor", *APPLY).json["data"]
    assert [each["path"] for each in data["skipped"]] == [COPIED[1]]
    assert (call.folder / COPIED[0]).read_text() == "{}"
    assert (call.folder / COPIED[1]).read_text() == "---\ntitle: Mine\n---\n"
    assert _drift(org("status")) == {"style.md": "modified"}
    org("vendor", "--force", *APPLY)
    assert _drift(org("status")) == {}


def test_findings_that_it_adds_are_said(org, call):
    (call.away / "acme/metadata.schema.json").write_text('{"required": ["reviewer"]}')
    advice = org("vendor", str(call.away / "acme")).json["advice"]
    assert [each["code"] for each in advice] == ["PLAN_ADDS_FINDINGS"]
    assert "MISSING_FIELD" in advice[0]["details"]["codes"]


def test_a_file_that_was_there_is_not_replaced(org, call):
    call.write({COPIED[2]: "mine"})
    data = org("vendor", str(call.away / "acme"), *APPLY).json["data"]
    assert [each["reason_code"] for each in data["skipped"]] == ["needs_author"]
    assert (call.folder / COPIED[2]).read_text() == "mine"
    assert list(data["files"]) == COPIED[:2]


def test_another_profile_of_the_same_name_is_refused(org, call):
    org("install", str(call.away / "acme"))
    (call.away / "acme/policies/style.md").write_text("other")
    assert _code(org("install", str(call.away / "acme"))) == ("FILE_EXISTS", 6)


def test_a_wheel_that_is_damaged_is_no_crash(org, call):
    wheel = call.away / "acme_docs-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("acme/metadata.schema.json", "".join(map(str, range(0, 4000, 7))))  # hard to compress
    whole = wheel.read_bytes()
    for place in range(0, len(whole), 9):
        wheel.write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        assert _code(org("install", str(wheel)))[0] != "E_UNEXPECTED", place


def test_a_wheel_holds_a_profile(org, call):
    wheel = call.away / "acme_docs-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in PROFILE.items():
            archive.writestr(f"acme/{name}", text)
        archive.writestr("../evil.md", "x")
        archive.writestr("acme_docs-1.0.dist-info/METADATA", "x")
    data = org("install", str(wheel)).json["data"]
    assert (data["profile"], list(data["files"])) == (
        "acme",
        ["metadata.schema.json", "policies/style.md", "templates/adr.template.md"],
    )
    (call.away / "bad.whl").write_text("x")
    assert _code(org("install", str(call.away / "bad.whl"))) == ("PROFILE_INVALID", 4)


def test_an_installed_package_offers_a_profile(org, call, monkeypatch):
    (call.away / "acme/__init__.py").write_text("raise SystemExit('it must not be run')")
    info = call.away / "acme_docs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-docs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[meminit.profiles]\nhouse = acme\n")
    monkeypatch.setattr(sys, "path", [str(call.away), *sys.path])
    data = org("install", "house").json["data"]
    assert (data["profile"], data["installed"]) == ("house", True)
    assert org("vendor", "house").exit == 0


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({}, "neither"),
        ({"metadata.schema.json": "["}, "not JSON"),
        ({"metadata.schema.json": "[]"}, "no JSON object"),
        ({"templates/a.md": b"\xff"}, "not UTF-8"),
    ],
)
def test_a_profile_that_cannot_be_used_is_refused(org, call, files, words):
    call.write({f"profile/{name}": text for name, text in {"x.txt": "", **files}.items()})
    answer = org("install", "./profile")
    assert _code(answer) == ("PROFILE_INVALID", 4)
    assert words in answer.json["error"]["message"] or words == "neither"


def test_a_link_out_of_a_profile_is_not_followed(org, call):
    (call.away / "acme/policies/secret.md").symlink_to("/etc/passwd")
    assert _code(org("install", str(call.away / "acme"))) == ("PROFILE_INVALID", 4)


def test_a_profile_must_be_named_where_none_is_clear(org, call):
    assert _code(org("vendor")) == ("PROFILE_NOT_FOUND", 5)
    assert _code(org("install", "nope")) == ("PROFILE_NOT_FOUND", 5)
    assert _code(org("vendor", "./nope")) == ("PROFILE_NOT_FOUND", 5)


@pytest.mark.parametrize("text", ["x", "[]", '{"profile": 1, "files": {}}', '{"profile": "a", "files": {"../x": "y"}}'])
def test_a_damaged_lock_is_refused(org, call, text):
    call.write({".meminit-org.lock.json": text})
    assert _code(org("status")) == ("PROFILE_INVALID", 4)
