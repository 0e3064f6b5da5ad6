import json

import pytest

from games.core.models import Game
from games.delivery import worker
from games.lobby.tables import join_table
from games.notifications.models import Kind, Notification, NotificationState
from games.notifications.outbox import queue_at_table
from games.notifications.webhooks import add_webhook
from tests.helpers.web_server import Receiver
from tests.helpers.webhooks import deliver, rows, sent
from tests.makers import finished_game, host_of, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_a_webhook_of_a_table_gets_every_turn_once(receiver: Receiver) -> None:
    host = make_user("Leila")
    game = make_table(host, seat_count=2)
    add_webhook(host, receiver.url, "json", game)
    game = play_on(started_by(game), 4, in_steps=True)
    assert [(row.kind, row.params["turn"]) for row in rows()] == [("started", 1), ("turn", 2), ("turn", 3)]
    for row in rows():
        worker.deliver(row.pk)
    events = [json.loads(request.body) for request in receiver.requests]
    assert [event["event"] for event in events] == ["table.started", "table.turn", "table.turn"]
    assert [event["turn"] and event["turn"]["number"] for event in events] == [None, 1, 2]
    assert events[1]["turn"]["seat"] == 0
    assert "Next: " in events[1]["text"]


def started_by(game: Game) -> Game:
    return join_table(game.pk, make_user("Amina"))


def test_a_webhook_of_a_table_gets_the_end(receiver: Receiver) -> None:
    game = finished_game()
    add_webhook(host_of(game), receiver.url, "slack", game)
    Notification.objects.all().delete()
    queue_at_table(game, [], Kind.TURN, "")
    deliver()
    assert "The game is over." in sent(receiver)["text"]


def test_a_cancelled_table_calls_no_webhook(receiver: Receiver) -> None:
    game = make_table()
    add_webhook(host_of(game), receiver.url, "json", game)
    Game.objects.filter(pk=game.pk).update(status="cancelled")
    queue_at_table(Game.objects.get(pk=game.pk), [], Kind.TURN, "")
    assert rows() == []


def test_webhooks_hide_a_private_table_from_players_who_left_it(receiver: Receiver) -> None:
    host, other = make_user(), make_user()
    game = started_game(host, other, is_private=True)
    add_webhook(other, receiver.url, "json", game)
    game.seats.filter(user=other).update(user=None)
    play_on(game, 1)
    queue_at_table(game, [], Kind.TURN, "")
    assert deliver().state == NotificationState.FAILED
    assert receiver.requests == []
