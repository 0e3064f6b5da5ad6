"""Following a player, and ending it."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from games.common.errors import Conflict, Invalid

from .models import Follow
from .selectors import follow_of, follows_of, may_follow

MAX_FOLLOWED = 200


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
        raise Conflict("too-many-followed", _("You follow as many players as you can. Unfollow one first."))
    return Follow.objects.create(follower=user, followed=other)


def unfollow(user: User, other: User) -> None:
    """End the following of another player. Repeating it changes nothing."""
    Follow.objects.filter(follower=user, followed=other).delete()


def end_follows_between(user: User, other: User) -> None:
    """Let neither of two players follow the other any more."""
    Follow.objects.filter(Q(follower=user, followed=other) | Q(follower=other, followed=user)).delete()
