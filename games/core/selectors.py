"""Games by their public ids, their seats and events."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import TypeAlias, cast

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, F, OuterRef, Prefetch, Q
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.blocks import blocked_by, muted_by
from accounts.models import Household, User
from accounts.selectors import display_name, is_quiet
from games.common.errors import Forbidden, NotFound
from games.conduct.selectors import is_excluded, sanctions_in_force
from games.engine.core import Title
from games.engine.registry import get_title

from .choices import Status
from .models import EventKind, Game, Seat, TableEvent
from .querysets import TIME_TO_RETURN

Viewer: TypeAlias = User | AnonymousUser | None
MAX_READS = 3  # of a game that changes while it is read
HAS_HOUSEHOLD = Exists(
    Household.objects.filter(
        Q(user=OuterRef("user")) | Q(other=OuterRef("user")) | Q(user=OuterRef("owner")) | Q(other=OuterRef("owner")),
        confirmed_at__isnull=False,
    )
)


def game_for_viewer(code: str, viewer: Viewer, invite_code: str = "") -> Game:
    """Return the game with this public id. Raises NotFound, also for a private table that the viewer may not see."""
    found = Game.objects.filter(code=code).select_related("guided")  # for the chat (``guide_at``)
    game = found.first() if code.isalnum() else None  # PostgreSQL refuses a NUL
    if game is None or not may_see(game, viewer, invite_code):
        raise NotFound
    return game


def may_see(game: Game, viewer: Viewer, invite_code: str = "") -> bool:
    """Return True if this viewer may see the game. A public one takes no query, unless it is an open table."""
    if not game.is_private and (game.status != Status.OPEN or not isinstance(viewer, User)):
        return True
    return Game.objects.visible_to(viewer, invite_code).filter(pk=game.pk).exists()


def rematch_of(game: Game, viewer: Viewer) -> Game | None:
    """Return the rematch of a game with its seats, None if there is none for this viewer or it was cancelled."""
    rematches = Game.objects.filter(rematch_of=game).exclude(status=Status.CANCELLED)
    found = rematches.prefetch_related("seats").first()
    if found is None or not isinstance(viewer, User) or any(seat.user_id == viewer.pk for seat in found.seats.all()):
        return found
    return None if has_blocked(found, viewer) else found


def has_blocked(game: Game, user: User) -> bool:
    """Return True if someone at this table is kept apart from the user, who must not get a seat there."""
    return Seat.objects.of_blocked(user).filter(game=game).exists()


def _tables_of_housemates(viewer: User) -> dict[int, int]:
    """Return which housemate of the viewer sits, or is invited, at which rated table before its start.

    Pages and lists ask this of each of their games, so it is read once for a request, for who has housemates.
    """
    if viewer.tables_of_housemates is None:
        people = viewer.housemates
        tables = Game.objects.filter(status=Status.OPEN, is_rated=True).order_by()
        invited = tables.filter(invitations__user__in=people, invitations__state="pending")
        seated = tables.filter(seats__user__in=people).values_list("pk", "seats__user")
        found = seated.union(invited.values_list("pk", "invitations__user")) if people else ()
        viewer.tables_of_housemates = dict(found)
    return viewer.tables_of_housemates


def housemate_at(game: Game, viewer: Viewer) -> User | None:
    """Return who lives with the viewer and sits, or is invited, at a rated table before its start, None for nobody.

    If both play there, the game is not rated. Nobody else at the table reads of it before.
    """
    if is_rated_for(game, viewer) == game.is_rated or not isinstance(viewer, User):
        return None
    return User.objects.select_related("profile").get(pk=_tables_of_housemates(viewer)[game.pk])


def has_seat(seats: Iterable[Seat], viewer: Viewer) -> bool:
    """Return True if the viewer has one of these seats, or had it before another player took it."""
    return isinstance(viewer, User) and any(viewer.pk in (seat.user_id, seat.owner_id) for seat in seats)


def is_rated_for(game: Game, viewer: Viewer) -> bool:
    """Return True if the game is rated, before its start for the viewer with those who sit, or are invited, there."""
    if not game.is_rated or game.status != Status.OPEN or not isinstance(viewer, User):
        return game.is_rated
    return game.pk not in _tables_of_housemates(viewer)


def title_of(game: Game) -> Title:
    """Return the title of a stored game."""
    return get_title(game.title)


def first_rules(title: Title) -> str:
    """Return the ruleset of a title that is played if nobody chooses another: the first one that is offered."""
    return next(rules.key for rules in title.rulesets.values() if rules.offered)


def is_robot(seat: Seat) -> bool:
    """Return True if a robot has this seat."""
    return seat.user is not None and bool(seat.user.robot)


def shows_hints(game: Game, seats: Sequence[Seat]) -> bool:
    """Return True if a robot's choice is marked: at tables with that option, and where one person plays robots."""
    return game.has_hints or sum(not is_robot(seat) for seat in seats) < 2


