"""A shell completes types, statuses, namespaces and ids, by click's own protocol."""

import pytest
from tests.support.documents import GOOD

CONFIG = 'prefix = "PAY"\n[types.ADR]\n[types.PRD]\n[[namespaces]]\nname = "org"\nroot = "org"\n'


@pytest.fixture
def completed(call, monkeypatch, capsys):
    """What a shell is offered at the end of a line."""
    call.write({".meminit.toml": CONFIG, "docs/a.md": GOOD, "docs/b.md": GOOD.replace("ADR-001", "ADR-002")})

    def ask(line):
        words = line.split()
        monkeypatch.setenv("_MEMINIT_COMPLETE", "bash_complete")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - (not line.endswith(" "))))
        answer = call()
        assert (answer.exit, answer.err) == (0, b"")
        return [each.partition(",")[2] for each in capsys.readouterr().out.splitlines() if each]

    return ask


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("meminit ne", ["new"]),
        ("meminit new ", ["ADR", "PRD"]),
        ("meminit new a", ["ADR"]),
        ("meminit new ADR x --status ", ["Approved", "Draft", "In Review", "Superseded"]),
        ("meminit new ADR x --namespace ", ["default", "org"]),
        ("meminit new ADR x --related-ids PAY-ADR-001,p", ["PAY-ADR-001,PAY-ADR-001", "PAY-ADR-001,PAY-ADR-002"]),
        ("meminit resolve PAY-ADR-002", ["PAY-ADR-002"]),
        ("meminit state set ", ["PAY-ADR-001", "PAY-ADR-002"]),
        ("meminit list --type P", ["PRD"]),
        ("meminit --root nowhere new ", []),
    ],
)
def test_a_shell_is_offered(completed, line, expected):
    assert completed(line) == expected


def test_a_schema_decides_about_statuses(completed, call):
    call.write({"s.json": '{"properties": {"status": {"enum": ["Open", "Shut"]}}}'})
    call.write({".meminit.toml": '[docs]\nschema = "s.json"\n'})
    assert completed("meminit new ADR x --status ") == ["Open", "Shut"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_gets_its_script(call, monkeypatch, capsys, shell):
    monkeypatch.setenv("_MEMINIT_COMPLETE", f"{shell}_source")
    assert call().exit == 0
    assert "_MEMINIT_COMPLETE" in capsys.readouterr().out
