"""Email preferences in words."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from games.common.wording import titled
from games.core.models import Game, Seat
from games.core.selectors import seat_name

from .models import Frequency, Kind
from .preferences import UnsubscribeScope, frequency_of, is_stopped, table_preferences


@dataclass(frozen=True, slots=True)
class StopOption:
    """One button: the emails that it stops, in words, and whether they are stopped already."""

    scope: UnsubscribeScope
    what: str
    is_off: bool


def stop_options(user: User, scopes: Sequence[UnsubscribeScope], kind: Kind, game: Game | None) -> list[StopOption]:
    name = titled(game.title, game.name) if game else ""
    words = {
        UnsubscribeScope.KIND: str(kind.policy.emails or kind.label),
        UnsubscribeScope.TABLE: _("All emails from the table “%(table)s”") % {"table": name},
        UnsubscribeScope.DIGESTS: _("All digests, and the news in them"),
        UnsubscribeScope.ALL: _("All emails except those about your account"),
    }
    return [StopOption(scope, words[scope], is_stopped(user, scope, kind, game)) for scope in scopes]


def table_frequency_text(game: Game, user: User) -> str:
    return frequency_text(frequency_of(user, Kind.TURN, game))


def frequency_text(frequency: Frequency) -> str:
    """Return how often the player gets emails about turns at a table."""
    match frequency:
        case Frequency.EVERY:
            return _("You get an email for every turn.")
        case Frequency.ONCE:
            return _("You get one email, then none until you act.")
        case Frequency.TWICE:
            return _("Your turns are in a digest twice a day.")
        case Frequency.DAILY:
            return _("Your turns are in a digest once a day.")
        case Frequency.URGENT:
            return _("You get an email only when a turn is urgent.")
    return _("You get no emails about your turns at this table.")


def table_choices(user: User) -> list[tuple[Game, str]]:
    """Return the tables with preferences of their own, and these preferences in words."""
    choices: dict[Game, list[str]] = {}
    for row in table_preferences(user):
        if row.game:
            often = row.get_frequency_display()
            emails = Kind(row.kind).label if row.kind else _("All emails from this table")
            choices.setdefault(row.game, []).append(f"{emails} – {often}")
    return [(game, " · ".join(texts)) for game, texts in choices.items()]


def no_email_lines(seats: Iterable[Seat], without_mail: set[int], viewer_id: int | None) -> list[str]:
    """Return a sentence about each of these players who still plays."""
    return [
        _("You get no emails about your turns at this table.")
        if seat.user_id == viewer_id
        else _("%(name)s gets no emails about turns at this table.") % {"name": seat_name(seat)}
        for seat in seats
        if seat.user_id in without_mail and not seat.is_out and seat.finished_at is None
    ]
