from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games import tasks
from games.core.choices import SeatOrder
from games.core.lists import waiting_count
from games.core.models import Game, Seat
from games.notifications.models import Presence
from games.site import retention
from tests.makers import make_user, play_on, started_game

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 1, 15, 12, tzinfo=UTC)


def test_presence_is_noted_and_renewed(client: Client) -> None:
    user = make_user()
    game = started_game(user, make_user())
    client.force_login(user)
    for minute in range(2):
        with time_machine.travel(NOON + timedelta(minutes=minute), tick=False):
            assert client.post(f"/t/{game.code}/presence/").status_code == 200
    sign = Presence.objects.get()
    assert (sign.user, sign.game, sign.at) == (user, game, NOON + timedelta(minutes=1))


def test_the_answer_to_presence_has_the_number_of_waiting_games(client: Client) -> None:
    user, other = make_user(), make_user()
    game = started_game(user, other, seat_order=SeatOrder.JOINED)
    started_game(other, user, seat_order=SeatOrder.JOINED)
    client.force_login(user)
    assert client.post(f"/t/{game.code}/presence/").json() == {"waiting": waiting_count(user)} == {"waiting": 1}


@pytest.mark.parametrize(("told", "kept"), [("3", 3), ("1", 2), ("99", 5), ("many", 2), ("", 2), ("-1", 2)])
def test_a_presence_report_raises_the_seen_ply_up_to_the_log(client: Client, told: str, kept: int) -> None:
    user = make_user()
    game = started_game(user, make_user())
    Game.objects.filter(pk=game.pk).update(ply=5)
    Seat.objects.filter(game=game, user=user).update(seen_ply=2)
    client.force_login(user)
    client.post(f"/t/{game.code}/presence/", {"seen": told})
    assert Seat.objects.get(game=game, user=user).seen_ply == kept


def test_looking_at_a_table_alone_sees_no_ply(client: Client) -> None:
    user = make_user()
    game = play_on(started_game(user, make_user()), 2)
    client.force_login(user)
    client.get(f"/t/{game.code}/")
    assert Seat.objects.get(game=game, user=user).seen_ply == 0


def test_only_players_of_the_table_are_noted_as_present(client: Client) -> None:
    game = started_game()
    client.force_login(make_user())
    assert client.post(f"/t/{game.code}/presence/").status_code == 403
    assert not Presence.objects.exists()


def test_only_players_get_the_presence_script(client: Client) -> None:
    user = make_user()
    game = started_game(user, make_user())
    assert "data-presence-url" not in client.get(f"/t/{game.code}/").content.decode()
    client.force_login(user)
    assert f'data-presence-url="/t/{game.code}/presence/"' in client.get(f"/t/{game.code}/").content.decode()


def test_old_presence_is_deleted() -> None:
    user = make_user()
    for days in (2, 0):
        Presence.objects.create(user=user, game=started_game(), at=NOON - timedelta(days=days))
    assert retention.delete_expired(NOON) == 1
    assert Presence.objects.get().at == NOON


def test_the_sweep_deletes_old_presence() -> None:
    Presence.objects.create(user=make_user(), game=started_game(), at=NOON)
    tasks.sweep()
    assert not Presence.objects.exists()
