"""Tests of games/models/sql.py on both databases; pages/updates/test_unchanged.py has the changes of a page."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import AdvanceOrder, Frequency, Game, MailPreference, Seat
from games.models.sql import Fact, is_private, table_facts
from games.services.tables.chat import post_message
from tests.makers import finished_game, host_of, make_table, make_user, started_game

pytestmark = pytest.mark.django_db


def facts(game: Game) -> list[Fact]:
    """Return what the host sees. Robots whose turn began in the last minute are thinking."""
    return table_facts(game.pk, game.host_id, timezone.now() - timedelta(minutes=1))


def give_turn_to_robot(game: Game, minutes: int) -> None:
    seat = Seat.objects.filter(game=game, user__robot="greedy")
    seat.update(is_acting=True, acting_since=timezone.now() - timedelta(minutes=minutes))


def test_a_robot_thinks_only_for_a_while() -> None:
    game = make_table(make_user(), robots=["greedy"])
    give_turn_to_robot(game, minutes=0)
    thinking = facts(game)
    give_turn_to_robot(game, minutes=2)
    assert len(facts(game)) == len(thinking)
    assert facts(game) != thinking


def prefer_silence(game: Game) -> None:
    MailPreference.objects.create(user=host_of(game), game=None, kind="turn", frequency=Frequency.NEVER)


def order(game: Game) -> None:
    AdvanceOrder.objects.create(user=host_of(game), game=game, number=1, rank=1, created_at=timezone.now())


def wait_elsewhere(game: Game) -> None:
    Seat.objects.filter(game=started_game(host_of(game), make_user()), user=game.host).update(is_acting=True)


@pytest.mark.parametrize("change", [prefer_silence, order, wait_elsewhere])
def test_changes_of_the_viewer_change_the_facts(change: Callable[[Game], None]) -> None:
    game = started_game()
    before = facts(game)
    change(game)
    assert facts(game) != before


def test_other_players_do_not_change_the_facts() -> None:
    game = started_game()
    before = facts(game)
    Seat.objects.filter(game=game).exclude(user=game.host).update(seen_ply=1)
    assert facts(game) == before


def test_a_visitor_sees_the_seats_the_authors_and_the_analysis() -> None:
    game = finished_game()
    post_message(game.pk, host_of(game), "Well played.")
    kinds = {row[0] for row in table_facts(game.pk, None, timezone.now())}
    assert kinds == {"analysis", "author", "orders", "seat"}


def test_a_table_is_private_or_public_or_has_another_version() -> None:
    public, private = started_game(), started_game(is_private=True)
    assert is_private(public.code, public.version) is False
    assert is_private(private.code, private.version) is True
    assert is_private(public.code, public.version + 1) is None
