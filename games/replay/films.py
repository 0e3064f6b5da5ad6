"""Films of games that are over: requested by players, made by workers, and made again when the drawing changes.

The old film stays until the new one replaces it, so that pages always find one.
"""

import io
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from PIL import Image

from accounts import files
from accounts.models import User
from games.common import metrics, rate_limits, signals
from games.common.errors import Conflict, Invalid
from games.common.signals import send_after_commit
from games.core import jobs
from games.core.choices import Status
from games.core.log import plies_of
from games.core.models import Game, JobState
from games.engine.registry import get_title
from games.pictures.film import (
    COLOURS,
    FRAME_MS,
    LAST_FRAME_MS,
    PIXELS,
    FilmPainter,
    shown_frames,
    write_gif,
    write_webp,
)

from .models import Film, FilmFormat

LEASE = timedelta(minutes=10)
RETENTION = timedelta(days=365)  # a film can be requested again
REQUEUED_AT_ONCE = 5  # outdated films per sweep
DrawFilm = Callable[[Game, str], bytes]
due = partial(jobs.due, Film)


def render_film(game: Game, kind: str) -> bytes:
    """Return the file of a game that has begun. Takes some seconds for a long game."""
    title, plies = get_title(game.title), plies_of(game)
    states = list(shown_frames(title, plies))
    painter = FilmPainter(title, states, PIXELS)
    # All pictures use the palette of the last one, which has the most colours: then unchanged pixels stay the same.
    colours = painter.paint(states[-1]).quantize(COLOURS, dither=Image.Dither.NONE)
    pictures = (painter.paint(state).quantize(palette=colours, dither=Image.Dither.NONE) for state in states)
    times = [FRAME_MS] * (len(states) - 1) + [LAST_FRAME_MS]
    written = io.BytesIO()
    write = write_gif if kind == FilmFormat.GIF else write_webp
    write(written, pictures, times)
    return written.getvalue()


def request_film(game: Game, user: User, kind: str) -> Film:
    """Return the film of a game that is over; queue it if there is none or the last attempt failed.

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
    defaults = {"version": 0, "due_at": timezone.now()}
    row, _is_new = Film.objects.get_or_create(game=game, format=kind, defaults=defaults)
    requeue(row.pk)
    send_after_commit(signals.film_queued, pk=row.pk)
    return row


def requeue(pk: int) -> bool:
    """Queue a finished or failed film again. Return True if there was one."""
    is_queued = jobs.requeue(Film, pk)
    if is_queued:
        send_after_commit(signals.film_queued, pk=pk)
    return is_queued


def remove(pk: int) -> bool:
    """Delete a film, unless a worker is making it. Return True if one was deleted."""
    idle = Film.objects.filter(pk=pk).exclude(state=JobState.RUNNING)
    return bool(idle.delete()[0])


def old_films(now: datetime) -> QuerySet[Film]:
    old = Film.objects.filter(state__in=[JobState.DONE, JobState.FAILED], due_at__lt=now - RETENTION)
    return old.defer("data")  # which may be megabytes of each of hundreds of rows


def outdated(version: int) -> QuerySet[Film, int]:
    """Return the keys of the finished films of other drawing versions.

    A union, because SQLite reads an index for each of two ranges, but not for "not equal" or "or".
    """
    done = Film.objects.filter(state=JobState.DONE).values_list("pk", flat=True)
    return done.filter(version__lt=version).union(done.filter(version__gt=version), all=True)


def requeue_outdated(now: datetime, version: int) -> None:
    """Queue a few films of older drawing versions again, and wake workers for overdue films."""
    for pk in outdated(version)[:REQUEUED_AT_ONCE]:
        requeue(pk)
    for pk in jobs.lost(Film, now):
        send_after_commit(signals.film_queued, pk=pk)


def make(pk: int, draw: DrawFilm, version: int) -> None:
    """Make one film by ``draw``, unless it is done or another worker makes it. An exception is stored in the row."""
    row = jobs.claim(Film, pk, timezone.now(), LEASE)
    if row is None:
        return
    try:
        with metrics.job_seconds.labels("film").time():
            name = _store(row, draw(row.game, row.format))
    except Exception as error:
        jobs.mark_failed(row, error)
    else:
        if jobs.mark_done(row, file=name, data=None, version=version):
            files.delete(row.file.name)


def _store(row: Film, data: bytes) -> str:
    return files.store(next(name for name in row.file_names() if name != row.file.name), data)


def on_deleted(instance: Film, **_kwargs: object) -> None:
    """Delete the file of a film, and what a worker may have left behind that has stopped."""
    for name in {*instance.file_names(), instance.file.name}:  # two workers at once: the storage gives another name
        transaction.on_commit(partial(files.delete, name), robust=True)


def in_database() -> list[int]:
    """Return the films that code of before has stored in the database."""
    return list(Film.objects.exclude(data=None).values_list("pk", flat=True))


def move_to_file(pk: int) -> bool:
    """Return True if the film was moved: not if a worker makes it again, after which there is a file."""
    row = Film.objects.filter(pk=pk).first()
    if row is None or row.state == JobState.RUNNING or row.data is None:
        return False
    name = _store(row, bytes(row.data))
    unchanged = Film.objects.filter(pk=pk, state=row.state, finished_at=row.finished_at, file=row.file.name)
    return bool(unchanged.update(file=name, data=None))


def stored() -> list[int]:
    return list(Film.objects.filter(state=JobState.DONE).exclude(file="").values_list("pk", flat=True))


def restore(pk: int) -> bool:
    """Queue a film again if its file is missing. Return True if it was queued."""
    row = Film.objects.defer("data").filter(pk=pk).first()
    return row is not None and not files.exists(row.file.name) and requeue(pk)
