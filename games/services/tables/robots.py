"""Robots as players: accounts, seats, shares of the dice."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.errors import NameTaken
from accounts.models import User
from accounts.services import create_robot
from games.engine.core import Title
from games.errors import Conflict, Invalid
from games.models import Game, Seat

from .. import rate_limits
from ..play.shares import site_columns

MAX_GAMES = 12
MAX_GAMES_UNCONFIRMED = 3  # for players without a confirmed address


def robots_for(title: Title, keys: Sequence[str]) -> list[User]:
    """Return an account for each key, and create missing ones. The same key twice gives two accounts.

    Raises Invalid (unknown-robot) for a robot that does not play this title.
    """
    for key in keys:
        if key not in title.robots:
            raise Invalid("unknown-robot", _("There is no robot called %(name)s.") % {"name": key})
    known = list(User.objects.filter(robot__in=keys, is_active=True).order_by("pk"))
    by_key = {
        key: iter(_get_or_create(title, key, [user for user in known if user.robot == key], count))
        for key, count in Counter(keys).items()
    }
    return [next(by_key[key]) for key in keys]


def _get_or_create(title: Title, key: str, known: list[User], count: int) -> list[User]:
    """Return ``count`` accounts of one robot: "Greedy", "Greedy-2", ... Skip names of other players."""
    users, number = known[:count], 0
    prefix, label, names = key.capitalize(), title.phrases[title.robots[key].label], {user.username for user in known}
    while len(users) < count:
        number += 1
        name, display_name = (prefix, label) if number == 1 else (f"{prefix}-{number}", f"{label} {number}")
        if name not in names:
            with suppress(NameTaken):
                users.append(create_robot(key, name, display_name))
    return users


def seat_robots(game: Game, title: Title, host: User, keys: Sequence[str]) -> None:
    """Seat robots at an open table, inside the caller's transaction.

    Raises like ``robots_for``, and Conflict (too-many-robot-games), TooMany.
    """
    if not keys:
        return
    _count_game(host)
    seated = set(game.seats.values_list("user_id", flat=True))
    seated_keys = [robot.robot for robot in User.objects.filter(pk__in=seated).exclude(robot="")]
    for robot in robots_for(title, [*seated_keys, *keys]):
        if robot.pk not in seated:
            Seat.objects.create(game=game, user=robot, **site_columns(robot_share(game, robot), game.dice_version))


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
