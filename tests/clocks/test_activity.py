from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import create_token
from games.clocks.activity import note_opened
from games.core.models import Game
from games.deputies.selectors import deputy_link_token
from games.deputies.services import name_deputy
from games.notifications.links import TurnToken, seat_token, turn_link_token
from games.play.proposals import answer, propose
from games.proposals.presenters import proposal_link_token
from games.time_outs import substitutes
from tests.helpers.moving_time import MovingTime
from tests.helpers.page_client import signed_in
from tests.makers import fresh, make_user, started_game

pytestmark = [pytest.mark.one_database, pytest.mark.slow]
HOUR = timedelta(hours=1)


def seen_at(user: User) -> object:
    return User.objects.get(pk=user.pk).seen_at


@pytest.fixture
def game(moving: MovingTime) -> Game:
    return started_game(make_user("Ada"), make_user("Cleo"))


def test_playing_by_the_link_of_an_email_is_activity(moving: MovingTime, game: Game) -> None:
    ada = make_user("Ada")
    address = reverse("games:turn_link", args=[turn_link_token(TurnToken.of(ada, game), "L")])
    Client().get(address)
    assert seen_at(ada) is None  # programs that check links open them, too
    Client().post(address, {"action": "L"})
    assert seen_at(ada) == moving.now


def test_answering_a_proposal_by_the_link_of_an_email_is_activity(moving: MovingTime, game: Game) -> None:
    ada, cleo, ben = make_user("Ada"), make_user("Cleo"), make_user("Ben")
    row = propose(game.pk, ada, "abort")
    Client().post(reverse("games:proposal_link", args=[proposal_link_token(row, cleo)]), {"answer": "no"})
    assert seen_at(cleo) == moving.now
    request = name_deputy(ada, "Ben", moving.now)
    Client().post(reverse("games:deputy_link", args=[deputy_link_token(request)]), {"answer": "yes"})
    assert seen_at(ben) == moving.now


def test_taking_the_seat_back_by_the_link_of_an_email_is_activity(moving: MovingTime, game: Game) -> None:
    ada = make_user("Ada")
    substitutes.offer(game, game.seats.get(number=0), moving.now, moving.now)
    Client().post(reverse("games:seat_link", args=[seat_token(ada, game)]))
    assert seen_at(ada) == moving.now


def test_requests_of_pages_and_programs_are_activity(moving: MovingTime, game: Game) -> None:
    ada, cleo = make_user("Ada"), make_user("Cleo")
    signed_in(ada).get("/")
    assert seen_at(ada) == moving.now
    Client().get("/api/v1/me/", headers={"Authorization": f"Bearer {create_token(cleo, 'a program')[1]}"})
    assert seen_at(cleo) == moving.now


def test_the_open_pages_of_the_others_learn_during_a_pause_that_a_clock_has_started(
    moving: MovingTime, game: Game
) -> None:
    ada, cleo = make_user("Ada"), make_user("Cleo")
    answer(game.pk, propose(game.pk, ada, "pause").pk, cleo, True)
    seat = game.seats.get(is_acting=True)
    assert seat.user
    before = fresh(game).version
    note_opened(game.pk, seat.user, moving.now)
    assert fresh(game).version == before + 1
    note_opened(game.pk, seat.user, moving.now)
    assert fresh(game).version == before + 1
