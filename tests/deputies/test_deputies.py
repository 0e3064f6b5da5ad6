from datetime import date, timedelta

import pytest

from accounts.models import User
from accounts.services import deactivate
from games.clocks.models import Turn, TurnEnd
from games.common.errors import Conflict, Forbidden, Invalid, NotFound, StalePly
from games.core.log import state_of
from games.core.models import Entry, EntryNote, EventKind, Game, TableEvent
from games.core.selectors import may_see
from games.delivery.pacing import Send, decide
from games.delivery.relevance import reason_to_drop
from games.deputies.models import Deputy
from games.deputies.selectors import acting_for, deputy_for, represented_games
from games.deputies.services import accept_request, end_deputy, name_deputy
from games.notifications.models import Kind, Notification, NotificationReason
from games.play.actions import play_action
from games.play.orders import play_turn
from games.time_outs import substitutes
from tests.helpers.late_games import DAY, game_of_ada, late_game, make_deputy, play_turn_by
from tests.helpers.moving_time import ROUND, MovingTime
from tests.helpers.order_texts import whole_turn
from tests.makers import any_action, make_user, started_game

pytestmark = pytest.mark.slow

HOUR = timedelta(hours=1)


def kinds(game: Game) -> list[str]:
    return list(Turn.objects.filter(game=game, steps__isnull=False).values_list("steps__kind", flat=True))


def test_the_deputy_is_asked_at_the_deadline_and_everyone_is_notified(moving: MovingTime) -> None:
    game = late_game(moving)
    assert kinds(game) == ["deputy"]
    event = TableEvent.objects.get(game=game, kind=EventKind.DEPUTY)
    assert (event.seat, event.user) == (0, make_user("Ben"))
    notified = Notification.objects.filter(kind=Kind.NEWS, params__event=event.pk).values_list(
        "user__username", flat=True
    )
    assert set(notified) == {"Ada", "Cleo"}
    assert Notification.objects.get(kind=Kind.DEPUTY, game=game).user == make_user("Ben")


def test_the_deputy_plays_the_turn_under_their_own_name(moving: MovingTime) -> None:
    ben = make_user("Ben")
    game = play_turn_by(ben, late_game(moving))
    entries = Entry.objects.filter(game=game, seat=0)
    assert set(entries.values_list("note", "played_by")) == {(EntryNote.DEPUTY, ben.pk)}
    turn = Turn.objects.get(game=game, user=make_user("Ada"))
    assert turn.ended_by == TurnEnd.DEPUTY
    assert turn.bank_after == 86400
    assert game.seats.get(number=0).stand_in_turns == 0
    assert Entry.objects.filter(game=game, seat=None).exclude(note="", played_by=None).count() == 0


def test_the_deputy_can_play_the_whole_turn_at_once(moving: MovingTime) -> None:
    game, ben = late_game(moving), make_user("Ben")
    play_turn(game.pk, ben, whole_turn(state_of(game), 0), game.ply)
    assert set(Entry.objects.filter(game=game, seat=0).values_list("note", "played_by")) == {("deputy", ben.pk)}


def test_without_the_deputy_a_stand_in_plays_after_a_day(moving: MovingTime) -> None:
    game = late_game(moving)
    moving.pass_by(DAY - ROUND)
    assert kinds(game) == ["deputy"]
    moving.pass_by(ROUND)
    assert kinds(game) == ["deputy", "house"]


def test_the_player_may_still_play_while_the_deputy_is_asked(moving: MovingTime) -> None:
    game = late_game(moving)
    ply = game.ply
    game = play_turn_by(make_user("Ada"), game)
    assert not Entry.objects.filter(game=game, seat=0).exclude(note="", played_by=None).exists()
    with pytest.raises(StalePly):
        play_action(game.pk, make_user("Ben"), "L", ply)


def test_a_deputy_without_dates_cannot_play_before_being_asked(moving: MovingTime) -> None:
    game, ben = game_of_ada(moving), make_user("Ben")
    make_deputy(make_user("Ada"), ben, moving)
    with pytest.raises(Forbidden, match="not-seated"):
        play_action(game.pk, ben, any_action(game), game.ply)
    assert Entry.objects.filter(game=game, seat=0).count() == 0


