"""Tables before their start: opened, joined, filled with robots, left."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import is_quiet, live_together
from accounts.validators import CONTROL
from games.clocks.turn_facts import pace_of
from games.common import rate_limits, signals
from games.common.errors import Conflict, Forbidden, Invalid
from games.common.permissions import require_active_account, require_confirmed_address
from games.conduct.selectors import Act, require_may
from games.core import dice
from games.core.choices import SeatOrder, Status
from games.core.dice import NO_SHARE, NewShare, open_known_shares, share_columns, share_columns_at
from games.core.lock import bump_version, bump_versions, game_for_update
from games.core.log import LogWriter, entries_of, hashed, state_of
from games.core.models import Entry, EntryNote, Game, Seat
from games.core.selectors import has_blocked, is_robot, seats_of, seats_with_users, title_of
from games.engine.errors import BadOptions
from games.engine.registry import get_title
from games.notifications import outbox
from games.notifications.models import Kind
from games.play.after_action import after_action
from games.play.reliability import require_reliable
from games.play.requirements import require_minimum
from games.play.robots import seat_robots
from games.play.table_times import TimeSettings, time_columns
from games.ratings.selectors import ratings_at

from .models import Invitation, InvitationState
from .table_names import random_table_name


@dataclass(frozen=True, slots=True)
class StartingPosition:
    """The position of another game after ``ply`` entries. ``seat`` is the one that the new host takes."""

    game: Game
    ply: int
    seat: int
    state: object


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table to open.

    ``robots`` are the keys of robots to seat. ``is_rated`` is a wish: see ``can_be_rated``.
    ``starting_position`` is a position of another game, from which this one starts. ``share`` is the host's part of the
    dice, ``draft`` the token of ``dice.new_draft``.
    """

    title: str
    ruleset: str
    seat_count: int
    options: Mapping[str, str] = field(default_factory=dict)
    times: TimeSettings = field(default_factory=TimeSettings)
    is_private: bool = False
    has_hints: bool = False
    is_rated: bool = False
    seat_order: str = SeatOrder.RANDOM
    name: str = ""
    robots: Sequence[str] = ()
    share: NewShare = NO_SHARE
    draft: str = ""
    starting_position: StartingPosition | None = None
    rematch_of: Game | None = None


@transaction.atomic
def create_table(host: User, new: NewTable) -> Game:
    """Create a table with the host in its first seat, and publish the commitment of its dice. A full table starts.

    The same draft again returns the same table until its game is over. Without a confirmed address the host plays only
    against robots, at a private table.

    Raises Invalid for a title, ruleset, option, number of players, time, order, robot or share of the dice that does
    not exist, Conflict (no-free-seat, too-many-robot-games), Forbidden (account-closed, address-unconfirmed, one-game,
    robots-only, no-messages for a name), TooMany.
    """
    require_active_account(host)
    if len(new.robots) < new.seat_count - 1:
        require_confirmed_address(host)
        require_may(host, *_acts(is_rated=new.is_rated and can_be_rated(new)))
        require_reliable(host)
    content = dice.read_draft(new.draft)
    if new.share.commitment and not new.draft:
        raise Invalid("no-draft", _("A commitment needs the draft of a table, whose code it contains."))
    columns = share_columns(new.share, content.code, content.version)
    dice.require_binding(new.share, content.code, content.version)
    values = {
        "name": _name_of(host, new),
        "title": new.title,
        "ruleset": new.ruleset,
        "rules_version": _check_settings(new),
        "options": _changed_options(new),
        "seat_count": new.seat_count,
        "seat_order": _check_seat_order(new),
        **time_columns(get_title(new.title), new.times),
        "has_hints": new.has_hints,
        "is_private": new.is_private or not host.is_confirmed,
        "is_rated": new.is_rated and host.is_confirmed and can_be_rated(new),
        "host": host,
        "rematch_of": new.rematch_of,
        "dice_version": content.version,
        "commitment": content.commitment,
    }
    game, is_new = Game.objects.get_or_create(code=content.code, defaults=values)
    if is_new:
        rate_limits.count("table", host.pk)
        dice.store_secret(game, content.secret)
        Seat.objects.create(game=game, user=host, **columns)
        _add_robots(game, host, new.robots, new.starting_position)
    elif game.host_id != host.pk or game.status not in {Status.OPEN, Status.RUNNING}:
        raise Invalid(
            "used-draft", _("This form has already been used to open a table. It now has a new secret: send it again.")
        )
    return game


def _name_of(host: User, new: NewTable) -> str:
    """Return the name that the host has chosen, or else one of the site's: always in quiet mode.

    Raises Forbidden (no-messages) for a name that the host may not choose.
    """
    chosen = "" if is_quiet(host) else CONTROL.sub(" ", new.name).strip()[:60]
    if chosen:
        require_may(host, Act.WRITE)
    return chosen or random_table_name(host)


