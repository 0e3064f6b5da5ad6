"""Proposals at a table: who has answered, who still has to, and what may be proposed now."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef

from accounts.models import User
from games.clocks import pauses
from games.clocks.selectors import current_pause
from games.core.choices import Status
from games.core.log import Log, Param, add_event, log_of, replaying
from games.core.models import EventKind, Game, Seat, TableEvent
from games.core.selectors import is_robot, title_of
from games.engine.replay import replay
from games.engine.values import OUT_OF_TIME, RESIGNS

from .models import Proposal, ProposalAnswer, ProposalKind, ProposalState

LEAVES = frozenset({RESIGNS, OUT_OF_TIME})

CLOCK_KINDS = frozenset({ProposalKind.PAUSE, ProposalKind.RESUME, ProposalKind.PACE})


def open_proposals(game: Game) -> list[Proposal]:
    """Return the open proposals of a table with their answers, oldest first; with this object as their game."""
    rows = Proposal.objects.filter(game=game, state=ProposalState.OPEN)
    rows = rows.select_related("user__profile").prefetch_related("answers")
    for row in rows:
        row.game = game
    return list(rows)


def voters(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose players decide about proposals: people still in the game. Robots always agree."""
    return [seat for seat in seats if seat.user_id and not seat.is_out and not is_robot(seat)]


def missing(row: Proposal, seats: Sequence[Seat]) -> list[Seat]:
    agreed = {answer.user_id for answer in row.answers.all() if answer.agrees}
    return [seat for seat in voters(seats) if seat.user_id not in agreed]


def is_possible(row: Proposal, seats: Sequence[Seat], now: datetime) -> bool:
    if row.kind == ProposalKind.UNDO:
        seat = next((seat for seat in voters(seats) if seat.user_id == row.user_id), None)
        return seat is not None and undo_ply(row.game, seat, log_of(row.game)) == row.params["ply"]
    if row.kind == ProposalKind.PAUSE:
        until = row.params.get("until")
        has_time = until is None or datetime.fromisoformat(until) > now
        return has_time and current_pause(row.game, now) is None
    return row.kind != ProposalKind.RESUME or current_pause(row.game, now) is not None


def undo_ply(game: Game, seat: Seat, log: Log) -> int | None:
    """Return the length of the log before the last turn of a seat, as far back as it can be taken back.

    Nothing before a result of chance can be taken back, because everyone has seen the result, nor can it across a
    player's leaving, or into the part that the game has taken over from another one. None if nothing can.
    """
    begin = max([game.branched_at or 0, *(ply + 1 for ply, (number, _) in enumerate(log) if number is None)])
    mine = [ply for ply in range(begin, len(log)) if log[ply][0] == seat.number]
    if not mine:
        return None
    title = title_of(game)
    with replaying(game):
        state = replay(title, game.ruleset, game.options, game.seat_count, log[:begin])
        turns = [title.turn(ply.before) for ply in title.iter_plies(state, log[begin:])]
    first = min(ply for ply in mine if turns[ply - begin] == turns[mine[-1] - begin])
    return None if any(notation in LEAVES for _number, notation in log[first:]) else first


def proposal_with_answers(proposal_id: int) -> Proposal | None:
    rows = Proposal.objects.select_related("game__host", "user__profile").prefetch_related("answers")
    return rows.filter(pk=proposal_id).first()


def proposals_of(game: Game) -> list[Proposal]:
    rows = Proposal.objects.filter(game=game).select_related("user__profile").prefetch_related("answers__user")
    return list(rows.order_by("-id"))


def has_agreed(row: Proposal, user_id: int | None) -> bool:
    return row.answers.filter(user=user_id, agrees=True).exists()


def proposals_waiting_for(user: User, limit: int) -> list[Proposal]:
    """Return the open proposals that need the player's answer, oldest first, in at most ``limit`` current games.

    Their games and proposers are fetched. There are none nearly always, and a statement with all columns takes four
    times as long to put together.
    """
    games = user.seats.filter(finished_at=None).order_by("-game").values("game")[:limit]
    rows = Proposal.objects.filter(game__in=games, state=ProposalState.OPEN)
    if not rows.exists():
        return []
    answered = ProposalAnswer.objects.filter(proposal=OuterRef("pk"), user=user, agrees=True)
    rows = rows.filter(game__seats__user=user, game__seats__is_out=False).exclude(Exists(answered))
    return list(rows.select_related("game", "user__profile").order_by("id"))


def all_agree(rows: Sequence[Proposal], kind: ProposalKind, seats: Sequence[Seat]) -> Proposal | None:
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
            close(row, ProposalState.AGREED, now)
            _carry_out(row)


def _carry_out(row: Proposal) -> None:
    """Let a proposal about clocks take effect at the moment at which all have agreed."""
    game, user, params, now = row.game, row.user, row.params, row.ended_at
    assert now is not None
    if row.kind == ProposalKind.PAUSE:
        until = params.get("until")
        pauses.begin_pause(game, datetime.fromisoformat(until) if until else None, now, user)
    elif row.kind == ProposalKind.RESUME:
        pauses.end_pause(game, now, user)
    else:
        pauses.change_pace(game, params["pace"], params.get("own_pace"), now, user)
