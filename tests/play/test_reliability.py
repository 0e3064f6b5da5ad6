"""Tests of the reliability counter: what adds to it, how it heals, and what it limits."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.errors import SiteError
from accounts.models import User
from games.clocks.models import Turn, TurnEnd
from games.core.models import PackedLog, Seat
from games.core.packing import pack_log
from games.core.selectors import handed_over
from games.lobby.tables import join_table
from games.play.endings import leave_out_of_time, resign
from games.play.reliability import _games_left, points_after, reliability_counter, require_reliable
from games.time_outs import operators, substitutes
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, make_table, make_user, play_on, started_game

START = timezone.make_aware(datetime(2026, 3, 1))


def days(*numbers: int) -> list[datetime]:
    return [START + timedelta(days=number) for number in numbers]


def test_each_fault_adds_six_points_and_each_finished_game_takes_one() -> None:
    assert points_after(days(0), []) == (6, False, None)
    assert points_after(days(0), days(1, 2)) == (4, False, None)
    assert points_after(days(10), days(*range(9))) == (6, False, None)  # there is no credit


def test_the_limit_to_one_game_begins_at_ten_points_and_ends_at_five() -> None:
    assert points_after(days(0, 1), []) == (12, True, None)
    assert points_after(days(0, 1), days(*range(2, 8))) == (6, True, None)
    assert points_after(days(0, 1), days(*range(2, 9))) == (5, False, None)


def test_twenty_points_leave_only_robots_for_two_weeks() -> None:
    points, has_one_game, until = points_after(days(0, 1, 2, 3), [])
    assert (points, has_one_game, until) == (24, True, START + timedelta(days=17))


def be_late(user: User, games: int) -> None:
    """Let a stand-in robot play a turn of the user in some finished games."""
    for game in [finished_game(user, make_user()) for _number in range(games)]:
        turn = game.turns.filter(user=user).first()
        assert turn
        Turn.objects.filter(pk=turn.pk).update(ended_by=TurnEnd.STAND_IN, ended_at=timezone.now() - timedelta(hours=1))


@pytest.mark.django_db
@pytest.mark.one_database
def test_games_left_out_of_time_or_by_resigning_among_three_count_once_each() -> None:
    ada, now = make_user("Ada"), timezone.now()
    out, three = started_game(ada, make_user()), started_game(ada, make_user(), make_user())
    leave_out_of_time(out, 0, now)
    resign(three.pk, ada)
    two = play_on(started_game(ada, make_user()), 12, in_steps=True)
    resign(two.pk, ada)
    counter = reliability_counter(ada, timezone.now())
    assert (counter.left, counter.late) == (2, 0)
    assert counter.points >= 2 * 6 - counter.finished
    early = started_game(ada, make_user())
    resign(early.pk, ada)  # nothing was played
    assert reliability_counter(ada, timezone.now()).left == 3
    assert [pack_log(game.pk) for game in (out, two, early)] == [True, True, True]
    assert reliability_counter(ada, timezone.now()).left == 3
    assert "3 in the last year." in text_at(signed_in(make_user()), "/players/Ada/")
    assert reliability_counter(make_user(), now).points == 0
    assert not Seat.objects.filter(owner=ada).exists()
    PackedLog.objects.filter(game=out).update(data=b"")  # a damaged log says nothing, and stops nobody from joining
    assert reliability_counter(ada, timezone.now()).left == 2


@pytest.mark.django_db
@pytest.mark.one_database
def test_only_the_latest_finished_games_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    ada = make_user("Ada")
    be_late(ada, 2)
    monkeypatch.setattr("games.play.reliability.MAX_MERITS", 1)
    counter = reliability_counter(ada, timezone.now())
    assert (counter.finished, counter.points) == (1, 11)


@pytest.mark.django_db
@pytest.mark.one_database
def test_who_was_late_often_has_one_game_at_a_time_and_reads_why() -> None:
    ada = make_user("Ada")
    be_late(ada, 2)
    counter = reliability_counter(ada, timezone.now())
    assert (counter.late, counter.finished, counter.points, counter.has_one_game) == (2, 2, 10, True)
    table = make_table()
    first = join_table(make_table().pk, ada)
    with pytest.raises(SiteError, match="one-game"):
        join_table(table.pk, ada)
    with pytest.raises(SiteError, match="one-game"):
        make_table(ada)
    make_table(ada, robots=["greedy"])
    assert join_table(first.pk, ada) == first
    for page in ("/settings/conduct/", "/tables/new/"):
        assert "one game with other people at a time" in text_at(signed_in(ada), page)
    assert "one game with" not in text_at(signed_in(make_user("Cleo")), "/tables/new/")
    me = signed_in(ada).get("/api/v1/me/").json()["reliability"]
    assert (me["points"], me["has_one_game"]) == (10, True)
    seen = signed_in(make_user()).get("/api/v1/players/Ada/").json()
    assert seen["reliability"] == {"late": 2, "left": 0}
    be_late(make_user("Ben"), 5)
    with pytest.raises(SiteError, match="robots-only"):
        require_reliable(make_user("Ben"))


@pytest.mark.django_db
@pytest.mark.one_database
def test_a_seat_that_an_operator_offered_is_not_left_and_one_whose_time_was_up_is() -> None:
    ada, now = make_user("Ada"), timezone.now()
    asked, late = started_game(ada, make_user()), started_game(ada, make_user())
    for game in (asked, late):
        if game == asked:
            operators.offer_seat(game.pk, 0, operators.Operator(make_user("op"), "Ada asked for it."))
        else:
            substitutes.offer(late, late.seats.get(number=0), now, now)
        substitutes.take_seat(game.pk, 0, make_user(), now)
    assert list(_games_left(ada, now - timedelta(days=1))) == [late.pk]


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.parametrize("by_operator", [False, True])
def test_a_seat_that_was_only_offered_has_never_been_handed_over(by_operator: bool) -> None:
    ada, by = make_user("Ada"), operators.Operator(make_user("op"), "Ada asked for it.")
    game = started_game(ada, make_user())
    operators.offer_seat(game.pk, 0, by)
    if by_operator:
        operators.give_seat(game.pk, 0, "Ada", by)
    else:
        substitutes.take_back(game.pk, ada, timezone.now())
    assert handed_over([game.pk], ever=True) == set()
