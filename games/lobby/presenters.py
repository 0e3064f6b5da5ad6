"""Invitations, offered seats, tables before their start, and the form to play on from a position."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.selectors import display_name
from games.board.cards import GameCard, game_cards, rules_of
from games.board.robots import RobotView, robot_views
from games.board.rules import RulesView, table_terms
from games.board.seats import SeatView, plain_seats, seats_with_panels
from games.clocks.selectors import Reliability, reliability_of
from games.common.wording import phrase
from games.core.choices import SeatOrder, Status
from games.core.models import Game, Seat
from games.core.selectors import Viewer, is_robot, seat_name, seats_of
from games.engine.registry import get_title
from games.pictures.board_svg import board_svg
from games.play.requirements import refusals
from games.play.robots import FIRST_ROBOT
from games.ratings.presenters import rating_terms, rating_text
from games.ratings.selectors import CurrentRating

from .fit import MANY_HOURS, NEAR, Fit, TableFacts
from .forms import LobbyForm, TableNewsForm
from .models import Invitation, SavedFilter
from .robot_games import branch_position, seats_in_play
from .selectors import names_played_with, pending_of

MAX_REASONS = 3  # in a row of the lobby
DAY_HOURS = 24


@dataclass(frozen=True, slots=True)
class InvitationCard:
    """An invitation in a list. ``inviter`` is empty if the account is deleted."""

    code: str
    inviter: str
    game: Game
    rules: RulesView


def invitation_cards(invitations: Iterable[Invitation]) -> list[InvitationCard]:
    """Return invitations for a list. Their games and inviters must have been fetched."""
    return [
        InvitationCard(
            code=invitation.code,
            inviter=display_name(invitation.inviter) if invitation.inviter else "",
            game=invitation.game,
            rules=rules_of(invitation.game),
        )
        for invitation in invitations
    ]


@dataclass(frozen=True, slots=True)
class SeatedPlayer:
    """A player of an open table. ``percent`` of their turns were in time; None for few turns, and for robots.

    ``rating`` is "" for players without one.
    """

    name: str
    username: str
    robot: str
    percent: int | None
    rating: str


@dataclass(frozen=True, slots=True)
class LobbyRow:
    """An open table. ``reasons`` say how well it suits the viewer, ``chance`` what the ratings expect, or are empty."""

    card: GameCard
    players: tuple[SeatedPlayer, ...]
    reasons: tuple[str, ...] = ()
    chance: str = ""


def lobby_rows(cards: Iterable[GameCard], facts: TableFacts, now: datetime) -> list[LobbyRow]:
    """Return open tables for the lobby, with the reliability of their players, in one statement."""
    cards = list(cards)
    people = {seat.user_id for card in cards for seat in card.seats if seat.user_id and not is_robot(seat)}
    found = reliability_of(people, now)
    return [
        LobbyRow(
            card,
            tuple(_seated(seat, found, facts.ratings.get((seat.user_id or 0, card.game.title))) for seat in card.seats),
            *fit_texts(card.game, facts.fits.get(card.game.pk)),
        )
        for card in cards
    ]


def fit_texts(game: Game, fit: Fit | None) -> tuple[tuple[str, ...], str]:
    """Return the reasons, the weightiest first, and the chance to come first, which replaces that of the ratings.

    Together they are at most three.
    """
    if fit is None:
        return (), ""
    chance = "" if fit.chance is None else _chance_text(fit.chance, game.seat_count)
    reasons = [
        _gap_text(fit.gap) if fit.gap is not None and not chance else "",
        _hours_text(fit.hours) if fit.hours is not None else "",
        _("last free seat") if fit.is_last_seat else "",
        _("your usual pace") if fit.is_usual_pace else "",
    ]
    return tuple(reason for reason in reasons if reason)[: MAX_REASONS - bool(chance)], chance


def _gap_text(gap: int) -> str:
    if abs(gap) <= NEAR:
        return _("near your rating")
    return _("rated higher than you") if gap > 0 else _("rated lower than you")


def _hours_text(hours: int) -> str:
    if not hours:
        return _("awake when you sleep")
    if hours >= MANY_HOURS:
        return _("together all day") if hours >= DAY_HOURS else _("%(count)d hours together") % {"count": hours}
    text = ngettext("awake together only %(count)d hour a day", "awake together only %(count)d hours a day", hours)
    return text % {"count": hours}


def _chance_text(chance: float, seats: int) -> str:
    percent = {"percent": min(99, max(1, round(100 * chance)))}
    if seats == 2:
        return _("About %(percent)s%% to win") % percent
    return _("About %(percent)s%% to come first") % percent


def _seated(seat: Seat, found: Mapping[int, Reliability], rating: CurrentRating | None) -> SeatedPlayer:
    username, robot = (seat.user.username, seat.user.robot) if seat.user else ("", "")
    known = found.get(seat.user_id or 0)
    percent, text = known.percent if known else None, rating_text(rating) if rating else ""
    return SeatedPlayer(seat_name(seat), username, robot, percent, text)


@dataclass(frozen=True, slots=True)
class SavedFilterView:
    """A saved filter: its criteria in words, the query of the lobby that it is, and how the player learns of tables."""

    row: SavedFilter
    text: str
    query: str
    form: TableNewsForm


def saved_filter_views(rows: Iterable[SavedFilter]) -> list[SavedFilterView]:
    return [
        SavedFilterView(
            row,
            filter_text(row),
            urlencode(row.criteria),
            TableNewsForm(initial={"news": row.news}, auto_id=f"news-{row.pk}-%s"),
        )
        for row in rows
    ]


def filter_text(row: SavedFilter) -> str:
    """Return the criteria of a saved filter: "Brisk · 2 players"."""
    labels = LobbyForm({name: str(value) for name, value in row.criteria.items()}).chosen_labels()
    return " · ".join(labels) or _("All tables")


@dataclass(frozen=True, slots=True)
class OfferedSeat:
    seat: Seat
    card: GameCard

    @property
    def player(self) -> str:
        return seat_name(self.seat)


def offered_seats(seats: Sequence[Seat]) -> list[OfferedSeat]:
    """Return seats for the list. Their games must have been fetched."""
    cards = {card.game.pk: card for card in game_cards({seat.game_id: seat.game for seat in seats}.values(), None)}
    return [OfferedSeat(seat, cards[seat.game_id]) for seat in seats]


@dataclass(frozen=True, slots=True)
class BranchView:
    """The position, the seats to choose from, and the robots. Without choices if the game cannot be continued."""

    ply: int
    board: SafeString
    seats: tuple[SeatView, ...]
    seat: int | None
    robots: tuple[RobotView, ...]
    robot: str


def branch_view(game: Game, user: User, ply: int) -> BranchView:
    """Return the form with the player's own seat, or the acting one. Raises the errors of ``branch_position``."""
    title, state = get_title(game.title), branch_position(game, ply)
    rows = seats_of(game)
    mine = next((row for row in rows if row.user_id == user.pk), None)
    people = seats_with_panels(plain_seats(rows, mine, None), title, state)
    numbers = seats_in_play(title, state, game.seat_count)
    wanted = [mine.number if mine else None, *title.acting(state), *numbers]
    names = [seat_name(row) for row in rows]
    return BranchView(
        ply=ply,
        board=SafeString(
            board_svg(
                title.scene(state),
                say=lambda _message: "",
                title=_("The board after step %(ply)s") % {"ply": ply},
                desc=", ".join(names),
            )
        ),
        seats=tuple(seat for seat in people if seat.number in numbers),
        seat=next((number for number in wanted if number in numbers), None),
        robots=tuple(robot_views(title)),
        robot=FIRST_ROBOT if FIRST_ROBOT in title.robots else next(iter(title.robots), ""),
    )


