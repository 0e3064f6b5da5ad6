from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.clocks.activity import note_opened
from games.clocks.models import (
    AutomaticHoliday,
    Outage,
    PlannedHoliday,
    TablePause,
    TimeGift,
    Turn,
    TurnEnd,
    UnreachableSpan,
    WakingHours,
)
from games.clocks.seat_clocks import SeatClock, seat_clocks
from games.clocks.selectors import open_turns
from games.clocks.turns import end_turns, recompute
from games.core.models import Game, Seat
from games.core.selectors import seats_of
from games.play.table_times import TimeSettings
from games.table.view import table_view
from tests.helpers.late_games import without_holidays
from tests.helpers.moving_time import START, MovingTime
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, make_user, play_on, started_game
from tests.site.test_home import queries_of

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
AddFact = Callable[[Turn, User], None]
pytestmark = [pytest.mark.one_database, pytest.mark.slow]


def opened_game(**settings: object) -> Game:
    """Return a game whose acting player has opened the table at the start."""
    game = started_game(
        make_user("Ada"), make_user("Bo"), **{**({} if "times" in settings else {"pace": "usual"}), **settings}
    )
    note_opened(game.pk, acting_user(game), START)
    game.refresh_from_db()
    return game


def clock_of(game: Game, moving: MovingTime, number: int = 0) -> SeatClock:
    game.refresh_from_db()
    return seat_clocks(game, seats_of(game), open_turns(game), moving.now)[number]


def recomputed(game: Game, moving: MovingTime) -> None:
    game.refresh_from_db()
    recompute(game, moving.now)


class TestCountDown:
    def test_the_grace_of_a_turn_costs_nothing_before_the_bank_shrinks(self, moving: MovingTime) -> None:
        game = opened_game()
        clock = clock_of(game, moving)
        assert (clock.bank_text, clock.free_text, clock.left_text) == ("3 days", "6 hours", "3 days, 6 hours")
        moving.pass_by(8 * HOUR)
        clock = clock_of(game, moving)
        assert (clock.bank_text, clock.free, clock.left_text) == ("2 days, 22 hours", 0, "2 days, 22 hours")

    def test_the_running_intervals_of_a_clock_add_up_to_what_is_left(self, moving: MovingTime) -> None:
        clock = clock_of(opened_game(), moving)
        assert sum(end - start for start, end in clock.runs) == clock.left
        assert sum(end - start for start, end in clock.bank_runs) == clock.bank
        assert clock.deadline is not None
        assert clock.runs[-1][1] == int(clock.deadline.timestamp())

    def test_a_clock_is_paused_while_the_player_sleeps(self, moving: MovingTime) -> None:
        game = opened_game()
        moving.pass_by(15 * HOUR)  # midnight
        before = clock_of(game, moving)
        moving.pass_by(4 * HOUR)
        after = clock_of(game, moving)
        assert (after.left, after.bank) == (before.left, before.bank)
        assert after.pause is not None
        assert after.pause.text == "The clock is stopped for the night, until 08:00."

    def test_a_seat_that_need_not_act_shows_its_bank(self, moving: MovingTime) -> None:
        clock = clock_of(opened_game(), moving, 1)
        assert (clock.is_acting, clock.bank_text) == (False, "3 days")

    def test_the_clock_of_a_turn_that_was_not_notified_has_not_started(self, moving: MovingTime) -> None:
        game = started_game(pace="usual")
        pause = clock_of(game, moving).pause
        assert pause is not None
        assert pause.text.endswith("or at 21:00 at the latest.")

    def test_a_table_without_a_clock_has_no_seat_clocks(self, moving: MovingTime) -> None:
        game = started_game(pace="none")
        assert seat_clocks(game, seats_of(game), open_turns(game), moving.now) == {}

    def test_a_clock_of_a_fixed_pace_runs_at_night(self, moving: MovingTime) -> None:
        clock = clock_of(opened_game(pace="1d"), moving)
        assert clock.left_text == "1 day"
        assert clock.pauses == ()

    def test_an_offered_seat_waits_without_a_clock(self, moving: MovingTime) -> None:
        game = opened_game()
        Seat.objects.filter(game=game, number=0).update(offered_at=moving.now)
        clock = clock_of(game, moving)
        assert (clock.is_offered, clock.runs, clock.pauses) == (True, (), ())

    def test_the_clock_of_a_late_player_says_so(self, moving: MovingTime) -> None:
        game = opened_game(times=TimeSettings("usual", has_soft_deadlines=True))
        moving.pass_by(7 * DAY)
        clock = clock_of(game, moving)
        assert (clock.is_late, clock.left, clock.bank, clock.pauses) == (True, 0, 0, ())


