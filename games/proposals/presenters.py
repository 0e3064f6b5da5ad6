"""Proposals and rematches in words, what the viewer can do about them, and links that answer them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from django.core.signing import BadSignature, Signer
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name
from games.board.history import TableHistory
from games.board.log_lines import own_proposal_text, proposal_text, result_text
from games.board.viewed_table import ViewedTable
from games.clocks.instants import DAY
from games.clocks.models import TablePause
from games.clocks.paces import USUAL
from games.clocks.selectors import pause_at
from games.clocks.turn_clock import MAX_PAUSE
from games.common.errors import BrokenLink, NotFound
from games.common.wording import join_names
from games.core.choices import Pace, Status
from games.core.log import Log
from games.core.models import Game, Seat
from games.core.selectors import Viewer, may_see, rematch_of, seat_name, seats_of
from games.notifications.links import link, version_of
from games.play.endings import resignation_ends
from games.play.models import Proposal, ProposalKind, ProposalState
from games.play.open_proposals import missing, open_proposals, proposal_with_answers, undo_ply, voters
from games.play.proposals import OWN_PACE_FIELDS
from games.play.table_times import LABELS


@dataclass(frozen=True, slots=True)
class ProposalView:
    """An open proposal. ``waits_for`` are the names of those who still have to answer.

    ``heading`` is its text where little room is left: without the words on a pause that ``is_open_ended``.
    """

    number: int
    kind: str
    text: str
    heading: str
    is_open_ended: bool
    waits_for: str
    expires_at: datetime
    is_mine: bool
    may_answer: bool
    may_change: bool  # the viewer has agreed and can still decline


@dataclass(frozen=True, slots=True)
class ProposalLinkView:
    """A proposal for the player of a link. ``result`` is how it ended, "" while it is open.

    ``shows_table``: the link still asks its player, or the visitor may see the table without it.
    """

    game: Game
    row: ProposalView
    result: str
    shows_table: bool


def proposal_link_view(proposal_id: int, player: User, visitor: Viewer) -> ProposalLinkView:
    """Return the page of a link. Raises NotFound if the proposal is gone with its table."""
    row: Proposal | None = proposal_with_answers(proposal_id)
    if row is None:
        raise NotFound
    seats = seats_of(row.game)
    me = next((seat for seat in seats if seat.user_id == player.pk), None)
    result = "" if row.state == ProposalState.OPEN else result_text(row.state)
    shows_table = (me is not None and not result) or may_see(row.game, visitor)
    return ProposalLinkView(row.game, proposal_view(row, seats, me), result, shows_table)


@dataclass(frozen=True, slots=True)
class ProposalsView:
    """The proposals at a running table. ``offers`` are the kinds that the viewer can propose now.

    ``has_played`` tells whether the viewer has made a turn.
    ``is_paused`` and ``paused_until``: the pause, without a date until everyone agrees to go on.
    """

    rows: tuple[ProposalView, ...] = ()
    offers: tuple[str, ...] = ()
    has_played: bool = False
    is_paused: bool = False
    paused_until: datetime | None = None

    @property
    def asks_to_resume(self) -> bool:
        """True if a proposal to end the pause is open."""
        return any(row.kind == ProposalKind.RESUME for row in self.rows)

    @property
    def has_nothing_to_undo(self) -> bool:
        """True if the viewer has played and can propose something, but no undo, and none is open."""
        is_open = any(row.kind == ProposalKind.UNDO for row in self.rows)
        return self.has_played and bool(self.offers) and not is_open and ProposalKind.UNDO not in self.offers

    @property
    def first_day(self) -> str:
        """The first day on which a pause can end, for the field of the form."""
        return (timezone.localdate() + timedelta(days=1)).isoformat()

    @property
    def last_day(self) -> str:
        return (timezone.localdate() + timedelta(days=MAX_PAUSE // DAY)).isoformat()

    @property
    def paces(self) -> list[tuple[str, str]]:
        """The paces with their names, without the pace of one's own."""
        return [(pace, str(label)) for pace, label in Pace.choices if pace != Pace.OWN]

    @property
    def own_pace_fields(self) -> list[tuple[str, str, int]]:
        return [(name, str(LABELS[name]), getattr(USUAL, name) // 3600) for name in OWN_PACE_FIELDS]


@dataclass(frozen=True, slots=True)
class RematchView:
    """The table of a rematch. ``name`` is that of the player who offers it, ``may_join`` tells whether one can join."""

    code: str
    dice_version: int
    name: str
    is_open: bool
    may_join: bool


@dataclass(frozen=True)
class Requests:
    """What waits for an answer at a table besides the turn, and resigning. None at an earlier position."""

    table: ViewedTable
    history: TableHistory

    @property
    def resigning_ends(self) -> bool:
        """True if the game ends when the viewer, who may leave it, resigns."""
        table, me = self.table, self.table.me
        return me is not None and resignation_ends(table.game, me.number or 0, table.rows, self.history.whole_state)

    @cached_property
    def proposals(self) -> ProposalsView | None:
        table = self.table
        if table.stage != "running":
            return None
        pause = pause_at(table.pauses, timezone.now())
        return proposals_view(table.game, table.rows, table.me, self.history.entries, pause)

    @cached_property
    def rematch(self) -> RematchView | None:
        table = self.table
        return rematch_view(table.game, table.me, table.rows) if table.stage == "over" and table.me else None


def proposals_view(
    game: Game, seats: Sequence[Seat], me: Seat | None, log: Log, pause: TablePause | None
) -> ProposalsView:
    rows = open_proposals(game)
    plays = me is not None and me in voters(seats)
    return ProposalsView(
        rows=tuple(proposal_view(row, seats, me if plays else None) for row in rows),
        offers=_offers(game, me, log, rows, is_paused=pause is not None) if plays and me else (),
        has_played=me is not None and any(seat == me.number for seat, _ in log),
        is_paused=pause is not None,
        paused_until=pause.until if pause else None,
    )


def _offers(game: Game, me: Seat, log: Log, rows: Sequence[Proposal], *, is_paused: bool) -> tuple[str, ...]:
    """Return the kinds that can be proposed, without those that are open already."""
    open_kinds = {row.kind for row in rows}
    kinds = [ProposalKind.PACE, ProposalKind.ABORT]
    if is_paused or game.pace != Pace.NONE:  # without a clock there is nothing to stop
        kinds.insert(0, ProposalKind.RESUME if is_paused else ProposalKind.PAUSE)
    if ProposalKind.UNDO not in open_kinds and undo_ply(game, me, log) is not None:
        kinds.insert(0, ProposalKind.UNDO)
    return tuple(kind.value for kind in kinds if kind not in open_kinds)


def proposal_view(row: Proposal, seats: Sequence[Seat], me: Seat | None) -> ProposalView:
    waiting = missing(row, seats)
    is_mine = me is not None and row.user_id == me.user_id
    who = name_of_proposer(row, seats)
    text = own_proposal_text(row.kind, row.params) if is_mine else proposal_text(who, row.kind, row.params)
    is_open_ended = row.kind == ProposalKind.PAUSE and not row.params.get("until")
    short = _("You propose a pause.") if is_mine else proposal_text(who, row.kind, {})
    return ProposalView(
        number=row.pk,
        kind=row.kind,
        text=text,
        heading=short if is_open_ended else text,
        is_open_ended=is_open_ended,
        waits_for=join_names([seat_name(seat) for seat in waiting]),
        expires_at=row.expires_at,
        is_mine=is_mine,
        may_answer=me is not None and me in waiting,
        may_change=me is not None and not is_mine and me not in waiting,
    )


def text_of(row: Proposal) -> str:
    """Return what a proposal says, without the seats of its table."""
    return proposal_text(display_name(row.user), row.kind, row.params)


def name_of_proposer(row: Proposal, seats: Sequence[Seat]) -> str:
    """Return the name of the player who has made a proposal; players who have left the seat since keep it."""
    seat = next((seat for seat in seats if seat.user_id == row.user_id), None)
    user: User = row.user
    return seat_name(seat) if seat else display_name(user)


def rematch_view(game: Game, me: Seat, seats: Sequence[Seat]) -> RematchView | None:
    found = rematch_of(game, me.user)
    if found is None:
        return None
    host = next((seat for seat in seats if seat.user_id == found.host_id), None)
    is_seated = any(seat.user_id == me.user_id for seat in found.seats.all())
    is_open = found.status == Status.OPEN
    return RematchView(
        code=found.code,
        dice_version=found.dice_version,
        name=seat_name(host) if host else "",
        is_open=is_open,
        may_join=is_open and not is_seated and host is not None,
    )


SALT = "games.mail.proposal"


class ProposalToken(NamedTuple):
    """One player's answer to one proposal."""

    user_id: int
    game_id: int
    proposal_id: int
    version: int = 0


def proposal_link_token(row: Proposal, user: User) -> str:
    return Signer(salt=SALT).sign_object([user.pk, row.game_id, row.pk, *version_of(user)])


def read_proposal_link(text: str) -> ProposalToken:
    """Return the token of a link. Raises BrokenLink for a forged or incomplete one."""
    try:
        return ProposalToken(*Signer(salt=SALT).unsign_object(text))
    except (BadSignature, ValueError, TypeError):
        raise BrokenLink from None


def proposal_url(row: Proposal, user: User) -> str:
    return link("games:proposal_link", proposal_link_token(row, user))
