"""Bring people together: find an opponent, keep standing challenges, start the games of those that fit."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override

from accounts.errors import SiteError
from accounts.lock import lock_user, lock_users
from accounts.models import User
from accounts.selectors import get_profile
from games.common import rate_limits
from games.common.errors import Conflict, Forbidden, Invalid, NotFound
from games.common.permissions import require_active_account, require_confirmed_address
from games.conduct.selectors import Act, require_may
from games.core import jobs
from games.core.choices import Pace
from games.core.lock import lock_work
from games.core.models import Game
from games.core.selectors import first_rules
from games.engine.core import Title
from games.engine.registry import TITLES
from games.lobby.invitations import challenge_player
from games.lobby.models import InvitationState
from games.lobby.tables import NewTable, create_table, join_table, leave_table
from games.play.reliability import require_reliable
from games.play.table_times import TimeSettings

from .models import Challenge, PairedGame, PairingSettings
from .selectors import (
    SuitableChallenge,
    SuitableTable,
    Wish,
    candidates_for,
    challenges_for,
    groups_for,
    is_accepted,
    last_title,
    may_play_rated,
    own_challenges,
    promising,
    suitable_tables,
    tables_of_searches,
    tables_where_waiting,
    waiting_challenges,
    waiting_table,
    where_all_are_accepted,
)

SEARCH = "search"  # the lock of who opens a table or a challenge: two in the same moment see each other
NEW = "new"  # instead of a candidate's key: open a table
MAX_CHALLENGES = 5  # of one player at once
MAX_AT_ONCE = 10  # games of one challenge
MAX_RUNNING = 100
RATINGS = (100, 3000)
HOURS = (0, 12)
PACES = tuple(pace for pace in Pace.values if pace != Pace.OWN)
EVERY, PER_SWEEP = timedelta(minutes=5), 100


def wish_of(user: User | None, title: str = "", seat_count: int | None = None, pace: str = "") -> Wish:
    """Return what a search looks for: by default the title played last, for two, at the usual pace.

    Raises Invalid (unknown-title, bad-seat-count, unknown-pace).
    """
    if title and title not in TITLES:
        raise Invalid("unknown-title", _("There is no such game here. Choose another one."))
    found = TITLES[title] if title else last_title(user)
    return Wish(found, _seat_count(found, seat_count), _pace(pace or Pace.USUAL))


def _seat_count(title: Title, wanted: int | None) -> int:
    count = max(2, title.min_seats) if wanted is None else wanted
    if not max(2, title.min_seats) <= count <= title.max_seats:
        raise Invalid("bad-seat-count", _("This game cannot be played by this number of players."))
    return count


def _pace(pace: str) -> str:
    if pace not in PACES:
        raise Invalid("unknown-pace", _("This pace is not available. Choose another one."))
    return pace


@dataclass(frozen=True, slots=True)
class FoundTable:
    """A table at which a player sits now. ``is_new``: the search has opened it, because nobody was waiting."""

    game: Game
    is_new: bool


def find_opponent(user: User, wish: Wish, *, only: str = "", is_rated: bool = True) -> FoundTable:
    """Seat the player at the best table that waits, or with the player of the best standing challenge; else open one.

    Others may be faster: then the next one is tried. ``only`` is the key of a candidate that the player has chosen, or
    ``NEW`` to open a table. Once seated, a table that an earlier search has opened, and at which the player still waits
    alone, is given up. Who can have only one game at a time and waits already stays there. Raises Conflict (seat-taken)
    if ``only`` is gone, Forbidden (account-closed, address-unconfirmed, sign-up-first, no-new-games, unread-warning,
    robots-only, one-game), TooMany.
    """
    require_active_account(user)
    require_confirmed_address(user)
    require_may(user, Act.NEW_GAME)
    try:
        require_reliable(user)  # otherwise each candidate would be tried in vain
    except Forbidden:
        waiting = waiting_table(user, wish)
        if waiting is None or only not in ("", NEW):
            raise
        require_reliable(user, but=waiting)
        return FoundTable(waiting, is_new=True)
    game = _take_first(user, [one for one in candidates_for(user, wish, timezone.now()) if only in ("", one.key)])
    if game is None and only not in ("", NEW):
        raise Conflict("seat-taken", _("Someone else was faster. This is what is free now."))
    found = FoundTable(game, is_new=False) if game else _wait(user, wish, only=only, is_rated=is_rated)
    if not found.is_new:
        _give_up_waiting(user, but=found.game)
    return found


def _take_first(user: User, candidates: Iterable[SuitableTable | SuitableChallenge]) -> Game | None:
    """Seat the player with the first of these candidates that still waits. None if none does."""
    for candidate in candidates:
        with suppress(SiteError):
            return _take(user, candidate)
    return None


@transaction.atomic
def _take(user: User, candidate: SuitableTable | SuitableChallenge) -> Game:
    if isinstance(candidate, SuitableChallenge):
        return play_challenge(user, candidate.challenge.pk)
    game = join_table(candidate.game.pk, user)
    _note(user, game)
    return game


def _note(user: User, game: Game, challenge: Challenge | None = None) -> None:
    PairedGame.objects.create(user=user, game=game, challenge=challenge)


def _give_up_waiting(user: User, but: Game) -> None:
    for game in tables_where_waiting(user).exclude(pk=but.pk).exclude(invitations__state=InvitationState.PENDING):
        if game.seats.count() == 1:
            with suppress(SiteError):  # someone has come meanwhile
                leave_table(game.pk, user)


@transaction.atomic
def _wait(user: User, wish: Wish, *, only: str, is_rated: bool) -> FoundTable:
    """Return the table at which the player waits for this wish: a new one, unless there is one already.

    Who has come meanwhile is found here, because only one search at a time opens a table. Who has pressed *Open the
    table* (``only`` is ``NEW``) joins only a game like that table.
    """
    lock_work(SEARCH)
    now, ruleset = timezone.now(), first_rules(wish.title)
    is_rated = is_rated and may_play_rated(user, now)
    found = candidates_for(user, wish, now)
    if only == NEW:
        found = [one for one in found if (one.row.ruleset, one.row.is_rated) == (ruleset, is_rated)]
    if game := _take_first(user, found):
        return FoundTable(game, is_new=False)
    game = waiting_table(user, wish)
    if game is None:
        game = create_table(user, _new_table(wish, ruleset, is_rated=is_rated))
        _note(user, game)
    return FoundTable(game, is_new=True)


def _new_table(wish: Wish, ruleset: str, *, is_rated: bool) -> NewTable:
    times = TimeSettings(wish.pace)
    return NewTable(title=wish.title.key, ruleset=ruleset, seat_count=wish.seat_count, times=times, is_rated=is_rated)


def challenge_directly(
    user: User, username: str, *, title: str = "", ruleset: str = "", pace: str = "", is_rated: bool = True
) -> Game:
    """Open a table for two with an invitation for this player, by the first rules of the title if none are named.

    Raises like ``wish_of`` and ``challenge_player``.
    """
    wish = wish_of(user, title, None, pace)
    return challenge_player(user, _new_table(wish, ruleset or first_rules(wish.title), is_rated=is_rated), username)


# Standing challenges


class ChallengeTaken(Conflict):
    def __init__(self) -> None:
        super().__init__("challenge-taken", _("This challenge is no longer open to you."))


@dataclass(frozen=True, slots=True, kw_only=True)
class NewChallenge:
    """A challenge to open. ``replaces`` is the id of an own one that ends instead."""

    title: str
    ruleset: str
    seat_count: int = 2
    pace: str = Pace.USUAL
    is_rated: bool = True
    min_rating: int | None = None
    max_rating: int | None = None
    min_hours: int = 0
    max_games: int = 1
    replaces: int | None = None


def open_challenge(user: User, new: NewChallenge) -> Challenge:
    """Open a standing challenge, and start the games for which others wait already.

    Raises Invalid (unknown-title, bad-options, bad-seat-count, unknown-pace, bad-challenge), Conflict
    (too-many-challenges), NotFound for another player's challenge to be replaced, Forbidden like ``find_opponent`` and
    (no-rated-games), TooMany.
    """
    challenge = _store_challenge(user, new)
    start_games(challenge.pk)
    return challenge


@transaction.atomic
def _store_challenge(user: User, new: NewChallenge) -> Challenge:
    require_active_account(user)
    require_confirmed_address(user)
    require_may(user, Act.NEW_GAME, *([Act.RATED] if new.is_rated else []))
    wish = _check_challenge(user, new)
    lock_work(SEARCH)
    lock_user(user)
    if new.replaces is not None:
        end_challenge(user, new.replaces)
    if own_challenges(user).count() >= MAX_CHALLENGES:
        raise Conflict("too-many-challenges", _("You have reached the limit for standing challenges. End one first."))
    rate_limits.count("challenge", user.pk)
    names = ("title", "ruleset", "is_rated", "min_rating", "max_rating", "min_hours", "max_games")
    values = {name: getattr(new, name) for name in names}
    return Challenge.objects.create(user=user, seat_count=wish.seat_count, pace=wish.pace, **values)


def _check_challenge(user: User, new: NewChallenge) -> Wish:
    wish = wish_of(user, new.title, new.seat_count, new.pace)
    rules = wish.title.rulesets.get(new.ruleset)
    if rules is None or not rules.offered:
        raise Invalid("unknown-ruleset", _("These rules are not available. Choose others."))
    low, high = (new.min_rating, new.max_rating)
    if any(one is not None and not RATINGS[0] <= one <= RATINGS[1] for one in (low, high)):
        raise Invalid("bad-challenge", _("Ratings are from 100 to 3000."))
    if low is not None and high is not None and low > high:
        raise Invalid("bad-challenge", _("The first rating must not be higher than the second."))
    if not (HOURS[0] <= new.min_hours <= HOURS[1] and 1 <= new.max_games <= MAX_AT_ONCE):
        raise Invalid("bad-challenge", _("Choose up to 10 games at once, and up to 12 hours a day."))
    return wish


def end_challenge(user: User, pk: int) -> None:
    """End a challenge of the player's. Its games go on. Raises NotFound; what has ended stays so."""
    rows = Challenge.objects.filter(pk=pk, user=user)
    if not rows.exists():
        raise NotFound
    rows.filter(ended_at=None).update(ended_at=timezone.now())


