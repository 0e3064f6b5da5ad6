import pytest
from django.test import Client
from django.urls import reverse

from games.core.choices import Status
from games.core.models import Entry, Game, Seat
from games.notifications.models import Kind, Notification, NotificationState
from games.notifications.preferences import set_preferences
from tests.helpers.admin_pages import act, row_page
from tests.makers import acting_user, make_table, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_aborting_a_game_asks_for_confirmation(admin_client: Client) -> None:
    game = started_game()
    assert "cannot be undone" in act(admin_client, "abort", game)
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING


def test_aborting_a_game_ends_it_once_confirmed(admin_client: Client) -> None:
    game = started_game()
    act(admin_client, "abort", game, confirmed="yes", reason="a fault")
    assert Game.objects.get(pk=game.pk).status == Status.ABORTED


def test_an_admin_action_is_in_the_history(admin_client: Client) -> None:
    game = started_game()
    act(admin_client, "abort", game, confirmed="yes", reason="a fault")
    html = admin_client.get(reverse("admin:games_game_history", args=[game.pk])).content.decode()
    assert "aborted" in html


def test_a_game_that_cannot_be_aborted_does_not_stop_the_others(admin_client: Client) -> None:
    table, game = make_table(), started_game()
    html = act(admin_client, "abort", table, game, confirmed="yes", reason="a fault")
    assert "This game is not running." in html
    assert Game.objects.get(pk=game.pk).status == Status.ABORTED


def test_an_administrator_resends_the_email_about_a_turn(admin_client: Client) -> None:
    game = started_game()
    Notification.objects.update(state=NotificationState.SENT)
    assert "1 email queued" in act(admin_client, "resend", game)
    row = Notification.objects.get(game=game, state=NotificationState.QUEUED)
    assert (row.kind, row.user, row.params) == (Kind.TURN, acting_user(game), {"turn": game.turn})


def test_the_email_about_a_turn_can_be_resent_repeatedly(admin_client: Client) -> None:
    game = started_game()
    for _time in range(2):
        Notification.objects.update(state=NotificationState.SENT)
        assert "1 email queued" in act(admin_client, "resend", game)


@pytest.mark.parametrize("state", ["queued", "held", "sending"])
def test_a_queued_email_about_a_turn_is_not_resent(admin_client: Client, state: str) -> None:
    game = started_game()
    Notification.objects.update(state=state)
    before = Notification.objects.count()
    assert "0 emails queued" in act(admin_client, "resend", game)
    assert Notification.objects.count() == before


def test_an_open_table_has_no_email_about_a_turn_to_resend(admin_client: Client) -> None:
    assert "not running" in act(admin_client, "resend", make_table())
    assert not Notification.objects.exists()


def test_a_sound_game_passes_the_check(admin_client: Client) -> None:
    assert "sound" in act(admin_client, "replay", play_on(started_game(), 4))


def test_a_faulty_game_fails_the_check(admin_client: Client) -> None:
    game = play_on(started_game(), 4)
    Entry.objects.filter(game=game, ply=2).update(state_hash="0" * 16)
    assert "not the one that was stored" in act(admin_client, "replay", game)


def test_derived_columns_are_rebuilt(admin_client: Client) -> None:
    game = play_on(started_game(), 4)
    Game.objects.filter(pk=game.pk).update(turn=99)
    act(admin_client, "rebuild", game, confirmed="yes", reason="a fault")
    assert Game.objects.get(pk=game.pk).turn == game.turn


def test_a_game_with_right_columns_is_not_rebuilt(admin_client: Client) -> None:
    assert "nothing changed" in act(
        admin_client, "rebuild", play_on(started_game(), 4), confirmed="yes", reason="a fault"
    )


def test_the_admin_page_of_a_game_has_the_actions_too(admin_client: Client) -> None:
    html = row_page(admin_client, started_game())
    assert all(f'value="{action}"' in html for action in ("replay", "resend", "rebuild", "abort"))


@pytest.mark.parametrize("action", ["abort", "resend", "rebuild"])
def test_an_admin_with_read_permission_only_cannot_act(viewer: Client, action: str) -> None:
    game = started_game()
    Game.objects.filter(pk=game.pk).update(turn=99)
    Notification.objects.update(state=NotificationState.SENT)
    act(viewer, action, game, confirmed="yes", reason="a fault")
    assert Game.objects.values_list("status", "turn").get(pk=game.pk) == (Status.RUNNING, 99)
    assert not Notification.objects.exclude(state=NotificationState.SENT).exists()


def test_an_admin_with_read_permission_only_sees_no_changing_action(viewer: Client) -> None:
    html = row_page(viewer, started_game())
    assert 'value="replay"' in html
    assert 'value="abort"' not in html


def test_no_email_about_a_turn_is_resent_to_a_former_player(admin_client: Client) -> None:
    game = started_game()
    Notification.objects.update(state=NotificationState.SENT)
    Seat.objects.filter(game=game).update(user=None)
    assert "0 emails queued" in act(admin_client, "resend", game)


def test_no_email_about_a_turn_is_resent_to_a_player_who_switched_it_off(admin_client: Client) -> None:
    game = started_game()
    Notification.objects.update(state=NotificationState.SENT)
    set_preferences(acting_user(game), {Kind.TURN: "never"})
    assert "0 emails queued" in act(admin_client, "resend", game)
