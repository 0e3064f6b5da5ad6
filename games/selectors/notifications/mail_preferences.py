"""How often a player wants mail: what can be chosen, and what has been."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Frequency, Game, InvitationOptOut, Kind, MailPreference

DIGESTS = frozenset({Frequency.TWICE, Frequency.DAILY})
OPTIONAL_KINDS = tuple(kind for kind in Kind if kind.policy.is_optional)
TABLE_KINDS = tuple(kind for kind in OPTIONAL_KINDS if kind is not Kind.INVITATION)  # what a table of one's own sends
NEWS_FREQUENCIES = (Frequency.EVERY, Frequency.TWICE, Frequency.DAILY, Frequency.NEVER)


class UnsubscribeScope(StrEnum):
    """How much of the mail a wish to stop is about."""

    KIND = "kind"  # one kind, from every table
    TABLE = "table"  # everything from one table
    DIGESTS = "digests"  # whatever comes in digests
    ALL = "all"


@dataclass(frozen=True, slots=True)
class EffectivePreference:
    """What counts for a mail. ``is_of_table`` tells that it was chosen for its table, not for all of them."""

    frequency: Frequency
    is_of_table: bool = False


def frequencies_for(kind: str) -> tuple[Frequency, ...]:
    """Return how often mails of a kind can come ("": of all kinds at a table).

    Only a turn can be urgent. Only turns and mentions come so often that one of them may be enough for a while.
    """
    if kind in {Kind.TURN, ""}:
        return tuple(Frequency)
    return (Frequency.EVERY, Frequency.ONCE, *NEWS_FREQUENCIES[1:]) if kind == Kind.MENTION else NEWS_FREQUENCIES


def preference_for(user: User, kind: str, game: Game | None = None) -> EffectivePreference:
    """Return how often the player wants mail of a kind, from one table or in general: the closest choice counts.

    "Never" for everything, or for everything from the table, counts before all closer ones.
    """
    if kind not in OPTIONAL_KINDS:
        return EffectivePreference(Frequency.EVERY)
    rows = MailPreference.objects.filter(Q(game=None) | Q(game=game), user=user, kind__in=["", kind])
    return closest_preference(kind, {(row.game_id is not None, row.kind != ""): row.frequency for row in rows})


def closest_preference(kind: str, found: Mapping[tuple[bool, bool], str]) -> EffectivePreference:
    """Return which of a player's choices counts for mail of a kind; ``found`` is by (of a table, of a kind)."""
    if Frequency.NEVER in {found.get((False, False)), found.get((True, False))}:
        return EffectivePreference(Frequency.NEVER)
    if not found:
        return EffectivePreference(Frequency.EVERY)
    place = max(found)
    return EffectivePreference(_as_offered(kind, Frequency(found[place])), place[0])


def _as_offered(kind: str, frequency: Frequency) -> Frequency:
    """Return what a choice for all kinds of mail means for one of them."""
    if frequency in frequencies_for(kind):
        return frequency
    return Frequency.NEVER if frequency is Frequency.URGENT else Frequency.EVERY


def frequency_of(user: User, kind: str, game: Game | None = None) -> Frequency:
    """Return how often the player wants mail of a kind, from one table or in general."""
    return preference_for(user, kind, game).frequency


def is_switched_off(user: User, kind: str, game: Game | None = None) -> bool:
    """Tell whether the player does not want this kind of mail."""
    return frequency_of(user, kind, game) is Frequency.NEVER


def preferences_of(user: User, game: Game | None = None) -> dict[str, str]:
    """Return what was chosen in general, or for one table, by kind ("" for all of them)."""
    return dict(MailPreference.objects.filter(user=user, game=game).values_list("kind", "frequency"))


def table_preferences(user: User) -> QuerySet[MailPreference]:
    """Return what the player has chosen for single tables, with the tables, newest first, and "all kinds" first."""
    return MailPreference.objects.filter(user=user, game__isnull=False).select_related("game").order_by("-game", "kind")


def is_stopped(user: User, scope: UnsubscribeScope, kind: str = "", game: Game | None = None) -> bool:
    """Tell whether what a link in a mail can stop is off already."""
    rows = MailPreference.objects.filter(user=user)
    if scope is UnsubscribeScope.DIGESTS:
        return not rows.filter(frequency__in=DIGESTS).exists()
    place = {"kind": kind, "game": None} if scope is UnsubscribeScope.KIND else {"kind": "", "game": game}
    if scope is UnsubscribeScope.ALL:
        place["game"] = None
    return rows.filter(**place, frequency=Frequency.NEVER).exists()


def has_opted_out(email: str) -> bool:
    """Tell whether an address without an account wants no emails from here."""
    return InvitationOptOut.objects.filter(email=email.lower()).exists()