def save_settings(user: User, *, is_paused: bool | None = None, max_running: int | None = None) -> PairingSettings:
    """Store how the player wants standing challenges; those that are not paused are matched at once. Raises Invalid."""
    if max_running is not None and not 1 <= max_running <= MAX_RUNNING:
        raise Invalid("bad-limit", _("Choose a limit from 1 to 100 games."))
    sent = {"is_paused": is_paused, "max_running": max_running}
    values = {name: value for name, value in sent.items() if value is not None}
    row, _is_new = PairingSettings.objects.update_or_create(user=user, defaults=values)
    if not row.is_paused:
        for pk in list(own_challenges(user).values_list("pk", flat=True)):
            start_games(pk)
    return row


@transaction.atomic
def play_challenge(user: User, pk: int) -> Game:
    """Play a standing challenge of another player: both get seats at a new table, which starts when it is full.

    Raises NotFound, Conflict (challenge-taken) if it does not wait for this player any more, or its own player must not
    open a table now, and like ``join_table``.
    """
    challenge = Challenge.objects.filter(pk=pk).select_related("user__profile").first()
    if challenge is None:
        raise NotFound
    require_confirmed_address(user)
    require_may(user, Act.NEW_GAME)
    lock_users([user, challenge.user])
    now = timezone.now()
    if not challenges_for(user, now).filter(pk=pk).exists() or not is_accepted(challenge, user, now):
        raise ChallengeTaken
    try:
        game = _open_table_of(challenge)
    except SiteError:  # whose reason is for the player of the challenge
        raise ChallengeTaken from None
    game = join_table(game.pk, user)
    _note(user, game)
    return game


