"""Films of games that are over: asked for by players, made by a worker, kept, and made anew when the drawing changes.

As with analyses, a row is claimed by one conditional update and held by a lease; a lost wake-up costs a delay, never a
film, because ``due`` finds every row whose time has come. A film that is to be made anew stays until the new one is
there, so that whoever has put its address into a page sees it at any time.
"""

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import F, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import rate_limits
from accounts.models import User
from games import signals
from games.errors import Conflict, Invalid, TooMany
from games.models import Film, FilmFormat, FilmState, Game, Status

from .after_commit import send_after_commit

LEASE = timedelta(minutes=10)
PATIENCE = timedelta(minutes=1)
PAUSE = timedelta(minutes=2)
MOST_ATTEMPTS = 3
BURST, PER_SECOND = 12, 12 / 3600  # films of one player
REQUEUED_AT_ONCE = 5  # outdated ones that are made anew each time that is looked for them
DrawFilm = Callable[[Game, str], bytes]
logger = logging.getLogger(__name__)
_AFRESH = {"state": FilmState.QUEUED, "attempts": 0, "reason": ""}


def request_film(game: Game, user: User, kind: str) -> Film:
    """Return the film of a game that is over, queued if there is none or its last attempt has failed.

    Raises Invalid (unknown-format), Conflict (not-over, nothing-to-show), TooMany.
    """
    if kind not in FilmFormat.values:
        raise Invalid("unknown-format", _("This animation format does not exist."))
    if game.status not in {Status.FINISHED, Status.ABORTED}:
        raise Conflict("not-over", _("The animation is available when the game is over."))
    if not game.ply:
        raise Conflict("nothing-to-show", _("Nothing was played in this game."))
    row = Film.objects.defer("data").filter(game=game, format=kind).first()
    if row is not None and row.state != FilmState.FAILED:
        return row
    if wait := rate_limits.seconds_to_wait(f"film:{user.pk}", BURST, PER_SECOND):
        raise TooMany(wait)
    fresh = {"version": 0, "due_at": timezone.now()}
    row, _is_new = Film.objects.get_or_create(game=game, format=kind, defaults=fresh)
    requeue(row.pk)
    send_after_commit(signals.film_queued, pk=row.pk)
    return row


def requeue(pk: int) -> bool:
    """Queue a film that was made or has failed once more. Tell whether there was one to queue."""
    ended = Film.objects.filter(pk=pk, state__in=[FilmState.DONE, FilmState.FAILED])
    found = ended.update(due_at=timezone.now(), **_AFRESH)
    if found:
        send_after_commit(signals.film_queued, pk=pk)
    return bool(found)


def remove(pk: int) -> bool:
    """Delete a film, unless a worker is at it. Tell whether there was one to delete."""
    idle = Film.objects.filter(pk=pk).exclude(state=FilmState.RUNNING)
    return bool(idle.delete()[0])


def requeue_outdated(now: datetime, version: int) -> None:
    """Queue films of another version of the drawing anew, a few at a time; wake workers for what they have missed."""
    outdated = Film.objects.filter(state=FilmState.DONE).exclude(version=version).order_by("pk")
    for pk in outdated.values_list("pk", flat=True)[:REQUEUED_AT_ONCE]:
        requeue(pk)
    for pk in due(now - PATIENCE):
        send_after_commit(signals.film_queued, pk=pk)


def _open(now: datetime) -> QuerySet[Film]:
    """Return the rows that a worker may take: queued and due, or taken by one that has died since."""
    return Film.objects.filter(state__in=[FilmState.QUEUED, FilmState.RUNNING], due_at__lte=now)


def due(now: datetime, limit: int = 20) -> list[int]:
    """Return the rows that should be made now, longest due first."""
    return list(_open(now).order_by("due_at", "id").values_list("pk", flat=True)[:limit])


def claim(pk: int, now: datetime) -> Film | None:
    """Take a row for making, by one conditional update: of any number of workers exactly one gets it."""
    if not _open(now).filter(pk=pk).update(state=FilmState.RUNNING, due_at=now + LEASE, attempts=F("attempts") + 1):
        return None
    row = Film.objects.defer("data").select_related("game").get(pk=pk)
    if row.attempts > MOST_ATTEMPTS:
        _note(row, state=FilmState.FAILED, reason="every worker that took it stopped before it was done")
        return None
    return row


def make(pk: int, draw: DrawFilm, version: int) -> None:
    """Make one film, unless somebody else does or it is done. What goes wrong is noted in the row.

    ``draw`` makes the file of a game in a format, by this version of the drawing.
    """
    row = claim(pk, timezone.now())
    if row is None:
        return
    try:
        data = draw(row.game, row.format)
    except Exception as error:
        logger.exception("film %s failed", pk)
        state = FilmState.FAILED if row.attempts >= MOST_ATTEMPTS else FilmState.QUEUED
        _note(row, state=state, due_at=timezone.now() + PAUSE, reason=f"{type(error).__name__}: {error}"[:300])
    else:
        now = timezone.now()
        _note(row, state=FilmState.DONE, data=data, version=version, finished_at=now, reason="")


def _note(row: Film, **values: object) -> None:
    """Write to the row, unless another worker has claimed it since (its lease was taken over)."""
    mine = Film.objects.filter(pk=row.pk, state=FilmState.RUNNING, attempts=row.attempts)
    if not mine.update(**values):
        logger.warning("film %s was taken over by another worker", row.pk)
