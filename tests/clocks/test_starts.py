from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from accounts.models import User
from games.clocks.activity import note_accepted, note_opened
from games.clocks.models import NotifiedBy, Turn, UnreachableSpan
from games.clocks.updates import recompute_tables
from games.core.models import EventKind, Game, TableEvent
from games.notifications.bounces import note_bounce
from games.notifications.models import (
    BlockReason,
    Frequency,
    Kind,
    MailPreference,
    Notification,
    Presence,
    PushDevice,
    Webhook,
)
from games.play.actions import play_action
from tests.helpers.late_games import play_turn_by
from tests.helpers.moving_time import START, MovingTime, open_turn
from tests.helpers.page_client import text_at
from tests.makers import acting_user, any_action, make_user, started_game

pytestmark = pytest.mark.slow
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
HOOK = "https://hook.example/"


def test_the_clock_is_paused_from_the_beginning_of_a_turn_while_emails_bounce(moving: MovingTime) -> None:
    player = make_user(bounced_at=moving.now)
    turn = open_turn(started_game(player, make_user(), pace="1d"))
    assert UnreachableSpan.objects.filter(user=player, ended_at=None).exists()
    assert turn.deadline == START + 8 * DAY  # the first seven days of a bounce do not count


def test_the_log_says_once_that_a_clock_is_paused_because_emails_bounce(moving: MovingTime) -> None:
    player = make_user("nora", bounced_at=moving.now)
    game = started_game(player, make_user(), pace="1d")
    lines = TableEvent.objects.filter(game=game, kind=EventKind.BOUNCE)
    assert [line.seat for line in lines] == [0]
    assert "Emails are not reaching nora. Their clock is stopped" in text_at(Client(), f"/t/{game.code}/")
    recompute_tables(player.pk, moving.now)
    assert lines.count() == 1


def test_a_bounce_during_a_turn_is_a_line_of_each_table_where_a_clock_is_paused(moving: MovingTime) -> None:
    player, other = make_user("nora"), make_user()
    game, waiting = started_game(player, other, pace="1d"), started_game(other, player, pace="1d")
    untimed = started_game(player, other, pace="none")
    note_bounce(player.email, BlockReason.BOUNCE, "550 no such user", moving.now)
    recompute_tables(player.pk, moving.now)  # what follows the commit
    lines = TableEvent.objects.filter(kind=EventKind.BOUNCE)
    assert [line.game_id for line in lines] == [game.pk]
    assert not lines.filter(game__in=[waiting, untimed]).exists()


def test_a_bounce_pauses_the_clock_until_a_device_is_notified_and_not_after(moving: MovingTime) -> None:
    player = make_user(bounced_at=moving.now)
    game = started_game(player, make_user(), pace="1d")
    notified_at = START + 10 * HOUR
    UnreachableSpan.objects.update(ended_at=notified_at)
    UnreachableSpan.objects.create(user=player, began_at=notified_at + HOUR)
    turn = open_turn(game)
    turn.notified_at, turn.notified_by, turn.bank = notified_at, NotifiedBy.PUSH, 10 * 86400
    turn.save()
    recompute_tables(player.pk, notified_at)
    assert open_turn(game).deadline == notified_at + 2 * DAY  # the longest turn, without the first ten hours


def test_a_clock_is_paused_although_the_player_was_seen_in_the_second_the_turn_came(moving: MovingTime) -> None:
    player = make_user(bounced_at=moving.now, seen_at=moving.now)  # has just played, and a robot after them
    assert open_turn(started_game(player, make_user(), pace="1d")).deadline == START + 8 * DAY


def test_a_turn_costs_what_ran_before_the_player_opened_the_table(moving: MovingTime) -> None:
    game = started_game(make_user("Ada"), make_user("Cleo"), pace="3d")  # no email is accepted
    moving.pass_by(20 * HOUR)
    player = acting_user(game)
    note_opened(game.pk, player, moving.now)
    while acting_user(game) == player:
        game = play_action(game.pk, player, any_action(game), game.ply)
    turn = Turn.objects.get(game=game, user=player)
    assert turn.charge == 8 * 3600  # the clock started after 12 hours


def test_an_email_about_an_earlier_turn_does_not_start_the_clock(moving: MovingTime) -> None:
    ada, cleo = make_user("Ada"), make_user("Cleo")
    game = started_game(ada, cleo, pace="1d")
    row = Notification.objects.get(game=game, user=ada, kind=Kind.TURN)  # its mail server takes a while
    moving.traveller.shift(HOUR)
    play_turn_by(cleo, play_turn_by(ada, game))
    note_accepted(row, START + 2 * HOUR)
    assert open_turn(game).notified_at is None
    again = Notification.objects.filter(game=game, user=ada, kind=Kind.TURN).latest("pk")
    note_accepted(again, START + 3 * HOUR)
    assert open_turn(game).notified_at == START + 3 * HOUR


def look(user: User, game: Game, minutes: int = 1) -> None:
    Presence.objects.create(user=user, game=game, at=START - timedelta(minutes=minutes))


def look_long_ago(user: User, game: Game) -> None:
    look(user, game, 3)


def want_no_mail(user: User, game: Game) -> None:
    MailPreference.objects.create(user=user, game=game, kind=Kind.TURN, frequency=Frequency.NEVER)


def want_push(user: User, game: Game) -> None:
    want_no_mail(user, game)
    PushDevice.objects.create(user=user, endpoint="https://push.example/1")


def want_calls(user: User, game: Game) -> None:
    want_no_mail(user, game)
    Webhook.objects.create(user=user, url=HOOK)


def have_disabled_webhook(user: User, game: Game) -> None:
    want_no_mail(user, game)
    Webhook.objects.create(user=user, url=HOOK, disabled_at=START)


def have_webhook_of_table(user: User, game: Game) -> None:
    want_no_mail(user, game)
    Webhook.objects.create(user=user, url=HOOK, game=game)


@pytest.mark.parametrize(
    ("prepare", "notified_by"),
    [
        (look, NotifiedBy.TABLE),
        (look_long_ago, ""),
        (want_no_mail, NotifiedBy.NO_NOTICES),
        (want_push, ""),
        (want_calls, ""),
        (have_disabled_webhook, NotifiedBy.NO_NOTICES),
        (have_webhook_of_table, NotifiedBy.NO_NOTICES),
    ],
)
def test_a_turn_starts_when_it_comes_for_those_who_look_or_get_no_notices(
    moving: MovingTime, settings: Settings, prepare: Callable[[User, Game], None], notified_by: str
) -> None:
    settings.VAPID_PRIVATE_KEY = "key"
    ada, cleo = make_user("Ada"), make_user("Cleo")
    game = started_game(ada, cleo, pace="1d")
    prepare(cleo, game)
    turn = open_turn(play_turn_by(ada, game))
    assert (turn.notified_by, turn.notified_at) == (notified_by, START if notified_by else None)
