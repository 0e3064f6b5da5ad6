"""How many replies of the fourth corpus lead to what was wanted, and that none is played against the player's words.

The figures of both halves are in docs/play-by-mail.md. The test of the sealed half shows no reply: a failure says how
many, and whoever reads which ones must put them into the open half of the next corpus.
"""

import pytest

from .fourth_wordings import SITUATIONS, Verdict, interval, verdicts, wordings

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.usefixtures("mail_comes_in")]

LEAST_OPEN, LEAST_SECOND, LEAST_SEALED = 0.97, 0.95, 0.82
MOST_AGAINST = 1  # of the sealed half, when it was scored; of the open ones none


def share(found: list[Verdict], *, wishes: bool) -> float:
    """Return how many of the wishes, or of the replies that must ask, led to what was wanted."""
    kind = [one for one in found if one.wording.asks is not wishes]
    return sum(one.is_right for one in kind) / len(kind)


def test_replies_of_the_open_half_are_understood_and_none_is_played_against_its_words() -> None:
    found = list(verdicts("open"))
    assert len(found) == len(wordings("open"))
    assert [(one.wording.text, one.outcomes) for one in found if one.is_against] == []
    missed = [(one.wording.meaning, one.wording.text) for one in found if not one.is_right]
    assert (share(found, wishes=True) >= LEAST_OPEN, share(found, wishes=False) >= LEAST_OPEN) == (True, True), missed


def test_replies_of_the_second_half_are_understood_and_none_is_played_against_its_words() -> None:
    found = list(verdicts("open2"))
    assert len(found) == len(wordings("open2")) == 399
    assert [(one.wording.text, one.outcomes) for one in found if one.is_against] == []
    missed = [(one.wording.meaning, one.wording.text) for one in found if not one.is_right]
    shares = share(found, wishes=True), share(found, wishes=False)
    assert [one >= LEAST_SECOND for one in shares] == [True, True], missed


def test_replies_of_the_sealed_half_are_understood_as_often_as_when_they_were_scored() -> None:
    found = list(verdicts("sealed"))
    assert len(found) == len(wordings("sealed"))
    against, wishes = sum(one.is_against for one in found), share(found, wishes=True)
    is_kept = (against <= MOST_AGAINST, wishes >= LEAST_SEALED)
    assert is_kept == (True, True), f"{against} against, {wishes:.1%} of the wishes understood"


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
