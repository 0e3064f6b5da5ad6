"""Proposals to everyone at a table: made, answered, withdrawn, expired.

A proposal takes effect when everyone still in the game has agreed, in the transaction of the last answer. Robots always
agree. Each step is a line in the table's log.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clocks.instants import instant_of
from games.clocks.paces import PaceTimes, find_out_of_bounds
from games.clocks.selectors import current_pause
from games.clocks.turn_clock import is_pause_too_long
from games.common import rate_limits
from games.common.errors import Conflict, Forbidden, Invalid, NotFound
from games.core.choices import Pace, Status
from games.core.lock import game_for_update
from games.core.log import LogWriter, Param, add_event, log_of, state_of
from games.core.models import EventKind, Game, Seat
from games.core.selectors import seats_with_users
from games.notifications import outbox
from games.notifications.models import Kind
from games.notifications.outbox import notify_players

from .actions import playing_seat
from .after_action import after_action
from .models import Proposal, ProposalAnswer, ProposalKind, ProposalState
from .open_proposals import after_change, close, missing, open_proposals, undo_ply, voters
from .undo import take_back

LASTS = timedelta(days=3)
MAX_EXPIRED = 200  # in one round of the sweep

OWN_PACE_FIELDS = tuple(field.name for field in fields(PaceTimes) if field.name != "is_fixed")
Params = dict[str, Any]


@transaction.atomic
def propose(game_id: int, user: User, kind: str, values: Mapping[str, Any] | None = None) -> Proposal:
    """Propose something to all players of a running game. Return the proposal.

    ``values`` are ``until`` of a pause (a moment, None: until all agree to go on), ``pace`` and ``own_pace``. The same
    proposal of the same player again changes nothing.

    Raises Conflict (not-running, already-out, already-proposed, already-paused, not-paused, cannot-undo, same-pace),
    Forbidden (not-seated), Invalid (bad-date, bad-pace), TooMany.
    """
    game, now = game_for_update(game_id), timezone.now()
    seat = playing_seat(game, user)
    kind = ProposalKind(kind)
    params = checked_values(game, seat, kind, values or {}, now)
    if row := next((row for row in open_proposals(game) if row.kind == kind), None):
        if (row.user_id, row.params) == (user.pk, params):
            return row
        raise Conflict("already-proposed", _("There already is such a proposal. Answer that one, or withdraw it."))
    rate_limits.count("proposal", user.pk)
    row = Proposal(game=game, user=user, kind=kind, params=params, ply=game.ply)
    row.created_at, row.expires_at = now, now + LASTS
    row.save()
    about = {"proposal": row.pk, "kind": kind, **params}
    add_event(game, EventKind.PROPOSED, now, seat=seat.number, user=user, params=about)
    _note_answer(row, user, True, now)
    for other in voters(seats_with_users(game)):
        if other.user and other.user != user and rate_limits.may_reach(user, other.user):
            outbox.queue(Kind.PROPOSAL, f"{row.pk}", user=other.user, game=game, params={"proposal": row.pk})
    settle(game, now, row)
    row.refresh_from_db()
    return row


@transaction.atomic
def answer(game_id: int, proposal_id: int, user: User, agrees: bool) -> Proposal:
    """Agree with a proposal, or decline it, which ends it. The same answer again changes nothing.

    Raises NotFound, Conflict (not-running, already-out, proposal-closed), Forbidden (not-seated).
    """
    game, now = game_for_update(game_id), timezone.now()
    row = _proposal_of(game, proposal_id)
    if row.answers.filter(user=user, agrees=agrees).exists():
        return row
    seat = playing_seat(game, user)
    _require_open(row, now)
    if not agrees and row.user_id == user.pk:
        close(row, ProposalState.WITHDRAWN, now, user)
        return row
    _note_answer(row, user, agrees, now)
    params: dict[str, Param] = {"proposal": row.pk, "kind": row.kind, "agrees": agrees}
    add_event(game, EventKind.ANSWERED, now, seat=seat.number, user=user, params=params)
    if agrees:
        settle(game, now, row)
        row.refresh_from_db()
    else:
        notify_players(close(row, ProposalState.DECLINED, now, user), but=[user])
    return row


@transaction.atomic
def withdraw(game_id: int, proposal_id: int, user: User) -> Proposal:
    """Withdraw one's own proposal. Repeating it changes nothing.

    Raises NotFound, Forbidden (not-yours), Conflict (proposal-closed).
    """
    game, now = game_for_update(game_id), timezone.now()
    row = _proposal_of(game, proposal_id)
    if row.user_id != user.pk:
        raise Forbidden("not-yours", _("Only the player who made a proposal can withdraw it."))
    if row.state != ProposalState.WITHDRAWN:
        _require_open(row, now)
        close(row, ProposalState.WITHDRAWN, now, user)
    return row


def expire_due(now: datetime) -> int:
    """Close the proposals whose time is over. Return their number."""
    due = Proposal.objects.filter(state=ProposalState.OPEN, expires_at__lte=now).order_by("expires_at", "id")
    rows = list(due.values_list("pk", "game_id")[:MAX_EXPIRED])
    return sum(_expire(pk, game_id, now) for pk, game_id in rows)


@transaction.atomic
def _expire(proposal_id: int, game_id: int, now: datetime) -> bool:
    row = _proposal_of(game_for_update(game_id), proposal_id)
    if row.state != ProposalState.OPEN:
        return False
    event = close(row, ProposalState.EXPIRED, now)
    outbox.queue(Kind.NEWS, f"{event.pk}", user=row.user, game=row.game, params={"event": event.pk})
    return True


def settle(game: Game, now: datetime, proposal: Proposal | None = None) -> None:
    """Carry out what everyone agrees on now, or one proposal if they agree on it. Runs under the game's lock.

    Also for changes of players.
    """
    for proposal_id in [row.pk for row in ([proposal] if proposal else open_proposals(game))]:
        seats, rows = seats_with_users(game), open_proposals(game)
        row = next((row for row in rows if row.pk == proposal_id), None)
        if row is None or missing(row, seats):
            continue
        if row.kind == ProposalKind.ABORT:
            after_action(LogWriter(game, now), state_of(game), seats)
        elif row.kind != ProposalKind.UNDO:
            after_change(game, rows, seats, now)
        elif _undo(row, seats, now):
            after_change(game, open_proposals(game), seats_with_users(game), now)


def _undo(row: Proposal, seats: list[Seat], now: datetime) -> bool:
    """Take back the turn that the proposal is about. Return False if something has made that impossible."""
    seat = next((seat for seat in seats if seat.user_id == row.user_id), None)
    if seat is None or seat.number is None or undo_ply(row.game, seat, log_of(row.game)) != row.params["ply"]:
        close(row, ProposalState.EXPIRED, now)
        return False
    close(row, ProposalState.AGREED, now)
    notify_players(take_back(row.game, row.params["ply"], seat.number, row.user, now))
    return True


def _note_answer(row: Proposal, user: User, agrees: bool, now: datetime) -> None:
    values = {"agrees": agrees, "at": now}
    ProposalAnswer.objects.update_or_create(proposal=row, user=user, defaults=values)
    if row.kind == ProposalKind.ABORT:
        row.game.seats.filter(user=user).update(wants_abort=agrees)


def _proposal_of(game: Game, proposal_id: int) -> Proposal:
    row = Proposal.objects.filter(pk=proposal_id, game=game).select_related("user").first()
    if row is None:
        raise NotFound
    row.game = game
    return row


def _require_open(row: Proposal, now: datetime) -> None:
    if row.state != ProposalState.OPEN or row.expires_at <= now:
        raise Conflict("proposal-closed", _("This proposal is no longer open."))


@transaction.atomic
def answer_abort(game_id: int, user: User, agrees: bool) -> Game:
    """Propose or agree to end the game without a result, or take that back. Raises as ``propose``, ``answer``.

    Agreeing again after the game has ended by it changes nothing.
    """
    game = game_for_update(game_id)
    if agrees and game.status == Status.ABORTED and game.seats.filter(user=user, wants_abort=True).exists():
        return game
    playing_seat(game, user)
    row = next((row for row in open_proposals(game) if row.kind == ProposalKind.ABORT), None)
    if row:
        answer(game_id, row.pk, user, agrees)
    elif agrees:
        propose(game_id, user, ProposalKind.ABORT)
    game.refresh_from_db()
    return game


def checked_values(game: Game, seat: Seat, kind: ProposalKind, values: Mapping[str, Any], now: datetime) -> Params:
    """Return the params of a new proposal. Raises Conflict and Invalid as ``proposals.propose`` does."""
    return CHECKS[kind](game, seat, values, now) if kind in CHECKS else {}


def _pause_values(game: Game, _seat: Seat, values: Mapping[str, Any], now: datetime) -> Params:
    until: datetime | None = values.get("until")
    if current_pause(game, now):
        raise Conflict("already-paused", _("The game is already paused."))
    if until is not None and is_pause_too_long(instant_of(now), instant_of(until)):
        raise Invalid("bad-date", _("A pause can last at most 30 days. Choose a day from tomorrow on."))
    return {"until": until.replace(microsecond=0).isoformat() if until else None}


def _resume_values(game: Game, _seat: Seat, _values: Mapping[str, Any], now: datetime) -> Params:
    if current_pause(game, now) is None:
        raise Conflict("not-paused", _("The game is not paused."))
    return {}


def _undo_values(game: Game, seat: Seat, _values: Mapping[str, Any], _now: datetime) -> Params:
    ply = undo_ply(game, seat, log_of(game))
    if ply is None:
        raise Conflict(
            "cannot-undo", _("You cannot take back your last turn: there has been a random result since then.")
        )
    return {"ply": ply}


def _pace_values(game: Game, _seat: Seat, values: Mapping[str, Any], _now: datetime) -> Params:
    pace, own = str(values.get("pace", "")), values.get("own_pace")
    if pace not in Pace.values or (pace == Pace.OWN and not own):
        raise Invalid("bad-pace", _("There is no such pace."))
    times = {name: int(own[name]) for name in OWN_PACE_FIELDS} if pace == Pace.OWN and own else None
    if times and find_out_of_bounds(PaceTimes(**times, is_fixed=False)):
        raise Invalid("bad-pace", _("These times are not allowed. The page about the clock lists the limits."))
    if (pace, times) == (game.pace, game.own_pace):
        raise Conflict("same-pace", _("The table already has this pace."))
    return {"pace": pace, "own_pace": times}


CHECKS: dict[ProposalKind, Callable[[Game, Seat, Mapping[str, Any], datetime], Params]] = {
    ProposalKind.PAUSE: _pause_values,
    ProposalKind.RESUME: _resume_values,
    ProposalKind.UNDO: _undo_values,
    ProposalKind.PACE: _pace_values,
}
