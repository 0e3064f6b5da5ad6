"""Who and what suits a player: open tables and standing challenges, and what a player has of them.

Challenges are read in batches by their ids, from an index of those that have not ended, so that no search reads more
than ``MAX_BATCHES`` of them; tables are the latest of the lobby with one pace and number of players, from its indexes.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.core.signing import BadSignature, Signer
from django.db.models import Case, Count, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from accounts.blocks import hidden_from
from accounts.models import User
from games.clocks.waking_hours import DeclaredWeek, declared_weeks, shared_hours
from games.common.errors import BrokenLink, NotFound
from games.conduct.models import SanctionKind
from games.conduct.selectors import NO_RATED_GAMES, sanctions_in_force
from games.core.choices import Pace, Status
from games.core.models import IN_LOBBY, Game, Seat
from games.core.querysets import GameQuerySet
from games.core.selectors import is_robot, seats_by_game
from games.engine.core import Title
from games.engine.registry import TITLES
from games.lobby.models import Invitation
from games.lobby.selectors import as_seen_by
from games.notifications.links import version_of
from games.play.requirements import open_to
from games.ratings.formula import MIDDLE
from games.ratings.selectors import ratings_at

from .models import DEFAULT_MAX_RUNNING, Challenge, PairedGame, PairingSettings

BATCH, MAX_BATCHES = 40, 5
MAX_TABLES, MAX_FITTING = 200, 40  # the latest of a kind that one search reads, and those of which people are compared
MAX_MET = 100  # the latest paired games of a player, whose people are known
MAX_SHOWN = 10  # challenges in a list
MAX_DISTANCE = 400  # points of rating between people whom a search brings together
MIN_HOURS = 2  # a day that they are awake together, at a pace with a clock
MAX_SILENCE = timedelta(days=14)  # of people who are not waited for any more
CURRENT = (Status.OPEN, Status.RUNNING)


@dataclass(frozen=True, slots=True)
class Wish:
    """What a search looks for."""

    title: Title
    seat_count: int
    pace: str


@dataclass(frozen=True, slots=True)
class People:
    """What decides whether people suit each other."""

    ratings: Mapping[tuple[int, str], int]
    weeks: Mapping[int, DeclaredWeek]
    now: datetime

    def rating(self, user_id: int, title: str) -> int:
        """Return the rating in a title: the middle before the first rated game."""
        return self.ratings.get((user_id, title), round(MIDDLE))

    def hours(self, users: Iterable[int]) -> int:
        return shared_hours(self.weeks, set(users), self.now)


def people_of(users: Collection[User], titles: Collection[str], now: datetime) -> People:
    """Return what is known of people, in two statements if their profiles have been fetched."""
    found = ratings_at((user.pk for user in users), titles, now)
    ratings = {key: row.rating for key, row in found.items()}
    return People(ratings, declared_weeks(users), now)


def last_title(user: User | None) -> Title:
    """Return the title that the user has played last, else the first one of the site."""
    key = Game.objects.played_by(user).values_list("title", flat=True).first() if user else None
    return TITLES.get(key or "") or next(iter(TITLES.values()))


def may_play_rated(user: User, now: datetime) -> bool:
    """Return False if a sanction forbids the player rated games."""
    return not sanctions_in_force(user, now).filter(kind__in=NO_RATED_GAMES).exists()


def _may_not_be_rated(user: User | OuterRef, now: datetime) -> Exists:
    return Exists(sanctions_in_force(user, now).filter(kind__in=NO_RATED_GAMES))


def settings_of(user: User) -> PairingSettings:
    """Return the player's settings, or unsaved ones with the defaults."""
    return PairingSettings.objects.filter(user=user).first() or PairingSettings(user=user)


# Tables


@dataclass(frozen=True, slots=True)
class SuitableTable:
    """``rank`` sorts tables and challenges: the smallest one suits best."""

    game: Game
    rank: tuple[int, ...]

    @property
    def key(self) -> str:
        return f"table-{self.game.pk}"

    @property
    def row(self) -> Game:
        return self.game