def seats_of(game: Game, viewer: Viewer = None) -> list[Seat]:
    """Return the seats in order of play (in order of joining before the start), with users, owners and profiles.

    For a viewer, ``is_blocked`` says whom they have blocked, ``is_muted`` whose messages they do not want to see,
    ``is_sanctioned`` whom a sanction binds, ``has_household`` who has said, and another has confirmed, that they live
    together. ``is_excluded`` is who is left out of the ratings, ``game_version`` the version of the game now.
    """
    found = Seat.objects.filter(game=game).select_related("user__profile", "owner__profile")
    found = found.annotate(game_version=F("game__version"), is_excluded=is_excluded(OuterRef("user")))
    if isinstance(viewer, User):
        is_sanctioned = Exists(sanctions_in_force(OuterRef("user"), timezone.now()))
        found = found.annotate(
            is_blocked=Q(user__in=blocked_by(viewer)),
            is_muted=Q(user__in=muted_by(viewer)),
            is_sanctioned=is_sanctioned,
            has_household=HAS_HOUSEHOLD,
        )
    seats = list(found)
    for seat in seats:
        seat.game = game
    return seats


def current_seats_of(game: Game, viewer: Viewer = None) -> list[Seat]:
    """Return the seats as they are at the same moment as the game, which is read again if it has changed since."""
    seats = seats_of(game, viewer)
    for _attempt in range(MAX_READS):
        if all(getattr(seat, "game_version", None) == game.version for seat in seats):
            break
        game.refresh_from_db()
        seats = seats_of(game, viewer)
    return seats


def seats_by_game(games: Iterable[Game]) -> dict[int, list[Seat]]:
    """Return the seats of several games by their ids, in order of play, with users and profiles, in two queries.

    A prefetch of the games would make a queryset for each: 4 ms for the fifty games of a page.
    """
    found: dict[int, list[Seat]] = {game.pk: [] for game in games}
    people = Prefetch("user", User.objects.select_related("profile"))
    for seat in Seat.objects.filter(game__in=found).prefetch_related(people):
        found[seat.game_id].append(seat)
    return found


def seats_with_users(game: Game) -> list[Seat]:
    """Return the seats in the same order, with users and their profiles."""
    return list(game.seats.select_related("user__profile"))


def return_until(seat: Seat) -> datetime | None:
    """Return until when the owner of a seat that another player took may return, None for other seats."""
    return seat.taken_at + TIME_TO_RETURN if seat.owner_id and seat.taken_at else None


def handed_over(games: Iterable[int], *, ever: bool = False) -> set[tuple[int, int]]:
    """Return (game, user) of the players whose seats an operator has given away, or offered to those who took them.

    ``ever``: also of those who are back.
    """
    kinds = (EventKind.OFFERED, EventKind.ROBOT, EventKind.SUBSTITUTE, EventKind.RETURNED)
    found: set[tuple[int, int]] = set()
    offered: dict[tuple[int, int | None], int | None] = {}  # by operators: whose seats, by game and seat
    for event in TableEvent.objects.filter(game__in=set(games), kind__in=kinds).order_by("pk"):
        here, is_operators = (event.game_id, event.seat), bool(event.params.get("reason"))
        if event.kind == EventKind.OFFERED:
            offered[here] = event.params.get("player") if is_operators else None
            continue
        before = offered.pop(here, None)
        if event.kind == EventKind.RETURNED and not ever:
            found.discard((event.game_id, event.user_id or 0))
            continue
        left = event.params.get("left") if is_operators else before
        if left and left != event.user_id:  # else the player has the own seat again: only the offer has ended
            found.add((event.game_id, left))
    return found


