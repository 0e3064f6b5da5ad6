"""Email preferences of players, chosen on the site or by a link in an email."""

from collections.abc import Mapping, Sequence
from datetime import time

from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import update_profile
from games.models import Frequency, Game, InvitationOptOut, MailPreference, Notification, NotificationState
from games.selectors.notifications.mail_preferences import DIGESTS, OPTIONAL_KINDS, UnsubscribeScope


@transaction.atomic
def set_preferences(user: User, choices: Mapping[str, str], game: Game | None = None) -> None:
    """Store how often the player wants emails of each kind, in general or from one table.

    ``choices`` maps kinds ("" for all of them) to a Frequency, or to "" for no choice of its own. Other kinds keep
    theirs. Held emails are decided again.
    """
    MailPreference.objects.filter(user=user, kind__in=choices, game=game).delete()
    rows = [
        MailPreference(user=user, kind=kind, game=game, frequency=often) for kind, often in choices.items() if often
    ]
    MailPreference.objects.bulk_create(rows, ignore_conflicts=True)  # if two windows save at once, the first one counts
    recheck_held(user)


@transaction.atomic
def set_hours(
    user: User, digest_hour: int, quiet_from: time | None, quiet_until: time | None, **form_of_emails: str | bool
) -> None:
    """Store the hour of digests, the quiet hours (None for none) and the form of emails, if it is given.

    Held emails are decided again.
    """
    hours = {"digest_hour": digest_hour, "quiet_from": quiet_from, "quiet_until": quiet_until}
    update_profile(user, **hours, **form_of_emails)
    recheck_held(user)


def recheck_held(user: User) -> None:
    """Make the player's held emails due, so that a worker decides them again."""
    held = Notification.objects.filter(user=user, state=NotificationState.HELD, digest=None)
    held.update(due_at=timezone.now())


def opt_out(email: str) -> None:
    """Stop invitations to an address without an account. Repeating it changes nothing."""
    InvitationOptOut.objects.get_or_create(email=email.lower())


def opt_in(email: str) -> None:
    """Allow invitations to an address again. Repeating it changes nothing."""
    InvitationOptOut.objects.filter(email=email.lower()).delete()


@transaction.atomic
def stop_mail(user: User, scope: UnsubscribeScope, kind: str = "", game: Game | None = None) -> None:
    """Stop emails by an unsubscribe link. Repeating it changes nothing; ``resume_mail`` undoes it.

    A kind is stopped at every table, including tables with a choice of their own. Account emails cannot be stopped.
    """
    own = MailPreference.objects.filter(user=user)
    if scope is UnsubscribeScope.KIND and kind in OPTIONAL_KINDS:
        tables = own.filter(game__isnull=False).values_list("game", flat=True).distinct()
        _silence(own.filter(kind=kind), user, kind, [None, *tables])
    elif scope is UnsubscribeScope.TABLE and game:
        _silence(own.filter(kind="", game=game), user, "", [game.pk])
    elif scope is UnsubscribeScope.DIGESTS:
        _silence(own.filter(frequency__in=DIGESTS), user, "", [])
    elif scope is UnsubscribeScope.ALL:
        _silence(own.filter(kind="", game=None), user, "", [None])
    recheck_held(user)


def _silence(choices: QuerySet[MailPreference], user: User, kind: str, table_ids: Sequence[int | None]) -> None:
    """Set choices to "never", and add it for a kind at the tables (None: in general) that have no choice."""
    existing = set(choices.values_list("game", flat=True))
    never = {"user": user, "kind": kind, "frequency": Frequency.NEVER, "previous": MailPreference.NOTHING}
    fresh = [MailPreference(game_id=table_id, **never) for table_id in table_ids if table_id not in existing]
    choices.exclude(frequency=Frequency.NEVER).update(previous=F("frequency"), frequency=Frequency.NEVER)
    MailPreference.objects.bulk_create(fresh, ignore_conflicts=True)


@transaction.atomic
def resume_mail(user: User, scope: UnsubscribeScope, kind: str = "", game: Game | None = None) -> None:
    """Undo ``stop_mail``: restore the previous choices.

    What was set to "never" on the site, and not by a link, is sent every time afterwards.
    """
    rows = MailPreference.objects.filter(user=user, frequency=Frequency.NEVER)
    if scope is UnsubscribeScope.DIGESTS:
        rows = rows.filter(previous__in=DIGESTS)
    elif scope is UnsubscribeScope.KIND:
        rows = rows.filter(kind=kind).exclude(game__isnull=False, previous="")
    else:
        rows = rows.filter(kind="", game=game if scope is UnsubscribeScope.TABLE else None)
    rows.filter(previous__in=Frequency.values).update(frequency=F("previous"), previous="")
    rows.filter(previous__in=["", MailPreference.NOTHING]).delete()
    recheck_held(user)


def stop_all_mail(user: User) -> None:
    """Stop all emails to a player except account emails."""
    stop_mail(user, UnsubscribeScope.ALL)
