import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.chat.services import post_message
from games.clocks.models import AutomaticHoliday, Outage, PlannedHoliday, TablePause, UnreachableSpan, WakingHours
from games.core.models import Game, Heartbeat
from games.deputies.models import Deputy
from games.lobby.invitations import invite_address, invite_player
from games.notifications.feeds import make_feed
from games.notifications.models import InboundMail
from games.notifications.webhooks import add_webhook
from games.play.proposals import propose
from tests.helpers.admin_pages import page
from tests.makers import acting_user, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


MODELS = ["game", "notification", "invitation", "chatmessage", "heartbeat", "webhook", "feed", "inboundmail"]
CLOCKS = ["turn", "outage", "tablepause", "wakinghours", "plannedholiday", "automaticholiday", "unreachablespan"]
MODELS += [*CLOCKS, "deputy", "proposal", "tableevent"]


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> str:
    """Each model in turn whose list shows other rows."""
    return str(request.param)


def fill(games: int) -> None:
    for _number in range(games):
        game = play_on(started_game(), 3)
        post_message(game.pk, acting_user(game), "Well.")
        table = make_table(seat_count=3)
        assert table.host
        add_webhook(table.host, "https://hooks.example.org/", "slack", table)
        make_feed(table.host, "table", table)
        invite_player(table.pk, table.host, make_user().username)
        invite_address(table.pk, table.host, "guest@example.org")
        host, digest = acting_user(game), f"{game.pk:064}"
        InboundMail.objects.create(digest=digest, source="pipe", sender=host.email, user=host, game=game)
        Heartbeat.objects.create(name=f"clock of {game.code}", at=timezone.now())
        fill_clocks(game, host)


def fill_clocks(game: Game, user: User) -> None:
    now = timezone.now()
    propose(game.pk, user, "pause")
    Outage.objects.create(began_at=now, ended_at=now, declared_by=user)
    TablePause.objects.create(game=game, began_at=now, ended_at=now)
    WakingHours.objects.create(user=user, zone="UTC", rows=[["08:00", "00:00"]] * 7, saved_at=now)
    PlannedHoliday.objects.create(user=user, saved_at=now, first=now.date(), last=now.date(), zone="UTC")
    AutomaticHoliday.objects.create(user=user, began_at=now)
    UnreachableSpan.objects.create(user=user, began_at=now, ended_at=now)
    Deputy.objects.create(user=user, deputy=make_user(), created_at=now, ended_at=now, ended_by=user)


def queries(client: Client, model: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        page(client, model)
    return len(captured)


def test_admin_lists_take_as_many_queries_for_six_games_as_for_one(admin_client: Client) -> None:
    fill(1)
    for model in MODELS:
        page(admin_client, model)
    few = {model: queries(admin_client, model) for model in MODELS}
    fill(5)
    assert {model: queries(admin_client, model) for model in MODELS} == few


def test_admin_lists_never_count_a_whole_table(admin_client: Client) -> None:
    fill(1)
    for model in MODELS:
        with CaptureQueriesContext(connection) as captured:
            page(admin_client, model)
        counts = [query["sql"] for query in captured if "COUNT(" in query["sql"].upper()]
        assert counts, model
        assert all("LIMIT 300" in sql for sql in counts), model


def test_admin_lists_are_closed_to_players(model: str) -> None:
    client = Client()
    client.force_login(make_user())
    assert client.get(reverse(f"admin:games_{model}_changelist")).status_code == 302


def test_no_game_data_can_be_added_in_the_admin(admin_client: Client, model: str) -> None:
    assert admin_client.get(reverse(f"admin:games_{model}_add")).status_code == 403


def test_no_game_data_can_be_deleted_in_the_admin(admin_client: Client, model: str) -> None:
    fill(1)
    assert "delete_selected" not in page(admin_client, model)


def test_admin_pages_show_the_name_of_the_site(admin_client: Client) -> None:
    html = admin_client.get(reverse("admin:index")).content.decode()
    assert "Marrakech by Mail" in html
    assert "Django" not in html
