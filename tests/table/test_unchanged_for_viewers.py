from collections.abc import Iterator
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.chat.services import mark_read, post_message
from games.core.models import Game, Seat
from games.deputies.services import accept_request, end_deputy, name_deputy
from games.play.orders import add_order, withdraw_order
from games.table.presence import note_presence
from tests.helpers.page_client import signed_in
from tests.helpers.visits import tag_of, visit
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _noon() -> Iterator[None]:
    """Let the time stand still: while a game runs, its page is made again every minute."""
    with time_machine.travel(datetime(2026, 3, 2, 12, tzinfo=UTC), tick=False):
        yield


@pytest.fixture
def game() -> Game:
    return play_on(started_game(make_user("Ada"), make_user("Bo")), 2)


def test_games_that_wait_elsewhere_and_orders_change_the_page_of_the_waiting_player(game: Game) -> None:
    waiting = next(seat.user for seat in game.seats.all() if seat.user and not seat.is_acting)
    client = signed_in(waiting)
    tag = tag_of(client, game)
    other = started_game(waiting, make_user("Cleo"))
    Seat.objects.filter(user=waiting, game=other).update(is_acting=True)
    assert visit(client, game, tag).status_code == 200
    tag = tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    order = add_order(game.pk, waiting, "", "L")
    assert "1 order is waiting." in visit(client, game, tag).content.decode()
    tag = tag_of(client, game)
    withdraw_order(game.pk, waiting, order.number)
    assert "(1 waiting)" not in visit(client, game, tag).content.decode()


def test_read_messages_change_the_page(game: Game) -> None:
    message = post_message(game.pk, make_user("Bo"), "Mint tea?")
    client = signed_in(make_user("Ada"))
    tag = tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    mark_read(game, make_user("Ada"), message.pk)
    assert visit(client, game, tag).status_code == 200


def test_the_page_of_a_player_does_not_tell_what_another_has_seen(game: Game) -> None:
    client = signed_in(make_user("Bo"))
    tag = tag_of(client, game)
    note_presence(game, make_user("Ada"), timezone.now(), seen=game.ply)
    assert visit(client, game, tag).status_code == 304


def test_a_new_deputy_sees_the_turn_at_once(game: Game) -> None:
    cleo = make_user("Cleo")
    client = signed_in(cleo)
    tag = tag_of(client, game)
    row = name_deputy(acting_user(game), "Cleo", timezone.now(), first=date(2026, 3, 1), last=date(2026, 3, 9))
    accept_request(cleo, row.pk, timezone.now())
    assert visit(client, game, tag).status_code == 200
    tag = tag_of(client, game)
    assert visit(client, game, tag).status_code == 304
    end_deputy(cleo, row.pk, timezone.now())
    assert visit(client, game, tag).status_code == 200


def test_no_viewer_gets_the_cached_page_of_another(game: Game) -> None:
    people = [signed_in(make_user("Ada")), signed_in(make_user("Bo")), signed_in(make_user("Cleo")), Client()]
    tags = [tag_of(client, game) for client in people]
    assert len(set(tags)) == len(people)
    assert [visit(people[0], game, tag).status_code for tag in tags] == [304, 200, 200, 200]
