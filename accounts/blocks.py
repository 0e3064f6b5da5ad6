"""Blocks: the only place that asks who has blocked whom. docs/moderation.md says what each of the two notices.

- Lists that the site composes leave people out for both: ``hidden_from``.
- What somebody has asked for by name looks to whom was blocked as to anybody; only the blocker is spared the other
  there: ``blocked_by``, and ``muted_by`` where both play.
- What the blocker sends is refused: ``require_unblocked`` in ``games/common/permissions.py``.
- What is sent to the blocker is accepted and goes nowhere: ``swallows``. After ``time_to_decline`` it is declined.
"""

from datetime import timedelta

from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, F, OuterRef, Q, QuerySet, When
from django.utils.crypto import salted_hmac

from .models import Block, User

MIN_TIME_TO_DECLINE, MAX_TIME_TO_DECLINE = timedelta(minutes=20), timedelta(hours=8)


def hidden_from(viewer: User | AnonymousUser | OuterRef | None) -> QuerySet[Block, int]:
    """Return the ids of the people whom the viewer has blocked, and of those who have blocked the viewer.

    Everything that brings people together asks this: in a statement of its own, or as part of another
    (``user__in=hidden_from(viewer)``), where the viewer may be a column.
    """
    if not isinstance(viewer, User | OuterRef):
        return Block.objects.none().values_list("blocked", flat=True)
    around = Block.objects.filter(Q(blocker=viewer) | Q(blocked=viewer)).order_by()
    other = Case(When(blocker=viewer, then=F("blocked")), default=F("blocker"))
    return around.annotate(other=other).values_list("other", flat=True)


def blocked_by(user: User | AnonymousUser | None) -> QuerySet[Block, int]:
    """Return the ids of the people whom the user has blocked: for what the user is spared and the others are not."""
    rows = user.blocks.order_by() if isinstance(user, User) else Block.objects.none()
    return rows.values_list("blocked", flat=True)


def muted_by(user: User) -> QuerySet[Block, int]:
    """Return the ids of the people whose messages the user does not want to see even where both play."""
    return blocked_by(user).filter(hides_messages=True)


def muting(user: User) -> QuerySet[Block, int]:
    """Return the ids of the people who do not want to see the user's messages even where both play."""
    return user.blocks_received.filter(hides_messages=True).order_by().values_list("blocker", flat=True)


def swallows(sender: User, recipient: User) -> bool:
    """Return True if the recipient has blocked the sender, who must not notice that nothing arrives."""
    return block_of(recipient, sender) is not None


def time_to_decline(key: str) -> timedelta:
    """Return after how much waking time the question with this key, which nobody sees, is declined: as by a person.

    Whoever knows the key cannot work it out.
    """
    digest = int.from_bytes(salted_hmac("accounts.blocks.time_to_decline", key).digest()[:8])
    seconds = (MAX_TIME_TO_DECLINE - MIN_TIME_TO_DECLINE).total_seconds()
    return MIN_TIME_TO_DECLINE + timedelta(seconds=digest % seconds)


def is_blockable(user: User, other: User) -> bool:
    """Return True if the user can block this account: another person's, of people who meet others."""
    return user.pk != other.pk and not (other.robot or other.is_guest or user.is_guest)


def blocks_of(user: User) -> QuerySet[Block]:
    """Return whom the user has blocked, latest first, with their profiles.

    A closed account is not among them, unless it was erased: it will not come back, and what it wrote is still hidden.
    """
    is_there = Q(blocked__is_active=True) | Q(blocked__erasure__erased_at__isnull=False)
    return user.blocks.filter(is_there).select_related("blocked__profile")


def blocked_by_name(user: User, name: str) -> User | None:
    """Return the player of this name whom the user has blocked, also one whose account is erased."""
    row = blocks_of(user).filter(blocked__username__iexact=name).first()
    return row.blocked if row else None


def block_of(user: User, other: User) -> Block | None:
    """Return the block with which the user has blocked another player; None if there is none."""
    return user.blocks.filter(blocked=other).first()
