"""Analyses of finished games: queued with the end of the game, computed by a worker, stored with their progress."""

from datetime import datetime, timedelta
from functools import partial

from django.utils import timezone

from games import signals
from games.engine.analysis import TurnAnalysis, summarise, to_json
from games.engine.registry import TITLES, get_title
from games.engine.replay import group_by_turn
from games.models import Analysis, Game, Status
from games.selectors.log import plies_of

from .. import jobs
from ..after_commit import send_after_commit

LEASE = timedelta(minutes=5)
LEAST_TURNS = 2
STEP = 4  # turns between two notes of the progress
FRESH = {**jobs.FRESH, "turns_done": 0, "result": None}
due = partial(jobs.due, Analysis)


def queue(game: Game) -> Analysis | None:
    """Queue the analysis of a finished game, again if the method has changed since the last one.

    Returns None if there is nothing to compute: the analysis exists, the title has no method, the game was not played
    to its end, was over at once, or began with turns of other players.
    """
    analyst = get_title(game.title).analyst
    is_whole = game.status == Status.FINISHED and game.branched_at is None
    if analyst is None or not is_whole or game.turn < LEAST_TURNS:
        return None
    fresh = {"version": analyst.version, "due_at": timezone.now()}
    row, is_new = Analysis.objects.get_or_create(game=game, defaults=fresh)
    if not is_new and not Analysis.objects.filter(pk=row.pk, version__lt=analyst.version).update(**fresh, **FRESH):
        return None
    send_after_commit(signals.analysis_queued, pk=row.pk)
    return row


def requeue(pk: int) -> bool:
    """Queue an analysis that has been computed or has failed again. Tell whether there was one to queue."""
    found = jobs.requeue(Analysis, pk, **FRESH)
    if found:
        send_after_commit(signals.analysis_queued, pk=pk)
    return found


def queue_missing() -> int:
    """Queue every finished game without an analysis by the present method. Return how many there were."""
    found = 0
    for title in TITLES.values():
        whole = Game.objects.filter(title=title.key, status=Status.FINISHED, branched_at=None)
        games = whole.order_by("pk")
        if title.analyst:
            missing = games.exclude(analysis__version=title.analyst.version)
            found += sum(queue(game) is not None for game in missing.iterator())
    return found


def wake_lost(now: datetime) -> None:
    """Wake workers for analyses that should have been taken by now; a message too many does no harm."""
    for pk in jobs.lost(Analysis, now):
        send_after_commit(signals.analysis_queued, pk=pk)


def claim(pk: int, now: datetime) -> Analysis | None:
    """Take an analysis for computing; None if it is not waiting."""
    return jobs.claim(Analysis, pk, now, LEASE, started_at=now, turns_done=0)


def compute(pk: int) -> None:
    """Compute one analysis, unless another worker does or it is done. An exception is noted in the row."""
    row = claim(pk, timezone.now())
    if row is None:
        return
    try:
        _compute(row)
    except Exception as error:
        jobs.mark_failed(row, error)


def _compute(row: Analysis) -> None:
    title, plies = get_title(row.game.title), plies_of(row.game)
    analyst = title.analyst
    if analyst is None:
        raise LookupError(f"{title.key} has no analyst")
    jobs.mark(row, version=analyst.version, turns=len(group_by_turn(title, plies)))
    done: list[TurnAnalysis] = []
    for turn in analyst.analyse(plies):
        done.append(turn)
        if len(done) % STEP == 0 and not jobs.mark(row, turns_done=len(done)):
            return
    jobs.mark_done(row, result=to_json(summarise(done)), turns_done=len(done))
