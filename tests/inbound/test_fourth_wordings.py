"""How many replies of the fourth corpus lead to what was wanted, and that none is played against the player's words.

The figures of all sets are in docs/play-by-mail.md. The gate looks at a part of the newest set, ``./test
--full`` at a part of each, ``FULL=1`` at all of it.
"""

import os

import pytest

from tests.helpers.full_runs import full_only

from .fourth_wordings import SITUATIONS, Verdict, interval, sample, verdicts, wordings

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.usefixtures("mail_comes_in")]

IS_FULL = bool(os.environ.get("FULL"))
# The least share of wishes that are understood, and how many replies there are, by the set
SETS = {
    "open": (0.97, 395),
    "open2": (0.98, 399),
    "open3": (0.98, 416),
    "open4": (0.97, 322),
    "open5": (0.96, 313),
    "open6": (0.97, 502),
    "open7": (0.97, 550),
    "open8": (0.94, 515),
    "open9": (0.93, 502),
}
NEWEST = "open9"
LEAST_ASKED = 0.96  # of the replies on which nothing may happen but an answer
SLACK = 0.04  # of a part


def share(found: list[Verdict], *, wishes: bool) -> float:
    """Return how many of the wishes, or of the replies that must ask, led to what was wanted."""
    kind = [one for one in found if one.wording.asks is not wishes]
    return sum(one.is_right for one in kind) / len(kind)


@pytest.mark.parametrize("name", [name if name == NEWEST else full_only(name) for name in SETS])
def test_replies_are_understood_and_none_is_played_against_its_words(name: str) -> None:
    least, count = SETS[name]
    replies = wordings(name)
    assert len(replies) == count
    found = list(verdicts(replies if IS_FULL else sample(name)))
    assert [(one.wording.text, one.outcomes) for one in found if one.is_against] == []
    missed = [(one.wording.meaning, one.wording.text) for one in found if not one.is_right]
    slack = 0 if IS_FULL else SLACK
    kept = share(found, wishes=True) >= least - slack, share(found, wishes=False) >= LEAST_ASKED
    assert kept == (True, True), missed


def test_the_part_that_the_gate_looks_at_has_every_take_back_and_a_fourth_of_the_rest() -> None:
    for name, (_least, count) in SETS.items():
        part = sample(name)
        takebacks = sum("takebacks" in one.source for one in wordings(name))
        assert takebacks >= 36
        assert sum("takebacks" in one.source for one in part) == takebacks
        assert len(part) >= takebacks + (count - takebacks) // 4 - 1


def test_the_open_half_has_take_backs_and_turns_of_marram_in_three_languages() -> None:
    replies = wordings("open")
    assert len(replies) >= 260
    assert sum(one.asks for one in replies if "takebacks" in one.source) >= 32
    assert sum(one.situation == "marram" for one in replies) >= 78
    assert {one.source.split("_")[0] for one in replies} >= {"english", "french", "german"}
    assert {one.situation for one in replies} == set(SITUATIONS)


def test_an_interval_holds_its_share_and_narrows_with_more_replies() -> None:
    few, many = interval(9, 10), interval(90, 100)
    assert few[0] < many[0] < 0.9 < many[1] < few[1]
