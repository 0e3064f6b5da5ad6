"""The log is the truth; everything else follows from it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.core.choices import Status
from games.core.log import fault_of
from games.core.models import Entry, Game, Heartbeat, Seat
from games.play.after_action import rebuild_derived
from games.tasks import sweep
from tests.makers import finished_game, make_table, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize(("actions", "in_steps"), [(0, True), (7, True), (1000, True), (7, False), (1000, False)])
def test_a_sound_game_needs_no_rebuilding(actions: int, in_steps: bool) -> None:
    """Those of the maker too, which writes many actions at once."""
    game = play_on(started_game(options={"rugs": "4/4/4"}), actions, in_steps=in_steps)
    assert fault_of(game) == ""
    assert not rebuild_derived(game.pk)


def test_an_open_table_has_nothing_to_rebuild() -> None:
    assert not rebuild_derived(make_table().pk)


@pytest.mark.slow
def test_wrong_derived_columns_are_rebuilt() -> None:
    game = finished_game()
    truth = list(Seat.objects.filter(game=game).values("score", "place", "is_out"))
    Seat.objects.filter(game=game).update(score=-1, place=None, is_out=True)
    Game.objects.filter(pk=game.pk).update(status=Status.RUNNING, end_reason="", turn=0, ply=1, finished_at=None)
    assert rebuild_derived(game.pk)
    again = Game.objects.get(pk=game.pk)
    assert (again.status, again.end_reason, again.turn, again.ply) == (
        game.status,
        game.end_reason,
        game.turn,
        game.ply,
    )
    assert list(Seat.objects.filter(game=game).values("score", "place", "is_out")) == truth


def test_an_end_that_is_not_in_the_log_is_rebuilt() -> None:
    game = started_game()
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED, end_reason="rugs", finished_at=now, deadline=None)
    Seat.objects.filter(game=game).update(place=1, finished_at=now, is_acting=False, acting_since=None)
    assert rebuild_derived(game.pk)
    again = Game.objects.get(pk=game.pk)
    assert (again.status, again.end_reason, again.finished_at) == (Status.RUNNING, "", None)
    assert again.deadline is not None
    assert set(again.seats.values_list("place", "finished_at")) == {(None, None)}


def test_a_changed_log_entry_is_found() -> None:
    game = play_on(started_game(), 3)
    Entry.objects.filter(game=game).order_by("-ply").update(state_hash="0" * 16)
    assert "not the one that was stored" in fault_of(game)


def test_a_missing_log_entry_is_found() -> None:
    game = play_on(started_game(), 3)
    Entry.objects.filter(game=game, ply=2).delete()
    assert "entries" in fault_of(game)


def test_an_illegal_log_entry_is_found() -> None:
    game = play_on(started_game(), 3)
    Entry.objects.filter(game=game, seat=0).update(notation="nonsense")
    assert fault_of(game)


def test_unconfirmed_accounts_are_purged_once_a_day() -> None:
    old = make_user(verified=False, date_joined=timezone.now() - timedelta(days=30))
    sweep()
    assert not User.objects.filter(pk=old.pk).exists()
    again = make_user(verified=False, date_joined=timezone.now() - timedelta(days=30))
    sweep()
    assert User.objects.filter(pk=again.pk).exists()


def test_the_sweep_stores_a_heartbeat() -> None:
    before = timezone.now()
    sweep()
    assert Heartbeat.objects.get(name="scheduler").at >= before
