"""Seats for pages: player, figures of the panel, result."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache, partial

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.selectors import display_name
from games.clocks.seat_clocks import SeatClock
from games.common.wording import colour_name, message_renderer, phrase
from games.core.models import Seat
from games.core.selectors import return_until, seat_name
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.prompts import Panel
from games.engine.values import OUT_OF_TIME, RESIGNS, Leave, Outcome, Ply
from games.pictures.registry import skin_of

Labels = tuple[Callable[[str], str], Callable[[str], str], Callable[[Message], str]]  # labels, styles, pieces


@dataclass(frozen=True, slots=True)
class StatView:
    """One figure of a seat. ``colour`` is the colour name of its pieces, "" for none, ``text`` what is on a piece.

    ``is_labelled`` is False if the figure before it has the same label, ``flows`` is True if films change it.
    ``others`` are pieces that follow with the same label.
    """

    name: str
    label: str
    value: int
    kind: str
    style: str
    colour: str
    is_labelled: bool = True
    flows: bool = False
    text: str = ""
    others: tuple["StatView", ...] = ()

    @property
    def pieces(self) -> tuple["StatView", ...]:
        return self, *self.others


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat. ``username`` is empty for a former player, ``robot`` for a person; without a result ``place`` is 0."""

    number: int | None
    name: str
    username: str
    robot: str
    is_me: bool
    is_host: bool
    wants_abort: bool
    is_acting: bool = False
    acting_since: datetime | None = None
    is_out: bool = False
    style: str = ""
    stats: tuple[StatView, ...] = ()
    place: int = 0
    order: int = 0  # in play, also when the seats stand best first
    score: int | None = None
    clock: SeatClock | None = None
    owner: str = ""  # the name of the player who left the seat to this one and may return
    is_offered: bool = False
    departure: str = ""  # the notation of the action by which a player left the game
    rating: str = ""  # "1512 ± 60" or the like, "" for none

    @property
    def left_money(self) -> str:
        """That the player left the game with their coins, which no other player has got, or ""."""
        has_left = bool(self.departure) and any(stat.kind == "coins" for stat in self.stats)
        return left_money_text(is_reader=self.is_me) if has_left else ""

    @property
    def out_text(self) -> str:
        return out_text(self.departure)


def departures_in(plies: Iterable[Ply]) -> dict[int, str]:
    """Return how players left the game in these plies, by seat, as notations."""
    return {ply.action.seat: ply.action.how for ply in plies if isinstance(ply.action, Leave)}


def out_text(departure: str) -> str:
    """Return why a seat is out of the game. ``departure`` is how its player left, "" for one put out by the rules."""
    if departure == RESIGNS:
        return _("resigned")
    if departure == OUT_OF_TIME:
        return _("out of time")
    return _("out of the game")


def left_money_text(*, is_reader: bool) -> str:
    return _("Your money left the game.") if is_reader else _("Their money left the game.")


def plain_seats(seats: Sequence[Seat], me: Seat | None, host_id: int | None) -> list[SeatView]:
    return [
        SeatView(
            number=seat.number,
            name=seat_name(seat),
            username=seat.user.username if seat.user else "",
            robot=seat.user.robot if seat.user else "",
            is_me=me is not None and seat.pk == me.pk,
            is_host=seat.user_id is not None and seat.user_id == host_id,
            wants_abort=seat.wants_abort,
            is_acting=seat.is_acting,
            acting_since=seat.acting_since,
            is_out=seat.is_out,
            owner=_owner_name(seat),
            is_offered=seat.offered_at is not None and seat.finished_at is None and not seat.is_out,
        )
        for seat in seats
    ]


def _owner_name(seat: Seat) -> str:
    until = return_until(seat)
    is_held = seat.owner is not None and seat.finished_at is None and until is not None and until > timezone.now()
    return display_name(seat.owner) if is_held and seat.owner else ""


def seats_with_panels(
    people: Sequence[SeatView], title: Title, state: object, logged: object | None = None
) -> list[SeatView]:
    """Return the seats with their figures in this position, in order of play; in the last position with places.

    ``logged`` is the position in which the game stands if ``state`` is one that a player tries.
    """
    now = state if logged is None else logged
    acting, outcome = title.acting(now), title.outcome(now)
    panels = title.panels(state) or tuple(Panel(number, "", ()) for number in range(len(people)))
    words = (
        cache(partial(phrase, title)),
        cache(partial(colour_name, title)),
        message_renderer(title, ()),
    )  # once for all
    flow = skin_of(title.key).flow
    seats = [_with_panel(people[panel.seat], words, panel, flow, panel.seat in acting) for panel in panels]
    return _ranked(seats, outcome) if outcome else seats


def figures_of_seats(title: Title, state: object) -> list[SeatView]:
    """Return the figures of the seats in this position, in order of seats, without their players."""
    seats = [
        SeatView(number=panel.seat, name="", username="", robot="", is_me=False, is_host=False, wants_abort=False)
        for panel in sorted(title.panels(state), key=lambda panel: panel.seat)
    ]
    return sorted(seats_with_panels(seats, title, state), key=lambda seat: seat.number or 0)


def _with_panel(seat: SeatView, words: Labels, panel: Panel, flow: str, is_acting: bool) -> SeatView:
    label_of, colour_of, say = words
    stats = _with_others(
        StatView(
            name=stat.name,
            label=label_of(stat.label),
            value=stat.value,
            kind=stat.kind,
            style=stat.style,
            colour=colour_of(stat.style) if stat.style else "",
            is_labelled=before is None or before.label != stat.label,
            flows=stat.kind == flow,
            text=say(stat.text) if stat.text else "",
        )
        for before, stat in zip((None, *panel.stats), panel.stats, strict=False)
    )
    return replace(seat, style=panel.style, stats=stats, is_out=panel.out, is_acting=is_acting)


def _with_others(stats: Iterable[StatView]) -> tuple[StatView, ...]:
    found: list[StatView] = []
    for stat in stats:
        if stat.kind == "piece" and not stat.is_labelled:
            found[-1] = replace(found[-1], others=(*found[-1].others, stat))
        else:
            found.append(stat)
    return tuple(found)


def _ranked(seats: Sequence[SeatView], outcome: Outcome) -> list[SeatView]:
    """Return the seats of a finished game, best first; in order of play without a result."""
    standings = {standing.seat: standing for standing in outcome.standings}
    ranked = [
        replace(seat, order=order, place=found.place, score=found.score, is_out=found.out)
        if (found := standings.get(seat.number or 0))
        else seat
        for order, seat in enumerate(seats)
    ]
    return sorted(ranked, key=lambda seat: seat.place)
