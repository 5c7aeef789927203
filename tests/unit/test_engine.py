"""A run holds when a rule does not, and unread files do not count as passed."""

import itertools

import pytest
from tests.support.documents import GOOD
from tests.support.timing import within

from meminit import rules
from meminit.linking.following import Following
from meminit.rules import duplicate_id, id_type_mismatch
from meminit.workspace import judging as verdicts


def _crashing(rule):
    def check(*_):
        raise RuntimeError

    return rule._replace(check=check)


@pytest.mark.parametrize(("module", "place"), [(id_type_mismatch, "docs/a.md"), (duplicate_id, ".meminit.toml")])
def test_a_rule_that_crashes_is_a_finding_and_the_run_goes_on(call, monkeypatch, module, place):
    crashing = tuple(_crashing(rule) if rule is module.RULE else rule for rule in rules.RULES)
    monkeypatch.setattr(verdicts, "RULES", crashing)
    # Rules across documents are asked only where something is suspicious: here a reference to nothing.
    answer = call.check({"docs/a.md": GOOD.replace("Draft", "Drafty\nrelated_ids: [PAY-ADR-002]")})
    assert sorted(answer.codes) == ["INVALID_FIELD", "RULE_CRASHED", "UNRESOLVED_REFERENCE"]
    assert (
        f"{place} error RULE_CRASHED rule {module.RULE.meta.code} crashed here; this is a bug in meminit"
        in answer.found
    )
    assert "RULE_CRASHED" in call.json("check", "docs/a.md").codes


def test_the_message_of_a_finding_is_bounded(call):
    answer = call.check({"docs/a.md": GOOD.replace("title: Title", "title: Title\n" + "x" * 900 + ": 1")})
    assert answer.codes == ["UNKNOWN_FIELD"]
    assert len(answer.json["violations"][0]["violations"][0]["message"]) <= 500


def test_ids_that_could_all_be_meant_cost_little(call):
    names = ["".join(each) for each in itertools.islice(itertools.product("abc", repeat=14), 0, None, 50_000)]
    names = [f"{name}{name[::-1]}{name}{name[::-1]}" for name in names]
    others = ", ".join(f"{name[1:]}c" for name in names[:50])
    head = f"---\ndocument_id: {{}}\nrelated_ids: [{others}]\n---\n"
    files = {f"docs/{number}.md": head.format(name) for number, name in enumerate(names)}
    config = '[docs]\nschema = ""\n[id]\npattern = "."\n'
    with within(3):  # to guess among a hundred of them took a minute
        assert call.check({".meminit.toml": config, **files}).codes == ["UNRESOLVED_REFERENCE"] * 50 * len(names)
    assert len(names) == 96


def test_links_that_cannot_be_followed_cost_their_own_document_alone(call, monkeypatch):
    real = Following.follow

    def follow(self, link, source, address):
        if source.path == "docs/a.md":
            raise RuntimeError
        return real(self, link, source, address)

    monkeypatch.setattr(Following, "follow", follow)
    other = GOOD.replace("001", "002") + "\n[x](no.md)\n"
    answer = call.check({"docs/a.md": GOOD + "\n[x](no.md)\n", "docs/b.md": other})
    assert [line.split()[0].split(":")[0] for line in answer.found] == ["docs/a.md", "docs/b.md"]
    assert answer.codes == ["RULE_CRASHED", "BROKEN_LINK"]


def test_ids_may_stand_in_a_field_that_every_document_has_anyway(call):
    own = GOOD.replace("document_id: PAY-ADR-001\n", "")
    call.write(
        {".meminit.toml": '[id]\nfield = "owner"\n', "docs/a.md": own.replace("owner: Team", "owner: PAY-ADR-001")}
    )
    assert call("check", "--no-cache").exit == 0
    call.write({"docs/b.md": own})
    found = call.json("check", "--no-cache").json["violations"]
    assert [(each["path"], [one["code"] for one in each["violations"]]) for each in found] == [
        ("docs/b.md", ["INVALID_ID_FORMAT"])
    ]
