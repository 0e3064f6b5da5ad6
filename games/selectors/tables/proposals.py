"""Proposals at a table: who has answered, who still has to, and what may be proposed now."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from games.engine.replay import replay
from games.engine.values import OUT_OF_TIME, RESIGNS
from games.models import (
    Game,
    Proposal,
    ProposalAnswer,
    ProposalKind,
    ProposalState,
    Seat,
    TablePause,
)

from ..log import Log, log_of, replaying
from ..titles import title_of
from .seats import is_robot

LEAVES = frozenset({RESIGNS, OUT_OF_TIME})


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
    """Return the seats whose players have not agreed yet."""
    agreed = {answer.user_id for answer in row.answers.all() if answer.agrees}
    return [seat for seat in voters(seats) if seat.user_id not in agreed]


def current_pause(game: Game, now: datetime) -> TablePause | None:
    """Return the pause in which the table is, None if it is not paused."""
    lasting = Q(until=None) | Q(until__gt=now)
    return TablePause.objects.filter(lasting, game=game, ended_at=None).order_by("id").last()


def is_possible(row: Proposal, seats: Sequence[Seat], now: datetime) -> bool:
    """Return True if a proposal can still take effect at a table that is running."""
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
    """Return a proposal with its table, its proposer and the answers."""
    rows = Proposal.objects.select_related("game__host", "user__profile").prefetch_related("answers")
    return rows.filter(pk=proposal_id).first()


def proposals_of(game: Game) -> list[Proposal]:
    """Return all proposals of a table with proposers and answers, latest first."""
    rows = Proposal.objects.filter(game=game).select_related("user__profile").prefetch_related("answers__user")
    return list(rows.order_by("-id"))


def has_agreed(row: Proposal, user_id: int | None) -> bool:
    """Return True if a player has agreed with a proposal."""
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
