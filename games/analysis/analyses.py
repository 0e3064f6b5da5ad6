"""Analyses of finished games: queued with the end of the game, computed by a worker, stored with their progress."""

import logging
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.utils import timezone

from games.common import metrics, signals
from games.common.signals import send_after_commit
from games.core import jobs
from games.core.choices import Status
from games.core.log import plies_of
from games.core.models import Game, JobState
from games.engine.analysis import TurnAnalysis, summarise, to_json
from games.engine.registry import TITLES, get_title
from games.engine.replay import group_by_turn

from .models import Analysis
from .packed import pack
from .selectors import with_result

LEASE = timedelta(minutes=5)
MIN_TURNS = 2
STEP = 4  # turns between two updates of the progress
logger = logging.getLogger(__name__)
FRESH = {**jobs.FRESH, "turns_done": 0, "result": None, "packed": None, "luck_swing": None}
due = partial(jobs.due, Analysis)


def queue(game: Game) -> Analysis | None:
    """Queue the analysis of a finished game, again if the method has changed since the last one.

    Returns None if there is nothing to compute: the analysis exists, the title has no method, the game was not played
    to its end, was over at once, or began from a position of another game.
    """
    analyst = get_title(game.title).analyst
    is_whole = game.status == Status.FINISHED and game.branched_at is None
    if analyst is None or not is_whole or game.turn < MIN_TURNS:
        return None
    fresh = {"version": analyst.version, "due_at": timezone.now()}
    row, is_new = Analysis.objects.get_or_create(game=game, defaults=fresh)
    if not is_new and not Analysis.objects.filter(pk=row.pk, version__lt=analyst.version).update(**fresh, **FRESH):
        return None
    send_after_commit(signals.analysis_queued, pk=row.pk)
    return row


def requeue(pk: int) -> bool:
    """Queue a finished or failed analysis again. Return True if there was one."""
    is_queued = jobs.requeue(Analysis, pk, **FRESH)
    if is_queued:
        send_after_commit(signals.analysis_queued, pk=pk)
    return is_queued


def pack_result(game: Game) -> None:
    """Compress the analysis of a game whose log has been packed, in the caller's transaction.

    One of another form stays as it is: it can be computed again, so it does not keep the log from being packed.
    """
    done = Analysis.objects.filter(game=game, state=JobState.DONE, result__isnull=False)
    if row := done.first():
        try:
            done.update(packed=pack(row.result or {}), result=None)
        except (ValueError, LookupError, TypeError) as error:
            logger.warning("an analysis could not be packed", extra={"game": game.pk, "error": str(error)})


def unpack_result(game: Game) -> None:
    """Store the analysis of a game whose log is not packed any more as it was, in the caller's transaction."""
    packed = Analysis.objects.filter(game=game, packed__isnull=False)
    if row := packed.first():
        packed.update(result=with_result(row).result, packed=None)


def queue_missing() -> int:
    queued = 0
    for title in TITLES.values():
        whole = Game.objects.filter(title=title.key, status=Status.FINISHED, branched_at=None)
        games = whole.order_by("pk")
        if title.analyst:
            missing = games.exclude(analysis__version=title.analyst.version)
            queued += sum(queue(game) is not None for game in missing.iterator())
    return queued


def wake_lost(now: datetime) -> None:
    """Wake workers for overdue analyses. An extra message does no harm."""
    for pk in jobs.lost(Analysis, now):
        send_after_commit(signals.analysis_queued, pk=pk)


def compute(pk: int) -> None:
    """Compute one analysis, unless it is done or another worker computes it. An exception is stored in the row."""
    now = timezone.now()
    row = jobs.claim(Analysis, pk, now, LEASE, started_at=now, turns_done=0)
    if row is None:
        return
    try:
        _compute(row)
    except Exception as error:
        jobs.mark_failed(row, error)


@metrics.job_seconds.labels("analysis").time()
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
    found = summarise(done)
    points = [round(seat.luck_free, 3) for seat in found.seats]
    luck = [seat.luck.value for seat in found.seats]
    result = to_json(found)
    stored = {"packed": pack(result)} if row.game.packed else {"result": result}
    with transaction.atomic():
        jobs.mark_done(row, **stored, turns_done=len(done), luck_swing=round(max(luck) - min(luck), 3))
        signals.game_analysed.send(None, game=row.game, version=analyst.version, points=points)