@dataclass(frozen=True, slots=True)
class ReservedSeat:
    """A seat reserved by an invitation. ``name`` is "" for an address that this viewer must not see."""

    name: str
    username: str
    code: str
    may_withdraw: bool


@dataclass(frozen=True, slots=True)
class OpenTableView:
    """``invitation`` is the viewer's unanswered one. The invite code is "" for viewers who cannot invite.

    ``robots`` are the robots that the host can add, empty for all other viewers. ``refusal`` says what the viewer lacks
    to join, "" for nothing. ``inviter`` is the host of a private table, for those who have come by its link.
    """

    free: int
    reserved: tuple[ReservedSeat, ...]
    invitation: Invitation | None
    may_join: bool
    may_invite: bool
    invite_code: str
    robots: tuple[RobotView, ...] = ()
    clock_terms: tuple[tuple[str, str], ...] = ()
    refusal: str = ""
    first_name: str = ""  # in a rematch: who sits first this time
    known_names: tuple[str, ...] = ()  # for the form of an invitation
    inviter: str = ""
    what: tuple[str, ...] = ()  # what is played, in two sentences, for those who are not seated

    @property
    def empty(self) -> range:
        return range(max(self.free, 0))

    @property
    def awaited(self) -> list[str]:
        """The names for which seats are reserved, as far as the viewer may see them."""
        return [seat.name for seat in self.reserved if seat.name]


