from datetime import timedelta

import pytest
from django.utils import timezone

from games.clocks.models import TimeGift, Turn, WakingHours
from games.core.models import Game
from tests.helpers.programs import Program

pytestmark = pytest.mark.one_database
WEEK = [["08:00", "22:00"]] * 5 + [None, ["10:00", "02:00"]]
DAY = timedelta(days=1)


def test_waking_hours_are_read_and_saved(ann: Program) -> None:
    before = ann.get("me/hours/")
    assert (before["zone"], before["days"][6], before["acts_at"]) == ("UTC", ["08:00", "00:00"], None)
    after = ann.post("me/hours/", {"days": WEEK})
    assert after["days"] == WEEK
    assert after["acts_at"].endswith("Z")
    assert ann.get("me/hours/") == after


@pytest.mark.parametrize("days", [WEEK[:6], [["8", "9"]] * 7, [["08:00"]] * 7, "always"])
def test_malformed_waking_hours_are_refused(ann: Program, days: object) -> None:
    ann.post("me/hours/", {"days": days}, 400)
    assert not WakingHours.objects.exists()


def test_waking_hours_that_are_too_short_are_refused(ann: Program) -> None:
    assert ann.post("me/hours/", {"days": [["08:00", "12:00"]] * 7}, 422)["code"] == "too-short"


def test_holidays_are_planned_shortened_and_cancelled(ann: Program) -> None:
    today = timezone.now().date()
    first, last = today + DAY, today + 3 * DAY
    assert ann.get("me/holidays/")["balance"] == 10 * 86400
    planned = ann.post("me/holidays/", {"first": str(first), "last": str(last)}, 201)["holidays"]
    assert [(row["first"], row["last"]) for row in planned] == [(str(first), str(last))]
    address = f"me/holidays/{planned[0]['id']}/shorten/"
    assert ann.post(address, {"last": str(first)})["holidays"][0]["last"] == str(first)
    assert ann.post(address, {"last": str(today)})["holidays"] == []


def test_automatic_holidays_are_switched_off(ann: Program) -> None:
    assert ann.get("me/holidays/")["automatic"] is True
    assert ann.post("me/holidays/automatic/", {"automatic": False})["automatic"] is False


def test_an_opponent_gives_time_once_by_the_api(game: Game, ben: Program) -> None:
    body = {"seat": "A", "seconds": 3600, "given": 0}
    ben.post(f"games/{game.code}/gifts/", body)
    ben.post(f"games/{game.code}/gifts/", body)
    assert ben.post(f"games/{game.code}/gifts/", {**body, "seconds": 86400}, 409)["code"] == "already-given"
    assert TimeGift.objects.count() == 1
    ben.post(f"games/{game.code}/gifts/", {"seat": "A", "seconds": 5}, 400)


def test_a_claim_before_the_deadline_is_refused(game: Game, ben: Program) -> None:
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    assert ben.post(f"games/{game.code}/claims/", {"seat": "A"}, 409)["code"] == "not-late"
    Turn.objects.filter(game=game).update(came_at=timezone.now() - 90 * DAY)
    ben.post(f"games/{game.code}/claims/", {"seat": "A"})