def _open_table_of(challenge: Challenge) -> Game:
    wish = Wish(TITLES[challenge.title], challenge.seat_count, challenge.pace)
    with override(get_profile(challenge.user).language):  # in which the table gets its name
        game = create_table(challenge.user, _new_table(wish, challenge.ruleset, is_rated=challenge.is_rated))
    _note(challenge.user, game, challenge)
    return game


def start_games(pk: int) -> list[Game]:
    """Start the games of a challenge for which others wait, until it is full."""
    games: list[Game] = []
    while len(games) < MAX_AT_ONCE and (game := _start_one(pk)):
        games.append(game)
    return games


def _start_one(pk: int) -> Game | None:
    """Start one game with those whose challenges fit; else take a seat where a search waits. None if nobody does."""
    now = timezone.now()
    challenge = waiting_challenges(now).filter(pk=pk).first()
    if challenge is None or challenge.title not in TITLES:
        return None
    for group in groups_for(challenge, now):
        with suppress(SiteError):
            return _start_with(challenge, group)
    for table in _tables_for(challenge, now):
        with suppress(SiteError):
            return _sit_down(challenge, table.game)
    return None


@transaction.atomic
def _start_with(challenge: Challenge, group: Sequence[Challenge]) -> Game:
    """Start a game of these challenges. Raises Conflict if one of them does not wait any more, like ``join_table``."""
    lock_users([challenge.user, *(other.user for other in group)])
    now = timezone.now()
    _require_waiting(challenge, now)
    if challenges_for(challenge.user, now).filter(pk__in=[other.pk for other in group]).count() < len(group):
        raise ChallengeTaken
    game = _open_table_of(challenge)
    for other in group:
        game = join_table(game.pk, other.user)
        _note(other.user, game, other)
    return game


