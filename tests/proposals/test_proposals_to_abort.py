from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.utils import timezone

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game, Seat
from games.play.models import Proposal
from games.play.proposals import answer
from tests.makers import finished_game, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]
migration = import_module("games.migrations.0022_proposals_to_abort")


def wished(*numbers: int) -> tuple[Game, list[User]]:
    """Return a game of three in which the players of some seats wish to end it, and its players."""
    players = [make_user() for _ in range(3)]
    game = started_game(*players)
    Seat.objects.filter(game=game, number__in=numbers).update(wants_abort=True)
    return game, players


def test_the_migration_makes_a_proposal_by_the_first_who_wished_to_abort() -> None:
    game, players = wished(1, 2)
    migration.propose(apps, None)
    row = Proposal.objects.get(game=game)
    assert (row.kind, row.state, row.user, row.ply) == ("abort", "open", players[1], game.ply)
    assert row.expires_at - row.created_at == timedelta(days=3)
    assert row.expires_at > timezone.now()
    assert {one.user for one in row.answers.all() if one.agrees} == set(players[1:])
    answer(game.pk, row.pk, players[0], True)
    assert Game.objects.get(pk=game.pk).status == Status.ABORTED


def test_the_migration_makes_no_proposal_in_games_without_a_wish_or_finished_ones() -> None:
    wished()
    over = finished_game()
    Seat.objects.filter(game=over).update(wants_abort=True)
    migration.propose(apps, None)
    assert not Proposal.objects.exists()
    assert not Seat.objects.filter(game=over, wants_abort=True).exists()


def test_the_migration_ignores_players_who_are_out_and_former_ones() -> None:
    game, players = wished(0, 1)
    Seat.objects.filter(user=players[0]).update(is_out=True)
    Seat.objects.filter(user=players[1]).update(user=None)
    migration.propose(apps, None)
    assert not Proposal.objects.filter(game=game).exists()


def test_the_migration_of_proposals_can_be_reversed_and_applied_again() -> None:
    game, players = wished(0)
    migration.propose(apps, None)
    migration.forget(apps, None)
    assert not Proposal.objects.exists()
    assert game.seats.get(wants_abort=True).user == players[0]
    migration.propose(apps, None)
    assert Proposal.objects.get(game=game).user == players[0]
