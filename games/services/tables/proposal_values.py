"""What a proposal says beyond its kind, and whether it can be made now."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from games.errors import Conflict, Invalid
from games.models import Game, Pace, ProposalKind, Seat
from games.selectors.log import log_of
from games.selectors.tables.proposals import current_pause, undo_ply

from ..time.instants import instant_of
from ..time.paces import PaceTimes, find_out_of_bounds
from ..time.rests import is_pause_too_long

OWN_TIMES = tuple(field.name for field in fields(PaceTimes) if field.name != "is_fixed")
Params = dict[str, Any]


def checked_values(game: Game, seat: Seat, kind: ProposalKind, values: Mapping[str, Any], now: datetime) -> Params:
    """Return the params of a new proposal. Raises Conflict and Invalid as ``proposals.propose`` does."""
    return CHECKS[kind](game, seat, values, now) if kind in CHECKS else {}


def _pause(game: Game, _seat: Seat, values: Mapping[str, Any], now: datetime) -> Params:
    until: datetime | None = values.get("until")
    if current_pause(game, now):
        raise Conflict("already-paused", _("The game is already paused."))
    if until is not None and is_pause_too_long(instant_of(now), instant_of(until)):
        raise Invalid("bad-date", _("A pause can last at most 30 days. Choose a day from tomorrow on."))
    return {"until": until.replace(microsecond=0).isoformat() if until else None}


def _resume(game: Game, _seat: Seat, _values: Mapping[str, Any], now: datetime) -> Params:
    if current_pause(game, now) is None:
        raise Conflict("not-paused", _("The game is not paused."))
    return {}


def _undo(game: Game, seat: Seat, _values: Mapping[str, Any], _now: datetime) -> Params:
    ply = undo_ply(game, seat, log_of(game))
    if ply is None:
        raise Conflict(
            "cannot-undo", _("You cannot take back your last turn: there has been a random result since then.")
        )
    return {"ply": ply}


def _pace(game: Game, _seat: Seat, values: Mapping[str, Any], _now: datetime) -> Params:
    pace, own = str(values.get("pace", "")), values.get("own_pace")
    if pace not in Pace.values or (pace == Pace.OWN and not own):
        raise Invalid("bad-pace", _("There is no such pace."))
    times = {name: int(own[name]) for name in OWN_TIMES} if pace == Pace.OWN and own else None
    if times and find_out_of_bounds(PaceTimes(**times, is_fixed=False)):
        raise Invalid("bad-pace", _("These times are not allowed. The page about the clock lists the limits."))
    if (pace, times) == (game.pace, game.own_pace):
        raise Conflict("same-pace", _("The table already has this pace."))
    return {"pace": pace, "own_pace": times}


CHECKS: dict[ProposalKind, Callable[[Game, Seat, Mapping[str, Any], datetime], Params]] = {
    ProposalKind.PAUSE: _pause,
    ProposalKind.RESUME: _resume,
    ProposalKind.UNDO: _undo,
    ProposalKind.PACE: _pace,
}
