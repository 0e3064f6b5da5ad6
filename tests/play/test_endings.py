from datetime import datetime

import pytest
from django.utils import timezone

from accounts import rate_limits
from accounts.models import User
from accounts.services import deactivate, delete_account
from accounts.signals import account_deleting
from games.common.errors import Conflict, Forbidden, StalePly, TooMany
from games.core.choices import Status
from games.core.log import fault_of, log_of
from games.core.models import DiceSecret, Game
from games.core.selectors import seat_names
from games.engine.values import RESIGNS
from games.lobby.invitations import invite_player, rematch
from games.lobby.tables import join_table, leave_table
from games.notifications.models import Kind, Notification
from games.play.endings import abort_game, resign
from games.play.proposals import answer_abort
from games.table import closed_accounts
from games.table.closed_accounts import abandon_seat, leave_all_games
from games.time_outs import substitutes
from tests.makers import finished_game, host_of, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


def test_resigning_with_two_players_ends_the_game() -> None:
    ann, bob = make_user(), make_user()
    game = resign(started_game(ann, bob).pk, bob)
    assert (game.status, game.end_reason) == (Status.FINISHED, "resigned")
    assert game.seats.get(place=1).user == ann


def test_resigning_with_three_players_lets_the_others_play_on() -> None:
    people = [make_user() for _ in range(3)]
    game = started_game(*people, options={"rugs": "2/2/2"})
    game = play_on(resign(game.pk, people[0]))
    assert game.status == Status.FINISHED
    assert game.seats.get(user=people[0]).place == 3
    assert fault_of(game) == ""


def test_opponents_are_notified_who_resigned() -> None:
    people = [make_user() for _ in range(3)]
    resign(started_game(*people).pk, people[1])
    rows = Notification.objects.filter(kind=Kind.RESIGNED)
    assert {row.user for row in rows} == {people[0], people[2]}
    assert {row.params["seat"] for row in rows} == {1}


def test_a_resignation_does_not_interrupt_the_turn_of_another() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    before = (game.deadline, game.seats.get(user=ann).acting_since)
    game = resign(game.pk, bob)
    assert (game.deadline, game.seats.get(user=ann).acting_since) == before
    assert Notification.objects.filter(kind=Kind.TURN, user=ann).count() == 1


def test_the_turn_passes_on_when_its_owner_resigns() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    assert resign(started_game(ann, bob, eve).pk, ann).seats.get(is_acting=True).user == bob
    assert Notification.objects.filter(kind=Kind.TURN, user=bob).count() == 1


def test_a_resignation_that_is_sent_twice_counts_once() -> None:
    people = [make_user() for _ in range(3)]
    game = resign(started_game(*people).pk, people[0])
    again = resign(game.pk, people[0])
    assert (again.ply, again.status, again.version) == (game.ply, Status.RUNNING, game.version)
    assert [entry.seat for entry in game.entries.filter(notation=RESIGNS)] == [0]
    assert Notification.objects.filter(kind=Kind.RESIGNED).count() == 2


def test_a_player_who_has_resigned_cannot_agree_to_an_abort() -> None:
    people = [make_user() for _ in range(3)]
    game = resign(started_game(*people).pk, people[0])
    with pytest.raises(Conflict, match="already-out"):
        answer_abort(game.pk, people[0], True)


def test_a_resignation_for_an_earlier_ply_is_refused() -> None:
    game = play_on(started_game(), 2)
    with pytest.raises(StalePly):
        resign(game.pk, host_of(game), expected_ply=game.ply - 1)
    assert not Game.objects.get(pk=game.pk).is_over


def test_a_stranger_cannot_resign() -> None:
    game = started_game()
    with pytest.raises(Forbidden, match="not-seated"):
        resign(game.pk, make_user())


def test_the_game_is_aborted_once_all_agree() -> None:
    ann, bob = make_user(), make_user()
    game = answer_abort(started_game(ann, bob).pk, ann, True)
    assert game.status == Status.RUNNING
    game = answer_abort(game.pk, bob, True)
    assert (game.status, game.end_reason) == (Status.ABORTED, "aborted")
    assert log_of(game)[-1] == (None, "abort")
    assert DiceSecret.objects.get(game=game).opened
    assert set(game.seats.values_list("place", flat=True)) == {None}


def test_a_proposal_to_abort_can_be_withdrawn() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    answer_abort(game.pk, ann, True)
    answer_abort(game.pk, ann, False)
    assert answer_abort(game.pk, bob, True).status == Status.RUNNING


def test_agreeing_to_abort_twice_changes_nothing() -> None:
    ann, bob = make_user(), make_user()
    game = answer_abort(started_game(ann, bob).pk, ann, True)
    assert answer_abort(game.pk, ann, True).version == game.version


def test_players_who_stay_decide_to_abort() -> None:
    people = [make_user() for _ in range(3)]
    game = started_game(*people)
    answer_abort(game.pk, people[1], True)
    answer_abort(game.pk, people[2], True)
    assert resign(game.pk, people[0]).status == Status.ABORTED


def test_an_administrator_aborts_a_running_game_only() -> None:
    game = abort_game(started_game().pk)
    assert game.status == Status.ABORTED
    with pytest.raises(Conflict, match="not-running"):
        abort_game(game.pk)