def _acts(*, is_rated: bool) -> list[Act]:
    return [Act.NEW_GAME, Act.RATED] if is_rated else [Act.NEW_GAME]


@transaction.atomic
def add_robots(game_id: int, host: User, robots: Sequence[str]) -> Game:
    """Seat robots at the host's table. The game starts when the last seat is taken.

    Raises Forbidden (not-host), Conflict (not-open, no-free-seat, too-many-robot-games), Invalid (unknown-robot),
    TooMany.
    """
    game = game_for_update(game_id)
    if game.host_id != host.pk:
        raise Forbidden("not-host", _("Only the host can add robots."))
    _require_open(game)
    _add_robots(game, host, robots)
    _show_change(game)
    return game


def _add_robots(game: Game, host: User, robots: Sequence[str], position: StartingPosition | None = None) -> None:
    if len(robots) > free_seats(game):
        raise Conflict("no-free-seat", _("There are not enough free seats."))
    seat_robots(game, title_of(game), host, robots)
    _start_if_full(game, position)


def _start_if_full(game: Game, position: StartingPosition | None = None) -> None:
    if game.seats.count() == game.seat_count:
        _start(game, timezone.now(), position)


def _check_seat_order(new: NewTable) -> str:
    if new.seat_order not in SeatOrder.values or (new.seat_order == SeatOrder.ROTATED and new.rematch_of is None):
        raise Invalid("unknown-seat-order", _("This seat order is not available. Choose another one."))
    return new.seat_order


def _check_settings(new: NewTable) -> int:
    """Check the rules of a table. Return the title's rules version, or raise Invalid."""
    try:
        rules = get_title(new.title)
        rules.start(new.ruleset, new.options, new.seat_count)
    except BadOptions as error:
        raise Invalid(error.code, _("These rules are not valid: %(why)s") % {"why": error}) from error
    return rules.rules_version


def can_be_rated(new: NewTable) -> bool:
    """Return False for private tables, tables with hints or with one person, and branches of other games."""
    is_alone = len(new.robots) >= new.seat_count - 1
    return not (new.is_private or new.has_hints or is_alone or new.starting_position)


def _changed_options(new: NewTable) -> dict[str, str]:
    defaults = get_title(new.title).rulesets[new.ruleset].options
    return {name: value for name, value in new.options.items() if defaults.get(name) != value}


@transaction.atomic
def join_table(game_id: int, user: User, *, share: NewShare = NO_SHARE) -> Game:
    """Take a free seat. The game starts when the last one is taken. Repeating it changes nothing.

    Raises Conflict (not-open, table-full), Invalid for a bad share of the dice, Forbidden (account-closed,
    address-unconfirmed, below-minimum, one-game, robots-only). A seat that is reserved for an invited player is not
    free for others; an invited player need not meet the minimum. Where someone sits who is kept apart from the player,
    the table is full.
    """
    game = game_for_update(game_id)
    if game.seats.filter(user=user).exists():
        return game
    require_active_account(user)
    require_confirmed_address(user)
    require_may(user, *_acts(is_rated=game.is_rated))
    require_reliable(user, but=game)
    columns = share_columns_at(game, share)
    _require_open(game)
    invitation = Invitation.objects.filter(game=game, user=user, state=InvitationState.PENDING).first()
    if free_seats(game) + bool(invitation) < 1 or has_blocked(game, user):
        raise Conflict("table-full", _("All seats at this table are taken or reserved."))
    now = timezone.now()
    if invitation is None:
        require_minimum(game, user, now)
    else:
        invitation.state, invitation.answered_at = InvitationState.ACCEPTED, now
        invitation.save(update_fields=["state", "answered_at"])
    Seat.objects.create(game=game, user=user, **columns)
    _show_change(game)
    _start_if_full(game)
    return game


def free_seats(game: Game) -> int:
    """Return the number of seats that are neither taken nor reserved for an invited player."""
    reserved = game.invitations.filter(state=InvitationState.PENDING).count()
    return game.seat_count - game.seats.count() - reserved


def _show_change(game: Game) -> None:
    """Let the open pages of a table update, and those of the finished game whose rematch it is.

    Those wait for the commit: ``rematch`` locks the finished game first, so to lock it last could be a deadlock.
    """
    bump_version(game)
    if game.rematch_of_id:
        transaction.on_commit(partial(bump_versions, Game.objects.filter(pk=game.rematch_of_id)), robust=True)


def _require_open(game: Game) -> None:
    if game.status != Status.OPEN:
        raise Conflict("not-open", _("This table is no longer open."))


