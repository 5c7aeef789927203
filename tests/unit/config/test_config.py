"""Where a configuration is found, and what finding a line costs."""

from tests.support.documents import GOOD
from tests.support.timing import within

from meminit.sources import toml_text


def test_the_nearest_configuration_upwards_counts(call, tmp_path):
    call.write({".meminit.toml": "", "sub/.meminit.toml": "", "sub/docs/deep/a.md": GOOD, "docs/b.md": GOOD})
    answer = call.json("check", cwd=tmp_path / "sub/docs/deep").json
    assert answer["root"] == str(tmp_path / "sub")
    assert answer["files_checked"] == 1


def test_a_root_that_is_given_is_not_searched_upwards(call, tmp_path):
    call.write({".meminit.toml": "", "sub/docs/a.md": GOOD})
    assert call.json("check", "--root", "sub").json["error"]["code"] == "CONFIG_MISSING"


def test_a_configuration_given_by_its_usual_name_brings_its_root(call, tmp_path):
    call.write({"repository/.meminit.toml": "", "repository/docs/a.md": GOOD})
    assert call.json("check", "--config", "repository/.meminit.toml").json["root"] == str(tmp_path / "repository")


def test_the_run_id_of_the_environment(call, monkeypatch):
    call.write({".meminit.toml": "", "docs/a.md": GOOD})
    monkeypatch.setenv("MEMINIT_RUN_ID", "7a9c0d52-1f64-4c0e-8b1e-2f5f5d1c9e11")
    assert call("check", "--format", "json").json["run_id"] == "7a9c0d52-1f64-4c0e-8b1e-2f5f5d1c9e11"
    monkeypatch.setenv("MEMINIT_RUN_ID", "nonsense")
    assert call("check", "--format", "json").json["error"]["code"] == "INVALID_ARGUMENT"


def test_every_run_has_an_id_of_its_own(call):
    call.write({".meminit.toml": ""})
    assert len({call("check", "--format", "json").json["run_id"] for _ in range(20)}) == 20


def test_a_configuration_that_is_too_large_or_too_deep_is_refused(call):
    for text in ("#" * 300_000, "a = " + "[" * 5000 + "]" * 5000, "a = " + "9" * 5000, "\udcff"):
        answer = call.check({".meminit.toml": text.encode("utf-8", "surrogateescape")})
        assert answer.json["error"]["code"] == "CONFIG_INVALID"


def test_lines_of_a_long_configuration_are_found_in_time():
    text = "".join(f"key{number} = [\n {number},\n]\n" for number in range(5000))
    with within(5):
        assert toml_text.TomlLines(text).line_of(("key3210",)) == 3210 * 3 + 1