def suitable_tables(user: User, wish: Wish, now: datetime, tables: GameQuerySet | None = None) -> list[SuitableTable]:
    """Return the open tables (of ``tables``) that suit a player, best first.

    The player meets what the table asks, nobody there is kept apart from the player, the people there are not far
    away in rating and hours, and the host was here not long ago.
    """
    kind = {"title": wish.title.key, "seat_count": wish.seat_count, "pace": wish.pace}
    latest = Game.objects.filter(IN_LOBBY, **kind).order_by("-id").values_list("pk", flat=True)
    found = Game.objects.open_tables(user) if tables is None else tables
    found = found.filter(pk__in=list(latest[:MAX_TABLES]))
    found = open_to(found, user, now).exclude(host__seen_at__lt=now - MAX_SILENCE)
    found = found.exclude(Q(_may_not_be_rated(user, now)), is_rated=True)
    games = list(found[:MAX_FITTING])
    if not games:
        return []
    seats = seats_by_game(games)
    others = {seat.user.pk: seat.user for rows in seats.values() for seat in rows if seat.user and not is_robot(seat)}
    people = people_of([user, *others.values()], [wish.title.key], now)
    ranked = ((game, _rank(user.pk, _people_at(seats[game.pk]), wish, people)) for game in games)
    suitable = [
        SuitableTable(game, (*rank, wish.seat_count - len(seats[game.pk]), 0, game.pk)) for game, rank in ranked if rank
    ]
    return sorted(suitable, key=lambda one: one.rank)


def _people_at(seats: Iterable[Seat]) -> list[int]:
    return [seat.user_id for seat in seats if seat.user_id and not is_robot(seat)]


def _rank(user: int, others: Collection[int], wish: Wish, people: People) -> tuple[int, ...]:
    """Return how well others suit a player: small numbers for near ratings and many hours together; () if they do not.

    Without a clock, hours do not count.
    """
    own, key = people.rating(user, wish.title.key), wish.title.key
    distance = max((abs(people.rating(other, key) - own) for other in others), default=0)
    hours = people.hours([user, *others]) if wish.pace != Pace.NONE else 24
    if distance > MAX_DISTANCE or hours < MIN_HOURS:
        return ()
    return distance // 100, -(min(hours, 8) // 4)


# Challenges


def is_game_of_challenge(game: Game, user: User) -> bool:
    """Return True if a standing challenge of the player has brought this game."""
    return PairedGame.objects.filter(game=game, user=user, challenge__isnull=False).exists()


def own_challenges(user: User) -> QuerySet[Any]:
    """Return the player's challenges that have not ended, oldest first; ``playing`` counts their games."""
    return _with_playing(Challenge.objects.filter(user=user, ended_at=None))


def _with_playing(rows: QuerySet[Any]) -> QuerySet[Any]:
    games = PairedGame.objects.filter(
        challenge=OuterRef("pk"), game__status__in=CURRENT, game__seats__user=OuterRef("user")
    )
    counted = games.order_by().values("challenge").annotate(number=Count("pk")).values("number")
    found: QuerySet[Any] = rows.annotate(playing=Coalesce(Subquery(counted), 0))
    return found


