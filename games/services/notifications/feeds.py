"""Private addresses of calendars and feeds: creation and revocation."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from games.errors import Conflict, Invalid, NotFound
from games.models import Feed, FeedKind, Game

MAX_FEEDS = 20  # feeds of one player that are not revoked


@transaction.atomic
def make_feed(user: User, kind: str, game: Game | None = None) -> Feed:
    """Create a feed. ``game`` is the table of a table's feed; the caller has checked that the user can see it.

    Raises Invalid (unknown-feed), Conflict (too-many-feeds).
    """
    if kind not in FeedKind.values or (kind == FeedKind.TABLE) != (game is not None):
        raise Invalid("unknown-feed", _("This feed does not exist."))
    lock_user(user)
    if Feed.objects.filter(user=user, revoked_at=None).count() >= MAX_FEEDS:
        raise Conflict("too-many-feeds", _("You have reached the limit for feeds. Remove one first."))
    return Feed.objects.create(user=user, kind=kind, game=game)


def revoke_all_feeds(user: User) -> None:
    """Revoke all feeds of a player."""
    Feed.objects.filter(user=user, revoked_at=None).update(revoked_at=timezone.now())


def revoke_feed(user: User, pk: int) -> None:
    """Revoke a feed. Raises NotFound for an unknown or revoked feed, or one of another player."""
    if not Feed.objects.filter(user=user, pk=pk, revoked_at=None).update(revoked_at=timezone.now()):
        raise NotFound