def may_take_back(seat: Seat, user: User, now: datetime) -> bool:
    """Return True if the seat looks for another player and is still the user's, or the user may return to it."""
    if seat.user_id == user.pk:
        return seat.offered_at is not None
    until = return_until(seat) if seat.owner_id == user.pk else None
    return until is not None and until > now


def seat_name(seat: Seat) -> str:
    """Return the name that everyone sees for a seat."""
    return display_name(seat.user) if seat.user else _("a former player")


def is_quiet_seat(seat: Seat) -> bool:
    """Return True if an account in quiet mode sits here."""
    return seat.user is not None and is_quiet(seat.user)


def name_elsewhere(seat: Seat) -> str:
    """Return the name of a seat for other sites, which know no viewer: who is in quiet mode has none there."""
    return _("a player") if is_quiet_seat(seat) else seat_name(seat)


def table_name_elsewhere(game: Game, seats: Iterable[Seat]) -> str:
    """Return the name of a table for other sites: a neutral one where someone in quiet mode sits."""
    return game.neutral_name if any(map(is_quiet_seat, seats)) else game.name


def may_be_listed(game: Game, seats: Iterable[Seat]) -> bool:
    """Return True if search engines may list a game: it is over and public, and nobody in quiet mode has played it."""
    is_public = game.status == Status.FINISHED and not game.is_private and game.troubled_at is None
    return is_public and not any(map(is_quiet_seat, seats))


def show_elsewhere(game: Game, seats: Sequence[Seat]) -> None:
    """Let a table and its seats show these names, for a page that changes nothing and is meant for other sites."""
    game.name = table_name_elsewhere(game, seats)
    for seat in seats:
        if seat.user and is_quiet_seat(seat):
            seat.user.profile.display_name = name_elsewhere(seat)


def seat_names(game: Game) -> list[str]:
    """Return the players' names in order of play."""
    return [seat_name(seat) for seat in seats_of(game)]


def seat_of(game: Game, viewer: Viewer) -> Seat | None:
    """Return the viewer's seat at this table, or None."""
    return game.seats.filter(user=viewer).first() if isinstance(viewer, User) else None


def acting_elsewhere(user: User, game: Game) -> int:
    """Return how many other games wait for the player."""
    seats = Seat.objects.filter(user=user, is_acting=True, finished_at=None)
    return seats.exclude(game=game).count()


def own_seat(game: Game, user: User) -> Seat:
    """Return the player's seat at this table. Raises Forbidden (not-seated)."""
    seat = seat_of(game, user)
    if seat is None:
        raise Forbidden("not-seated", gettext_lazy("You do not have a seat at this table."))
    return seat


def events_of(game: Game) -> list[TableEvent]:
    """Return the events of a table, oldest first."""
    return list(TableEvent.objects.filter(game=game).order_by("id"))


def events_until(event: TableEvent) -> list[TableEvent]:
    """Return an event and those about its seat before it, oldest first: who had the seat follows from them."""
    if event.seat is None:
        return [event]
    return list(TableEvent.objects.filter(game=event.game_id, seat=event.seat, pk__lte=event.pk).order_by("id"))


def names_by_id(ids: Iterable[int | None]) -> dict[int, str]:
    """Return the displayed names of accounts; without a query if there are none."""
    wanted = {pk for pk in ids if pk is not None}
    people = User.objects.select_related("profile").in_bulk(wanted) if wanted else {}
    return {pk: display_name(user) for pk, user in people.items()}


def poll_key(code: str) -> str:
    """Return the key with which the page of a private table polls. It gives access to nothing else."""
    return salted_hmac("games.polls", code, algorithm="sha1").hexdigest()[:20]


def is_unchanged(code: str, version: int, key: str = "") -> bool:
    """Tell whether this table still has this version.

    Return False for a private table without its key, so that the view decides whether the viewer may see it.
    """
    is_private = Game.objects.filter(code=code, version=version).values_list("is_private", flat=True).first()
    return is_private is False or (is_private is True and constant_time_compare(key, poll_key(code)))


def viewer_of(request: HttpRequest) -> Viewer:
    """Return the viewer of a request: a user or an anonymous visitor."""
    return cast("Viewer", request.user)