def test_a_deputy_for_given_days_can_play_on_these_days_without_being_asked(moving: MovingTime) -> None:
    game, ben, today = game_of_ada(moving), make_user("Ben"), moving.now.date()
    make_deputy(make_user("Ada"), ben, moving, first=today, last=today + DAY)
    assert [one.pk for one, _seat in represented_games(ben, moving.now, deputy_for(ben))] == [game.pk]
    play_turn_by(ben, game)


@pytest.mark.parametrize("first", [1, -2])
def test_a_deputy_for_given_days_is_none_on_other_days(moving: MovingTime, first: int) -> None:
    game, ben = game_of_ada(moving), make_user("Ben")
    day = moving.now.date() + first * DAY
    make_deputy(make_user("Ada"), ben, moving, first=day, last=day + DAY)
    assert acting_for(make_user("Ada").pk, moving.now) is None
    with pytest.raises(Forbidden, match="not-seated"):
        play_action(game.pk, ben, any_action(game), game.ply)


def test_the_days_of_a_deputy_are_those_in_the_players_zone(moving: MovingTime) -> None:
    ada, ben, today = make_user("Ada"), make_user("Ben"), moving.now.date()
    ada.profile.time_zone = "Pacific/Kiritimati"  # fourteen hours ahead: there it is 23:00
    ada.profile.save()
    make_deputy(ada, ben, moving, first=today + DAY, last=today + DAY)
    assert acting_for(ada.pk, moving.now) is None
    assert acting_for(ada.pk, moving.now + HOUR) is not None


