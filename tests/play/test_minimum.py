from datetime import time, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.clocks.models import TurnEnd
from games.clocks.waking_hours import save_hours
from games.common.errors import Forbidden, Invalid
from games.core.models import Game, Seat
from games.core.querysets import GameQuerySet
from games.lobby.invitations import accept_invitation, invite_address, invite_player, rematch
from games.lobby.tables import add_robots, join_table
from games.play import requirements
from games.play.table_times import TimeSettings, time_settings_of
from games.time_outs.substitutes import take_back, take_seat
from tests.helpers.played_turns import add_turns
from tests.makers import finished_game, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db]
SHORT = {"options": {"rugs": "1/1/1"}}


def table(**minimum: int) -> Game:
    return make_table(times=TimeSettings("usual", **minimum))  # type: ignore[arg-type]


def refusal(game: Game, user: User) -> str:
    """Try to join, and return why it was refused."""
    with pytest.raises(Forbidden) as error:
        join_table(game.pk, user)
    assert error.value.code == "below-minimum"
    assert game.seats.count() == 1
    return str(error.value.message)


def test_a_table_can_require_finished_games() -> None:
    game, user = table(min_games=1), make_user()
    assert refusal(game, user) == "This table asks for at least 1 finished game. You have finished 0."
    finished_game(user, make_user())
    assert join_table(game.pk, user).seats.filter(user=user).exists()


def test_a_table_can_require_players_who_are_rarely_late() -> None:
    game, user = table(max_stand_in_turns=0), make_user()
    add_turns(user, [30], by=TurnEnd.STAND_IN, now=timezone.now())
    assert "A stand-in robot has played 1 of your turns in the last year." in refusal(game, user)
    assert join_table(table(max_stand_in_turns=2).pk, user)


def test_a_table_can_require_quick_answers() -> None:
    game, user = table(max_answer_days=1), make_user()
    add_turns(user, [25] * 10, now=timezone.now())
    assert "usually answer within 1 day. You usually take longer." in refusal(game, user)
    assert join_table(table(max_answer_days=3).pk, user)


def test_new_players_meet_a_minimum_of_quick_answers() -> None:
    assert join_table(table(max_answer_days=1).pk, make_user())


def test_a_minimum_that_does_not_exist_is_refused() -> None:
    for minimum in ({"min_games": 3}, {"max_stand_in_turns": -1}, {"max_answer_days": 0}):
        with pytest.raises(Invalid) as error:
            table(**minimum)
        assert error.value.code == "unknown-minimum"
    assert not Game.objects.exists()


def test_invited_players_and_robots_need_not_meet_the_minimum() -> None:
    game, user = make_table(seat_count=4, times=TimeSettings("usual", min_games=20)), make_user()
    assert game.host
    invitation = invite_player(game.pk, game.host, user.username)
    accept_invitation(invitation.code, user)
    reader = make_user()
    accept_invitation(invite_address(game.pk, game.host, "new@example.org").code, reader)
    add_robots(game.pk, game.host, ["greedy"])
    assert Seat.objects.filter(game=game).count() == 4


def test_a_rematch_has_the_same_minimum() -> None:
    host, other = make_user(), make_user()
    game = make_table(host, times=TimeSettings("usual", max_stand_in_turns=2), **SHORT)
    assert time_settings_of(rematch(play_on(join_table(game.pk, other)).pk, host)).max_stand_in_turns == 2
    assert rematch(game.pk, other).seats.count() == 2


def test_a_player_who_takes_a_seat_must_meet_the_minimum() -> None:
    ada = make_user("Ada")
    game, now = started_game(ada, make_user(), make_user()), timezone.now()
    Game.objects.filter(pk=game.pk).update(min_games=1)
    Seat.objects.filter(game=game, user=ada).update(offered_at=now)
    number = Seat.objects.get(game=game, user=ada).number or 0
    stranger = make_user()
    with pytest.raises(Forbidden, match="below-minimum"):
        take_seat(game.pk, number, stranger, now)
    assert Seat.objects.get(game=game, number=number).user == ada
    finished_game(stranger, make_user())
    take_seat(game.pk, number, stranger, now)
    take_back(game.pk, ada, now)
    assert Seat.objects.get(game=game, number=number).user == ada