def waiting_challenges(now: datetime) -> QuerySet[Any]:
    """Return the challenges that wait for someone, with ``playing``, their players and profiles.

    Their players are here, may play, have not paused them, and have room for another game.
    """
    others = Seat.objects.filter(game=OuterRef("game"), user__robot="").exclude(user=OuterRef("user"))
    is_running = Q(Exists(others), game__status=Status.RUNNING)
    paired = PairedGame.objects.filter(game=OuterRef("game"), user=OuterRef("user"), challenge__isnull=False)
    will_run = Q(Exists(paired), game__status=Status.OPEN)
    seats = Seat.objects.filter(is_running | will_run, user=OuterRef("user"), finished_at=None)
    running = seats.order_by().values("user").annotate(number=Count("pk")).values("number")
    kinds = (SanctionKind.WARNING, SanctionKind.NO_GAMES)
    bound = sanctions_in_force(OuterRef("user"), now).filter(kind__in=kinds)
    rows = _with_playing(Challenge.objects.filter(ended_at=None, user__is_active=True))
    rows = rows.exclude(user__email="")
    rows = rows.exclude(user__seen_at__lt=now - MAX_SILENCE).exclude(Exists(bound))
    rows = rows.exclude(Q(_may_not_be_rated(OuterRef("user"), now)), is_rated=True)
    rows = rows.annotate(
        running=Coalesce(Subquery(running), 0),
        max_running=Coalesce(F("user__pairing__max_running"), DEFAULT_MAX_RUNNING),
    )
    rows = rows.filter(playing__lt=F("max_games"), running__lt=F("max_running"))
    paused = PairingSettings.objects.filter(user=OuterRef("user"), is_paused=True)
    found: QuerySet[Any] = rows.exclude(Exists(paused))
    return found.select_related("user__profile")


def challenges_for(user: User, now: datetime) -> QuerySet[Any]:
    """Return the waiting challenges of people whom the player may meet, and with whom no paired game is under way.

    ``has_met`` tells whether a paired game brought the two together before.
    """
    latest = PairedGame.objects.filter(user=user).order_by("-game").values("game")[:MAX_MET]
    met = {*Seat.objects.filter(game__in=latest).values_list("user", "game__status")}
    playing = [pk for pk, status in met if status in CURRENT and pk]
    rows = waiting_challenges(now).exclude(user__in=[user.pk, *playing]).exclude(user__in=hidden_from(user))
    rows = rows.exclude(Q(_may_not_be_rated(user, now)), is_rated=True)
    is_known = When(user__in=[pk for pk, _status in met if pk], then=True)
    found: QuerySet[Any] = rows.annotate(has_met=Case(is_known, default=False))
    return found.order_by("id")


def accepts(challenge: Challenge, user: int, people: People) -> bool:
    """Return True if a player is one whom this challenge asks for."""
    if not accepts_rating(challenge, user, people):
        return False
    return not challenge.min_hours or people.hours([user, challenge.user_id]) >= challenge.min_hours


def accepts_rating(challenge: Challenge, user: int, people: People) -> bool:
    """Return True if a player's rating is one for which this challenge asks."""
    rating, low, high = people.rating(user, challenge.title), challenge.min_rating, challenge.max_rating
    return (low is None or rating >= low) and (high is None or rating <= high)


def terms_at(games: Collection[int]) -> QuerySet[Any]:
    """Return which challenges have brought people to tables where they sit: a table keeps what these ask of others."""
    seated = Seat.objects.filter(game=OuterRef("game"), user=OuterRef("user"), offered_at=None)
    rows = PairedGame.objects.filter(Exists(seated), game__in=games, challenge__isnull=False)
    return rows.select_related("challenge__user__profile")


def suit_each_other(one: Challenge, other: Challenge, people: People) -> bool:
    """Return True if each of two challenges for the same game accepts the player of the other."""
    is_same = (one.ruleset, one.is_rated) == (other.ruleset, other.is_rated)
    return is_same and accepts(one, other.user_id, people) and accepts(other, one.user_id, people)


def _batches(found: QuerySet[Any], **kind: object) -> Iterator[list[Any]]:
    """Yield the rows of ``found`` among the challenges of one kind, oldest first, in batches.

    The ids of a batch are those of an index, whatever else ``found`` asks: this bounds what the database reads.
    """
    after = 0
    for _number in range(MAX_BATCHES):
        ids = Challenge.objects.filter(ended_at=None, pk__gt=after, **kind).order_by("id")
        pks = list(ids.values_list("pk", flat=True)[:BATCH])
        yield list(found.filter(pk__in=pks))
        if len(pks) < BATCH:
            return
        after = pks[-1]