def test_an_account_that_is_deleted_leaves_its_games_to_the_others() -> None:
    ann, bob, eve, cleo = make_user(), make_user(), make_user(), make_user()
    running = started_game(ann, bob, eve, options={"rugs": "2/2/2"})
    waiting, alone = make_table(ann, seat_count=3), make_table(ann)
    join_table(waiting.pk, bob)
    account_deleting.send(sender=None, user=ann)
    ann.delete()
    running, waiting, alone = (Game.objects.get(pk=game.pk) for game in (running, waiting, alone))
    assert running.status == Status.RUNNING
    assert seat_names(running)[0] == "a former player"
    assert (waiting.host, alone.status) == (bob, Status.CANCELLED)
    assert play_on(substitutes.take_seat(running.pk, 0, cleo, timezone.now())).status == Status.FINISHED


def test_the_seats_of_a_closed_account_are_offered_at_once() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    deactivate(ann)
    seat = game.seats.get(user=ann)
    assert (seat.offered_at is not None, seat.is_out) == (True, False)
    assert seat.turns.get(ended_at=None).deadline is None


def test_a_closed_account_leaves_a_game_where_late_players_leave() -> None:
    ann, bob, eve = make_user(), make_user(), make_user()
    game = started_game(ann, bob, eve)
    Game.objects.filter(pk=game.pk).update(late_rule="out")
    deactivate(bob)  # it is not their turn
    assert game.seats.get(user=bob).is_out
    assert game.entries.filter(seat=1).get().notation == "out of time"


def test_a_game_without_people_is_aborted_at_once() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    deactivate(ann)
    delete_account(bob)
    game.refresh_from_db()
    assert game.status == Status.ABORTED
    assert game.dice_secret.opened


def test_a_table_that_starts_during_an_account_closing_goes_on_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob, eve = make_user(), make_user(), make_user()
    waiting = make_table(ann, seat_count=3)
    join_table(waiting.pk, bob)

    def too_late(game_id: int, user: User) -> Game:
        join_table(game_id, eve)
        return leave_table(game_id, user)

    monkeypatch.setattr(closed_accounts, "leave_table", too_late)
    leave_all_games(ann)
    waiting.refresh_from_db()
    assert waiting.status == Status.RUNNING
    assert waiting.seats.get(user=ann).offered_at is not None


def test_an_account_that_has_just_left_a_table_can_be_deleted(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = make_user(), make_user()
    waiting = make_table(ann, seat_count=3)
    join_table(waiting.pk, bob)

    def in_two_windows(game_id: int, user: User) -> Game:
        leave_table(game_id, user)
        return leave_table(game_id, user)

    monkeypatch.setattr(closed_accounts, "leave_table", in_two_windows)
    leave_all_games(ann)
    assert waiting.seats.get().user == bob


def test_a_game_that_ends_during_the_closing_of_an_account_keeps_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)

    def too_late(game_id: int, user: User, now: datetime) -> Game:
        abort_game(game_id)
        return abandon_seat(game_id, user, now)

    monkeypatch.setattr(closed_accounts, "abandon_seat", too_late)
    leave_all_games(ann)
    game.refresh_from_db()
    assert game.status == Status.ABORTED


def test_a_rematch_keeps_seats_for_the_same_players() -> None:
    ann, bob = make_user(), make_user()
    old = finished_game(ann, bob, ruleset="summary", pace="7d")
    new = rematch(old.pk, bob)
    assert (new.ruleset, new.pace, new.host, new.status) == ("summary", "7d", bob, Status.OPEN)
    assert ann.invitations.get().game == new


@pytest.mark.slow
def test_the_second_request_for_a_rematch_starts_it() -> None:
    ann, bob = make_user(), make_user()
    old = finished_game(ann, bob)
    assert rematch(old.pk, ann) == rematch(old.pk, bob)
    assert old.rematch.status == Status.RUNNING


@pytest.mark.slow
def test_a_cancelled_rematch_makes_room_for_another() -> None:
    ann, bob = make_user(), make_user()
    old = finished_game(ann, bob)
    first = rematch(old.pk, ann)
    leave_table(first.pk, ann)
    assert rematch(old.pk, bob) != first


def test_a_rematch_keeps_no_seat_for_a_closed_account() -> None:
    ann, bob = make_user(), make_user()
    old = abort_game(started_game(ann, bob).pk)
    deactivate(bob)
    assert not rematch(old.pk, ann).invitations.exists()


def test_opening_rematches_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = make_user(), make_user()
    old = abort_game(started_game(ann, bob).pk)
    monkeypatch.setattr(rate_limits, "seconds_to_wait", lambda *_: 7.0)
    with pytest.raises(TooMany):
        rematch(old.pk, ann)
    assert not Game.objects.filter(rematch_of=old).exists()


def test_a_running_game_has_no_rematch() -> None:
    game = started_game()
    with pytest.raises(Conflict, match="not-over"):
        rematch(game.pk, host_of(game))


def test_strangers_cannot_request_a_rematch() -> None:
    game = finished_game()
    with pytest.raises(Forbidden, match="not-seated"):
        rematch(game.pk, make_user())


def test_an_invitation_of_a_deleted_account_stays_withdrawn() -> None:
    ann = make_user()
    game = make_table(ann)
    make_user("bob")
    invitation = invite_player(game.pk, ann, "bob")
    account_deleting.send(sender=None, user=ann)
    invitation.refresh_from_db()
    assert invitation.state == "withdrawn"
