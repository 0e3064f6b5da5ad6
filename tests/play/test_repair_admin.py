from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.clocks.models import TimeGift, Turn
from games.core.choices import Status
from games.core.log import course_of_game, fault_of, note_trouble, state_of
from games.core.models import Entry, EventKind, Game, TableEvent
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from tests.core.test_broken_games import cut_off, garble, take_out
from tests.helpers.admin_pages import act, ask, is_listed, page, row_page
from tests.helpers.notifications import text_of
from tests.makers import acting_user, any_action, finished_game, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
WHY = "disk fault"


def broken_game() -> Game:
    """Return a running game whose log is known not to replay."""
    game = garble(play_on(started_game(), 9))
    note_trouble(game.pk)
    return Game.objects.get(pk=game.pk)


def test_an_admin_filter_lists_broken_games(admin_client: Client) -> None:
    broken, sound = broken_game(), started_game()
    for value in ("yes", "running"):
        html = page(admin_client, "game", f"?trouble={value}")
        assert is_listed(html, broken)
        assert not is_listed(html, sound)


def test_the_admin_page_of_a_broken_game_shows_the_fault_and_the_stored_entries(admin_client: Client) -> None:
    html = row_page(admin_client, broken_game())
    assert "CorruptLog" in html
    assert "\u00a7\u00a7" in html


def test_repairing_a_game_asks_for_a_reason_and_says_what_is_lost(admin_client: Client) -> None:
    game = broken_game()
    html = ask(admin_client, "rebuild", game)
    assert f"The game goes back from step {game.ply} (turn {game.turn}) to step 2 (turn 1)." in html
    assert "This field is required" in act(admin_client, "rebuild", game, reason="")
    assert Game.objects.get(pk=game.pk).troubled_at is not None


@pytest.mark.parametrize("damage", [garble, take_out, cut_off])
def test_repairing_a_game_goes_back_to_the_last_sound_ply(admin_client: Client, damage: object) -> None:
    game = play_on(started_game(), 9)
    damage(game)  # type: ignore[operator]
    act(admin_client, "rebuild", game, confirmed="yes", reason=WHY)
    game.refresh_from_db()
    assert (fault_of(game), game.troubled_at, game.status) == ("", None, Status.RUNNING)
    assert TableEvent.objects.get(game=game, kind=EventKind.UNDONE).params["reason"] == WHY
    play_on(game, 3)
    assert fault_of(Game.objects.get(pk=game.pk)) == ""


def test_results_after_a_repair_have_numbers_that_none_has_had(admin_client: Client) -> None:
    game = play_on(started_game(), 9)
    damaged = Entry.objects.filter(game=game, seat=None).order_by("ply")[1]
    seen = Entry.objects.filter(game=game, seat=None, ply__gte=damaged.ply).count()
    Entry.objects.filter(pk=damaged.pk).update(notation="\u00a7")
    act(admin_client, "rebuild", game, confirmed="yes", reason=WHY)
    game.refresh_from_db()
    rewind = Entry.every.get(game=game, notation__startswith="rewind")
    assert rewind.notation == f"rewind {damaged.ply} lost {seen}"
    course = course_of_game(game)
    assert min(one.chance.number for one in course.results() if one.ply.number > max(course.rewinds)) >= seen
    assert Entry.every.filter(game=game, is_lost=True, seat=None).count() == seen


def test_players_read_what_was_repaired_and_play_on(admin_client: Client) -> None:
    game = broken_game()
    act(admin_client, "rebuild", game, confirmed="yes", reason=WHY)
    html = Client().get(game.get_absolute_url()).content.decode()
    assert "to step 2 (turn 1). Reason: disk fault" in html
    assert Notification.objects.filter(game=game, kind=Kind.NEWS).count() == 2
    game.refresh_from_db()
    play_on(game, 2)
    assert any_action(game)
    assert acting_user(game)


def test_players_get_back_the_time_until_a_repair(admin_client: Client) -> None:
    game = play_on(started_game(), 9)
    now = timezone.now()
    Game.objects.filter(pk=game.pk).update(troubled_at=now - timedelta(hours=5), trouble="x")
    Turn.objects.filter(game=game, ended_at=None).update(came_at=now - timedelta(hours=9))
    act(admin_client, "rebuild", game, confirmed="yes", reason=WHY)
    assert 5 * 3600 <= TimeGift.objects.get(turn__game=game).seconds < 5 * 3600 + 60


def test_a_finished_game_is_not_repaired(admin_client: Client) -> None:
    game = garble(finished_game())
    html = act(admin_client, "rebuild", game, confirmed="yes", reason=WHY)
    assert "Only a backup can bring it back" in html
    assert Entry.objects.filter(game=game).count() == game.ply


def test_a_broken_game_can_be_aborted(admin_client: Client) -> None:
    game = broken_game()
    act(admin_client, "abort", game, confirmed="yes", reason=WHY)
    game.refresh_from_db()
    assert (game.status, game.end_reason, game.deadline) == (Status.ABORTED, "aborted", None)
    assert not Turn.objects.filter(game=game, ended_at=None).exists()
    assert game.dice_secret.opened
    html = Client().get(game.get_absolute_url()).content.decode()
    assert "has ended this game without a result. Reason: disk fault" in html


def test_a_sound_game_is_aborted_with_the_reason_in_its_log(admin_client: Client) -> None:
    game = play_on(started_game(), 5)
    act(admin_client, "abort", game, confirmed="yes", reason=WHY)
    game.refresh_from_db()
    assert game.status == Status.ABORTED
    assert state_of(game)
    assert WHY in Client().get(game.get_absolute_url()).content.decode()
    (row,) = Notification.objects.filter(game=game, user=game.seats.get(number=0).user, kind__in=[Kind.OVER, Kind.NEWS])
    assert WHY in text_of(compose(row))


def test_checking_a_game_stores_its_fault(admin_client: Client) -> None:
    game = garble(play_on(started_game(), 9))
    assert "CorruptLog" in act(admin_client, "replay", game)
    assert Game.objects.get(pk=game.pk).troubled_at is not None
