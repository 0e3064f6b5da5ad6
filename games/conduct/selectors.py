"""What sanctions forbid, and who reads what of the record."""

from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import is_quiet
from games.common.errors import Forbidden
from games.common.wording import full_date

from .models import RecordedAct, Sanction, SanctionKind, Verb

MAX_ROWS = 100  # of the record, on one page
LOOK = timedelta(minutes=30)  # in which someone of the staff may read what they gave a reason for


class Act(StrEnum):
    """What a sanction can forbid. Turns of running games are never forbidden."""

    WRITE = "write"
    RATED = "rated"
    NEW_GAME = "new-game"


FORBIDDEN = {
    SanctionKind.NO_CHAT: (
        Act.WRITE,
        "no-messages",
        _("You cannot write anything for other players until %(date)s. Your settings say why, and how to appeal."),
    ),
    SanctionKind.UNRATED: (
        Act.RATED,
        "no-rated-games",
        _("You cannot start rated games until %(date)s. Your settings say why, and how to appeal."),
    ),
    SanctionKind.EXCLUDED: (
        Act.RATED,
        "no-rated-games",
        _("You are left out of the ratings and cannot start rated games. Your settings say why, and how to appeal."),
    ),
    SanctionKind.NO_GAMES: (
        Act.NEW_GAME,
        "no-new-games",
        _("You cannot start new games until %(date)s. Your settings say why, and how to appeal."),
    ),
}
NO_RATED_GAMES = [kind for kind, (act, _code, _text) in FORBIDDEN.items() if act == Act.RATED]


def sanctions_in_force(user: User | OuterRef, now: datetime) -> QuerySet[Sanction]:
    """Return what binds the player now: unread warnings, and what has not ended."""
    rows = Sanction.objects.filter(user=user, lifted_at=None)
    endless = Q(kind=SanctionKind.WARNING, read_at=None) | Q(kind=SanctionKind.EXCLUDED)
    return rows.filter(endless | Q(kind__in=FORBIDDEN, ends_at__gt=now)).order_by("-ends_at", "-pk")


def refusal_of(user: User, *acts: Act) -> Forbidden | None:
    """Return why a sanction forbids one of these acts, with its end and where the reason is; None if nothing does.

    An unread warning (unread-warning) comes before all of them. Quiet mode forbids to write (quiet-mode).
    """
    rows = list(sanctions_in_force(user, timezone.now()))
    if any(row.is_unread_warning for row in rows):
        return Forbidden("unread-warning", _("There is a warning for you in your settings. Read it first."))
    if Act.WRITE in acts and is_quiet(user):
        text = _("Your account is in quiet mode: it has no messages. The settings change this.")
        return Forbidden("quiet-mode", text)
    for row in rows:
        act, code, text = FORBIDDEN[SanctionKind(row.kind)]
        if act in acts:
            return Forbidden(code, _until(text, row.ends_at) if row.ends_at else text)
    return None


def require_may(user: User, *acts: Act) -> None:
    """Raise Forbidden if a sanction forbids one of these acts: see ``refusal_of``."""
    if refusal := refusal_of(user, *acts):
        raise refusal


def _until(text: Promise, end: datetime) -> str:
    return str(text) % {"date": full_date(end)}


def sanctions_of(user: User) -> QuerySet[Sanction]:
    """Return what was ever decided about a player, latest first."""
    return Sanction.objects.filter(user=user)


def has_unread_decision(user: User) -> bool:
    """Return True if a moderator has decided something about the player that the player has not read."""
    return sanctions_of(user).filter(read_at=None, lifted_at=None).exists()


def _exclusions() -> QuerySet[Sanction]:
    return Sanction.objects.filter(kind=SanctionKind.EXCLUDED, lifted_at=None)


def is_excluded(user: OuterRef) -> Exists:
    """Return whether a player is left out of the ratings, for an annotation."""
    return Exists(_exclusions().filter(user=user))


def excluded_from_ratings() -> list[int]:
    """Return the ids of the players who are left out of the ratings, in order."""
    return list(_exclusions().order_by("user").values_list("user", flat=True).distinct())


def open_appeals() -> QuerySet[Sanction]:
    """Return the appeals that wait for an answer, longest waiting first."""
    waiting = Sanction.objects.filter(appealed_at__isnull=False, answered_at__isnull=True)
    return waiting.select_related("user__profile", "decided_by__profile").order_by("appealed_at")


def record_about(user: User) -> list[RecordedAct]:
    """Return what administrators and moderators have done about a player, latest first."""
    return list(RecordedAct.objects.filter(person=user).select_related("game")[:MAX_ROWS])


def record_of_table(game_id: int) -> list[RecordedAct]:
    """Return what administrators and moderators have done at a table, latest first."""
    return list(RecordedAct.objects.filter(game=game_id).select_related("game")[:MAX_ROWS])


def looks_until(user: User, game_id: int, now: datetime) -> datetime | None:
    """Return until when someone of the staff may read a table for a reason that they have given; None for not now."""
    looked = RecordedAct.objects.filter(actor=user, game=game_id, verb=Verb.LOOKED, at__gt=now - LOOK)
    latest = looked.order_by("-at").values_list("at", flat=True).first()
    return latest + LOOK if latest else None
