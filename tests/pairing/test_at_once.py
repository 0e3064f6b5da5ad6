"""Players who search and open challenges in the same moment: nobody gets an error, and nobody two seats for one."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game, Seat
from games.pairing.services import NewChallenge, find_opponent, open_challenge, wish_of
from tests.makers import make_table, make_user

pytestmark = pytest.mark.django_db(transaction=True)

NEW = NewChallenge(title="marrakech", ruleset="gigamic")


def search(user: User) -> None:
    find_opponent(user, wish_of(user, "marrakech"))


def challenge(user: User) -> None:
    open_challenge(user, NEW)


@pytest.mark.slow
def test_searches_and_challenges_at_once_leave_nobody_with_an_error() -> None:
    make_table(make_user(), pace="usual", is_rated=True)
    people = [make_user() for _number in range(6)]
    start, errors = threading.Barrier(6), list[Exception]()

    def act(work: Callable[[User], None], user: User) -> None:
        start.wait()
        try:
            work(user)
        except Exception as error:
            errors.append(error)
        connection.close()

    works = [search, search, search, search, challenge, challenge]
    threads = [threading.Thread(target=act, args=pair) for pair in zip(works, people, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    seats = Seat.objects.filter(user__in=people)
    assert all(seats.filter(user=user).count() == 1 for user in people[:4])
    assert all(seats.filter(user=user).count() <= 1 for user in people[4:])
    games = Game.objects.exclude(status=Status.CANCELLED)
    assert all(game.seats.count() == (2 if game.status == Status.RUNNING else 1) for game in games)
    assert games.exclude(status=Status.RUNNING).count() + 6 - seats.count() == 1  # three games: one of seven waits
