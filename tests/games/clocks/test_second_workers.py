"""What comes second finds the row changed between the look and the lock, and does nothing twice."""

from datetime import timedelta

import pytest

from games.errors import Conflict
from games.models import (
    EventKind,
    Game,
    Heartbeat,
    Kind,
    Notification,
    Outage,
    PlannedHoliday,
    Proposal,
    ProposalState,
    Seat,
    TableEvent,
    TablePause,
    ToldBy,
    Turn,
    UnreachableSpan,
)
from games.services.clocks import agreements, deputies, falls, holidays, outages, reminders, seats, signs_of_life
from games.services.play.endings import abandon_seat, resign
from games.services.tables import open_proposals, proposals
from games.services.tables.presence import note_presence
from games.services.tables.proposals import propose, withdraw
from tests.makers import acting_user, make_user, started_game

from .late_games import DAY, game_of_ada, late_game, play_turn_by
from .moving_time import MovingTime

pytestmark = pytest.mark.slow
HOUR = timedelta(hours=1)


def events(game: Game, kind: str) -> int:
    return TableEvent.objects.filter(game=game, kind=kind).count()


def over(game: Game) -> Game:
    """End a game of two: the one who must act resigns."""
    return resign(game.pk, acting_user(game))


# Pauses


def test_the_end_of_a_pause_is_written_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    agreements.begin_pause(game, moving.now + HOUR, moving.now)
    pause = TablePause.objects.get()
    assert agreements._note_end(pause.pk, game.pk, moving.now + HOUR)
    assert not agreements._note_end(pause.pk, game.pk, moving.now + HOUR)
    assert events(game, EventKind.RESUMED) == 1


