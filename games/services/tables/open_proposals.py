"""Open proposals of a table: closed when they have become impossible, carried out when all have agreed.

Everything here runs inside the caller's transaction, under the game's lock. An abort and an undo change the log, so
``proposals`` and ``after_action`` carry them out; the others change clocks only.
"""

from collections.abc import Sequence
from datetime import datetime

from accounts.models import User
from games.models import EventKind, Game, Proposal, ProposalKind, ProposalState, Seat, Status, TableEvent
from games.selectors.tables.proposals import is_possible, missing

from ..clocks import agreements
from ..clocks.events import Param, add_event

CLOCK_KINDS = frozenset({ProposalKind.PAUSE, ProposalKind.RESUME, ProposalKind.PACE})


def all_agree(rows: Sequence[Proposal], kind: ProposalKind, seats: Sequence[Seat]) -> Proposal | None:
    """Return the open proposal of this kind if all people still in the game agree, None if there is none."""
    return next((row for row in rows if row.kind == kind and not missing(row, seats)), None)


def close(row: Proposal, state: ProposalState, now: datetime, user: User | None = None) -> TableEvent:
    """Close a proposal, with a line in the log of its table."""
    row.state, row.ended_at = state, now
    row.save(update_fields=["state", "ended_at"])
    if row.kind == ProposalKind.ABORT and state != ProposalState.AGREED:
        row.game.seats.filter(wants_abort=True).update(wants_abort=False)
    params: dict[str, Param] = {"proposal": row.pk, "kind": row.kind, "state": state}
    return add_event(row.game, EventKind.CLOSED, now, user=user, params=params)


def after_change(game: Game, rows: Sequence[Proposal], seats: Sequence[Seat], now: datetime) -> None:
    """Close the proposals that the present position has made impossible, and carry out what all agree on now.

    ``rows`` are the open ones. A change of players or the end of the game decides proposals, too.
    """
    for row in rows:
        if row.state != ProposalState.OPEN:
            continue
        if game.status != Status.RUNNING or not is_possible(row, seats, now):
            close(row, ProposalState.EXPIRED, now)
        elif row.kind in CLOCK_KINDS and not missing(row, seats):
            carry_out(row, now)


def carry_out(row: Proposal, now: datetime) -> None:
    """Let an agreed proposal about clocks take effect."""
    close(row, ProposalState.AGREED, now)
    game, user, params = row.game, row.user, row.params
    if row.kind == ProposalKind.PAUSE:
        until = params.get("until")
        agreements.begin_pause(game, datetime.fromisoformat(until) if until else None, now, user)
    elif row.kind == ProposalKind.RESUME:
        agreements.end_pause(game, now, user)
    else:
        agreements.change_pace(game, params["pace"], params.get("own_pace"), now, user)