def test_a_deputy_at_the_table_is_none_there(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    make_deputy(make_user("Ada"), make_user("Cleo"), moving)
    moving.pass_by(DAY + ROUND)
    assert kinds(game) == ["house"]


def test_a_deputy_who_may_return_to_a_seat_there_is_none_there(moving: MovingTime) -> None:
    ada, ben, cleo = make_user("Ada"), make_user("Ben"), make_user("Cleo")
    game = started_game(ada, ben, cleo)
    substitutes.offer(game, game.seats.get(user=ben), moving.now, moving.now)
    substitutes.take_seat(game.pk, 1, make_user("Dora"), moving.now)
    make_deputy(ada, ben, moving, first=moving.now.date(), last=moving.now.date())
    assert represented_games(ben, moving.now, deputy_for(ben)) == []
    with pytest.raises(Forbidden, match="not-seated"):
        play_action(game.pk, ben, any_action(game), game.ply)


@pytest.mark.parametrize("who", ["Ada", "Ben"])
def test_player_and_deputy_can_each_end_the_deputyship_at_once(moving: MovingTime, who: str) -> None:
    game = late_game(moving)
    end_deputy(make_user(who), Deputy.objects.get().pk, moving.now)
    with pytest.raises(Forbidden, match="not-seated"):
        play_action(game.pk, make_user("Ben"), any_action(game), game.ply)
    moving.pass_by(DAY - ROUND)
    assert kinds(game) == ["deputy"]  # the day that everyone was notified of is the player's
    moving.pass_by(ROUND)
    assert kinds(game) == ["deputy", "house"]


def test_a_deputy_who_has_not_accepted_is_not_asked(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    name_deputy(make_user("Ada"), make_user("Ben").username, moving.now)
    moving.pass_by(DAY + ROUND)
    assert kinds(game) == ["house"]


def test_a_closed_account_is_no_deputy(moving: MovingTime) -> None:
    make_deputy(make_user("Ada"), make_user("Ben"), moving)
    deactivate(make_user("Ben"))
    assert acting_for(make_user("Ada").pk, moving.now) is None
    assert not Deputy.objects.current().exists()


def test_a_player_has_only_one_deputy_at_a_time(moving: MovingTime) -> None:
    ada, ben, cleo = make_user("Ada"), make_user("Ben"), make_user("Cleo")
    row = make_deputy(ada, ben, moving)
    with pytest.raises(Conflict, match="has-deputy"):
        name_deputy(ada, cleo.username, moving.now)
    end_deputy(ada, row.pk, moving.now)
    assert make_deputy(ada, cleo, moving).deputy == cleo


@pytest.mark.parametrize(
    ("name", "dates", "code"),
    [
        ("nobody", {}, "unknown-player"),
        ("Ada", {}, "own-name"),
        ("Ben", {"first": date(2026, 5, 9), "last": date(2026, 5, 8)}, "bad-dates"),
        ("Ben", {"first": date(2026, 5, 9)}, "bad-dates"),
        ("Ben", {"first": date(2026, 4, 1), "last": date(2026, 4, 2)}, "bad-dates"),
        ("machine", {}, "is-robot"),
    ],
)
def test_an_unsuitable_deputy_is_refused(moving: MovingTime, name: str, dates: dict[str, date], code: str) -> None:
    make_user("Ben")
    make_user("machine", robot="greedy")
    with pytest.raises(Invalid, match=code):
        name_deputy(make_user("Ada"), name, moving.now, **dates)
    assert not Deputy.objects.exists()


def test_others_can_neither_accept_nor_end_a_deputyship(moving: MovingTime) -> None:
    row = name_deputy(make_user("Ada"), make_user("Ben").username, moving.now)
    for refused in (accept_request, end_deputy):
        with pytest.raises(NotFound):
            refused(make_user("Cleo"), row.pk, moving.now)
    with pytest.raises(NotFound):
        accept_request(make_user("Ada"), row.pk, moving.now)
    row.refresh_from_db()
    assert (row.accepted_at, row.ended_at) == (None, None)


def test_a_deputy_sees_private_tables_during_the_deputyship(moving: MovingTime) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = started_game(ada, make_user("Cleo"), is_private=True)
    row = name_deputy(ada, ben.username, moving.now)
    assert not may_see(game, ben)
    accept_request(ben, row.pk, moving.now)
    assert may_see(game, ben)
    end_deputy(ada, row.pk, moving.now)
    assert not may_see(game, ben)


def test_a_deputy_does_not_see_private_games_of_long_ago(moving: MovingTime) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = started_game(ada, make_user("Cleo"), is_private=True)
    Game.objects.filter(pk=game.pk).update(finished_at=moving.now - 15 * DAY, status="finished")
    make_deputy(ada, ben, moving)
    assert not may_see(Game.objects.get(pk=game.pk), ben)


def requests_to(user: User) -> list[Notification]:
    return list(Notification.objects.filter(kind=Kind.DEPUTY, user=user).order_by("pk"))


def test_a_friend_is_asked_by_email_to_be_a_deputy(moving: MovingTime) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    row = name_deputy(ada, ben.username, moving.now)
    (asked,) = requests_to(ben)
    assert (asked.game, asked.params) == (None, {"deputy": row.pk})
    assert reason_to_drop(asked) is None
    assert decide(asked, moving.now) == Send()
    accept_request(ben, row.pk, moving.now)
    assert reason_to_drop(asked) == NotificationReason.ANSWERED


def test_a_withdrawn_request_to_a_deputy_is_not_sent(moving: MovingTime) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    row = name_deputy(ada, ben.username, moving.now)
    end_deputy(ada, row.pk, moving.now)
    assert reason_to_drop(requests_to(ben)[0]) == NotificationReason.ANSWERED


def test_a_deputy_who_accepts_late_is_notified_of_the_turns_that_wait_for_a_deputy(moving: MovingTime) -> None:
    game, ada, eve = late_game(moving), make_user("Ada"), make_user("Eve")
    end_deputy(ada, Deputy.objects.get().pk, moving.now)
    row = make_deputy(ada, eve, moving)
    asked = requests_to(eve)
    assert [one.game for one in asked] == [None, game]
    assert asked[1].params == {"turn": Turn.objects.get(game=game, ended_at=None).pk, "for": ada.pk}
    assert reason_to_drop(asked[1]) is None
    accept_request(eve, row.pk, moving.now)
    assert len(requests_to(eve)) == 2
    play_turn_by(eve, game)


def test_a_deputy_who_accepts_for_today_is_notified_of_the_turns_that_wait(moving: MovingTime) -> None:
    game, ben, today = game_of_ada(moving), make_user("Ben"), moving.now.date()
    make_deputy(make_user("Ada"), ben, moving, first=today, last=today)
    assert [one.game for one in requests_to(ben)] == [None, game]


def test_a_deputy_who_accepts_in_time_is_notified_of_nothing(moving: MovingTime) -> None:
    game_of_ada(moving)
    make_deputy(make_user("Ada"), make_user("Ben"), moving)
    assert [one.game for one in requests_to(make_user("Ben"))] == [None]