def test_a_pause_that_outlasts_its_game_ends_in_silence(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    agreements.begin_pause(game, moving.now + HOUR, moving.now)
    over(game)
    assert agreements.end_due_pauses(moving.now + 2 * HOUR) in {0, 1}
    assert not TablePause.objects.filter(ended_at=None).exists()
    assert events(game, EventKind.RESUMED) == 0


def test_a_pause_that_is_over_cannot_be_ended(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    agreements.end_pause(game, moving.now)
    assert events(game, EventKind.RESUMED) == 0


def test_a_table_may_lose_its_clock(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    banks = list(game.seats.values_list("bank", flat=True))
    agreements.change_pace(game, "none", None, moving.now)
    assert list(game.seats.values_list("bank", flat=True)) == banks
    assert events(game, EventKind.PACE) == 1


# Deadlines


def test_a_deadline_falls_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    turn = Turn.objects.get(ended_at=None)
    moving.pass_by(2 * DAY)
    assert not Turn.objects.filter(pk=turn.pk, ended_at=None).exists()
    log = game.entries.count()
    assert falls._fall_locked(turn.pk, game.pk, moving.now) == ([], None)
    assert game.entries.count() == log


def test_a_deputy_who_was_dismissed_a_moment_ago_is_not_asked(moving: MovingTime) -> None:
    late_game(moving)
    turn = Turn.objects.get(ended_at=None)
    assert turn.user is not None
    deputies.Deputy.objects.all().delete()
    Notification.objects.filter(kind=Kind.DEPUTY).delete()
    deputies.ask(turn, moving.now, moving.now)
    assert not Notification.objects.filter(kind=Kind.DEPUTY).exists()


def test_opening_a_late_table_lets_its_deadline_fall_at_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    moving.traveller.move_to(moving.now + 3 * DAY, tick=False)
    Heartbeat.objects.filter(name="scheduler").update(at=moving.now + 3 * DAY)
    game = Game.objects.get(pk=game.pk)
    note_presence(game, make_user("Cleo"), moving.now + 3 * DAY)
    assert Turn.objects.filter(game=game, ended_at=None, user=make_user("Cleo")).exists()


# Holidays and rests


def test_a_holiday_is_not_announced_where_the_player_has_left(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    row = PlannedHoliday(user=ada, changes=[])
    over(game)
    holidays._announce(game.pk, row, {}, moving.now)
    assert events(game, EventKind.HOLIDAY) == 0


def test_an_unreachable_time_begins_once(moving: MovingTime) -> None:
    ada = make_user("Ada")
    for _ in range(2):
        signs_of_life.begin_unreachable(ada, moving.now)
    assert UnreachableSpan.objects.filter(user=ada).count() == 1


# Outages


def test_an_outage_is_told_once_and_not_at_tables_that_are_over(moving: MovingTime) -> None:
    game, other = game_of_ada(moving), started_game(pace="1d")
    row = Outage.objects.create(began_at=moving.now, ended_at=moving.now + HOUR)
    for _ in range(2):
        outages._credit_game(game.pk, row, moving.now + HOUR)
    over(other)
    outages._credit_game(other.pk, row, moving.now + HOUR)
    assert (events(game, EventKind.OUTAGE), events(other, EventKind.OUTAGE)) == (1, 0)


def test_the_scheduler_is_late_after_ten_minutes_without_a_heartbeat(moving: MovingTime) -> None:
    Heartbeat.objects.filter(name="scheduler").update(at=moving.now)
    assert not outages.is_scheduler_late(moving.now + timedelta(minutes=10))
    assert outages.is_scheduler_late(moving.now + timedelta(minutes=11))
    Heartbeat.objects.all().delete()
    assert outages.is_scheduler_late(moving.now)


# Reminders


def test_a_reminder_is_sent_once(moving: MovingTime) -> None:
    game_of_ada(moving)
    turn = Turn.objects.get(ended_at=None)
    assert turn.remind_at is not None
    assert turn.user_id is not None
    now = turn.remind_at
    assert reminders._take(turn, now)
    stale = Turn.objects.get(pk=turn.pk)
    stale.remind_at, stale.reminded = now, None
    assert not reminders._take(stale, now)
    assert not reminders._remind(turn.user_id, now)
    assert not Notification.objects.filter(kind=Kind.REMINDER).exists()


# Seats


def test_a_seat_is_not_given_to_a_robot_twice(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    seat = Seat.objects.get(game=game, number=0)
    assert not seats._take_by_robot(seat.pk, game.pk, moving.now)  # nobody offered it
    seats.offer(game, seat, moving.now, moving.now)
    assert seats._take_by_robot(seat.pk, game.pk, moving.now)
    assert not seats._take_by_robot(seat.pk, game.pk, moving.now)
    assert events(game, EventKind.ROBOT) == 1


def test_a_seat_that_fails_does_not_stop_the_others(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [started_game(pace="1d") for _ in range(2)]
    for game in games:
        seats.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    real = seats.free_robot

    def failing(game: Game) -> object:
        if game.pk == games[0].pk:
            raise RuntimeError("a broken table")
        return real(game)

    monkeypatch.setattr(seats, "free_robot", failing)
    assert seats.take_seats_by_robots(moving.now + 2 * DAY) == 1
    assert Seat.objects.get(game=games[1], number=0).user != make_user("Ada")


def test_a_player_takes_one_seat_of_a_table(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    seats.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    with pytest.raises(Conflict) as caught:
        seats.take_seat(game.pk, 0, make_user("Cleo"), moving.now)
    assert caught.value.code == "already-seated"


def test_a_seat_that_must_not_act_is_taken_back_without_a_turn(moving: MovingTime) -> None:
    game, cleo = game_of_ada(moving), make_user("Cleo")
    seats.offer(game, Seat.objects.get(game=game, number=1), moving.now, moving.now)
    seats.take_back(game.pk, cleo, moving.now)
    assert Seat.objects.get(game=game, number=1).offered_at is None
    assert not Turn.objects.filter(game=game, user=cleo).exists()


def test_a_player_who_looks_at_the_table_knows_of_the_turn_at_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    note_presence(game, make_user("Cleo"), moving.now)
    play_turn_by(make_user("Ada"), game)
    turn = Turn.objects.get(ended_at=None)
    assert (turn.told_at, turn.told_by) == (moving.now, ToldBy.TABLE)


def test_the_owner_takes_an_offered_seat_like_anyone_else(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    seats.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    seats.take_seat(game.pk, 0, make_user("Dora"), moving.now)
    seats.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    seats.take_seat(game.pk, 0, ada, moving.now)
    assert Seat.objects.get(game=game, number=0).user == ada


def test_an_account_is_closed_after_its_seat_was_offered(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    for _ in range(2):
        abandon_seat(game.pk, ada, moving.now)
    assert events(game, EventKind.OFFERED) == 1


def test_after_fourteen_days_a_seat_belongs_to_who_took_it(moving: MovingTime) -> None:
    game, ada, dora = game_of_ada(moving), make_user("Ada"), make_user("Dora")
    seats.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    seats.take_seat(game.pk, 0, dora, moving.now)
    with pytest.raises(Conflict) as caught:
        seats.take_back(game.pk, ada, moving.now + 15 * DAY)
    assert caught.value.code == "too-late"
    assert Seat.objects.get(game=game, number=0).user == dora


# Proposals


def test_a_proposal_is_withdrawn_once(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    row = propose(game.pk, ada, "pause")
    for _ in range(2):
        withdraw(game.pk, row.pk, ada)
    assert events(game, EventKind.CLOSED) == 1


def test_a_closed_proposal_does_not_expire(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    row = propose(game.pk, ada, "pause")
    withdraw(game.pk, row.pk, ada)
    assert not proposals._expire(row.pk, game.pk, moving.now + 9 * DAY)
    open_proposals.after_change(game, [Proposal.objects.get()], [], moving.now)
    assert Proposal.objects.get().state == ProposalState.WITHDRAWN


def undoable(pace: str) -> Game:
    """Return a game of three in which Ada has just laid a rug and proposes to take it back."""
    ada, cleo, eve = make_user("Ada"), make_user("Cleo"), make_user("Eve")
    game = play_turn_by(ada, started_game(ada, cleo, eve, pace=pace))
    row = propose(game.pk, ada, "undo")
    proposals.answer(game.pk, row.pk, cleo, True)
    return game


def agreed_by_eve(game: Game) -> str:
    """Return what becomes of the proposal with the last answer."""
    return proposals.answer(game.pk, Proposal.objects.get().pk, make_user("Eve"), True).state


def test_the_undo_of_a_turn_that_is_gone_expires(moving: MovingTime) -> None:
    game, row = undoable("none"), Proposal.objects.get()
    Proposal.objects.update(params={**row.params, "ply": row.params["ply"] - 1})
    agreed_by_eve(game)
    assert Proposal.objects.get().state == ProposalState.EXPIRED
    assert Game.objects.get(pk=game.pk).ply == game.ply


@pytest.mark.parametrize("pace", ["none", "usual"])
def test_turns_are_taken_back_with_and_without_a_clock(moving: MovingTime, pace: str) -> None:
    game = undoable(pace)
    assert agreed_by_eve(game) == ProposalState.AGREED
    assert Game.objects.get(pk=game.pk).ply < game.ply
    assert acting_user(game) == make_user("Ada")
