"""How often a player wants mail: what can be chosen, and what has been."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.ready import Ready
from games.models import UNSWITCHABLE, Frequency, Game, Kind, MailChoice

DIGESTS = frozenset({Frequency.TWICE, Frequency.DAILY})
SWITCHABLE = tuple(kind for kind in Kind if kind not in UNSWITCHABLE)
TABLE_KINDS = tuple(kind for kind in SWITCHABLE if kind is not Kind.INVITATION)  # what a table of one's own sends
NEWS = (Frequency.EVERY, Frequency.TWICE, Frequency.DAILY, Frequency.NEVER)


_CHOICES = Ready(
    lambda user, kind, game: MailChoice.objects.filter(
        Q(game=None) | Q(game=game), user=user, kind__in=["", kind]
    ).values_list("game_id", "kind", "frequency")
)


class Reach(StrEnum):
    """How much of the mail a wish to stop is about."""

    KIND = "kind"  # one kind, from every table
    TABLE = "table"  # everything from one table
    DIGESTS = "digests"  # whatever comes in digests
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Chosen:
    """What counts for a mail. ``is_of_table`` tells that it was chosen for its table, not for all of them."""

    frequency: Frequency
    is_of_table: bool = False


def offered(kind: str) -> tuple[Frequency, ...]:
    """Return how often mails of a kind can come ("": of all kinds at a table).

    Only a turn can be urgent. Only turns and mentions come so often that one of them may be enough for a while.
    """
    if kind in {Kind.TURN, ""}:
        return tuple(Frequency)
    return (Frequency.EVERY, Frequency.ONCE, *NEWS[1:]) if kind == Kind.MENTION else NEWS


def chosen_for(user: User, kind: str, game: Game | None = None) -> Chosen:
    """Return how often the player wants mail of a kind, from one table or in general: the closest choice counts.

    "Never" for everything, or for everything from the table, counts before all closer ones.
    """
    if kind in UNSWITCHABLE:
        return Chosen(Frequency.EVERY)
    choices = _CHOICES(user.pk, str(kind), game.pk if game else 0)  # 0 is no table
    return closest(kind, {(table is not None, of != ""): often for table, of, often in choices})


def closest(kind: str, found: Mapping[tuple[bool, bool], str]) -> Chosen:
    """Return which of a player's choices counts for mail of a kind; ``found`` is by (of a table, of a kind)."""
    if Frequency.NEVER in {found.get((False, False)), found.get((True, False))}:
        return Chosen(Frequency.NEVER)
    if not found:
        return Chosen(Frequency.EVERY)
    place = max(found)
    return Chosen(_as_offered(kind, Frequency(found[place])), place[0])


def _as_offered(kind: str, frequency: Frequency) -> Frequency:
    """Return what a choice for all kinds of mail means for one of them."""
    if frequency in offered(kind):
        return frequency
    return Frequency.NEVER if frequency is Frequency.URGENT else Frequency.EVERY


def frequency_of(user: User, kind: str, game: Game | None = None) -> Frequency:
    """Return how often the player wants mail of a kind, from one table or in general."""
    return chosen_for(user, kind, game).frequency


def is_switched_off(user: User, kind: str, game: Game | None = None) -> bool:
    """Tell whether the player does not want this kind of mail."""
    return frequency_of(user, kind, game) is Frequency.NEVER


def choices_of(user: User, game: Game | None = None) -> dict[str, str]:
    """Return what was chosen in general, or for one table, by kind ("" for all of them)."""
    return dict(MailChoice.objects.filter(user=user, game=game).values_list("kind", "frequency"))


def choices_at_tables(user: User) -> QuerySet[MailChoice]:
    """Return what the player has chosen for single tables, with the tables, newest first, and "all kinds" first."""
    return MailChoice.objects.filter(user=user, game__isnull=False).select_related("game").order_by("-game", "kind")


def is_stopped(user: User, reach: Reach, kind: str = "", game: Game | None = None) -> bool:
    """Tell whether what a link in a mail can stop is off already."""
    rows = MailChoice.objects.filter(user=user)
    if reach is Reach.DIGESTS:
        return not rows.filter(frequency__in=DIGESTS).exists()
    place = {"kind": kind, "game": None} if reach is Reach.KIND else {"kind": "", "game": game}
    if reach is Reach.ALL:
        place["game"] = None
    return rows.filter(**place, frequency=Frequency.NEVER).exists()
