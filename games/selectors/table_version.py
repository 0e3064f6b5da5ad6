"""What the page of a table shows beside its log, as values that can be compared."""

from datetime import datetime, timedelta

from accounts.models import User
from games.models import AdvanceOrder, Analysis, Game, MailPreference, OrderState, Seat, Status

from .seats import Viewer

HOUR = timedelta(hours=1)
ROBOT_PATIENCE = timedelta(minutes=3)  # a page asks often for a robot's turn until then
Facts = tuple[object, ...]


def table_facts(game: Game, viewer: Viewer, now: datetime) -> Facts:
    """Return everything in the database that this viewer's page of a started game follows from.

    The log and the chat are covered by ``game.version``. Two to five simple queries, about 0.3 ms each.
    """
    seats = sorted(
        Seat.objects.filter(game=game).values_list(
            "id",
            "user_id",
            "user__username",
            "user__profile__display_name",
            "is_acting",
            "seen_ply",
            "wants_abort",
            "is_out",
            "user__robot",
            "acting_since",
        )
    )
    is_robot_expected = any(robot and since and now - since < ROBOT_PATIENCE for *_, robot, since in seats)
    facts: Facts = (_game_facts(game, now), is_robot_expected, *seats)
    if isinstance(viewer, User) and (mine := next((seat for seat in seats if seat[1] == viewer.pk), None)):
        facts += _player_facts(game, viewer, is_my_turn=mine[4])
    if game.status == Status.FINISHED:
        facts += (Analysis.objects.filter(game=game).values_list("state", "version", "turns_done", "turns").first(),)
    return facts


def _game_facts(game: Game, now: datetime) -> Facts:
    """Return the columns that may change without a new version, and the hours left.

    The minutes left are shown by a script; without scripts the page is at most an hour behind.
    """
    hours = (game.deadline - now) // HOUR if game.deadline else None
    return (
        game.pk,
        game.version,
        game.status,
        game.ply,
        game.name,
        game.is_private,
        game.host_id,
        game.deadline,
        hours,
    )


def _player_facts(game: Game, user: User, *, is_my_turn: bool) -> Facts:
    """Return what the page tells a player alone. Other games and orders are not mentioned in the player's own turn."""
    facts: Facts = tuple(sorted(MailPreference.objects.filter(user=user).values_list("id", "frequency")))
    if not is_my_turn:
        elsewhere = Seat.objects.filter(user=user, is_acting=True, finished_at=None).exclude(game=game)
        facts += (elsewhere.exists(),)
        if game.status == Status.RUNNING:
            facts += (AdvanceOrder.objects.filter(user=user, game=game, state=OrderState.WAITING).count(),)
    return facts