def _require_waiting(challenge: Challenge, now: datetime) -> None:
    if not waiting_challenges(now).filter(pk=challenge.pk).exists():
        raise ChallengeTaken


def _tables_for(challenge: Challenge, now: datetime) -> list[SuitableTable]:
    """Return the tables of searches that a challenge fits."""
    wish = Wish(TITLES[challenge.title], challenge.seat_count, challenge.pace)
    tables = tables_of_searches(Game.objects.open_tables(challenge.user)).filter(
        ruleset=challenge.ruleset, is_rated=challenge.is_rated
    )
    return where_all_are_accepted(challenge, suitable_tables(challenge.user, wish, now, tables), now)


@transaction.atomic
def _sit_down(challenge: Challenge, table: Game) -> Game:
    lock_user(challenge.user)
    _require_waiting(challenge, timezone.now())
    game = join_table(table.pk, challenge.user)
    _note(challenge.user, game, challenge)
    return game


def start_games_after(game_id: int) -> None:
    """Start the next games of the challenges of which a game has ended."""
    ended = PairedGame.objects.filter(game=game_id, challenge__ended_at=None, challenge__isnull=False)
    for pk in list(ended.values_list("challenge", flat=True)):
        start_games(pk)


def match_waiting(now: datetime) -> None:
    """Look for the games of the challenges that were not looked at for the longest time.

    This finds what no one noticed: a limit that is no longer reached, other hours or ratings, the end of a sanction.
    """
    if not jobs.is_time_for("pairing", EVERY, now):
        return
    waiting = Challenge.objects.filter(ended_at=None).order_by("checked_at")
    pks = list(waiting.values_list("pk", flat=True)[:PER_SWEEP])
    Challenge.objects.filter(pk__in=pks).update(checked_at=now)
    for pk in promising(pks, now):
        start_games(pk)
