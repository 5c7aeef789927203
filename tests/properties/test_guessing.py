"""How far apart two names are is reckoned in fewer steps than the plain table takes, and comes to the same."""

import random
import re

import pytest

from meminit.linking.guessing import Near, _differ_in_an_ending, distance
from meminit.words import nearest

LETTERS = ["abc", "ab-", "abcdefghij-_. ", "aé-"]


def plainly(first, second):
    """The table of what each two beginnings are apart."""
    table = [[i + j if 0 in {i, j} else 0 for j in range(len(second) + 1)] for i in range(len(first) + 1)]
    for i, letter in enumerate(first, start=1):
        for j, other in enumerate(second, start=1):
            steps = [table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (letter != other)]
            if i > 1 and j > 1 and letter == second[j - 2] and first[i - 2] == other:
                steps.append(table[i - 2][j - 2] + 1)
            table[i][j] = min(steps)
    return table[-1][-1]


def plainly_in_an_ending(first, second):
    words, others = re.split("[-_. ]+", first), re.split("[-_. ]+", second)
    differing = [sorted(pair, key=len) for pair in zip(words, others, strict=False) if pair[0] != pair[1]]
    if len(words) != len(others) or len(differing) != 1:
        return False
    return len(differing[0][0]) >= 4 and differing[0][1].startswith(differing[0][0])


def changed(name, dice):
    """The name with a few slips, or with another ending."""
    letters = list(name)
    for _ in range(dice.randint(0, 4)):
        at = dice.randint(0, len(letters))
        letters[at : at + dice.randint(0, 2)] = dice.choice(["", "a", "b-", letters[at : at + 2][::-1]])
    return "".join(letters) + dice.choice(["", "", "tion"])


@pytest.mark.slow
def test_distances():
    dice = random.Random(3)
    for _ in range(20_000):
        first = "".join(dice.choices(dice.choice(LETTERS), k=dice.randint(0, 12)))
        second = changed(first, dice)
        apart = plainly(first, second)
        for limit in range(4):
            assert distance(first, second, limit) == (apart if apart <= limit else None), (first, second, limit)
        assert _differ_in_an_ending(first, second) == plainly_in_an_ending(first, second), (first, second)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        *(("the-forced-unwinding", "the-unforced-unwinding"), ("install", "uninstall"), ("sync-calls", "async-calls")),
        *(("encryption", "decryption"), ("implicit", "explicit"), ("inactive", "active"), ("minimize", "maximize")),
    ],
)
def test_no_name_is_taken_for_a_slip_of_its_opposite(name, known):
    assert Near([known]).nearest(name) is Near([name]).nearest(known) is None
    assert nearest(name, [known]) is nearest(known, [name]) is None


@pytest.mark.parametrize(("name", "known"), [("nongoals", "non-goals"), ("unistall", "uninstall")])
def test_a_slip_near_such_a_beginning_is_one(name, known):
    assert Near([known]).nearest(name) == nearest(name, [known]) == known
