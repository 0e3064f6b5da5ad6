"""Robots as players: accounts, seats, shares of the dice, and turns that a worker claims and plays."""

import hashlib
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.errors import NameTaken
from accounts.models import User
from accounts.services import create_robot
from games.common import metrics, rate_limits, signals
from games.common.errors import Conflict, Invalid
from games.common.signals import send_after_commit
from games.core.choices import Status
from games.core.dice import site_columns
from games.core.log import note_if_broken, state_of
from games.core.models import Game, JobReason, Seat
from games.core.selectors import is_robot
from games.engine.core import Title
from games.engine.registry import TITLES, get_title

from .actions import play_action
from .models import RobotTurn, RobotTurnState

MAX_GAMES = 12
MAX_GAMES_UNCONFIRMED = 3  # for players without a confirmed address

LEASE = timedelta(seconds=60)  # much longer than any robot needs
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (10, 60, 300, 900, 3600))  # the last one repeats
StopCheck = Callable[[], bool]
logger = logging.getLogger(__name__)

FIRST_ROBOT = "greedy"  # the opponent of new players


def robots_for(title: Title, keys: Sequence[str]) -> list[User]:
    """Return an account for each key, and create missing ones. The same key twice gives two accounts.

    Raises Invalid (unknown-robot) for a robot that does not play this title.
    """
    for key in keys:
        if key not in title.robots:
            raise Invalid("unknown-robot", _("There is no robot called %(name)s.") % {"name": key})
    accounts = list(User.objects.filter(robot__in=keys, is_active=True).order_by("pk"))
    by_key = {
        key: iter(_get_or_create(title, key, [user for user in accounts if user.robot == key], count))
        for key, count in Counter(keys).items()
    }
    return [next(by_key[key]) for key in keys]


def _get_or_create(title: Title, key: str, accounts: list[User], count: int) -> list[User]:
    """Return ``count`` accounts of one robot: "Greedy", "Greedy-2", ... Skip names of other players."""
    users, number = accounts[:count], 0
    prefix, label = key.capitalize(), title.phrases[title.robots[key].label]
    names = {user.username for user in accounts}
    while len(users) < count:
        number += 1
        name, display_name = (prefix, label) if number == 1 else (f"{prefix}-{number}", f"{label} {number}")
        if name not in names:
            with suppress(NameTaken):
                users.append(create_robot(key, name, display_name))
    return users


def seat_robots(game: Game, title: Title, host: User, keys: Sequence[str]) -> None:
    """Seat robots, in the caller's transaction. Raises as ``robots_for``, Conflict (too-many-robot-games), TooMany."""
    if not keys:
        return
    _count_game(host)
    seated = set(game.seats.values_list("user_id", flat=True))
    seated_keys = [robot.robot for robot in User.objects.filter(pk__in=seated).exclude(robot="")]
    for robot in robots_for(title, [*seated_keys, *keys]):
        if robot.pk not in seated:
            columns = site_columns(robot_share(game, robot), game.code, game.dice_version)
            Seat.objects.create(game=game, user=robot, **columns)


def _count_game(host: User) -> None:
    """Count one game of this player against robots. Raises Conflict (too-many-robot-games), TooMany."""
    limit = MAX_GAMES if host.is_confirmed else MAX_GAMES_UNCONFIRMED
    robots = Seat.objects.filter(game=OuterRef("pk"), user__isnull=False).exclude(user__robot="")
    running = Game.objects.running_for(host, is_out=False).filter(Exists(robots))[:limit].count()
    if running >= limit:
        message = ngettext(
            "You are already playing %(count)d game against robots. Finish it first.",
            "You are already playing %(count)d games against robots. Finish one first.",
            running,
        )
        raise Conflict("too-many-robot-games", message % {"count": running})
    rate_limits.count("robots", host.pk)


def robot_share(game: Game, robot: User) -> str:
    """Return a robot's share of the dice in hexadecimal. It follows from the table, so that everyone can check it.

    The first 16 bytes of SHA-256("marrakech-robot-v1" || table || commitment || name).
    """
    text = f"marrakech-robot-v1{game.code}{game.commitment}{robot.username}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class ClaimedTurn:
    game: Game
    robot: User
    row: RobotTurn

    @property
    def seed(self) -> int:
        """The robot's seed at this ply. It follows from table and ply, so that everyone can check the robot."""
        return int.from_bytes(hashlib.sha256(f"{self.game.code}:{self.row.ply}".encode()).digest()[:8])


def acting_robot_seats() -> QuerySet[Seat]:
    """Return the seats of robots that must act, without games in trouble.

    The few robots are looked up first: with their ids, the index ``seat_waiting`` finds their seats among those of
    everyone who must act.
    """
    robots = list(User.objects.filter(robot__gt="").values_list("pk", flat=True))
    seats = Seat.objects.filter(is_acting=True, game__status=Status.RUNNING, user__in=robots)
    return seats.filter(game__troubled_at=None)


