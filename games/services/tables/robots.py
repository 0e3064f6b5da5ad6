"""Robots as players: their accounts, their seats at a table, their share of the dice."""

import hashlib
from collections import Counter
from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.errors import NameTaken
from accounts.models import User
from accounts.services import create_robot
from games.engine.core import Title
from games.errors import Conflict, Invalid
from games.models import Game, Seat, Status

from .. import rate_limits

MOST_RUNNING = 12
MOST_UNCONFIRMED = 3  # for players without a confirmed address


def robots_for(title: Title, keys: Sequence[str]) -> list[User]:
    """Return a robot for each key, made where there is none yet; the same key twice makes two of them.

    Raises Invalid (unknown-robot) for one that does not play this title.
    """
    for key in keys:
        if key not in title.robots:
            raise Invalid("unknown-robot", _("There is no robot called %(name)s.") % {"name": key})
    known = list(User.objects.filter(robot__in=keys, is_active=True).order_by("pk"))
    several = {
        key: iter(_same(key, [user for user in known if user.robot == key], wanted))
        for key, wanted in Counter(keys).items()
    }
    return [next(several[key]) for key in keys]


def _same(key: str, known: list[User], wanted: int) -> list[User]:
    """Return ``wanted`` robots of one kind: "Greedy", "Greedy-2", ... Names that others have are left out."""
    found, number = known[:wanted], 0
    label, names = key.capitalize(), {user.username for user in known}
    while len(found) < wanted:
        number += 1
        name, shown = (label, label) if number == 1 else (f"{label}-{number}", f"{label} {number}")
        if name not in names:
            found += _made(key, name, shown)
    return found


def _made(key: str, name: str, shown: str) -> list[User]:
    try:
        return [create_robot(key, name, shown)]
    except NameTaken:
        return []


def seat_robots(game: Game, title: Title, host: User, keys: Sequence[str]) -> None:
    """Let robots sit down at their host's open table, inside the caller's transaction.

    Raises what ``robots_for`` raises, Conflict (too-many-robot-games), TooMany.
    """
    if not keys:
        return
    _spend_one(host)
    seated = set(game.seats.values_list("user_id", flat=True))
    present = [robot.robot for robot in User.objects.filter(pk__in=seated).exclude(robot="")]
    for robot in robots_for(title, [*present, *keys]):
        if robot.pk not in seated:
            Seat.objects.create(game=game, user=robot, entropy=robot_share(game, robot))


def _spend_one(host: User) -> None:
    """Count one more game with robots of this player."""
    most = MOST_RUNNING if host.is_confirmed else MOST_UNCONFIRMED
    with_robots = Seat.objects.exclude(user__robot="").exclude(user=None).values("game")
    running = Seat.objects.filter(user=host, is_out=False, game__status=Status.RUNNING, game__in=with_robots).count()
    if running >= most:
        message = ngettext(
            "You are already playing %(count)d game against robots. Finish it first.",
            "You are already playing %(count)d games against robots. Finish one first.",
            running,
        )
        raise Conflict("too-many-robot-games", message % {"count": running})
    rate_limits.count("robots", host.pk)


def robot_share(game: Game, robot: User) -> str:
    """Return a robot's share of the dice in hexadecimal: it follows from what it sits down to, so anybody can check it.

    SHA-256("marrakech-robot-v1" || table || commitment || name), its first 16 bytes.
    """
    text = f"marrakech-robot-v1{game.code}{game.commitment}{robot.username}"
    return hashlib.sha256(text.encode()).hexdigest()[:32]