def suiting(games: GameQuerySet) -> set[str]:
    return set(games.values_list("name", flat=True))


def test_tables_are_filtered_by_their_minimum() -> None:
    user, now = make_user(), timezone.now()
    for name, times in {
        "any": TimeSettings(),
        "games": TimeSettings(min_games=1),
        "turns": TimeSettings(max_stand_in_turns=0),
        "quick": TimeSettings(max_answer_days=1),
        "quite quick": TimeSettings(max_answer_days=3),
    }.items():
        make_table(name=name, times=times)
    tables = Game.objects.open_tables(user)
    assert suiting(requirements.open_to(tables, user, now)) == {"any", "turns", "quick", "quite quick"}
    add_turns(user, [25] * 10, now=now)
    add_turns(user, [25], by=TurnEnd.STAND_IN, now=now)
    assert suiting(requirements.open_to(tables, user, now)) == {"any", "quite quick"}
    finished_game(user, make_user())
    Game.objects.filter(name="quick").update(max_answer_days=2)
    assert suiting(requirements.open_to(tables, user, now)) == {"any", "games", "quite quick", "quick"}
    by_hand = {game.name for game in tables if game.pk not in requirements.refusals(tables, user, now)}
    assert by_hand == suiting(requirements.open_to(tables, user, now))


def awake(user: User, start: int, end: int) -> User:
    save_hours(user, [(time(start), time(end))] * 7, timezone.now())
    return user


def test_tables_are_filtered_by_shared_waking_hours() -> None:
    user, now = awake(make_user(), 8, 18), timezone.now()
    for name, end in (("early", 14), ("late", 23)):
        make_table(awake(make_user(), 6 if end == 14 else 15, end), name=name)
    both = make_table(awake(make_user(), 8, 18), name="both", seat_count=3)
    join_table(both.pk, awake(make_user(), 16, 1))
    make_table(name="default", robots=["greedy"], seat_count=3)
    tables = Game.objects.open_tables(user)
    assert suiting(requirements.awake_with(tables, user, 2, now)) == {"early", "late", "both", "default"}
    assert suiting(requirements.awake_with(tables, user, 3, now)) == {"early", "late", "default"}
    assert suiting(requirements.awake_with(tables, user, 6, now)) == {"early", "default"}
    assert suiting(requirements.awake_with(tables, user, 10, now)) == {"default"}


def test_comparing_waking_hours_takes_as_many_statements_for_one_table_as_for_six() -> None:
    user, counts = awake(make_user(), 8, 18), []
    for tables in (1, 5):
        for _ in range(tables):
            make_table(awake(make_user(), 6, 18))
        with CaptureQueriesContext(connection) as captured:
            assert requirements.awake_with(Game.objects.open_tables(user), user, 10, timezone.now())
        counts.append(len(captured))
    assert counts[0] == counts[1] <= 10


def test_offered_seats_are_filtered_by_their_minimum() -> None:
    user, now = awake(make_user(), 8, 18), timezone.now()
    game = started_game(awake(make_user(), 6, 14), awake(make_user(), 20, 5))
    Seat.objects.filter(game=game, number=1).update(offered_at=now)
    seats = Seat.objects.offered()
    assert requirements.seats_awake_with(seats, user, 6, now).count() == 1
    assert requirements.seats_awake_with(seats, user, 7, now).count() == 0
    assert requirements.seats_open_to(seats, user, now).count() == 1
    Game.objects.filter(pk=game.pk).update(min_games=5)
    assert requirements.seats_open_to(seats, user, now).count() == 0


def test_tables_without_a_minimum_take_one_statement() -> None:
    tables, user = [make_table()], make_user()
    with CaptureQueriesContext(connection) as captured:
        assert requirements.refusals(tables, user, timezone.now() + timedelta(days=1)) == {}
    assert len(captured) == 1  # whether a standing challenge brought someone there
