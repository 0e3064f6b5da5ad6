"""One person never acts for two seats of a table."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from rest_framework.test import APIClient

from accounts.models import User
from games.clocks.activity import note_opened
from games.common.errors import Conflict, Forbidden
from games.core.models import Entry, Game
from games.core.selectors import seats_with_users
from games.deputies.selectors import deputy_for, represented_games
from games.inbound.handler import execute_command
from games.inbound.reply_parser import Intent, ReplyCommand
from games.inbound.sender_check import VerifiedSender
from games.notifications.links import TurnToken, turn_link_token
from games.notifications.models import Kind, Notification
from games.play.actions import play_action
from games.play.endings import resign
from games.time_outs import operators, substitutes
from tests.helpers.late_games import DAY, late_game, make_deputy, play_turn_by, without_holidays
from tests.helpers.moving_time import ROUND, MovingTime
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, any_action, fresh, make_user, started_game

pytestmark = [pytest.mark.one_database, pytest.mark.slow]


def game_of_two_players_with_one_deputy(moving: MovingTime) -> Game:
    """Return a game of Ada and Cleo, who both have Ben as deputy today. Ben has played for Ada; Cleo must act."""
    ada, ben, cleo = make_user("Ada"), make_user("Ben"), make_user("Cleo")
    game, today = started_game(ada, cleo, is_private=True), moving.now.date()
    for player in (ada, cleo):
        make_deputy(player, ben, moving, first=today, last=today)
    game = play_turn_by(ben, game)
    assert acting_user(game) == cleo
    return game


def play_by_service(game: Game, ben: User) -> None:
    with pytest.raises(Forbidden, match="not-seated"):
        play_action(game.pk, ben, any_action(game), game.ply)


def play_on_page(game: Game, ben: User) -> None:
    page = text_at(signed_in(ben), game.get_absolute_url())
    assert "as their deputy" not in page
    sent = {"ply": game.ply, "action": any_action(game)}
    assert signed_in(ben).post(f"/t/{game.code}/act/", sent).status_code == 403


def play_by_api(game: Game, ben: User) -> None:
    client = APIClient()
    client.force_authenticate(ben)
    assert client.get(f"/api/v1/games/{game.code}/").json()["you"] is None
    sent = {"action": any_action(game), "ply": game.ply}
    answer = client.post(f"/api/v1/games/{game.code}/actions/", sent, format="json")
    assert (answer.status_code, answer.json()["code"]) == (403, "not-seated")


def play_by_link(game: Game, ben: User) -> None:
    Client().post(f"/m/{turn_link_token(TurnToken.of(ben, game), '')}/", {"action": any_action(game)})


def play_by_reply(game: Game, ben: User) -> None:
    sender = VerifiedSender(ben, game, TurnToken.of(ben, game), seats_with_users(game))
    assert execute_command(sender, ReplyCommand(Intent.PLAY, any_action(game))).code != "played"


@pytest.mark.parametrize("play", [play_by_service, play_on_page, play_by_api, play_by_link, play_by_reply])
def test_the_deputy_of_both_players_acts_for_one_only(moving: MovingTime, play: Callable[[Game, User], None]) -> None:
    game, ben = game_of_two_players_with_one_deputy(moving), make_user("Ben")
    play(game, ben)
    assert fresh(game).ply == game.ply
    assert represented_games(ben, moving.now, deputy_for(ben)) == []
    game = play_turn_by(make_user("Cleo"), game)
    assert [(one.pk, seat.number) for one, seat in represented_games(ben, moving.now, deputy_for(ben))] == [
        (game.pk, 0)
    ]
    play_turn_by(ben, game)
    assert set(Entry.objects.filter(game=game, played_by=ben).values_list("seat", flat=True)) == {0}


def test_a_deputy_who_was_asked_for_one_player_is_not_asked_for_another(moving: MovingTime) -> None:
    game, ben, cleo = late_game(moving), make_user("Ben"), make_user("Cleo")
    game = play_turn_by(make_user("Ada"), game)
    make_deputy(cleo, ben, moving)
    note_opened(game.pk, cleo, moving.now)
    moving.pass_by(DAY + ROUND)
    steps = list(game.turns.filter(user=cleo).values_list("steps__kind", flat=True))
    assert steps == ["house"]
    about = Notification.objects.filter(kind=Kind.DEPUTY, user=ben, game=game)
    assert set(about.values_list("params__for", flat=True)) == {make_user("Ada").pk}


def test_a_former_player_is_no_deputy_of_another_player(moving: MovingTime) -> None:
    ada, ben, cleo, dora = (make_user(name) for name in ("Ada", "Ben", "Cleo", "Dora"))
    game = started_game(ada, ben, cleo, pace="none")
    for taker in (dora, make_user("Eve")):  # after two weeks, the seat has forgotten Ben
        substitutes.offer(game, game.seats.get(number=1), moving.now, moving.now)
        substitutes.take_seat(game.pk, 1, taker, moving.now)
        moving.pass_by(15 * DAY)
    assert game.seats.get(number=1).owner == dora
    make_deputy(ada, ben, moving, first=moving.now.date(), last=moving.now.date())
    with pytest.raises(Forbidden, match="not-seated"):
        play_action(game.pk, ben, any_action(game), game.ply)


def test_a_deputy_cannot_take_over_the_seat_of_an_opponent(moving: MovingTime) -> None:
    game, ben = play_turn_by(make_user("Ben"), late_game(moving)), make_user("Ben")
    substitutes.offer(game, game.seats.get(number=1), moving.now, moving.now)
    page = text_at(signed_in(ben), game.get_absolute_url())
    assert "/seat/take/" not in page
    assert "/seat/take/" in text_at(signed_in(make_user("Dora")), game.get_absolute_url())
    with pytest.raises(Conflict, match="other-seat"):
        substitutes.take_seat(game.pk, 1, ben, moving.now)
    with pytest.raises(Conflict, match="other-seat"):
        operators.give_seat(game.pk, 1, "Ben", operators.Operator(make_user("Olga", is_staff=True), "A reason."))
    assert game.seats.get(number=1).user == make_user("Cleo")


def lists_with(user: User, game: Game) -> list[str]:
    """Return the lists of seats that look for a player in which this user finds the game."""
    found, client = [], APIClient()
    client.force_authenticate(user)
    if "/seat/take/" in text_at(signed_in(user), "/lobby/seats/"):
        found.append("lobby")
    if game.code in [row["id"] for row in client.get("/api/v1/games/?filter=seats").json()["results"]]:
        found.append("API")
    if "/seat/take/" in text_at(signed_in(user), game.get_absolute_url()):
        found.append("table")
    return found


def test_the_lists_offer_only_seats_that_can_be_taken(moving: MovingTime) -> None:
    game, ben, dora = play_turn_by(make_user("Ben"), late_game(moving)), make_user("Ben"), make_user("Dora")
    substitutes.offer(game, game.seats.get(number=1), moving.now, moving.now)
    assert lists_with(dora, game) == ["lobby", "API", "table"]
    assert lists_with(ben, game) == []
    substitutes.offer(game, game.seats.get(number=0), moving.now, moving.now)
    assert text_at(signed_in(ben), "/lobby/seats/").count("/seat/take/") == 1
    assert lists_with(ben, game) == ["lobby", "API", "table"]
    substitutes.take_seat(game.pk, 0, ben, moving.now)


def test_a_seat_stays_offered_after_another_player_resigns(moving: MovingTime) -> None:
    game = started_game(make_user("Ada"), make_user("Ben"), make_user("Cleo"))
    substitutes.offer(game, game.seats.get(number=1), moving.now, moving.now)
    resign(game.pk, make_user("Cleo"))
    assert lists_with(make_user("Dora"), game) == ["lobby", "API", "table"]
    substitutes.take_seat(game.pk, 1, make_user("Dora"), moving.now)
    assert game.seats.get(number=1).user == make_user("Dora")


def test_no_seat_is_offered_once_a_resignation_has_ended_the_game(moving: MovingTime) -> None:
    game = started_game(make_user("Ada"), make_user("Ben"))
    substitutes.offer(game, game.seats.get(number=1), moving.now, moving.now)
    resign(game.pk, make_user("Ada"))
    assert lists_with(make_user("Dora"), game) == []
    with pytest.raises(Conflict, match="not-running"):
        substitutes.take_seat(game.pk, 1, make_user("Dora"), moving.now)
    assert game.seats.get(number=1).user == make_user("Ben")


def test_no_seat_is_offered_to_a_player_below_the_minimum_or_without_an_address(moving: MovingTime) -> None:
    game = started_game(make_user("Ada"), make_user("Ben"))
    substitutes.offer(game, game.seats.get(number=1), moving.now, moving.now)
    guest = make_user("Guest", verified=False)
    assert "table" not in lists_with(guest, game)
    Game.objects.filter(pk=game.pk).update(min_games=1)
    assert "table" not in lists_with(make_user("Dora"), game)
    for user in (guest, make_user("Dora")):
        with pytest.raises(Forbidden):
            substitutes.take_seat(game.pk, 1, user, moving.now)


def test_a_deputy_can_take_over_the_seat_of_the_own_player(moving: MovingTime) -> None:
    game, ben = play_turn_by(make_user("Ben"), late_game(moving)), make_user("Ben")
    substitutes.offer(game, game.seats.get(number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, ben, moving.now)
    assert game.seats.get(number=0).user == ben


def test_a_substitute_is_no_deputy_of_an_opponent(moving: MovingTime) -> None:
    ada, ben, cleo = make_user("Ada"), make_user("Ben"), make_user("Cleo")
    without_holidays(ada, cleo)
    game = started_game(ada, cleo, pace="none")
    substitutes.offer(game, game.seats.get(number=0), moving.now, moving.now)
    substitutes.take_seat(game.pk, 0, ben, moving.now)
    game = play_turn_by(ben, fresh(game))
    substitutes.take_back(game.pk, ada, moving.now)
    make_deputy(cleo, ben, moving, first=moving.now.date(), last=moving.now.date())
    with pytest.raises(Forbidden, match="not-seated"):
        play_action(game.pk, ben, any_action(game), game.ply)


def test_the_tables_of_a_deputy_take_few_queries(moving: MovingTime, django_assert_max_num_queries: Any) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    for _number in range(12):
        started_game(ada, make_user("Cleo"))
    today = moving.now.date()
    make_deputy(ada, ben, moving, first=today, last=today)
    rows = deputy_for(ben)
    with django_assert_max_num_queries(10):
        assert len(represented_games(ben, moving.now, rows)) == 12
