"""The columns of Game and Seat that are derived from the log: set after each action, or rebuilt."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.engine.core import Title
from games.engine.prompts import SCORE
from games.engine.values import ABORTED, Outcome
from games.models import Game, Seat, Status
from games.selectors.log import entries_of, state_of
from games.selectors.titles import title_of

from ..clocks.turns import begin_turns, store_earliest
from ..lock import game_for_update
from .tallies import recount

GAME_COLUMNS = ["ply", "turn", "status", "deadline", "overdue_at", "end_reason", "finished_at", "version"]
RESIGNATION = ["resigning_seat", "resigns_at"]  # gone when the game is over
SEAT_COLUMNS = ["is_acting", "acting_since", "is_out", "score", "place", "highlight", "finished_at"]


def derived_values(row: Game | Seat) -> list[object]:
    """Return the values of a row's derived columns."""
    return [getattr(row, name) for name in (GAME_COLUMNS if isinstance(row, Game) else SEAT_COLUMNS)]


def set_derived_columns(
    game: Game, seats: Sequence[Seat], title: Title, state: object, now: datetime, by: int | None = None
) -> list[Seat]:
    """Set the derived columns on the objects, without saving. Return the seats whose turn begins.

    A turn begins for a seat that did not have to act before, or that has just ended a turn of its own. When
    another player leaves, which counts as a turn, its turn and its email stay as they are.
    """
    acting, turn = title.acting(state), title.turn(state)
    ended = by if game.turn != turn else None
    newly = [seat for seat in seats if seat.number in acting and (not seat.is_acting or seat.number == ended)]
    for seat in newly:
        seat.acting_since = now
    game.turn = turn
    by_number = {panel.seat: panel for panel in title.panels(title.view(state, None))}  # what lists show
    for number, seat in enumerate(seats):
        seat.is_acting = number in acting
        seat.acting_since = seat.acting_since if seat.is_acting else None
        panel = by_number.get(number)  # a title may have no panels
        seat.is_out = panel is not None and panel.out
        seat.score = next((stat.value for stat in (panel.stats if panel else ()) if stat.kind == SCORE), None)
    if outcome := title.outcome(state):
        mark_finished(game, seats, outcome, now)
        highlights = title.highlight.of(state) if title.highlight and game.status == Status.FINISHED else ()
        for seat, value in zip(seats, highlights, strict=False):
            seat.highlight = value
    else:
        mark_running(game, seats)
    return newly


def mark_running(game: Game, seats: Sequence[Seat]) -> None:
    """Set the columns of a running game on the objects."""
    game.status, game.end_reason, game.finished_at = Status.RUNNING, "", None
    for seat in seats:
        seat.place = seat.highlight = seat.finished_at = None


def mark_finished(game: Game, seats: Sequence[Seat], outcome: Outcome, now: datetime) -> None:
    """Set the columns of a finished game on the objects."""
    game.status = Status.ABORTED if outcome.reason == ABORTED else Status.FINISHED
    game.end_reason, game.deadline, game.overdue_at = outcome.reason, None, None
    game.finished_at = game.finished_at or now
    game.resigning_seat = game.resigns_at = None
    for standing in outcome.standings:
        seat = seats[standing.seat]
        seat.score, seat.is_out = standing.score, standing.out
        seat.place = None if game.status == Status.ABORTED else standing.place
    for seat in seats:
        seat.finished_at = game.finished_at


@transaction.atomic
def rebuild_derived(game_id: int, *, with_tallies: bool = True) -> bool:
    """Rebuild the derived columns of a started game from its log. Return True if anything was different.

    Raises BrokenGame for a log that does not replay. Turns are facts and stay as they are; a player who must act and
    has none gets one. The tallies of the players are computed again if a result has changed.
    """
    game = game_for_update(game_id)
    if game.started_at is None:
        return False
    seats = list(game.seats.select_related("user").order_by("number"))
    before, results = _snapshot(game, seats), _results(game, seats)
    last = entries_of(game).last()
    game.ply = last.ply + 1 if last else 0
    now = last.at if last else game.started_at
    set_derived_columns(game, seats, title_of(game), state_of(game), now)
    missing = _seats_without_turn(game, seats)
    begin_turns(game, missing, now)
    store_earliest(game, game.turns.filter(ended_at=None))
    if _snapshot(game, seats) == before and not missing and game.troubled_at is None:
        return False
    game.troubled_at, game.trouble = None, ""
    game.version += 1
    game.save(update_fields=[*GAME_COLUMNS, "troubled_at", "trouble"])
    Seat.objects.bulk_update(seats, SEAT_COLUMNS)
    if with_tallies and _results(game, seats) != results:
        recount(seat.user_id for seat in seats if seat.user_id)
    return True


def _seats_without_turn(game: Game, seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats of people that must act and whose clock has not been started."""
    timed = set(game.turns.filter(ended_at=None).values_list("seat_id", flat=True))
    people = [seat for seat in seats if seat.is_acting and seat.user and not seat.user.robot]
    return [seat for seat in people if seat.pk not in timed]


def _snapshot(game: Game, seats: list[Seat]) -> list[object]:
    return [derived_values(game), *(derived_values(seat) for seat in seats)]


def _results(game: Game, seats: list[Seat]) -> list[object]:
    """Return what the players' tallies are made of."""
    if game.status != Status.FINISHED:
        return []
    return [(seat.place, seat.score, seat.highlight) for seat in seats]
