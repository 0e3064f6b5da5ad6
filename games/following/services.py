"""Following players and marking games, and what ends both."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from accounts.selectors import blocked_for
from games.common.errors import Conflict, Forbidden, Invalid
from games.core.models import Game
from games.core.selectors import has_blocked, may_see
from games.notifications import outbox
from games.notifications.models import Kind

from .models import Follow, Mark
from .selectors import follow_of, follows_of, may_follow

MAX_FOLLOWED = 200
MAX_MARKS = 100  # of games that are not over


@transaction.atomic
def follow(user: User, other: User) -> Follow:
    """Let a player follow another, who is not told. Following again changes nothing.

    Raises Invalid (not-followable) for a robot, a guest, the player's own account, and where a block keeps the two
    apart; Conflict (too-many-followed).
    """
    if not may_follow(user, other):
        raise Invalid("not-followable", _("You cannot follow this player."))
    lock_user(user)
    if row := follow_of(user, other):
        return row
    if follows_of(user).count() >= MAX_FOLLOWED:
        raise Conflict("too-many-followed", _("You have reached the limit for players you follow. Unfollow one first."))
    return Follow.objects.create(follower=user, followed=other)


def unfollow(user: User, other: User) -> None:
    """End the following of another player. Repeating it changes nothing."""
    Follow.objects.filter(follower=user, followed=other).delete()


def end_between(user: User, other: User) -> None:
    """Let neither of two players follow the other any more, or know how a game of the other ends."""
    for one, another in ((user, other), (other, user)):
        Mark.objects.filter(user=one, game__seats__user=another).delete()
    Follow.objects.filter(Q(follower=user, followed=other) | Q(follower=other, followed=user)).delete()


@transaction.atomic
def mark(user: User, game: Game) -> Mark:
    """Let a player know when a game ends that the player can see. Marking again changes nothing.

    Raises Forbidden (not-markable) for a guest, for a game of the player's own, and where a block keeps the player
    apart from someone; Conflict (game-over, too-many-marks).
    """
    if user.is_guest or game.seats.filter(user=user).exists() or has_blocked(game, user):
        raise Forbidden("not-markable", _("You cannot mark this game."))
    if game.is_over:
        raise Conflict("game-over", _("This game is over."))
    lock_user(user)
    if row := Mark.objects.filter(user=user, game=game).first():
        return row
    if Mark.objects.filter(user=user, game__finished_at=None).count() >= MAX_MARKS:
        raise Conflict("too-many-marks", _("You have reached the limit for marked games. Remove one first."))
    return Mark.objects.create(user=user, game=game)


def unmark(user: User, game: Game) -> None:
    """Remove a mark. Repeating it changes nothing."""
    Mark.objects.filter(user=user, game=game).delete()


def notify_of_end(game: Game) -> None:
    """Queue a notification to everyone who has marked a game that has just ended, and remove marks that show nothing.

    Who cannot see the game any more, has a seat there meanwhile, or is kept apart from someone there is told nothing.
    """
    marks = list(Mark.objects.filter(game=game).select_related("user"))
    if not marks:
        return
    seats = list(game.seats.select_related("user", "owner"))
    people = {person for seat in seats for person in (seat.user, seat.owner) if person}
    apart = {seat.user_id for seat in seats}.union(*(blocked_for(person) for person in people))
    told = [row for row in marks if row.user_id not in apart and may_see(game, row.user)]
    Mark.objects.filter(game=game).exclude(pk__in=[row.pk for row in told]).delete()
    outbox.queue_at_table(game, [row.user for row in told], Kind.MARKED, f"{game.pk}")
