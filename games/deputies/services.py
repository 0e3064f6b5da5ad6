"""Deputies: friends who may play for a player who is away. They are named, answer, and are asked after a deadline.

If a deputy who was asked is revoked, or is not there, nothing else changes: the stand-in turn comes at the end of the
day that everyone at the table was notified of, and until then the player may still play.
"""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.blocks import MIN_TIME_TO_DECLINE, swallows, time_to_decline
from accounts.lock import lock_user
from accounts.models import User
from games.clocks.models import Turn
from games.clocks.waking_hours import could_have_answered
from games.common import rate_limits
from games.common.errors import Conflict, Invalid, NotFound, TooMany
from games.common.people import person_named
from games.common.permissions import require_active_account, require_confirmed_address, require_unblocked
from games.core.choices import Status
from games.core.lock import bump_versions
from games.core.log import add_event
from games.core.models import EventKind, Game
from games.notifications import outbox
from games.notifications.models import Kind
from games.notifications.outbox import notify_players

from .models import Deputy
from .selectors import deputy_for_turn, represented_games


@transaction.atomic
def name_deputy(user: User, name: str, now: datetime, *, first: date | None = None, last: date | None = None) -> Deputy:
    """Name the deputy of a player: for some local days, or whenever the player is late. The friend must accept.

    Raises Invalid (unknown-player, is-robot, own-name, bad-dates), Conflict (has-deputy), Forbidden (account-closed,
    address-unconfirmed), TooMany.
    """
    require_active_account(user)
    require_confirmed_address(user)
    friend = person_named(name)
    if friend.robot:
        raise Invalid("is-robot", _("A robot cannot be your deputy."))
    if friend.pk == user.pk:
        raise Invalid("own-name", _("You cannot be your own deputy."))
    if (first is None) != (last is None) or (first and last and not first <= last):
        raise Invalid("bad-dates", _("Enter a first day and a last day that is not before it, or neither."))
    if last and last < (now - timedelta(days=1)).date():
        raise Invalid("bad-dates", _("These days are over."))
    require_unblocked(user, [friend.pk])
    lock_user(user)
    if Deputy.objects.current().filter(user=user).exists():
        raise Conflict("has-deputy", _("You already have a deputy. Remove them first."))
    if Deputy.objects.filter(user=user, deputy=friend, created_at__gt=now - timedelta(days=1)).exists():
        raise TooMany(rate_limits.DAY, _("You have already asked this player today. Try again tomorrow."))
    rate_limits.count("invite", user.pk)
    rate_limits.count_recipient(user, friend.pk)
    row = Deputy.objects.create(user=user, deputy=friend, first=first, last=last, created_at=now)
    if not swallows(user, friend):  # else the friend's page does not show the request, and it ends later
        outbox.queue(Kind.DEPUTY, f"request:{row.pk}", user=friend, params={"deputy": row.pk})
    return row


@transaction.atomic
def accept_request(deputy: User, pk: int, now: datetime) -> Deputy:
    """Accept to be a player's deputy. Repeating it changes nothing. Raises NotFound, Forbidden.

    The deputy is notified of each turn that already waits for one.
    """
    require_active_account(deputy)
    mine = Deputy.objects.current().without_blocked(deputy).filter(pk=pk, deputy=deputy)
    is_new = mine.filter(accepted_at=None).update(accepted_at=now)
    row = mine.select_related("user__profile", "deputy").first()
    if row is None:
        raise NotFound
    for game, seat in represented_games(deputy, now, [row]) if is_new else ():
        _queue_request(Turn.objects.get(game=game, seat=seat, ended_at=None), game, deputy)
    if is_new:
        _update_pages(row)
    return row


def _update_pages(row: Deputy) -> None:
    """Let the pages show who may play: the tables where the player has to act."""
    bump_versions(Game.objects.filter(status=Status.RUNNING, seats__user=row.user_id, seats__is_acting=True))


@transaction.atomic
def end_deputy(user: User, pk: int, now: datetime) -> Deputy:
    """Decline, give back or revoke: either of the two ends it at once, and once. Raises NotFound."""
    mine = Deputy.objects.filter(Q(user=user) | Q(deputy=user), pk=pk)
    is_new = mine.filter(ended_at=None).update(ended_at=now, ended_by=user)
    row = mine.first()
    if row is None:
        raise NotFound
    if is_new:
        _update_pages(row)
    return row


def end_all_deputies(user: User, now: datetime) -> None:
    """End everything that a player has to do with deputies, because the account closes."""
    current = Deputy.objects.current()
    for rows in (current.filter(user=user), current.filter(deputy=user)):
        rows.update(ended_at=now, ended_by=user)


@transaction.atomic
def end_deputies_between(user: User, other: User, now: datetime) -> None:
    """End what a player and another whom they have just blocked do for each other. Requests by the other wait."""
    mine = Q(user=user, deputy=other) | Q(user=other, deputy=user, accepted_at__isnull=False)
    for row in Deputy.objects.current().filter(mine):
        end_deputy(user, row.pk, now)


def decline_unwanted(now: datetime) -> None:
    """End the requests between people who are kept apart, after the waking time that a person might have taken.

    So the player learns no more than from any other friend who does not want to be the deputy.
    """
    since = now - MIN_TIME_TO_DECLINE
    for row in Deputy.objects.unwanted().filter(created_at__lte=since).select_related("deputy__profile"):
        if could_have_answered(row.deputy, row.created_at, time_to_decline(f"deputy:{row.pk}"), now):
            end_deputy(row.deputy, row.pk, now)


def ask_deputy(turn: Turn, at: datetime, now: datetime) -> None:
    """Ask the deputy to play a turn, and notify the table. Runs under the game's lock."""
    row = deputy_for_turn(turn, now)
    deputy: User | None = row.deputy if row else None
    event = add_event(
        turn.game, EventKind.DEPUTY, now, seat=turn.seat.number, user=deputy, params={"at": at.isoformat()}
    )
    notify_players(event)
    if deputy:
        _queue_request(turn, turn.game, deputy)


def _queue_request(turn: Turn, game: Game, deputy: User) -> None:
    outbox.queue(Kind.DEPUTY, f"{turn.pk}", user=deputy, game=game, params={"turn": turn.pk, "for": turn.user_id})
