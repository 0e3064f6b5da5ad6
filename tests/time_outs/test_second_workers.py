"""What comes second finds the row changed between the look and the lock, and does nothing twice."""

from datetime import timedelta

import pytest

from games.clocks import activity, holidays, outages, pauses, reminders
from games.clocks.models import NotifiedBy, Outage, PlannedHoliday, TablePause, Turn, TurnEnd, UnreachableSpan
from games.common.errors import Conflict
from games.core.choices import Status
from games.core.log import LogWriter, state_of
from games.core.models import EventKind, Game, Heartbeat, Seat, TableEvent
from games.deputies.models import Deputy
from games.deputies.services import ask_deputy
from games.notifications.models import Kind, Notification
from games.play import open_proposals, proposals
from games.play.advance_orders import play_waiting_order
from games.play.endings import resign
from games.play.models import Proposal, ProposalState
from games.play.orders import add_order
from games.play.proposals import propose, withdraw
from games.table.closed_accounts import abandon_seat
from games.table.presence import note_presence
from games.time_outs import substitutes, time_outs
from tests.helpers.late_games import DAY, game_of_ada, late_game, play_turn_by
from tests.helpers.moving_time import MovingTime
from tests.helpers.order_texts import whole_turn
from tests.makers import acting_user, make_user, started_game

pytestmark = [pytest.mark.slow, pytest.mark.one_database]
HOUR = timedelta(hours=1)


def events(game: Game, kind: str) -> int:
    return TableEvent.objects.filter(game=game, kind=kind).count()


def over(game: Game) -> Game:
    return resign(game.pk, acting_user(game))


