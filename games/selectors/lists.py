"""Lists of tables: what waits for me, what runs, what is open, what is over."""

from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet

from accounts.models import User
from games.models import Game, Invitation, InvitationState, Seat, Status

from .games import visible_games
from .seats import Viewer


def with_seats(games: QuerySet[Game]) -> QuerySet[Game]:
    """Add everything that a row of a list shows, in a fixed number of queries."""
    return games.select_related("host").prefetch_related(with_people())


def with_people(path: str = "seats") -> Prefetch[str, QuerySet[Seat], str]:
    """Fetch all seats with their people in one query."""
    return Prefetch(path, Seat.objects.select_related("user__profile"))


def waiting_for(user: User) -> QuerySet[Game]:
    """Return the running games in which the user must act, longest waiting first."""
    mine = Game.objects.filter(seats__user=user, seats__is_acting=True, status=Status.RUNNING)
    return with_seats(mine.annotate(waiting_since=F("seats__acting_since")).order_by("seats__acting_since", "id"))


def running_of(user: User) -> QuerySet[Game]:
    """Return the user's running games that wait for somebody else, latest first."""
    mine = Game.objects.filter(seats__user=user, seats__is_acting=False, status=Status.RUNNING)
    return with_seats(mine.order_by("-id"))


def alone_with(user: User, robot: str) -> Game | None:
    """Return the latest running game in which the user sits with robots of this kind alone, None if there is none."""
    others = Seat.objects.filter(game=OuterRef("pk")).exclude(user=user)
    strangers = others.exclude(Q(user__isnull=False) & Q(user__robot=robot))
    mine = Game.objects.filter(Exists(others), ~Exists(strangers), seats__user=user, status=Status.RUNNING)
    return mine.order_by("-id").first()


def open_of(user: User) -> QuerySet[Game]:
    """Return the tables where the user sits and waits for others."""
    return with_seats(Game.objects.filter(seats__user=user, status=Status.OPEN).order_by("-id"))


def finished_of(user: User) -> QuerySet[Game]:
    """Return the user's games that are over, latest first."""
    over = Game.objects.filter(seats__user=user, status__in=[Status.FINISHED, Status.ABORTED])
    return with_seats(over.order_by("-seats__finished_at", "-id"))


def invitations_of(user: User) -> QuerySet[Invitation]:
    """Return the invitations that the user has not answered and still can."""
    pending = Invitation.objects.filter(user=user, state=InvitationState.PENDING, game__status=Status.OPEN)
    return pending.select_related("game", "inviter").prefetch_related(with_people("game__seats"))


def lobby(user: User | int | None = None) -> QuerySet[Game]:
    """Return the public open tables with a free seat for a stranger, latest first; not those where the user sits."""
    pending = Count("invitations", filter=Q(invitations__state=InvitationState.PENDING), distinct=True)
    seated = Count("seats", distinct=True)
    games = Game.objects.filter(status=Status.OPEN, is_private=False)
    games = games.annotate(seated=seated, free=F("seat_count") - seated - pending).filter(free__gt=0)
    if user is not None:
        games = games.exclude(pk__in=Seat.objects.filter(user=user).values("game"))
    return with_seats(games.order_by("-id"))


def next_waiting(user: User, after: Game | None = None) -> Game | None:
    """Return the game that has waited longest for the user, other than ``after``."""
    games = waiting_for(user)
    return (games.exclude(pk=after.pk) if after else games).first()


def history_of(user: User, viewer: Viewer) -> QuerySet[Seat]:
    """Return the user's seats in games that the viewer may know of, latest game first, for filters and pages."""
    seats = Seat.objects.filter(user=user, game__in=visible_games(viewer)).exclude(game__status=Status.CANCELLED)
    return seats.select_related("game").prefetch_related(with_people("game__seats")).order_by("-game_id")


@dataclass(frozen=True, slots=True)
class Record:
    """How a player has done: numbers of games."""

    running: int
    finished: int
    wins: int


def record_of(user: User) -> Record:
    """Return the player's numbers in one query. A shared first place counts as a win.

    Games that were played on from a position of another one do not count: the position was chosen.
    """
    finished = Q(game__status=Status.FINISHED)
    numbers = Seat.objects.filter(user=user, game__branched_at=None).aggregate(
        running=Count("id", filter=Q(game__status=Status.RUNNING)),
        finished=Count("id", filter=finished),
        wins=Count("id", filter=finished & Q(place=1)),
    )
    return Record(**numbers)
