"""How often a player wants mail, and when none: what is chosen on the site, and what a link in a mail stops."""

from collections.abc import Mapping
from datetime import time

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import update_profile
from games.models import Frequency, Game, MailChoice, MailRefusal, Notification, NotificationState
from games.selectors.mail_choices import DIGESTS, SWITCHABLE, Reach


@transaction.atomic
def set_choices(user: User, choices: Mapping[str, str], game: Game | None = None) -> None:
    """Store how often mails of each kind shall come, in general or from one table.

    ``choices`` names kinds ("" for all of them) with a Frequency, or with "" for no choice of its own. Kinds that are
    not named keep what they have. Mails that are held are judged anew.
    """
    MailChoice.objects.filter(user=user, kind__in=choices, game=game).delete()
    rows = [MailChoice(user=user, kind=kind, game=game, frequency=often) for kind, often in choices.items() if often]
    MailChoice.objects.bulk_create(rows, ignore_conflicts=True)  # of two who save at once the first one counts
    judge_anew(user)


@transaction.atomic
def set_hours(user: User, digest_hour: int, quiet_from: time | None, quiet_until: time | None) -> None:
    """Store when digests come and when no mail comes (neither given: at any time). Held mails are judged anew."""
    update_profile(user, digest_hour=digest_hour, quiet_from=quiet_from, quiet_until=quiet_until)
    judge_anew(user)


def judge_anew(user: User) -> None:
    """Let a worker look at every mail that is held for the player: what held it may have changed."""
    held = Notification.objects.filter(user=user, state=NotificationState.HELD, digest=None)
    held.update(due_at=timezone.now())


def refuse_address(email: str) -> None:
    """Send no more invitations to an address without an account. Doing it twice changes nothing."""
    MailRefusal.objects.get_or_create(email=email.lower())


def admit_address(email: str) -> None:
    """Take a refusal back. Doing it twice changes nothing."""
    MailRefusal.objects.filter(email=email.lower()).delete()


@transaction.atomic
def stop(user: User, reach: Reach, kind: str = "", game: Game | None = None) -> None:
    """Stop mail as a link in one of them asks. Doing it twice changes nothing; ``resume`` undoes it.

    A kind is stopped at every table, at those with a choice of their own, too. Account mail cannot be stopped.
    """
    if reach is Reach.KIND and kind in SWITCHABLE:
        _silence(user, kind, None)
        for table in Game.objects.filter(mail_choices__user=user).distinct():
            _silence(user, kind, table)
    elif reach is Reach.TABLE and game:
        _silence(user, "", game)
    elif reach is Reach.DIGESTS:
        for row in MailChoice.objects.filter(user=user, frequency__in=DIGESTS):
            _silence(user, row.kind, row.game)
    elif reach is Reach.ALL:
        _silence(user, "", None)
    judge_anew(user)


def _silence(user: User, kind: str, game: Game | None) -> None:
    fresh = {"frequency": Frequency.NEVER, "before": MailChoice.NOTHING}
    row, is_new = MailChoice.objects.get_or_create(user=user, kind=kind, game=game, defaults=fresh)
    if not is_new and row.frequency != Frequency.NEVER:
        row.before, row.frequency = row.frequency, Frequency.NEVER
        row.save(update_fields=["before", "frequency"])


@transaction.atomic
def resume(user: User, reach: Reach, kind: str = "", game: Game | None = None) -> None:
    """Undo what ``stop`` did: everything is as often as before, and comes again in any case.

    What was set to "never" on the site itself, and not by such a link, comes every time then.
    """
    rows = MailChoice.objects.filter(user=user, frequency=Frequency.NEVER)
    if reach is Reach.DIGESTS:
        rows = rows.filter(before__in=DIGESTS)
    elif reach is Reach.KIND:
        rows = rows.filter(kind=kind).exclude(game__isnull=False, before="")
    else:
        rows = rows.filter(kind="", game=game if reach is Reach.TABLE else None)
    for row in rows:
        _restore(row)
    judge_anew(user)


def _restore(row: MailChoice) -> None:
    if row.before in Frequency:
        row.frequency, row.before = row.before, ""
        row.save(update_fields=["before", "frequency"])
    else:
        row.delete()


def mute(user: User) -> None:
    """Send this player nothing but account mail, until they wish otherwise."""
    stop(user, Reach.ALL)