@dataclass(frozen=True, slots=True)
class SuitableChallenge:
    challenge: Challenge
    rank: tuple[int, ...]

    @property
    def key(self) -> str:
        return f"challenge-{self.challenge.pk}"

    @property
    def row(self) -> Challenge:
        return self.challenge


def suitable_challenges(user: User, wish: Wish, now: datetime) -> list[SuitableChallenge]:
    """Return the standing challenges that suit a player's wish, best first."""
    suitable = []
    kind = {"title": wish.title.key, "seat_count": wish.seat_count, "pace": wish.pace}
    for batch in _batches(challenges_for(user, now), **kind):
        people = people_of([user, *(row.user for row in batch)], [wish.title.key], now) if batch else None
        for row in batch:
            rank = _rank(user.pk, [row.user_id], wish, people) if people and accepts(row, user.pk, people) else ()
            if rank:
                suitable.append(SuitableChallenge(row, (*rank, wish.seat_count - 1, 1 + row.has_met, row.pk)))
    return sorted(suitable, key=lambda one: one.rank)


def candidates_for(user: User, wish: Wish, now: datetime) -> list[SuitableTable | SuitableChallenge]:
    """Return the tables and standing challenges that suit a player's wish, best first."""
    found: list[SuitableTable | SuitableChallenge] = [
        *suitable_tables(user, wish, now),
        *suitable_challenges(user, wish, now),
    ]
    return sorted(found, key=lambda one: one.rank)


def challenges_to_show(user: User, now: datetime) -> list[tuple[Challenge, int | None]]:
    """Return the latest challenges of others that a player can take up, with the ratings of their players, if any."""
    if not user.is_confirmed:
        return []
    found = Challenge.objects.filter(ended_at=None).exclude(user=user).order_by("-id").values_list("pk", flat=True)
    latest = list(found[:BATCH])
    rows = list(challenges_for(user, now).filter(pk__in=latest).order_by("-id"))
    if not rows:
        return []
    people = people_of([user, *(row.user for row in rows)], {row.title for row in rows}, now)
    fitting = [row for row in rows if accepts(row, user.pk, people)]
    return [(row, people.ratings.get((row.user_id, row.title))) for row in fitting[:MAX_SHOWN]]


def groups_for(challenge: Challenge, now: datetime) -> Iterator[list[Challenge]]:
    """Yield groups of challenges of others that fill a table together with this one, people not met before first."""
    kind = {"title": challenge.title, "seat_count": challenge.seat_count, "pace": challenge.pace}
    for batch in _batches(challenges_for(challenge.user, now), **kind):
        people = people_of([challenge.user, *(row.user for row in batch)], [challenge.title], now) if batch else None
        group: list[Challenge] = []
        for row in sorted(batch, key=lambda one: (one.has_met, one.pk)):
            mates = [challenge, *group]
            if row.user_id in {mate.user_id for mate in mates} or people is None:
                continue
            if all(suit_each_other(row, mate, people) for mate in mates):
                group.append(row)
            if len(group) == challenge.seat_count - 1:
                yield group
                group = []


def promising(pks: Sequence[int], now: datetime) -> list[int]:
    """Return the ids of those of some challenges that may fill a table, in so many statements for each kind of them.

    Blocks and what tables ask are left to the search of each, so that a few found here may still start nothing.
    """
    kinds: dict[tuple[str, int, str], list[Challenge]] = {}
    for start in range(0, len(pks), BATCH):
        for row in waiting_challenges(now).filter(pk__in=pks[start : start + BATCH], title__in=TITLES).order_by("id"):
            kinds.setdefault((row.title, row.seat_count, row.pace), []).append(row)
    return [pk for some in kinds.values() for pk in _promising_of_kind(some, now)]