class TestReasons:
    def test_a_clock_paused_by_a_holiday_shows_when_the_player_is_back(self, moving: MovingTime) -> None:
        game = opened_game()
        user = acting_user(game)
        PlannedHoliday.objects.create(
            user=user, saved_at=START - DAY, first=date(2026, 5, 4), last=date(2026, 5, 6), zone="UTC"
        )
        recomputed(game, moving)
        first, second, *_others = clock_of(game, moving).pauses
        assert first.text == "The clock is stopped: on holiday, back on Thursday 7 May."
        assert second.reason == "asleep"

    @pytest.mark.parametrize(
        ("until", "text"),
        [
            (None, "The clock is stopped: the table is paused until everyone agrees to go on."),
            (START + 3 * DAY, "The clock is stopped: the table is paused until Thursday 7 May, 09:00."),
        ],
    )
    def test_a_clock_paused_by_agreement_says_so(self, moving: MovingTime, until: datetime | None, text: str) -> None:
        game = opened_game()
        TablePause.objects.create(game=game, began_at=START, until=until)
        recomputed(game, moving)
        clock = clock_of(game, moving)
        assert clock.pause is not None
        assert clock.pause.text == text
        assert (clock.deadline is None) == (until is None)

    def test_a_clock_paused_by_a_bounce_says_so(self, moving: MovingTime) -> None:
        game = opened_game()
        UnreachableSpan.objects.create(user=acting_user(game), began_at=START + HOUR)
        moving.pass_by(2 * HOUR)
        pause = clock_of(game, moving).pause
        assert pause is not None
        assert pause.text == "The clock is stopped: emails to this player come back."

    def test_a_clock_paused_by_an_outage_says_so(self, moving: MovingTime) -> None:
        game = opened_game()
        Outage.objects.create(began_at=START, ended_at=START + HOUR)
        pause = clock_of(game, moving).pause
        assert pause is not None
        assert pause.reason == "outage"


def short_days(_turn: Turn, user: User) -> None:
    rows = [["09:00", "17:30"], None, ["22:00", "07:00"], *[["08:00", "00:00"]] * 4]
    WakingHours.objects.create(user=user, zone="Asia/Kolkata", rows=rows, is_first=True, saved_at=START)


def planned_holiday(_turn: Turn, user: User) -> None:
    changes = [[(START + HOUR).isoformat(), "2026-05-06"]]
    days = {"first": date(2026, 5, 5), "last": date(2026, 5, 7)}
    PlannedHoliday.objects.create(user=user, saved_at=START - DAY, zone="UTC", changes=changes, **days)


def automatic_holiday(_turn: Turn, user: User) -> None:
    AutomaticHoliday.objects.create(user=user, began_at=START + DAY)


def bounces(_turn: Turn, user: User) -> None:
    UnreachableSpan.objects.create(user=user, began_at=START + HOUR, ended_at=START + 9 * HOUR)


def pause(turn: Turn, _user: User) -> None:
    TablePause.objects.create(game=turn.game, began_at=START + HOUR, until=START + DAY, ended_at=START + 8 * HOUR)


def outage(_turn: Turn, _user: User) -> None:
    Outage.objects.create(began_at=START + 2 * HOUR, ended_at=START + 9 * HOUR)


def gift(turn: Turn, _user: User) -> None:
    TimeGift.objects.create(turn=turn, at=START + HOUR, seconds=12 * 3600)


