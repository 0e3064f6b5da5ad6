"""Analyses of finished games: queued with the end of the game, computed elsewhere, stored with their progress.

As with the outbox, a row is claimed by one conditional update and held by a lease; a lost wake-up costs a delay, never
an analysis, because ``due`` finds every row whose time has come.
"""

import logging
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone

from games import signals
from games.engine.analysis import TurnAnalysis, summarise, to_json
from games.engine.registry import TITLES, get_title
from games.engine.replay import group_by_turn
from games.models import Analysis, AnalysisState, Game, Status
from games.selectors.log import plies_of

from ..after_commit import send_after_commit

LEASE = timedelta(minutes=5)
PATIENCE = timedelta(minutes=1)
PAUSE = timedelta(minutes=2)
MOST_ATTEMPTS = 3
LEAST_TURNS = 2
STEP = 4  # turns between two notes of the progress
logger = logging.getLogger(__name__)


def queue(game: Game) -> Analysis | None:
    """Queue the analysis of a finished game, anew where the method has changed since the last one.

    Returns None where there is nothing to compute: it exists already, the title has no method, the game has not been
    played to its end, was over at once, or began with turns of other players.
    """
    analyst = get_title(game.title).analyst
    is_whole = game.status == Status.FINISHED and game.branched_at is None
    if analyst is None or not is_whole or game.turn < LEAST_TURNS:
        return None
    fresh = {"version": analyst.version, "due_at": timezone.now()}
    row, is_new = Analysis.objects.get_or_create(game=game, defaults=fresh)
    if not is_new and not Analysis.objects.filter(pk=row.pk, version__lt=analyst.version).update(**fresh, **_ANEW):
        return None
    send_after_commit(signals.analysis_queued, pk=row.pk)
    return row


_ANEW = {"state": AnalysisState.QUEUED, "attempts": 0, "turns_done": 0, "result": None, "reason": ""}


def requeue(pk: int) -> bool:
    """Queue an analysis that has been computed or has failed once more. Tell whether there was one to queue."""
    ended = Analysis.objects.filter(pk=pk, state__in=[AnalysisState.DONE, AnalysisState.FAILED])
    found = ended.update(due_at=timezone.now(), **_ANEW)
    if found:
        send_after_commit(signals.analysis_queued, pk=pk)
    return bool(found)


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


def _open(now: datetime) -> QuerySet[Analysis]:
    """Return the rows that a worker may take: queued and due, or taken by one that has died since."""
    return Analysis.objects.filter(state__in=[AnalysisState.QUEUED, AnalysisState.RUNNING], due_at__lte=now)


def due(now: datetime, limit: int = 20) -> list[int]:
    """Return the rows that should be computed now, longest due first."""
    return list(_open(now).order_by("due_at", "id").values_list("pk", flat=True)[:limit])


def wake_lost(now: datetime) -> None:
    """Tell the workers about rows that should have been taken by now; a wake-up too many does no harm."""
    for pk in due(now - PATIENCE):
        send_after_commit(signals.analysis_queued, pk=pk)


def claim(pk: int, now: datetime) -> Analysis | None:
    """Take a row for computing, by one conditional update: of any number of workers exactly one gets it."""
    taken = _open(now).filter(pk=pk)
    if not taken.update(
        state=AnalysisState.RUNNING, due_at=now + LEASE, started_at=now, turns_done=0, attempts=F("attempts") + 1
    ):
        return None
    row = Analysis.objects.select_related("game").get(pk=pk)
    if row.attempts > MOST_ATTEMPTS:
        _note(row, state=AnalysisState.FAILED, reason="every worker that took it stopped before it was done")
        return None
    return row


def compute(pk: int) -> None:
    """Compute one analysis, unless somebody else does or it is done. What goes wrong is noted in the row."""
    row = claim(pk, timezone.now())
    if row is None:
        return
    try:
        _compute(row)
    except Exception as error:
        logger.exception("analysis %s failed", pk)
        given_up = row.attempts >= MOST_ATTEMPTS
        state = AnalysisState.FAILED if given_up else AnalysisState.QUEUED
        _note(row, state=state, due_at=timezone.now() + PAUSE, reason=f"{type(error).__name__}: {error}"[:300])


def _compute(row: Analysis) -> None:
    title, plies = get_title(row.game.title), plies_of(row.game)
    analyst = title.analyst
    if analyst is None:
        raise LookupError(f"{title.key} has no analyst")
    _note(row, version=analyst.version, turns=len(group_by_turn(title, plies)))
    done: list[TurnAnalysis] = []
    for turn in analyst.analyse(plies):
        done.append(turn)
        if len(done) % STEP == 0 and not _note(row, turns_done=len(done)):
            return
    result = to_json(summarise(done))
    now = timezone.now()
    _note(row, state=AnalysisState.DONE, result=result, turns_done=len(done), finished_at=now, reason="")


def _note(row: Analysis, **values: object) -> bool:
    """Write to the row, unless another worker has claimed it since (its lease was taken over)."""
    mine = Analysis.objects.filter(pk=row.pk, state=AnalysisState.RUNNING, started_at=row.started_at)
    if mine.update(**values):
        return True
    logger.warning("analysis %s was taken over by another worker", row.pk)
    return False