def _promising_of_kind(rows: Collection[Challenge], now: datetime) -> Iterator[int]:
    title, seat_count, pace = next((row.title, row.seat_count, row.pace) for row in rows)
    kind = {"title": title, "seat_count": seat_count, "pace": pace}
    others = [row for batch in _batches(waiting_challenges(now), **kind) for row in batch]
    latest = Game.objects.filter(IN_LOBBY, **kind).order_by("-id").values_list("pk", flat=True)[:MAX_TABLES]
    tables = list(tables_of_searches(Game.objects.filter(pk__in=list(latest))).select_related("host__profile"))
    users = {row.user for row in [*rows, *others]} | {table.host for table in tables if table.host}
    people = people_of(users, [title], now)
    mates = {
        row.pk: {one.user_id for one in others if one.user_id != row.user_id and suit_each_other(row, one, people)}
        for row in rows
    }
    own = Seat.objects.filter(user__in=set().union(*mates.values()), finished_at=None, game__pairings__user=F("user"))
    playing = set(own.values_list("user", "game__seats__user"))
    for row in rows:
        free = [user for user in mates[row.pk] if (user, row.user_id) not in playing]
        same = (table for table in tables if (table.ruleset, table.is_rated) == (row.ruleset, row.is_rated))
        hosts = [table.host_id for table in same if table.host_id not in (None, row.user_id)]
        if len(free) >= seat_count - 1 or any(accepts(row, host, people) for host in hosts if host):
            yield row.pk


def is_accepted(challenge: Challenge, user: User, now: datetime) -> bool:
    """Return True if a player is one whom this challenge asks for now."""
    people = people_of([user, challenge.user], [challenge.title], now)
    return accepts(challenge, user.pk, people)


def where_all_are_accepted(challenge: Challenge, found: Sequence[SuitableTable], now: datetime) -> list[SuitableTable]:
    """Keep the tables at which everyone is one whom a challenge asks for."""
    if not found:
        return []
    seats = seats_by_game([table.game for table in found])
    others = {seat.user for rows in seats.values() for seat in rows if seat.user and not is_robot(seat)}
    people = people_of({challenge.user, *others}, [challenge.title], now)
    return [one for one in found if all(accepts(challenge, user, people) for user in _people_at(seats[one.game.pk]))]


def tables_where_waiting(user: User) -> GameQuerySet:
    """Return the tables that searches of the player have opened and at which the player still waits."""
    return tables_of_searches(Game.objects.current_for(user)).filter(host=user)


def waiting_table(user: User, wish: Wish) -> Game | None:
    """Return the table at which the player waits already for the same."""
    kind = {"title": wish.title.key, "seat_count": wish.seat_count, "pace": wish.pace}
    return tables_where_waiting(user).filter(**kind).first()


def tables_of_searches(games: GameQuerySet) -> GameQuerySet:
    """Keep the tables in the lobby that a search has opened."""
    searches = PairedGame.objects.filter(game=OuterRef("pk"), user=OuterRef("host"), challenge=None)
    return games.filter(Exists(searches), status=Status.OPEN, is_private=False)


# The link in the email of an invitation

SALT = "games.pairing.invitation"


class InvitationToken(NamedTuple):
    """A player's answer to one invitation."""

    user_id: int
    invitation_id: int
    version: int = 0


def invitation_token(invitation: Invitation, user: User) -> str:
    """Return the token of the link with which a player answers without signing in. What is answered stays so."""
    return Signer(salt=SALT).sign_object([user.pk, invitation.pk, *version_of(user)])


def read_invitation_token(text: str) -> InvitationToken:
    """Return the token of a link. Raises BrokenLink for a forged or incomplete one."""
    try:
        return InvitationToken(*Signer(salt=SALT).unsign_object(text))
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None


def invitation_of_token(token: InvitationToken, user: User) -> Invitation:
    """Return the invitation of a link, as the user sees it. Raises NotFound if it is gone."""
    found = Invitation.objects.filter(pk=token.invitation_id).select_related("game", "inviter__profile").first()
    if found is None:
        raise NotFound
    return as_seen_by(found, user)
