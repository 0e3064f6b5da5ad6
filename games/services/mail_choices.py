"""How often a player wants mail, and when none: what is chosen on the site, and what a link in a mail stops."""

from collections.abc import Mapping, Sequence
from datetime import time

from django.db import transaction
from django.db.models import F, QuerySet
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
    own = MailChoice.objects.filter(user=user)
    if reach is Reach.KIND and kind in SWITCHABLE:
        tables = own.filter(game__isnull=False).values_list("game", flat=True).distinct()
        _silence(own.filter(kind=kind), user, kind, [None, *tables])
    elif reach is Reach.TABLE and game:
        _silence(own.filter(kind="", game=game), user, "", [game.pk])
    elif reach is Reach.DIGESTS:
        _silence(own.filter(frequency__in=DIGESTS), user, "", [])
    elif reach is Reach.ALL:
        _silence(own.filter(kind="", game=None), user, "", [None])
    judge_anew(user)


def _silence(choices: QuerySet[MailChoice], user: User, kind: str, places: Sequence[int | None]) -> None:
    """Turn choices into "never", and make it one for a kind at places (None: in general) that have none."""
    known = set(choices.values_list("game", flat=True))
    never = {"user": user, "kind": kind, "frequency": Frequency.NEVER, "before": MailChoice.NOTHING}
    fresh = [MailChoice(game_id=place, **never) for place in places if place not in known]
    choices.exclude(frequency=Frequency.NEVER).update(before=F("frequency"), frequency=Frequency.NEVER)
    MailChoice.objects.bulk_create(fresh, ignore_conflicts=True)


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
    rows.filter(before__in=Frequency.values).update(frequency=F("before"), before="")
    rows.filter(before__in=["", MailChoice.NOTHING]).delete()
    judge_anew(user)


def mute(user: User) -> None:
    """Send this player nothing but account mail, until they wish otherwise."""
    stop(user, Reach.ALL)
