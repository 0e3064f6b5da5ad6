"""Quiet mode: an account that reads and writes no words of players, for children and whoever wants it.

Who asks whether a player is in it: ``accounts.selectors.is_quiet`` and ``accounts.quiet``; here it is switched.
"""

from django.db import transaction
from django.db.models import F, OuterRef, PositiveBigIntegerField, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import QuietMode, User
from accounts.selectors import get_profile
from accounts.services import update_profile
from games.common.errors import Forbidden
from games.conduct.models import RecordRole, Verb
from games.conduct.services import add_record, checked_reason
from games.core.models import Seat
from games.notifications.letters import send_letter
from games.notifications.links import link
from games.notifications.models import Kind, Notification

from .models import ChatMessage


@transaction.atomic
def set_quiet(user: User, *, on: bool) -> None:
    """Switch one's own quiet mode. Raises Forbidden (quiet-by-moderator) if a moderator has switched it on."""
    lock_user(user)
    user.profile.refresh_from_db()
    if user.profile.quiet == QuietMode.STAFF:
        raise Forbidden(
            "quiet-by-moderator",
            _("A moderator has switched quiet mode on. To change it, write to the people who run this site."),
        )
    _store_quiet(user, QuietMode.OWN if on else QuietMode.OFF)


@transaction.atomic
def set_quiet_by_moderator(moderator: User, user: User, reason: str, *, on: bool) -> None:
    """Switch a player's quiet mode, for the record. The player gets an email, and a notice on *My games*.

    Raises Forbidden (own-case), Invalid (no-reason).
    """
    if moderator.pk == user.pk:
        raise Forbidden("own-case", _("No one decides about themselves."))
    lock_user(user)
    before, after = get_profile(user).quiet, QuietMode.STAFF if on else QuietMode.OFF
    reason = checked_reason(reason)
    _store_quiet(user, after, is_unread=True)
    about = {"person": user, "before": before, "after": after, "reason": reason}
    add_record(moderator, RecordRole.MODERATOR, Verb.QUIET, user.username, **about)
    send_letter(user, "quiet", is_on=on, reason=reason, there=link("games:quiet"), label=_("Quiet mode"))


def read_quiet(user: User) -> None:
    """Note that the player has read that a moderator has switched quiet mode. Repeating it changes nothing."""
    update_profile(user, quiet_unread=False)


def _store_quiet(user: User, mode: QuietMode, *, is_unread: bool = False) -> None:
    """Store it, and let the pages of the player's tables be made again. What was written meanwhile is not new."""
    update_profile(user, quiet=mode, quiet_unread=is_unread)
    latest = ChatMessage.objects.filter(game=OuterRef("game")).order_by("-pk").values("pk")[:1]
    read = Coalesce(Subquery(latest), Value(0), output_field=PositiveBigIntegerField())
    Seat.objects.filter(user=user).update(unread_messages=0, read_message=read, version=F("version") + 1)
    if mode != QuietMode.OFF:
        Notification.objects.filter(user=user, kind=Kind.MENTION, sent_at=None).delete()
