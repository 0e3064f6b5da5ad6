import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.core.choices import Status
from games.core.models import Entry, Game, Seat
from games.notifications.models import Kind, Notification, NotificationState
from games.notifications.preferences import set_preferences
from tests.helpers.admin_pages import act, ask, is_listed, page, row_page, waiting
from tests.makers import acting_user, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_the_admin_list_of_games_shows_who_plays_what(admin_client: Client) -> None:
    started_game(make_user("Nadia"), make_user("Omar"), ruleset="summary")
    html = page(admin_client, "game")
    assert "Nadia, Omar" in html
    assert "Marrakech · Classic, French summary" in html


def test_the_admin_list_shows_how_many_seats_of_an_open_table_are_taken(admin_client: Client) -> None:
    make_table(make_user("Nadia"), seat_count=3)
    assert "Nadia (1/3)" in page(admin_client, "game")


def test_a_deleted_player_is_a_dash_in_the_admin_list(admin_client: Client) -> None:
    game = started_game(make_user("Nadia"), make_user("Omar"))
    Seat.objects.filter(game=game, user__username="Nadia").update(user=None)
    assert "–, Omar" in page(admin_client, "game")


@pytest.mark.parametrize("query", ["?status__exact=running", "?pace__exact=1d", "?is_private__exact=1"])
def test_the_admin_list_of_games_is_filtered_by_its_columns(admin_client: Client, query: str) -> None:
    wanted, other = started_game(pace="1d", is_private=True), make_table()
    html = page(admin_client, "game", query)
    assert is_listed(html, wanted)
    assert not is_listed(html, other)


def test_the_admin_list_of_games_is_filtered_by_title(admin_client: Client) -> None:
    wanted, other = make_table(), make_table()
    Game.objects.filter(pk=other.pk).update(title="another")
    html = page(admin_client, "game", "?title=marrakech")
    assert is_listed(html, wanted)
    assert not is_listed(html, other)


@pytest.mark.parametrize("days", [1, 3, 7, 14])
def test_the_admin_list_of_games_is_filtered_by_waiting_time(admin_client: Client, days: int) -> None:
    late, early = waiting(started_game(), days + 0.1), waiting(started_game(), days - 0.1)
    html = page(admin_client, "game", f"?waiting={days}")
    assert is_listed(html, late)
    assert not is_listed(html, early)


def test_an_unknown_filter_value_of_the_admin_list_filters_nothing(admin_client: Client) -> None:
    game = waiting(started_game(), 100)
    assert is_listed(page(admin_client, "game", "?waiting=ages"), game)


@pytest.mark.parametrize("find", ["code", "player", "address", "table"])
def test_a_game_is_found_in_the_admin_list(admin_client: Client, find: str) -> None:
    wanted, other = started_game(make_user("Nadia"), make_user()), started_game()
    Game.objects.filter(pk=wanted.pk).update(name="Over the dunes")
    text = {"code": wanted.code, "player": "nadia", "address": "Nadia@example.org", "table": "the Dunes"}[find]
    html = page(admin_client, "game", f"?q={text}")
    assert is_listed(html, wanted)
    assert not is_listed(html, other)


def test_the_admin_page_of_a_game_shows_the_log_in_words(admin_client: Client) -> None:
    game = play_on(started_game(make_user("Nadia"), make_user("Omar")), 4)
    html = row_page(admin_client, game)
    assert "Nadia" in html
    for entry in Entry.objects.filter(game=game, seat__isnull=False):
        assert entry.notation in html
    last = Entry.objects.filter(game=game).last()
    assert last
    assert last.state_hash in html
    assert [html.count(f"<p>{seat}</p>") for seat in "AB"] == [1, 1]
    assert "All times are in the time zone UTC." in html


def test_the_admin_page_of_a_game_shows_an_illegal_log_as_it_is_stored(admin_client: Client) -> None:
    game = play_on(started_game(), 4)
    Entry.objects.filter(game=game, ply=2).update(notation="nonsense")
    html = row_page(admin_client, game)
    assert "This log cannot be replayed" in html
    assert "<td>nonsense</td>" in html


def test_the_admin_page_of_an_open_table_says_that_no_action_was_played(admin_client: Client) -> None:
    assert "Nothing has been played yet." in row_page(admin_client, make_table())


def test_no_field_of_a_game_can_be_edited_in_the_admin(admin_client: Client) -> None:
    game = started_game()
    url = reverse("admin:games_game_change", args=[game.pk])
    assert 'name="_save"' not in row_page(admin_client, game)
    assert admin_client.post(url, {"name": "Mine now", "status": "finished"}).status_code == 403
    assert Game.objects.values_list("name", "status").get(pk=game.pk) == (game.name, Status.RUNNING)


def test_the_admin_page_of_a_game_takes_as_many_queries_for_a_long_log_as_for_a_short_one(admin_client: Client) -> None:
    short, long = play_on(started_game(), 2), play_on(started_game(), 60)
    row_page(admin_client, short)
    with CaptureQueriesContext(connection) as few:
        row_page(admin_client, short)
    with CaptureQueriesContext(connection) as many:
        row_page(admin_client, long)
    assert len(many) == len(few)


def test_aborting_a_game_asks_for_confirmation(admin_client: Client) -> None:
    game, other = started_game(), started_game()
    one, two = ask(admin_client, "abort", game), ask(admin_client, "abort", game, other)
    assert "This game will end at once, without a result. This cannot be undone." in one
    assert ("Yes, end it" in one, "Yes, end them" in two) == (True, True)
    assert "Required. All players of the table read it." in one
    assert Game.objects.get(pk=game.pk).status == Status.RUNNING


def test_aborting_a_game_ends_it_once_confirmed(admin_client: Client) -> None:
    game = started_game()
    act(admin_client, "abort", game, confirmed="yes", reason="a fault")
    assert Game.objects.get(pk=game.pk).status == Status.ABORTED


def test_an_admin_action_is_in_the_history(admin_client: Client) -> None:
    game = started_game()
    act(admin_client, "abort", game, confirmed="yes", reason="a fault")
    html = admin_client.get(reverse("admin:games_game_history", args=[game.pk])).content.decode()
    assert "End without a result" in html


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
    assert "no new email" in act(admin_client, "resend", game)
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
    assert "Nothing changed." in act(
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
    assert "no new email" in act(admin_client, "resend", game)


def test_no_email_about_a_turn_is_resent_to_a_player_who_switched_it_off(admin_client: Client) -> None:
    game = started_game()
    Notification.objects.update(state=NotificationState.SENT)
    set_preferences(acting_user(game), {Kind.TURN: "never"})
    assert "no new email" in act(admin_client, "resend", game)
