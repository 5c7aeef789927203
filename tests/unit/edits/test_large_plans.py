"""A plan that is handed in costs in proportion to its size, however wrong it is."""

import pytest

from meminit.edits import plan
from meminit.faults import MeminitError
from meminit.schema import judge


def test_changes_are_judged_some_at_a_time_until_one_is_wrong(monkeypatch):
    asked = []
    real = judge.judge_of

    def judge_of(schema, draft):
        found = real(schema, draft)
        return lambda value: (asked.append(len(value["changes"])), found(value))[1]

    monkeypatch.setattr(judge, "judge_of", judge_of)
    monkeypatch.setattr(plan, "_AT_ONCE", 2)
    with pytest.raises(MeminitError):
        plan.read(b'{"changes":[' + b",".join([b'{"a":1}'] * 9) + b"]}")
    assert asked == [2]


def test_far_too_many_objects_are_refused_before_they_are_read(monkeypatch):
    monkeypatch.setattr(plan, "_MOST_OBJECTS", 5)
    with pytest.raises(MeminitError, match="more than 5 opening braces"):
        plan.read(b'{"changes":[' + b",".join([b'{"a":1}'] * 9) + b"]}")


def test_a_wrong_change_is_named_by_its_number_in_the_whole_plan(monkeypatch):
    monkeypatch.setattr(plan, "_AT_ONCE", 2)
    good = b'{"op":"rename","path":"a.md","to_path":"b.md","before_sha256":"%b"}' % (b"0" * 64)
    with pytest.raises(MeminitError) as raised:
        plan.read(b'{"plan_version":"1.0","changes":[' + b",".join([good] * 3 + [b"1"]) + b"]}")
    assert raised.value.failure().message.startswith("the plan: changes[3]: ")
