"""A script for ``manage.py shell``: it plays on every game of a migrated database and opens every table.

With FULL every game is played to its end, otherwise one of each title, and one action of the others.
"""

import os
from unittest.mock import patch

from django.test import Client

from accounts.models import User
from games.core.choices import Status
from games.core.log import state_of
from games.core.models import Game, Seat
from games.engine.registry import get_title
from games.lobby.invitations import decline_invitation
from games.lobby.models import InvitationState
from games.lobby.tables import join_table
from games.play.actions import play_action

TURNS = 2000  # more than any stored game has left


def play_on() -> str:
    """Play on. Return a sentence about the result."""
    for game in Game.objects.filter(status=Status.OPEN):
        with patch("games.lobby.tables.require_reliable"):  # some of them were often late
            _seat_everyone(game)
    plies, finished = 0, set[str]()
    for game in Game.objects.filter(status=Status.RUNNING).order_by("-ply"):
        plies += _play(game, to_the_end=bool(os.environ.get("FULL")) or game.title not in finished)
        finished.add(game.title)
    client = Client(HTTP_HOST="localhost")
    for game in Game.objects.all():
        client.force_login(_viewer(game))
        assert client.get(game.get_absolute_url()).status_code == 200, game
    statuses = sorted(Game.objects.values_list("status", flat=True))
    return f"{plies} plies played; {statuses.count('finished')} of {len(statuses)} games finished"


def _seat_everyone(game: Game) -> None:
    """Fill the free seats of an open table with players who have no seat there."""
    seats = (
        Seat.objects.exclude(user=None)
        .exclude(user__in=game.seats.values("user"))
        .filter(user__robot="", user__is_guest=False)
    )
    candidates = list({seat.user_id: seat.user for seat in seats.select_related("user") if seat.user}.values())
    for invitation in game.invitations.filter(state=InvitationState.PENDING):
        decline_invitation(invitation.code, invitation.user)
    for user in candidates[: game.seat_count - game.seats.count()]:
        join_table(game.pk, user)


def _play(game: Game, *, to_the_end: bool) -> int:
    """Play the middle one of the legal actions once, or until no seat acts. Return the number of plies."""
    title, first = get_title(game.title), game.ply
    for _ in range(TURNS if to_the_end else 1):
        game.refresh_from_db()
        acting = game.seats.filter(is_acting=True).select_related("user").first()
        if game.status != Status.RUNNING or acting is None or acting.user is None:
            break
        state = state_of(game)
        actions = [action for action in title.legal_actions(state) if action.seat == acting.number]
        play_action(game.pk, acting.user, title.notation(actions[len(actions) // 2]), game.ply)
    game.refresh_from_db()
    assert game.status == Status.FINISHED or not to_the_end, game
    assert game.ply > first
    return game.ply - first


def _viewer(game: Game) -> User:
    """Return who may see the table: one of its players, and staff where nobody plays any more."""
    seat = game.seats.filter(user__is_active=True, user__robot="").select_related("user").first()
    return seat.user if seat and seat.user else _staff()


def _staff() -> User:
    found = User.objects.filter(username="inspector").first()
    return found or User.objects.create_superuser("inspector", "inspector@example.org", "carpets-and-coins")