def other_fact(game: Game, moving: MovingTime, add_fact: AddFact) -> Turn:
    """Return the open turn of a game to which a fact has been added that moves the deadline."""
    turn = Turn.objects.select_related("user__profile", "game").get(game=game)
    assert turn.user
    without_holidays(turn.user)
    before = turn.deadline
    add_fact(turn, turn.user)
    recomputed(game, moving)
    turn = Turn.objects.select_related("seat").get(pk=turn.pk)
    assert turn.deadline != before
    return turn


FACTS: list[AddFact] = [short_days, planned_holiday, automatic_holiday, bounces, pause, outage, gift]


@pytest.mark.parametrize("add_fact", FACTS)
def test_a_turn_is_charged_what_its_clock_shows(moving: MovingTime, add_fact: AddFact) -> None:
    game = opened_game()
    turn = other_fact(game, moving, add_fact)
    moving.pass_by(3 * DAY + 4 * HOUR)
    clock = clock_of(game, moving)
    assert clock.deadline == turn.deadline
    end_turns(open_turns(game), moving.now, TurnEnd.LEFT)
    turn.refresh_from_db()
    assert turn.charge
    assert turn.bank_after == clock.bank


@pytest.mark.parametrize("add_fact", FACTS)
def test_a_turn_that_times_out_is_charged_by_the_facts_that_decided(moving: MovingTime, add_fact: AddFact) -> None:
    turn = other_fact(opened_game(), moving, add_fact)
    assert turn.deadline
    moving.pass_until(turn.deadline)
    turn.refresh_from_db()
    assert turn.ended_by == TurnEnd.STAND_IN
    assert turn.charge
    late, given = 60, sum(gift.seconds for gift in turn.gifts.all())
    assert turn.bank + given <= turn.charge <= turn.bank + given + late


class TestPage:
    def test_the_table_page_shows_clock_bank_and_deadline_in_both_zones(self, moving: MovingTime) -> None:
        game = opened_game()
        ada = acting_user(game)
        ada.profile.time_zone = "Asia/Kolkata"
        ada.profile.save()
        recomputed(game, moving)
        html = text_at(Client(), f"/t/{game.code}/")
        assert ">3 days, 6 hours</span>" in html
        assert html.count("<dt>Kolkata</dt>") == 1
        assert "<dt>Kolkata</dt>" not in text_at(signed_in(ada), f"/t/{game.code}/")  # it is her own one

    def test_an_earlier_position_has_no_clocks(self, moving: MovingTime) -> None:
        game = play_on(opened_game(), 1)
        assert "data-runs" not in text_at(Client(), f"/t/{game.code}/?ply=0")

    def test_the_clocks_of_a_page_take_few_statements(self, moving: MovingTime) -> None:
        client = signed_in(make_user())
        timed, untimed = opened_game(), started_game(pace="none")
        free = queries_of(client, f"/t/{untimed.code}/")
        assert queries_of(client, f"/t/{timed.code}/") <= free + 10


def test_the_page_that_opens_a_table_shows_the_clock_that_starts_by_it(moving: MovingTime) -> None:
    game = started_game(make_user("Ada"), make_user("Bo"), pace="brisk")
    ada, stranger = make_user("Ada"), make_user()
    table = f"/t/{game.code}/"
    assert "or at 21:00 at the latest" in text_at(signed_in(stranger), table)
    opened = text_at(signed_in(ada), table)
    assert "or at 21:00 at the latest" not in opened
    assert Turn.objects.get(game=game).notified_at is None  # reading has written nothing
    facts = table_view(game, ada)
    before = facts.clocks.by_seat[0]
    note_opened(game.pk, ada, moving.now)
    game.refresh_from_db()
    after = table_view(game, ada)
    assert after.clocks.by_seat[0] == before
    assert (facts.clocks.deadline, after.clocks.deadline) == (game.deadline, game.deadline)
    assert text_at(signed_in(ada), table).count("1 day") == opened.count("1 day")