def _start(game: Game, now: datetime, position: StartingPosition | None = None) -> None:
    """Number the seats, open the shares of the dice that the site knows, and start the game."""
    seats = list(game.seats.select_related("user").order_by("id"))
    if position:
        _copy_entries(game, position, now)
        seats = _arranged_seats(seats, game.host_id, position)
    elif game.seat_order == SeatOrder.ROTATED and game.rematch_of:
        seats = _rotated_seats(seats, seats_with_users(game.rematch_of))
    elif game.seat_order != SeatOrder.JOINED:
        random.SystemRandom().shuffle(seats)
    pace = pace_of(game)
    game.status, game.started_at = Status.RUNNING, now
    people = [seat.user_id for seat in seats if not is_robot(seat)]
    game.is_rated = game.is_rated and len(people) > 1 and not live_together(people)
    ratings = ratings_at((user for user in people if user), {game.title}, now) if game.is_rated else {}
    for number, seat in enumerate(seats):
        seat.number = number
        seat.bank = pace.bank if pace else 0
        if rating := ratings.get((seat.user_id or 0, game.title)):
            seat.start_rating, seat.start_deviation = rating.rating, rating.deviation
    Seat.objects.bulk_update(seats, ["number", "bank", "start_rating", "start_deviation"])
    open_known_shares(game, seats)
    game.save(update_fields=["entropy", "status", "started_at", "is_rated"])
    after_action(LogWriter(game, now), position.state if position else state_of(game), seats_of(game))
    for seat in Seat.objects.filter(game=game, is_acting=False).exclude(user=None).select_related("user"):
        outbox.queue(Kind.STARTED, f"{game.pk}", user=seat.user, game=game)


def _arranged_seats(seats: Sequence[Seat], host_id: int | None, position: StartingPosition) -> list[Seat]:
    """Return the seats in playing order: the host in the chosen seat, the others in the rest."""
    others = [seat for seat in seats if seat.user_id != host_id]
    return [*others[: position.seat], *(seat for seat in seats if seat.user_id == host_id), *others[position.seat :]]


def _copy_entries(game: Game, position: StartingPosition, now: datetime) -> None:
    """Copy the entries of the starting position into a new game, and store their origin."""
    entries = hashed(position.game, entries_of(position.game))[: position.ply]
    Entry.objects.bulk_create(
        Entry(
            game=game,
            ply=entry.ply,
            seat=entry.seat,
            notation=entry.notation,
            at=now,
            rules_version=entry.rules_version,
            state_hash=entry.state_hash,
            note=EntryNote.INHERITED,
        )
        for entry in entries
    )
    game.branched_from, game.branched_at, game.ply = position.game, position.ply, position.ply
    game.rules_version = position.game.rules_version
    game.save(update_fields=["branched_from", "branched_at", "ply", "rules_version"])


def _rotated_seats(seats: Sequence[Seat], before: Sequence[Seat]) -> list[Seat]:
    """Return the seats of a rematch: everyone moves up by one, and the first player becomes the last.

    ``before`` are the seats of the last game in order of play.
    Players who were not there, or whose seat there another one took, get the places that are left, in order of joining.
    """
    left, found = list(seats), list[Seat | None]()
    for old in (*before[1:], *before[:1]):
        same = next((seat for seat in left if seat.user_id == old.user_id), None)
        found.append(same)
        if same:
            left.remove(same)
    others = iter(left)
    return [seat or next(others) for seat in found]


@transaction.atomic
def leave_table(game_id: int, user: User) -> Game:
    """Leave a table before its start. The next player becomes host; a table without people is cancelled.

    The player's notes about the table are deleted. Raises Forbidden (not-seated) and Conflict (not-open).
    """
    game = game_for_update(game_id)
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise Forbidden("not-seated", _("You do not have a seat at this table."))
    _require_open(game)
    _free_seat(game, seat, user)
    return game


def leave_open_tables(user: User, *, only_rated: bool = False) -> None:
    """Leave the tables that have not begun, or the rated ones among them, in the caller's transaction.

    A game that another player starts meanwhile goes on.
    """
    seats = Seat.objects.filter(user=user, game__status=Status.OPEN)
    found = seats.filter(game__is_rated=True) if only_rated else seats
    for game_id in list(found.order_by("game").values_list("game", flat=True)):
        game = game_for_update(game_id)
        seat = game.seats.filter(user=user).first()
        if seat and game.status == Status.OPEN:
            _free_seat(game, seat, user)


def _free_seat(game: Game, seat: Seat, user: User) -> None:
    seat.delete()
    signals.table_left.send(sender=None, game=game, user=user)
    if game.host_id == user.pk:
        successor = game.seats.select_related("user").filter(user__robot="").order_by("id").first()
        game.host = successor.user if successor else None
        game.save(update_fields=["host"])
        if successor is None:
            _cancel(game)
    _show_change(game)


def _cancel(game: Game) -> None:
    now = timezone.now()
    game.status, game.finished_at = Status.CANCELLED, now
    game.save(update_fields=["status", "finished_at"])
    pending = game.invitations.filter(state=InvitationState.PENDING)
    pending.update(state=InvitationState.WITHDRAWN, answered_at=now)
    dice.open_dice(game, now)
