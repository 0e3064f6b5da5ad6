import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.clocks.models import TablePause, Turn
from games.common.wording import exact_text
from games.core.log import note_trouble
from games.core.models import Entry, Game, Seat, TableEvent
from games.ratings.services import rate_waiting
from games.time_outs.operators import Operator, declare_outage
from tests.core.test_broken_games import garble
from tests.helpers.admin_pages import row_page
from tests.helpers.late_games import DAY, game_of_ada, play_turn_by
from tests.helpers.moving_time import START, MovingTime
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, make_table, make_user, play_on, started_game
from tests.ratings.rated_games import written_rated_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HOUR = timedelta(hours=1)


def clocks(client: Client, game: Game) -> str:
    """Return the page of a game's clocks."""
    answer = client.get(reverse("admin:games_game_clocks", args=[game.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


def send(client: Client, game: Game, action: str, **values: str | int) -> str:
    """Send one of the forms as the page has it now, and confirm what it shows; return the page that follows."""
    version = Game.objects.get(pk=game.pk).version
    data = {"action": action, "version": version, "reason": "They asked for it.", "confirmed": "yes", **values}
    answer = client.post(reverse("admin:games_game_clocks", args=[game.pk]), data, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_admin_page_of_clocks_explains_each_turn(admin_client: Client, moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    make_user("Ada").profile.takes_automatic_holidays = True
    declare_outage(moving.now, moving.pass_by(HOUR), Operator(make_user("op"), "The disk was full."))
    moving.pass_by(20 * DAY)
    html = clocks(admin_client, game)
    for text in (
        "Turn 1, seat A: Ada",
        "The turn comes. Bank: 3 days, free time: 6 hours, longest turn: 8 days.",
        "The player knows of the turn (the player opened the table).",
        "The clock is stopped: the site was down. Reason: The disk was full.",
        "The clock is stopped: outside the waking hours (UTC).",
        "Deadline: the bank with time given (3 days) and the free time (6 hours) have run out.",
        "A stand-in robot plays (number 1",
        "Played by a stand-in robot.",
        "A stand-in robot played this turn for Ada.",
    ):
        assert text in html


def test_the_admin_page_of_a_game_links_to_its_clocks(admin_client: Client) -> None:
    game = started_game()
    assert reverse("admin:games_game_clocks", args=[game.pk]) in row_page(admin_client, game)


def test_the_admin_page_of_clocks_takes_as_many_statements_for_long_games(admin_client: Client) -> None:
    short, long = play_on(started_game(), 2), play_on(started_game(), 60, in_steps=True)
    clocks(admin_client, short)
    with CaptureQueriesContext(connection) as few:
        clocks(admin_client, short)
    with CaptureQueriesContext(connection) as many:
        clocks(admin_client, long)
    assert len(many) == len(few)


@pytest.mark.parametrize("is_started", [True, False])
def test_the_admin_page_of_clocks_opens_for_tables_without_turns(admin_client: Client, is_started: bool) -> None:
    game = finished_game(pace="none") if is_started else make_table()
    html = clocks(admin_client, game)
    assert "<form method" not in html.replace(' id="logout-form"', "").split('id="content"')[1]


def test_an_administrator_gives_time_with_a_reason_that_players_read(admin_client: Client, moving: MovingTime) -> None:
    game = game_of_ada(moving)
    page = send(admin_client, game, "time", seat=0, time_number=2, time_unit="days")
    assert "Ada got 2 days." in page
    assert "The operator boss gives time: 2 days. Reason: They asked for it." in page
    assert Turn.objects.get(game=game, ended_at=None).deadline == START + 3 * DAY
    table = text_at(signed_in(make_user("Cleo")), f"/t/{game.code}/")
    assert "The operator of the site has given Ada more time: 2 days. Reason: They asked for it." in table
    assert "boss" not in table
    history = admin_client.get(reverse("admin:games_game_history", args=[game.pk])).content.decode()
    assert "Give time: They asked for it." in history


def test_an_administrator_pauses_a_table_and_lets_it_go_on(admin_client: Client, moving: MovingTime) -> None:
    game = game_of_ada(moving)
    send(admin_client, game, "pause", until="2026-05-10T12:00")
    assert TablePause.objects.get(game=game).until == START + 6 * DAY + 3 * HOUR
    page = send(admin_client, game, "pause", until="2026-05-10T12:00")
    assert "Something has changed at this table." in page
    assert "End the pause" in send(admin_client, game, "time", seat=0, time_number=1, time_unit="hours")
    send(admin_client, game, "resume")
    assert TablePause.objects.get(game=game).ended_at == moving.now


def test_the_page_of_clocks_says_what_is_wrong_what_is_paused_and_how_far_one_can_go_back(
    admin_client: Client, moving: MovingTime
) -> None:
    game = play_turn_by(make_user("Ada"), game_of_ada(moving))
    html = send(admin_client, game, "time", seat=1, time_number=5, time_unit="days")
    assert f"<td>{exact_text(Seat.objects.get(game=game, number=1).bank + 5 * 86400)}</td>" in html
    assert "Step 2: before turn 1 · <code>1. A" in " ".join(html.split())
    assert "errornote" not in html
    send(admin_client, game, "pause", until="2026-05-10T12:00")
    Seat.objects.filter(game=game, number=0).update(score=99)
    html = clocks(admin_client, game)
    assert "The table is paused until" in html
    assert "seat 0 score is 99" in html
    Game.objects.filter(pk=game.pk).update(troubled_at=moving.now, trouble="bad hash")
    assert "The log can’t be replayed: bad hash. All clocks stand still" in clocks(admin_client, game)


def test_nothing_is_offered_that_would_be_refused(admin_client: Client) -> None:
    html = clocks(admin_client, started_game(pace="none"))
    assert 'id="seat"' in html
    assert 'id="time"' not in html
    assert 'id="pause"' not in html
    assert "End without a result" not in row_page(admin_client, finished_game())


def test_an_administrator_lets_a_result_not_count_and_count_again(admin_client: Client) -> None:
    game = written_rated_game(make_user("Ada"), make_user("Ben")).game
    rate_waiting()
    for act, other in (("void", "restore"), ("restore", "void")):
        html = clocks(admin_client, game)
        assert f'id="{act}"' in html
        assert f'id="{other}"' not in html
        send(admin_client, game, act)
    assert 'id="void"' in clocks(admin_client, game)
    assert 'id="restore"' not in clocks(admin_client, finished_game())
    assert "2 recorded acts" in text_at(admin_client, "/admin/games/recordedact/")


@pytest.mark.parametrize("is_running", [True, False])
def test_whatever_games_in_trouble_offers_is_a_form_on_the_page_it_leads_to(
    admin_client: Client, is_running: bool
) -> None:
    game = garble(play_on(started_game(), 9) if is_running else finished_game())
    note_trouble(game.pk)
    links = re.findall(r'href="([^"]*/clocks/)#(\w+)"', text_at(admin_client, "/admin/trouble/"))
    assert [key for _address, key in links] == (["rewind", "rebuild", "abort"] if is_running else ["rebuild"])
    assert [key for address, key in links if f'id="{key}"' not in text_at(admin_client, address)] == []


def test_a_finished_game_that_was_mended_is_out_of_trouble_after_a_repair(admin_client: Client) -> None:
    game = finished_game()
    assert 'id="rebuild"' not in clocks(admin_client, game)
    entry = Entry.objects.filter(game=game).earliest("ply")
    Entry.objects.filter(pk=entry.pk).update(notation="\u00a7")
    note_trouble(game.pk)
    refused = send(admin_client, game, "rebuild")
    assert "Only a backup can bring it back" in refused
    assert Game.objects.get(pk=game.pk).troubled_at is not None
    entry.save()
    assert "the game is no longer in trouble" in send(admin_client, game, "rebuild")
    assert Game.objects.get(pk=game.pk).troubled_at is None


def test_an_administrator_hands_a_seat_over(admin_client: Client, moving: MovingTime) -> None:
    game, zoe = game_of_ada(moving), make_user("Zoe")
    assert "Enter the name of the player." in send(admin_client, game, "seat", seat=0, to="player")
    assert "There is no player with this name." in send(admin_client, game, "seat", seat=0, to="player", name="Zo")
    assert "The seat of Ada was offered to other players." in send(admin_client, game, "seat", seat=0, to="others")
    assert "The seat of Ada was given to Zoe." in send(admin_client, game, "seat", seat=0, to="player", name="Zoe")
    assert Seat.objects.get(game=game, number=0).user == zoe
    assert "The seat of Zoe was given to" in send(admin_client, game, "seat", seat=0, to="robot")


@pytest.mark.parametrize(
    ("action", "values", "message"),
    [
        ("time", {"reason": " ", "seat": 0, "time_number": 1, "time_unit": "days"}, "This field is required."),
        ("time", {"seat": 9, "time_number": 1, "time_unit": "days"}, "Select a valid choice."),
        ("time", {"seat": 0, "time_number": "", "time_unit": "days"}, "Enter a whole number"),
        ("time", {"seat": 0, "time_number": 0, "time_unit": "days"}, "Give at least a second, and at most 60 days."),
        ("time", {"seat": 0, "time_number": 61, "time_unit": "days"}, "Give at least a second, and at most 60 days."),
        (
            "time",
            {"seat": 0, "time_number": 1, "time_unit": "days", "version": 0},
            "Something has changed at this table.",
        ),
        ("pause", {"until": "soon"}, "Enter a valid date/time."),
        ("pause", {"until": "2026-05-01T12:00"}, "A pause ends in the future, within 30 days."),
        ("nonsense", {}, "Something has changed at this table."),
    ],
)
def test_invalid_input_about_clocks_gets_a_message_and_changes_nothing(
    admin_client: Client, moving: MovingTime, action: str, values: dict[str, str | int], message: str
) -> None:
    game = game_of_ada(moving)
    assert message in send(admin_client, game, action, **values)
    assert not TableEvent.objects.filter(game=game).exists()


def test_an_administrator_with_read_permission_gets_no_forms_for_clocks(viewer: Client, moving: MovingTime) -> None:
    game = game_of_ada(moving)
    assert "Hand a seat over" not in clocks(viewer, game)
    address = reverse("admin:games_game_clocks", args=[game.pk])
    answer = viewer.post(address, {"action": "pause", "until": "2026-05-10T12:00", "reason": "Mine."})
    assert answer.status_code == 403
    assert not TablePause.objects.exists()


def test_staff_without_permissions_cannot_open_the_page_of_clocks(moving: MovingTime) -> None:
    clerk = make_user("clerk", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename="change_user"))
    client = Client()
    client.force_login(clerk)
    assert client.get(reverse("admin:games_game_clocks", args=[game_of_ada(moving).pk])).status_code == 403