def due(now: datetime, limit: int = 100) -> list[int]:
    """Return the games with an unclaimed robot's turn, fast robots first: they do not wait for the slow ones."""
    busy = RobotTurn.objects.filter(seat=OuterRef("pk"), ply=OuterRef("game__ply"), due_at__gt=now)
    seats = acting_robot_seats().exclude(Exists(busy)).order_by("acting_since", "pk")
    rows = list(seats.values_list("game_id", "game__title", "user__robot")[:limit])
    rows.sort(key=lambda row: _seconds(row[1], row[2]))
    return list(dict.fromkeys(game for game, _title, _key in rows))


def _seconds(title: str, key: str) -> float:
    robots = TITLES[title].robots if title in TITLES else {}
    return robots[key].seconds if key in robots else 0.0


def wake_due(now: datetime) -> int:
    """Wake a worker for each due robot's turn, because messages get lost and workers die. Return their number."""
    games = due(now)
    for pk in games:
        send_after_commit(signals.robot_due, game_id=pk, within=30.0)
    return len(games)


def play_one(game_id: int, stop: StopCheck = bool) -> bool:
    """Play one action for a robot that must act in this game. Return True if one was played.

    If ``stop`` returns True, the worker is about to end, and the claim is released for the next worker. Errors of a
    robot are stored in its row and not raised.
    """
    task = claim(game_id, timezone.now())
    if task is None:
        return False
    try:
        notation = _choose_action(task, stop)
        if stop():
            _mark(task, due_at=timezone.now())
            return False
        with transaction.atomic():
            play_action(task.game.pk, task.robot, notation, task.row.ply)
            _mark(task, state=RobotTurnState.PLAYED, reason="", detail="")
    except Conflict as conflict:  # another worker has played this ply, or the game has ended
        _mark(task, state=RobotTurnState.PLAYED, reason=JobReason.ROBOT_LATE, detail=conflict.code)
        return False
    except Exception as error:
        logger.exception("robot failed", extra={"game": task.game.code, "robot": task.robot.robot, "ply": task.row.ply})
        note_if_broken(error)
        _mark_failed(task, f"{type(error).__name__}: {error}")
        return False
    return True


def claim(game_id: int, now: datetime) -> ClaimedTurn | None:
    """Claim a robot's turn in this game by one conditional update, so that only one worker gets it."""
    for seat in acting_robot_seats().filter(game=game_id).select_related("game", "user"):
        ply = seat.game.ply
        row, _is_new = RobotTurn.objects.get_or_create(seat=seat, defaults={"ply": ply, "due_at": now})
        attempts = Case(When(ply=ply, then=F("attempts") + 1), default=1)
        claimable = RobotTurn.objects.filter(Q(ply__lt=ply) | Q(due_at__lte=now), pk=row.pk)
        if claimable.update(ply=ply, attempts=attempts, state=RobotTurnState.THINKING, due_at=now + LEASE):
            row.refresh_from_db()
            assert seat.user is not None
            return ClaimedTurn(seat.game, seat.user, row)
    return None


@metrics.job_seconds.labels("robot").time()
def _choose_action(task: ClaimedTurn, stop: StopCheck) -> str:
    """Return the notation of the robot's choice, without any lock. Without people in the game robots think briefly."""
    title = get_title(task.game.title)
    robot = title.robots.get(task.robot.robot)
    if robot is None:
        raise LookupError(f"no robot called {task.robot.robot} plays {task.game.title}")
    is_with_people = any(not seat.is_out and not is_robot(seat) for seat in task.game.seats.select_related("user"))
    state = state_of(task.game, task.row.ply)
    return title.notation(robot.choose(state, task.seed, stop=stop if is_with_people else lambda: True))


def _mark_failed(task: ClaimedTurn, detail: str) -> None:
    pause = PAUSES[min(task.row.attempts, len(PAUSES)) - 1]
    due_at = timezone.now() + pause
    _mark(task, state=RobotTurnState.FAILED, reason=JobReason.ERROR, detail=detail[:300], due_at=due_at)


def _mark(task: ClaimedTurn, **values: object) -> None:
    """Store the result, unless another worker has taken over the row after its lease."""
    own_claim = RobotTurn.objects.filter(pk=task.row.pk, ply=task.row.ply, attempts=task.row.attempts)
    if not own_claim.update(**values):
        logger.warning("turn %s of a robot was taken over by another worker", task.row.pk)


def retry(pk: int) -> bool:
    """Retry a failed robot's turn now. Return True if there was one."""
    failed = RobotTurn.objects.filter(
        pk=pk, state=RobotTurnState.FAILED, seat__in=acting_robot_seats(), ply=F("seat__game__ply")
    )
    row = failed.select_related("seat").first()
    if row is None:
        return False
    failed.update(due_at=timezone.now())
    send_after_commit(signals.robot_due, game_id=row.seat.game_id)
    return True
