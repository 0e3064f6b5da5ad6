from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.formats import date_format

from accounts.models import User
from games.board.cards import game_cards
from games.clocks.models import Turn
from games.clocks.selectors import turn_time_for
from games.clocks.turns import begin_turns
from games.core.models import Game
from games.feeds.calendars import atom_of, calendar_of
from games.mail.tables import Table
from games.notifications.models import Feed, FeedKind
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def shared_game() -> tuple[Game, User, User]:
    """Return a game in which two players must act, and these players. The second has a day longer."""
    ann, bob = make_user(), make_user()
    game, now = started_game(ann, bob, pace="1d"), timezone.now()
    seat = game.seats.select_related("user").get(user=bob)
    seat.is_acting, seat.acting_since = True, now
    seat.save()
    begin_turns(game, [seat], now)
    deadline = Turn.objects.get(game=game, user=ann).deadline
    assert deadline
    Turn.objects.filter(game=game, user=bob).update(deadline=deadline + timedelta(days=1))
    return Game.objects.get(pk=game.pk), ann, bob


def test_each_player_has_the_deadline_of_their_own_turn_where_several_act() -> None:
    game, ann, bob = shared_game()
    assert turn_time_for(ann, game).deadline == game.deadline
    later = turn_time_for(bob, game).deadline
    assert later is not None
    assert game.deadline is not None
    assert later - game.deadline == timedelta(days=1)
    assert [card.time.deadline for card in game_cards([game], bob)] == [later]
    assert [card.time.deadline for card in game_cards([game], make_user())] == [game.deadline]
    assert turn_time_for(None, game).deadline == game.deadline


def test_calendar_and_feed_have_the_deadline_of_the_own_turn() -> None:
    game, _ann, bob = shared_game()
    later = turn_time_for(bob, game).deadline
    assert later is not None
    calendar = Feed.objects.create(user=bob, code="c", kind=FeedKind.CALENDAR, created_at=timezone.now())
    assert f"{later:%Y%m%dT%H%M%S}Z" in calendar_of(calendar).decode()
    atom = Feed.objects.create(user=bob, code="a", kind=FeedKind.TURNS, created_at=timezone.now())
    assert date_format(timezone.localtime(later), "DATETIME_FORMAT") in atom_of(atom).decode()


def test_the_email_has_the_deadline_of_the_own_turn_where_several_act(monkeypatch: pytest.MonkeyPatch) -> None:
    game, _ann, bob = shared_game()
    table = Table(game, bob)
    assert table.deadline == game.deadline  # the rules let one act
    monkeypatch.setattr(type(table.title), "acting", lambda _title, _state: (0, 1))
    assert table.deadline == turn_time_for(bob, game).deadline


def test_lists_read_turns_only_where_several_must_act() -> None:
    shared, _ann, bob = shared_game()
    alone = [started_game(bob, make_user()) for _ in range(3)]
    for games, reads_turns in ((alone, False), ([shared, *alone], True)):
        with CaptureQueriesContext(connection) as captured:
            game_cards(games, bob)
        assert any("games_turn" in query["sql"] for query in captured) is reads_turns
