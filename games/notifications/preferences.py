"""Email preferences of players: the possible and the chosen frequencies."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import time
from enum import StrEnum

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import update_profile
from games.core.models import Game

from .models import (
    Frequency,
    InvitationOptOut,
    Kind,
    MailPreference,
    Notification,
    NotificationState,
    PushDevice,
    Webhook,
)

DIGESTS = frozenset({Frequency.TWICE, Frequency.DAILY})
OPTIONAL_KINDS = tuple(kind for kind in Kind if kind.policy.is_optional)
TABLE_KINDS = tuple(  # kinds about a player's table
    kind for kind in OPTIONAL_KINDS if kind not in {Kind.INVITATION, Kind.TABLES}
)
URGENT_KINDS = frozenset({Kind.REMINDER, Kind.DEPUTY})
NEWS_FREQUENCIES = (Frequency.EVERY, Frequency.TWICE, Frequency.DAILY, Frequency.NEVER)
Choices = dict[int, dict[tuple[bool, bool], str]]  # by players: frequencies by (for a table, for a kind)


def players_without_notices(game: Game, users: Collection[User]) -> set[int]:
    """Return which of these players nothing notifies of a turn at a table: no email, no device, no webhook."""
    without_mail = players_without_mail(game, [user.pk for user in users])
    unreached = {user.pk for user in users if user.pk in without_mail or not user.is_confirmed}
    if settings.VAPID_PRIVATE_KEY:
        unreached -= set(PushDevice.objects.filter(user__in=unreached).values_list("user_id", flat=True))
    hooks = Webhook.objects.filter(user__in=unreached, game=None, disabled_at=None)
    return unreached - set(hooks.values_list("user_id", flat=True))


class UnsubscribeScope(StrEnum):
    """Which emails an unsubscribe request stops."""

    KIND = "kind"  # one kind, from every table
    TABLE = "table"  # everything from one table
    DIGESTS = "digests"  # everything that comes in digests
    ALL = "all"


@dataclass(frozen=True, slots=True)
class EffectivePreference:
    """The frequency that applies to an email. ``is_of_table`` tells that it was chosen for its table only."""

    frequency: Frequency
    is_of_table: bool = False


def frequencies_for(kind: str) -> tuple[Frequency, ...]:
    """Return the possible frequencies of emails of a kind ("": of all kinds at a table).

    Reminders and requests to a deputy would come too late in a digest, and news of tables come once a day anyway. Only
    a turn can be urgent. Only turns and mentions are frequent enough for "one email, then none until you act".
    """
    if kind in {Kind.TURN, ""}:
        return tuple(Frequency)
    if kind in URGENT_KINDS or kind == Kind.TABLES:
        return (Frequency.EVERY, Frequency.NEVER)
    return (Frequency.EVERY, Frequency.ONCE, *NEWS_FREQUENCIES[1:]) if kind == Kind.MENTION else NEWS_FREQUENCIES


def preference_for(user: User, kind: str, game: Game | None = None) -> EffectivePreference:
    """Return how often the player wants emails of a kind, from one table or in general.

    The most specific choice applies, but "never" for all emails, or for all from the table, overrides it.
    """
    if kind not in OPTIONAL_KINDS:
        return EffectivePreference(Frequency.EVERY)
    rows = MailPreference.objects.filter(Q(game=None) | Q(game=game), user=user, kind__in=["", kind])
    return most_specific_preference(kind, {(row.game_id is not None, row.kind != ""): row.frequency for row in rows})


def most_specific_preference(kind: str, choices: Mapping[tuple[bool, bool], str]) -> EffectivePreference:
    """Return the choice that applies to emails of a kind. The keys are (for a table, for a kind)."""
    if Frequency.NEVER in {choices.get((False, False)), choices.get((True, False))}:
        return EffectivePreference(Frequency.NEVER)
    if not choices:
        return EffectivePreference(Frequency.EVERY)
    key = max(choices)
    return EffectivePreference(_possible_frequency(kind, Frequency(choices[key])), key[0])


def _possible_frequency(kind: str, frequency: Frequency) -> Frequency:
    """Return what a frequency chosen for all kinds of email means for one of them."""
    if frequency in frequencies_for(kind):
        return frequency
    return Frequency.NEVER if frequency is Frequency.URGENT and kind not in URGENT_KINDS else Frequency.EVERY


def players_without_mail(game: Game, user_ids: Collection[int], kind: Kind = Kind.TURN) -> set[int]:
    if not user_ids:
        return set()
    rows = MailPreference.objects.filter(Q(game=None) | Q(game=game), user__in=user_ids, kind__in=["", kind])
    choices: Choices = defaultdict(dict)
    for row in rows:
        choices[row.user_id][row.game_id is not None, row.kind != ""] = row.frequency
    return _silent(kind, choices)


def turn_frequencies(game: Game, user_ids: Collection[int]) -> dict[int, Frequency]:
    rows = MailPreference.objects.filter(Q(game=None) | Q(game=game), user__in=user_ids, kind__in=["", Kind.TURN])
    choices: Choices = {user_id: {} for user_id in user_ids}
    for row in rows:
        choices[row.user_id][row.game_id is not None, row.kind != ""] = row.frequency
    return {user: most_specific_preference(Kind.TURN, chosen).frequency for user, chosen in choices.items()}


def _silent(kind: Kind, choices: Choices) -> set[int]:
    frequencies = {user_id: most_specific_preference(kind, chosen).frequency for user_id, chosen in choices.items()}
    return {user_id for user_id, frequency in frequencies.items() if frequency is Frequency.NEVER}


def frequency_of(user: User, kind: str, game: Game | None = None) -> Frequency:
    return preference_for(user, kind, game).frequency


def is_switched_off(user: User, kind: str, game: Game | None = None) -> bool:
    return frequency_of(user, kind, game) is Frequency.NEVER


def preferences_of(user: User, game: Game | None = None) -> dict[str, str]:
    """Return the frequencies chosen in general, or for one table, by kind ("" for all kinds)."""
    return dict(MailPreference.objects.filter(user=user, game=game).values_list("kind", "frequency"))


def table_preferences(user: User) -> QuerySet[MailPreference]:
    """Return the player's choices for single tables, newest table first, and "all kinds" first within a table."""
    return MailPreference.objects.filter(user=user, game__isnull=False).select_related("game").order_by("-game", "kind")


def is_stopped(user: User, scope: UnsubscribeScope, kind: str = "", game: Game | None = None) -> bool:
    rows = MailPreference.objects.filter(user=user)
    if scope is UnsubscribeScope.DIGESTS:
        return not rows.filter(frequency__in=DIGESTS).exists()
    lookup = {"kind": kind, "game": None} if scope is UnsubscribeScope.KIND else {"kind": "", "game": game}
    if scope is UnsubscribeScope.ALL:
        lookup["game"] = None
    return rows.filter(**lookup, frequency=Frequency.NEVER).exists()


def has_opted_out(email: str) -> bool:
    return InvitationOptOut.objects.filter(email=email.lower()).exists()


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
    """Store the hour of digests, the quiet hours (None: none) and the form of emails, and decide held emails again."""
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
