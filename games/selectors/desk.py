"""The seats of a table, with what its page tells the viewer about other things: all of it in one statement."""

from dataclasses import dataclass

from django.db.models import IntegerField, QuerySet, TextField
from django.db.models.expressions import RawSQL

from accounts.models import User
from accounts.ready import Ready
from games.models import Analysis, Frequency, Game, Kind, Seat, Status

from .analyses import PROGRESS, SUMS, analysis_in_brief
from .notifications.mail_preferences import closest_preference
from .seats import Viewer

# Written out, because putting these together anew for every page takes longer than finding the rows.
ELSEWHERE = """CASE WHEN games_seat.user_id = %s THEN (
    SELECT count(*) FROM games_seat s
    WHERE s.user_id = %s AND s.is_acting = true AND s.finished_at IS NULL AND s.game_id <> %s) END"""
ORDERS = """CASE WHEN games_seat.user_id = %s THEN (
    SELECT count(*) FROM games_advanceorder o
    WHERE o.user_id = %s AND o.game_id = %s AND o.state = 'waiting') END"""
MAIL = """CASE WHEN games_seat.user_id = %s THEN (
    SELECT m.frequency FROM games_mailpreference m WHERE m.user_id = %s AND m.kind = %s AND """
ONCE = "CASE WHEN games_seat.number = 0 THEN ({} WHERE a.game_id = %s) END"  # not in the row of every seat
NOBODY = 0  # the id of no user
PLACES = {  # (of the table, of the kind), the kind that is asked for
    (False, False): "",
    (False, True): Kind.TURN,
    (True, False): "",
    (True, True): Kind.TURN,
}


@dataclass(frozen=True, slots=True)
class Desk:
    """What waits for a player: games elsewhere, orders in advance here; and how often mail about turns here comes."""

    elsewhere: int
    orders: int
    frequency: Frequency


def seats_and_desk(game: Game, viewer: Viewer) -> tuple[list[Seat], Desk | None, Analysis | None]:
    """Return the seats as ``seats_of`` does, what waits for the viewer, and the analysis of a finished game in brief.

    Nothing waits (None) for whoever does not sit here.
    """
    user = viewer.pk if isinstance(viewer, User) else NOBODY
    seats = (_FINISHED if game.status == Status.FINISHED else _ANNOTATED)(game.pk, user)
    mine = next((seat for seat in seats if seat.user_id == user), None)
    found = vars(seats[0]) if seats else {}
    analysed = analysis_in_brief(game, found.get("progress"), found.get("sums"))
    return seats, _desk(vars(mine)) if mine else None, analysed


def _annotated(game: int, user: int) -> QuerySet[Seat]:
    here = (user, user, game)
    found: dict[str, RawSQL] = {
        "elsewhere": RawSQL(ELSEWHERE, here, IntegerField()),  # noqa: S611
        "orders": RawSQL(ORDERS, here, IntegerField()),  # noqa: S611
    }
    for number, ((of_table, _of_kind), kind) in enumerate(PLACES.items()):
        place, given = ("m.game_id = %s) END", (game,)) if of_table else ("m.game_id IS NULL) END", ())
        found[f"mail_{number}"] = RawSQL(MAIL + place, (user, user, kind, *given), TextField())  # noqa: S611
    people = Seat.objects.filter(game=game).select_related("user__profile")
    return people.annotate(**found).order_by("number", "id")


def _finished(game: int, user: int) -> QuerySet[Seat]:
    found = {
        name: RawSQL(ONCE.format(asked), (game,), TextField())  # noqa: S611
        for name, asked in {"progress": PROGRESS, "sums": SUMS}.items()
    }
    return _annotated(game, user).annotate(**found)


_ANNOTATED, _FINISHED = Ready(_annotated), Ready(_finished)


def _desk(row: dict[str, object]) -> Desk:
    asked = {place: row[f"mail_{number}"] for number, place in enumerate(PLACES)}
    chosen = closest_preference(Kind.TURN, {place: str(often) for place, often in asked.items() if often})
    return Desk(int(str(row["elsewhere"])), int(str(row["orders"])), chosen.frequency)
