"""Who is new, who guides, and who of the guides is free."""

from datetime import datetime, timedelta

from django.db.models import BigIntegerField, Count, Exists, F, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from accounts.blocks import hidden_from
from accounts.models import User
from games.clocks.instants import WEEK, instant_of
from games.clocks.selectors import holiday_makers
from games.clocks.waking_hours import declared_weeks
from games.clocks.waking_weeks import WakingWeek, waking_between
from games.conduct.selectors import sanctions_in_force
from games.core.choices import Status
from games.core.models import Game, Seat

from .models import Guide, GuidedGame

WAS_HERE = timedelta(days=14)  # since then, or a guide is not asked
MAX_CANDIDATES = 40  # those who were here last


def is_newcomer(user: User) -> bool:
    """Return True for a player who has finished no game with other people."""
    others = Seat.objects.filter(game=OuterRef("game"), user__robot="").exclude(user=user)
    finished = user.seats.filter(game__status=Status.FINISHED)
    return not user.is_guest and not finished.filter(Exists(others)).exists()


def guide_of(user: User) -> Guide | None:
    """Return what a player has chosen as a guide, None if they never were one."""
    return Guide.objects.filter(user=user).first()


def guided_game_of(user: User) -> Game | None:
    """Return the running game of a newcomer with a guide."""
    running = GuidedGame.objects.filter(game__host=user, game__status=Status.RUNNING).select_related("game")
    found = running.first()
    return found.game if found else None


def is_guided_by(game: Game, user: User | None) -> bool:
    """Return True if this player is the guide in a game."""
    return user is not None and GuidedGame.objects.filter(game=game, guide=user).exists()


def newcomers_helped(user: User) -> int:
    """Return how many newcomers a guide has played a first game to its end with."""
    return GuidedGame.objects.filter(guide=user, game__status=Status.FINISHED).count()


def free_guides(newcomer: User, now: datetime) -> list[User]:
    """Return the guides who can play with a newcomer: who is awake soonest first, then who has not guided for longest.

    They have been here lately, are not on holiday, get emails, read messages, and are not kept apart from the newcomer
    or bound by a sanction.
    """
    latest = _here(now).exclude(user=newcomer).exclude(user__in=hidden_from(newcomer)).order_by("-user__seen_at")
    pks = list(latest.values_list("pk", flat=True)[:MAX_CANDIDATES])
    users = [guide.user for guide in _with_room(now).filter(pk__in=pks)]
    away = holiday_makers([user.pk for user in users], now, timedelta())
    users = [user for user in users if user.pk not in away]
    weeks = declared_weeks(users)
    return sorted(users, key=lambda user: _seconds_asleep(weeks[user.pk].week, now))


def is_offered(user: User | None, now: datetime) -> bool:
    """Return True if a newcomer, or a visitor or guest who may become one, can be offered a game with a guide."""
    if user is None or user.is_guest:
        return _with_room(now).exists()
    if not user.is_confirmed or not is_newcomer(user) or guided_game_of(user):
        return False
    return _with_room(now).exclude(user=user).exclude(user__in=hidden_from(user)).exists()


def _here(now: datetime) -> QuerySet[Guide]:
    """Return the guides who have been here lately, get emails, and are not in quiet mode: newcomers ask questions."""
    here = Guide.objects.filter(is_active=True, user__is_active=True, user__seen_at__gt=now - WAS_HERE)
    return here.filter(user__bounced_at=None).exclude(user__email="").exclude(user__profile__quiet__gt="")


def _with_room(now: datetime) -> QuerySet[Guide]:
    """Return the guides who are here, free of sanctions, and have fewer games than they want at most.

    Who has not guided for longest comes first. Their running games are found among their few unfinished seats.
    """
    here = _here(now).exclude(Exists(sanctions_in_force(OuterRef("user"), now))).select_related("user__profile")
    seats = Seat.objects.filter(user=OuterRef("user"), finished_at=None, game__status=Status.RUNNING)
    guided = seats.filter(game__guided__guide=OuterRef("user")).order_by().values("user").annotate(count=Count("pk"))
    last = GuidedGame.objects.filter(guide=OuterRef("user")).order_by("-game").values("game")[:1]
    counted = here.annotate(
        running=Coalesce(Subquery(guided.values("count")), 0),
        last=Coalesce(Subquery(last, output_field=BigIntegerField()), 0),
    )
    return counted.filter(running__lt=F("most_games")).order_by("last", "pk")


def _seconds_asleep(week: WakingWeek, now: datetime) -> int:
    """Return in how many seconds a player is awake, 0 for now."""
    since = instant_of(now)
    awake = waking_between(week, since, since + WEEK)
    return awake[0][0] - since if awake else WEEK
