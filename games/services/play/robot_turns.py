"""The turns of robots: found, claimed with a lease, thought about outside any transaction, played, marked.

Nothing here depends on a message that may be lost: ``due`` finds every robot that is waited for, and whatever is
played names the ply that it was thought for, so that two workers at one turn do no harm.
"""

import hashlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone

from accounts.models import User
from games import signals
from games.engine.registry import TITLES, get_title
from games.errors import Conflict
from games.models import Game, JobReason, RobotTurn, RobotTurnState, Seat, Status
from games.selectors.log import state_of
from games.selectors.seats import is_robot

from ..after_commit import send_after_commit
from .actions import play_action

LEASE = timedelta(seconds=60)  # far longer than any robot thinks
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 900, 3600))  # the last one for ever
StopCheck = Callable[[], bool]
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ClaimedTurn:
    """One ply that one worker has claimed for a robot."""

    game: Game
    robot: User
    row: RobotTurn

    @property
    def seed(self) -> int:
        """Return the robot's seed, the same whenever it is asked for this ply: table and ply tell it to everybody."""
        return int.from_bytes(hashlib.sha256(f"{self.game.code}:{self.row.ply}".encode()).digest()[:8])


def acting_robot_seats() -> QuerySet[Seat]:
    """Return the seats of robots that must act."""
    return Seat.objects.filter(is_acting=True, game__status=Status.RUNNING, user__robot__gt="")


def due(now: datetime, limit: int = 100) -> list[int]:
    """Return the games that wait for a robot which no worker plays for yet: the quickest robots first.

    A quick answer must not wait while strong robots think elsewhere.
    """
    busy = RobotTurn.objects.filter(seat=OuterRef("pk"), ply=OuterRef("game__ply"), due_at__gt=now)
    seats = acting_robot_seats().exclude(Exists(busy)).order_by("acting_since", "pk")
    rows = list(seats.values_list("game_id", "game__title", "user__robot")[:limit])
    rows.sort(key=lambda row: _seconds(row[1], row[2]))
    return list(dict.fromkeys(game for game, _title, _key in rows))


def _seconds(title: str, key: str) -> float:
    robots = TITLES[title].robots if title in TITLES else {}
    return robots[key].seconds if key in robots else 0.0


def wake_due(now: datetime) -> int:
    """Wake a worker for each game that waits for a robot: messages get lost, workers die. Return how many."""
    games = due(now)
    for pk in games:
        send_after_commit(signals.robot_due, game_id=pk, within=30.0)
    return len(games)


def play_one(game_id: int, stop: StopCheck = bool) -> bool:
    """Play one action for a robot that is waited for in this game. Tell whether that was done.

    ``stop`` tells that the worker is to end: then the claim is given back for the next worker. Never raises
    for a robot: what it did wrong stands in its row.
    """
    task = claim(game_id, timezone.now())
    if task is None:
        return False
    try:
        notation = _thought(task, stop)
        if stop():
            _mark(task, due_at=timezone.now())
            return False
        with transaction.atomic():
            play_action(task.game.pk, task.robot, notation, task.row.ply)
            _mark(task, state=RobotTurnState.PLAYED, reason="", detail="")
    except Conflict as late:  # another worker has played this ply, or the game has ended
        _mark(task, state=RobotTurnState.PLAYED, reason=JobReason.ROBOT_LATE, detail=late.code)
        return False
    except Exception as error:
        logger.exception("robot failed", extra={"game": task.game.code, "robot": task.robot.robot, "ply": task.row.ply})
        _failed(task, f"{type(error).__name__}: {error}")
        return False
    return True


def claim(game_id: int, now: datetime) -> ClaimedTurn | None:
    """Take the turn of a robot in this game, by one conditional update: of any number of workers one gets it."""
    for seat in acting_robot_seats().filter(game=game_id).select_related("game", "user"):
        ply = seat.game.ply
        row, _is_new = RobotTurn.objects.get_or_create(seat=seat, defaults={"ply": ply, "due_at": now})
        again = Case(When(ply=ply, then=F("attempts") + 1), default=1)
        free = RobotTurn.objects.filter(Q(ply__lt=ply) | Q(due_at__lte=now), pk=row.pk)
        if free.update(ply=ply, attempts=again, state=RobotTurnState.THINKING, due_at=now + LEASE):
            row.refresh_from_db()
            assert seat.user is not None
            return ClaimedTurn(seat.game, seat.user, row)
    return None


def _thought(task: ClaimedTurn, stop: StopCheck) -> str:
    """Return the notation of what the robot does. Nothing is locked meanwhile; among themselves robots hurry."""
    title = get_title(task.game.title)
    robot = title.robots.get(task.robot.robot)
    if robot is None:
        raise LookupError(f"no robot called {task.robot.robot} plays {task.game.title}")
    is_watched = any(not seat.is_out and not is_robot(seat) for seat in task.game.seats.select_related("user"))
    state = state_of(task.game, task.row.ply)
    return title.notation(robot.choose(state, task.seed, stop=stop if is_watched else lambda: True))


def _failed(task: ClaimedTurn, detail: str) -> None:
    """Note a failure; the robot is asked again after a pause that grows."""
    pause = PAUSES[min(task.row.attempts, len(PAUSES)) - 1]
    due_at = timezone.now() + pause
    _mark(task, state=RobotTurnState.FAILED, reason=JobReason.ERROR, detail=detail[:300], due_at=due_at)


def _mark(task: ClaimedTurn, **values: object) -> None:
    """Write the result, unless another worker has claimed the row since (its lease was taken over)."""
    mine = RobotTurn.objects.filter(pk=task.row.pk, ply=task.row.ply, attempts=task.row.attempts)
    if not mine.update(**values):
        logger.warning("turn %s of a robot was taken over by another worker", task.row.pk)


def retry(pk: int) -> bool:
    """Ask a robot that has failed once more, now. Tell whether there was one to ask."""
    failed = RobotTurn.objects.filter(
        pk=pk, state=RobotTurnState.FAILED, seat__in=acting_robot_seats(), ply=F("seat__game__ply")
    )
    row = failed.select_related("seat").first()
    if row is None:
        return False
    failed.update(due_at=timezone.now())
    send_after_commit(signals.robot_due, game_id=row.seat.game_id)
    return True
