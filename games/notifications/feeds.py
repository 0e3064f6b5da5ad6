"""Private addresses of calendars and feeds: creation and revocation."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from games.common.errors import Conflict, Invalid, NotFound
from games.core.models import Game

from .models import Feed, FeedKind

DAYS_OF_A_FEED = 365  # until it expires, if nothing else is chosen
MAX_FEEDS = 20  # feeds of one player that work


@transaction.atomic
def make_feed(user: User, kind: str, game: Game | None = None, days: int = DAYS_OF_A_FEED) -> Feed:
    """Create a feed that expires after some days.

    ``game`` is the table of a table's feed; the caller has checked that the user can see it.
    Raises Invalid (unknown-feed), Conflict (too-many-feeds).
    """
    if kind not in FeedKind.values or (kind == FeedKind.TABLE) != (game is not None):
        raise Invalid("unknown-feed", _("This feed does not exist."))
    lock_user(user)
    now = timezone.now()
    if Feed.objects.valid(now).filter(user=user).count() >= MAX_FEEDS:
        raise Conflict("too-many-feeds", _("You have reached the limit for feeds. Remove one first."))
    return Feed.objects.create(user=user, kind=kind, game=game, expires_at=now + timedelta(days=days))


def revoke_all_feeds(user: User) -> None:
    Feed.objects.filter(user=user, revoked_at=None).update(revoked_at=timezone.now())


def revoke_feed(user: User, pk: int) -> None:
    """Revoke a feed. Raises NotFound for an unknown or revoked feed, or one of another player."""
    if not Feed.objects.filter(user=user, pk=pk, revoked_at=None).update(revoked_at=timezone.now()):
        raise NotFound