def test_the_end_of_a_pause_is_stored_once_by_two_workers(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    pauses.begin_pause(game, moving.now + HOUR, moving.now)
    pause = TablePause.objects.get()
    assert pauses._note_end(pause.pk, game.pk, moving.now + HOUR)
    assert not pauses._note_end(pause.pk, game.pk, moving.now + HOUR)
    assert events(game, EventKind.RESUMED) == 1


def test_a_pause_that_outlasts_its_game_ends_without_an_event(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    pauses.begin_pause(game, moving.now + HOUR, moving.now)
    over(game)
    assert pauses.end_due_pauses(moving.now + 2 * HOUR) in {0, 1}
    assert not TablePause.objects.filter(ended_at=None).exists()
    assert events(game, EventKind.RESUMED) == 0


def test_a_pause_that_is_over_cannot_be_ended(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    pauses.end_pause(game, moving.now)
    assert events(game, EventKind.RESUMED) == 0


def test_a_table_may_lose_its_clock(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    banks = list(game.seats.values_list("bank", flat=True))
    pauses.change_pace(game, "none", None, moving.now)
    assert list(game.seats.values_list("bank", flat=True)) == banks
    assert events(game, EventKind.PACE) == 1


def test_a_deadline_is_handled_once_by_two_workers(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    turn = Turn.objects.get(ended_at=None)
    moving.pass_by(2 * DAY)
    assert not Turn.objects.filter(pk=turn.pk, ended_at=None).exists()
    log = game.entries.count()
    assert time_outs.handle_time_out(turn.pk, game.pk, moving.now) == []
    assert game.entries.count() == log


def test_a_round_of_time_outs_is_short_and_the_next_goes_on(
    moving: MovingTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    late_game(moving)  # Ben was asked
    turn = Turn.objects.get(ended_at=None)
    monkeypatch.setattr(time_outs, "MAX_STEPS", 1)
    moving.pass_by(2 * DAY)
    turn.refresh_from_db()
    assert turn.ended_by == TurnEnd.STAND_IN


def test_an_order_that_no_longer_fits_is_not_played(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    row = add_order(game.pk, make_user("Ada"), "", whole_turn(state_of(game), 0))
    row.condition = "a1N"
    row.save()
    log, state = LogWriter(game, moving.now), state_of(game)
    assert play_waiting_order(log, list(game.seats.select_related("user")), 0, state) is state


def test_a_deputy_who_was_dismissed_a_moment_ago_is_not_asked(moving: MovingTime) -> None:
    late_game(moving)
    turn = Turn.objects.get(ended_at=None)
    assert turn.user is not None
    Deputy.objects.all().delete()
    Notification.objects.filter(kind=Kind.DEPUTY).delete()
    ask_deputy(turn, moving.now, moving.now)
    assert not Notification.objects.filter(kind=Kind.DEPUTY).exists()


def test_opening_a_late_table_handles_its_deadline_at_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    moving.traveller.move_to(moving.now + 3 * DAY, tick=False)
    Heartbeat.objects.filter(name="scheduler").update(at=moving.now + 3 * DAY)
    game = Game.objects.get(pk=game.pk)
    note_presence(game, make_user("Cleo"), moving.now + 3 * DAY)
    assert Turn.objects.filter(game=game, ended_at=None, user=make_user("Cleo")).exists()


def test_a_holiday_is_not_announced_where_the_player_has_left(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    row = PlannedHoliday(user=ada, changes=[])
    over(game)
    holidays._announce(game.pk, row, {}, moving.now)
    assert events(game, EventKind.HOLIDAY) == 0


def test_an_unreachable_span_begins_once(moving: MovingTime) -> None:
    ada = make_user("Ada")
    for _ in range(2):
        activity.begin_unreachable(ada, moving.now)
    assert UnreachableSpan.objects.filter(user=ada).count() == 1


def test_an_outage_is_announced_once_and_not_at_tables_that_are_over(moving: MovingTime) -> None:
    game, other = game_of_ada(moving), started_game(pace="1d")
    row = Outage.objects.create(began_at=moving.now, ended_at=moving.now + HOUR)
    for _ in range(2):
        outages._credit_game(game.pk, row, moving.now + HOUR)
    over(other)
    outages._credit_game(other.pk, row, moving.now + HOUR)
    assert (events(game, EventKind.OUTAGE), events(other, EventKind.OUTAGE)) == (1, 0)


def test_an_outage_is_credited_some_turns_at_a_time(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "MAX_TURNS", 2)
    games = []
    for _ in range(3):
        games.append(started_game(pace="1d"))
        moving.pass_by(HOUR)
    row = Outage.objects.create(began_at=moving.now - HOUR / 2, ended_at=moving.now)
    later = moving.now + HOUR
    counts = [outages.credit(row, later), events(games[2], EventKind.OUTAGE), outages.credit(row, later)]
    assert counts == [2, 0, 1]
    assert [events(game, EventKind.OUTAGE) for game in games] == [1, 1, 1]
    row.refresh_from_db()
    assert row.credited_at == later


def test_a_reminder_is_sent_once_by_two_workers(moving: MovingTime) -> None:
    game_of_ada(moving)
    turn = Turn.objects.get(ended_at=None)
    assert turn.remind_at is not None
    assert turn.user_id is not None
    now = turn.remind_at
    assert reminders._take(turn, now)
    stale = Turn.objects.get(pk=turn.pk)
    stale.remind_at = now
    assert not reminders._take(stale, now)
    assert not reminders._remind(turn.user_id, now)
    assert not Notification.objects.filter(kind=Kind.REMINDER).exists()


def test_a_reminder_that_another_worker_took_is_not_sent(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    game_of_ada(moving)
    turn = Turn.objects.get(ended_at=None)
    assert turn.remind_at is not None
    monkeypatch.setattr(reminders, "_take", lambda turn, now: False)
    assert reminders.remind_due(turn.remind_at) == 0
    assert not Notification.objects.filter(kind=Kind.REMINDER).exists()


def test_a_seat_is_not_given_to_a_robot_twice(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    seat = Seat.objects.get(game=game, number=0)
    assert not substitutes._take_by_robot(seat.pk, game.pk, moving.now, moving.now)  # nobody offered it
    substitutes.offer(game, seat, moving.now, moving.now)
    assert substitutes._take_by_robot(seat.pk, game.pk, moving.now, moving.now)
    assert not substitutes._take_by_robot(seat.pk, game.pk, moving.now, moving.now)
    assert events(game, EventKind.ROBOT) == 1


def test_a_failing_seat_does_not_stop_other_offers(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    games = [started_game(pace="1d") for _ in range(2)]
    for game in games:
        substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    real = substitutes.free_robot

    def failing(game: Game) -> object:
        if game.pk == games[0].pk:
            raise RuntimeError("a broken table")
        return real(game)

    monkeypatch.setattr(substitutes, "free_robot", failing)
    assert substitutes.take_seats_by_robots(moving.now + 2 * DAY) == 1
    assert Seat.objects.get(game=games[1], number=0).user != make_user("Ada")


def test_a_substitute_has_the_bank_of_the_pace_and_the_owner_returns_to_theirs(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    game.turns.update(bank=12345)
    seat = game.seats.get(number=0)
    substitutes.offer(game, seat, moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, make_user("Zoe"), moving.now)
    assert game.turns.get(ended_at=None).bank == 3 * 86400
    substitutes.take_back(game.pk, make_user("Ada"), moving.now)
    assert game.turns.get(ended_at=None).bank == 12345


def test_a_player_can_take_only_one_seat_of_a_table(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    with pytest.raises(Conflict) as caught:
        substitutes.take_seat(game.pk, 0, make_user("Cleo"), moving.now)
    assert caught.value.code == "already-seated"


def test_a_seat_that_need_not_act_is_taken_back_without_a_turn(moving: MovingTime) -> None:
    game, cleo = game_of_ada(moving), make_user("Cleo")
    substitutes.offer(game, Seat.objects.get(game=game, number=1), moving.now, moving.now)
    substitutes.take_back(game.pk, cleo, moving.now)
    assert Seat.objects.get(game=game, number=1).offered_at is None
    assert not Turn.objects.filter(game=game, user=cleo).exists()


def test_a_player_who_looks_at_the_table_is_notified_of_the_turn_at_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    note_presence(game, make_user("Cleo"), moving.now)
    play_turn_by(make_user("Ada"), game)
    turn = Turn.objects.get(ended_at=None)
    assert (turn.notified_at, turn.notified_by) == (moving.now, NotifiedBy.TABLE)


def test_the_owner_can_take_an_offered_seat_as_a_substitute(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, make_user("Dora"), moving.now)
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, ada, moving.now)
    assert Seat.objects.get(game=game, number=0).user == ada


def test_an_abandoned_seat_is_offered_once(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    for _ in range(2):
        abandon_seat(game.pk, ada, moving.now)
    assert events(game, EventKind.OFFERED) == 1


def test_a_substitute_keeps_the_seat_after_fourteen_days(moving: MovingTime) -> None:
    game, ada, dora = game_of_ada(moving), make_user("Ada"), make_user("Dora")
    substitutes.offer(game, Seat.objects.get(game=game, number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, dora, moving.now)
    with pytest.raises(Conflict) as caught:
        substitutes.take_back(game.pk, ada, moving.now + 15 * DAY)
    assert caught.value.code == "too-late"
    assert Seat.objects.get(game=game, number=0).user == dora


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


def test_a_proposal_to_undo_a_deleted_turn_expires(moving: MovingTime) -> None:
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


def test_no_seat_is_taken_in_a_game_that_has_ended(moving: MovingTime) -> None:
    game = started_game()
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED)
    with pytest.raises(Conflict, match="not-running"):
        substitutes.take_seat(game.pk, 0, make_user(), moving.now)
