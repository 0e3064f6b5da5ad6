"""Films of games that are over: requested by players, made by a worker, made again when the drawing changes.

A film that is made again stays until the new one is there, so that pages which show it always find one.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games import signals
from games.errors import Conflict, Invalid
from games.models import Film, FilmFormat, Game, JobState, Status

from . import jobs, rate_limits
from .after_commit import send_after_commit

LEASE = timedelta(minutes=10)
REQUEUED_AT_ONCE = 5  # outdated ones that are queued in one sweep
DrawFilm = Callable[[Game, str], bytes]
due = partial(jobs.due, Film)


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
    if row is not None and row.state != JobState.FAILED:
        return row
    rate_limits.count("film", user.pk)
    fresh = {"version": 0, "due_at": timezone.now()}
    row, _is_new = Film.objects.get_or_create(game=game, format=kind, defaults=fresh)
    requeue(row.pk)
    send_after_commit(signals.film_queued, pk=row.pk)
    return row


def requeue(pk: int) -> bool:
    """Queue a film that was made or has failed again. Tell whether there was one to queue."""
    found = jobs.requeue(Film, pk)
    if found:
        send_after_commit(signals.film_queued, pk=pk)
    return found


def remove(pk: int) -> bool:
    """Delete a film, unless a worker is at it. Tell whether there was one to delete."""
    idle = Film.objects.filter(pk=pk).exclude(state=JobState.RUNNING)
    return bool(idle.delete()[0])


def requeue_outdated(now: datetime, version: int) -> None:
    """Queue films of another version of the drawing again, a few at a time; wake workers for films that were missed."""
    outdated = Film.objects.filter(state=JobState.DONE).exclude(version=version).order_by("pk")
    for pk in outdated.values_list("pk", flat=True)[:REQUEUED_AT_ONCE]:
        requeue(pk)
    for pk in jobs.lost(Film, now):
        send_after_commit(signals.film_queued, pk=pk)


def claim(pk: int, now: datetime) -> Film | None:
    """Take a film for making; None if it is not waiting."""
    return jobs.claim(Film, pk, now, LEASE)


def make(pk: int, draw: DrawFilm, version: int) -> None:
    """Make one film, unless another worker does or it is done. An exception is noted in the row.

    ``draw`` makes the file of a game in a format, by this version of the drawing.
    """
    row = claim(pk, timezone.now())
    if row is None:
        return
    try:
        data = draw(row.game, row.format)
    except Exception as error:
        jobs.mark_failed(row, error)
    else:
        jobs.mark_done(row, data=data, version=version)