def open_table_view(game: Game, viewer: Viewer, seats: list[Seat]) -> OpenTableView:
    pending = pending_of(game)
    user = viewer if isinstance(viewer, User) else None
    seated = user is not None and any(seat.user_id == user.pk for seat in seats)
    mine = next((invitation for invitation in pending if user is not None and invitation.user_id == user.pk), None)
    free = game.seat_count - len(seats) - len(pending)
    is_asked = not seated and mine is None and free > 0
    host = next((seat_name(seat) for seat in seats if seat.user_id == game.host_id), "") if game.is_private else ""
    return OpenTableView(
        free=free,
        reserved=tuple(_reserved_seat(game, invitation, user) for invitation in pending),
        invitation=mine,
        may_join=not seated and (free > 0 or mine is not None),
        may_invite=seated and free > 0,
        invite_code=game.invite_code if seated else "",
        robots=tuple(robot_views(get_title(game.title))) if user and user.pk == game.host_id and free > 0 else (),
        clock_terms=(*table_terms(game), *rating_terms(game, seats, user)),
        first_name=_first_of_rematch(game),
        known_names=tuple(names_played_with(user)) if user and seated and free > 0 else (),
        inviter=host if not seated else "",
        what=() if seated else (what_is_played(game), _summary_of(game)),
        refusal=refusals([game], user, timezone.now()).get(game.pk, "") if is_asked else "",
    )


def joined_text(game: Game) -> str:
    """Return what happened when a player took a seat."""
    if game.status == Status.RUNNING:
        return _("You have joined %(name)s. The game has begun.") % {"name": game.name}
    return _("You have joined %(name)s. The game begins when every seat is taken.") % {"name": game.name}


def what_is_played(game: Game) -> str:
    """Return what kind of game it is, and for how many: "A game of … for 2 players, by email.", "" without words."""
    title = get_title(game.title)
    if "title.what" not in title.phrases:
        return ""
    text = ngettext(
        "%(what)s for %(count)d player, by email.", "%(what)s for %(count)d players, by email.", game.seat_count
    )
    return capfirst(text % {"what": phrase(title, "title.what"), "count": game.seat_count})


def _summary_of(game: Game) -> str:
    """Return what one does in this game, "" without words."""
    title = get_title(game.title)
    return phrase(title, "title.summary") if "title.summary" in title.phrases else ""


def _first_of_rematch(game: Game) -> str:
    """Return who gets the first seat of a rematch, "" for other tables."""
    before = seats_of(game.rematch_of) if game.seat_order == SeatOrder.ROTATED and game.rematch_of else []
    return seat_name(before[1]) if len(before) > 1 else ""


def _reserved_seat(game: Game, invitation: Invitation, user: User | None) -> ReservedSeat:
    mine = user is not None and user.pk in {invitation.inviter_id, game.host_id}
    if invitation.user is not None:
        return ReservedSeat(display_name(invitation.user), invitation.user.username, invitation.code, mine)
    return ReservedSeat(invitation.email if mine else "", "", invitation.code, mine)
