"""The table of an email: its board as a PNG picture and in letters, its seats, its turns in sentences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from types import MappingProxyType

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name
from games.board.cards import rules_of
from games.board.log_lines import texts_of
from games.board.position import NOTE
from games.board.rules import table_terms
from games.board.seats import departures_in, left_money_text, out_text
from games.board.status import game_end_text
from games.clocks.selectors import turn_time_for
from games.common.wording import (
    colour_name,
    join_names,
    join_phrases,
    labelled,
    message_renderer,
    name_of,
    render_message,
)
from games.core.models import Game, Seat
from games.core.selectors import seat_name, seats_of, shows_hints
from games.core.visibility import known_plies_of, known_state_of
from games.deputies.selectors import deputies_at
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.prompts import SCORE, Held, Panel
from games.engine.registry import get_title
from games.engine.replay import group_by_turn
from games.engine.scene import Scene
from games.engine.values import Ply
from games.notifications.links import host
from games.pictures.board_svg import close_up
from games.pictures.coordinates import line_names
from games.pictures.hand import HAND_WIDTH, hand_svg
from games.pictures.raster import crisp_board, crisp_png
from games.pictures.registry import skin_of
from games.ratings.presenters import rating_terms

from .reply_addresses import plays_by_reply

SHOWN = 360  # width in pixels, as an email shows it
MOST_BYTES, MOST_BYTES_BESIDE_HAND = 48_000, 25_000  # of the picture of a board
FINER, COARSEST = (1, 0.8, 0.64, 0.5), 0.4  # of the pixels of a board, if the picture has too many bytes
LEAST_COLUMNS, LEAST_ROWS = 6, 4  # in the picture of a board that grows
HAND_DENSITY = 1.1
DENSITY = 2  # drawn larger than shown, to be sharp on every screen

ARROWS = {"N": "^", "E": ">", "S": "v", "W": "<"}

MAX_TURNS = 12


@dataclass(frozen=True)
class MailBoard:
    """One position as a picture of ``width`` by ``height`` pixels (``content_id`` in the email), letters and words.

    ``places`` have numbers in the picture. A picture of more than ``most_bytes`` is drawn less finely, so that the
    email stays below 100 KB.
    """

    scene: Scene
    width: int
    content_id: str
    letters: str
    legend: list[str]
    words: list[str]
    most_bytes: int = MOST_BYTES
    places: tuple[tuple[str, ...], ...] = ()
    has_coordinates: bool = False

    @cached_property
    def png(self) -> bytes:
        """The picture. An email without pictures does not draw it."""
        drawn = map(self._drawn, FINER)
        return next((png for png in drawn if len(png) <= self.most_bytes), None) or self._drawn(COARSEST)

    def pixels(self, share: float) -> int:
        """Return the width of the picture with a share of its usual pixels: an even number."""
        return DENSITY * round(self.width * share)

    def _drawn(self, share: float) -> bytes:
        pixels = self.pixels(share)
        return crisp_board(self.scene, pixels, has_coordinates=self.has_coordinates, places=self.places)

    @property
    def height(self) -> int:
        return shown_height(self.png, self.width)

    @property
    def alt(self) -> str:
        return "\n".join(self.words)


@dataclass(frozen=True)
class MailHand:
    """The pieces that the recipient could lay, as a picture and in words. ``note`` says how to write them, or is ""."""

    title: str
    held: tuple[Held, ...]
    content_id: str
    words: list[str]
    heading: str
    note: str
    has_parts: bool
    width: int = HAND_WIDTH

    @cached_property
    def png(self) -> bytes:
        return crisp_png(hand_svg(self.title, self.held, has_parts=self.has_parts), round(self.width * HAND_DENSITY))

    @property
    def height(self) -> int:
        return shown_height(self.png, self.width)

    @property
    def alt(self) -> str:
        return "\n".join(self.words)


@dataclass(frozen=True, slots=True)
class SeatLine:
    """One seat in the table of purses: a figure for each label of ``Purses.labels``, and the next piece.

    ``changes`` are the changes of money since an earlier position, one for each figure, "" for none.
    """

    name: str
    styles: tuple[str, ...]
    figures: tuple[str, ...]
    changes: tuple[str, ...]
    next: str
    next_style: str
    is_reader: bool
    is_acting: bool
    out_text: str  # why the seat is out of the game, "" if it is not
    left_money: str


@dataclass(frozen=True, slots=True)
class Purses:
    """The table of purses: the labels of its columns, and the seats in order of play.

    ``has_points``: the changes are those of points, in a title without money.
    """

    labels: tuple[str, ...]
    rows: tuple[SeatLine, ...]
    has_points: bool


def purses_of(
    title: Title,
    state: object,
    names: Sequence[str],
    reader: int | None,
    before: object | None = None,
    left: Mapping[int, str] = MappingProxyType({}),
) -> Purses:
    """Return the figures of all seats, and the changes of money since the position ``before``.

    The seats ``left`` have left the game with their money, as these notations say.
    """
    panels = title.panels(state)
    earlier = {panel.seat: _coins(panel) for panel in title.panels(before)} if before is not None else {}
    stats = [stat for panel in panels for stat in panel.stats if stat.kind != "next"]
    labels = {stat.name: render_message(title, Message(stat.label), names) for stat in stats}
    acting = title.acting(state)
    rows = [_row(title, panel, names, tuple(labels), reader, acting, earlier.get(panel.seat, {})) for panel in panels]
    rows = [
        _without_money(row, panel, tuple(labels), left[panel.seat]) if panel.seat in left else row
        for row, panel in zip(rows, panels, strict=True)
    ]
    return Purses(tuple(labels.values()), tuple(rows), not any(stat.kind == "coins" for stat in stats))


def board_letters(scene: Scene) -> str:
    """Return the board in fixed-width letters: the letter of the piece on each cell, an arrow for a figure.

    There is no wall between the two cells of a whole piece, and none round a hole of the board.
    """
    grid = {(cell.column, cell.row): cell.name for cell in scene.cells}
    letters = {cell: piece.letter for piece in scene.pieces for cell in piece.cells}
    figures = {token.cell: ARROWS.get(token.facing, "o") for token in scene.tokens}
    joined = {frozenset(piece.cells) for piece in scene.pieces if len(piece.cells) == 2}
    columns = range(scene.left, scene.left + scene.columns + 1)
    rows = range(scene.top, scene.top + scene.rows + 1)
    files, ranks = line_names(scene)
    indent = max(map(len, ranks.values()), default=0)

    def inside(column: int, row: int) -> str:
        name = grid.get((column, row), "")
        letter = letters.get(name, " ")
        return f"{letter}{figures[name]} " if name in figures else letter.rjust(2).ljust(3)

    def is_wall(*sides: tuple[int, int]) -> bool:
        names = [grid[side] for side in sides if side in grid]
        return bool(names) and frozenset(names) not in joined

    def corner(column: int, row: int) -> str:
        around = ((column - right, row - down) for right in (0, 1) for down in (0, 1))
        return "+" if any(place in grid for place in around) else " "

    lines = []
    for row in rows:
        walls = ("---" if is_wall((column, row - 1), (column, row)) else "   " for column in columns)
        edge = "".join(corner(column, row) + wall for column, wall in zip(columns, walls, strict=True))
        lines.append(f"{'':{indent}} {edge}".rstrip())
        cells = (
            ("|" if is_wall((column - 1, row), (column, row)) else " ") + inside(column, row) for column in columns
        )
        lines.append(f"{ranks.get(row, ''):>{indent}} {''.join(cells)}".rstrip())
    below = "".join(files.get(column, "").center(3) + " " for column in columns)
    return "\n".join([*lines[:-1], f"{'':{indent}}  {below}".rstrip()])


def legend(title: Title, scene: Scene, panels: Sequence[Panel], names: Sequence[str]) -> list[str]:
    letters = {piece.style: piece.letter for piece in scene.pieces}
    figures = [
        f"{ARROWS.get(token.facing, 'o')} = {render_message(title, Message(key, {'square': token.cell}), names)}"
        for token in scene.tokens
        if (key := f"token.{token.kind}") in title.phrases
    ]
    return figures + [
        f"{letters[style]} = {colour_name(title, style)} ({names[panel.seat]})"
        for panel in panels
        for style in styles_of(title, panel)
        if style in letters
    ]


def position_sentences(
    title: Title,
    scene: Scene,
    panels: Sequence[Panel],
    names: Sequence[str],
    reader: int | None = None,
    *,
    with_empty: bool = True,
) -> list[str]:
    """Return the position as sentences: the figures, then the pieces of each colour.

    Where pieces have faces, cells have sentences: those with a piece, then, for whoever writes their names, the others.
    """
    if any(piece.face for piece in scene.pieces):
        return _cell_sentences(title, scene, names, reader, with_empty=with_empty)
    cells = {cell.name: cell for cell in scene.cells}
    sentences = [
        f"{render_message(title, cells[token.cell].text, names)}." for token in scene.tokens if token.cell in cells
    ]
    for panel in panels:
        for style in styles_of(title, panel):
            places = _places(scene, style)
            if places:
                params = {"colour": colour_name(title, style), "name": names[panel.seat], "places": places}
                sentences.append(_("%(colour)s (%(name)s): %(places)s.") % params)
    return sentences if scene.pieces else [*sentences, _("There is nothing else on the board.")]


def _cell_sentences(
    title: Title, scene: Scene, names: Sequence[str], reader: int | None, *, with_empty: bool
) -> list[str]:
    covered = {cell for piece in scene.pieces for cell in piece.cells}
    shown = [cell for cell in scene.cells if with_empty or cell.name in covered]
    cells = sorted(shown, key=lambda cell: (cell.name not in covered, cell.row, cell.column))
    note = [render_message(title, Message(NOTE), names)] if NOTE in title.phrases else []
    return note + [f"{render_message(title, cell.text, names, reader)}." for cell in cells]


@dataclass(frozen=True, slots=True)
class TurnSummary:
    """One turn as sentences, and as one line of notation. Turn 0 is the time before the first turn."""

    number: int
    sentences: tuple[str, ...]
    line: str


def chance_text(title: Title, plies: Sequence[Ply], names: Sequence[str]) -> str:
    """Return the result of chance in the turn in progress ("you rolled 3"), "" if the title has no text for it."""
    now = title.turn(plies[-1].after) if plies else 0
    for ply in reversed(plies):
        if title.turn(ply.before) != now:
            break
        chance = title.chance(ply.before)
        if chance and f"came.{chance.label}" in title.phrases:
            return render_message(title, Message(f"came.{chance.label}", {"result": title.notation(ply.action)}), names)
    return ""


def turns_since(title: Title, plies: Sequence[Ply], seat: int | None) -> list[list[Ply]]:
    """Return the plies of each turn after this seat's last finished one (None: of all), at most ``MAX_TURNS`` turns."""
    groups = group_by_turn(title, plies)
    own = [number for number, group in enumerate(groups, 1) if seat is not None and _ended_by(title, group, seat)]
    return groups[own[-1] if own else 0 :][-MAX_TURNS:]


def turn_summary(title: Title, group: Sequence[Ply], names: Sequence[str], reader: int | None = None) -> TurnSummary:
    texts = texts_of(title, group, message_renderer(title, names, reader))
    sentences = tuple(told.text for told in texts if told.text)
    return TurnSummary(title.turn(group[0].before), sentences, title.turn_line(group))


class Table:
    """A game as one recipient sees it. ``recipient`` is None for a person without an account."""

    def __init__(self, game: Game, recipient: User | None) -> None:
        self.game, self.recipient = game, recipient
        game.hide_name()
        self.title = get_title(game.title)
        own = (seat.number for seat in self.seats if seat.user_id == recipient.pk) if recipient else iter(())
        self.seat = next(own, None)

    @cached_property
    def seats(self) -> list[Seat]:
        return seats_of(self.game)

    @property
    def shows_hints(self) -> bool:
        return shows_hints(self.game, self.seats)

    @cached_property
    def names(self) -> list[str]:
        """The players in order of play; before the start in order of joining."""
        return [name_of(seat_name(seat)) for seat in self.seats]

    @cached_property
    def state(self) -> object:
        """What the recipient may know of the position now."""
        return self.plies[-1].after if self.plies else known_state_of(self.game, self.seat, self.game.ply)

    @property
    def deadline(self) -> datetime | None:
        """The deadline of the recipient's turn; that of the table if a single seat must act."""
        is_shared = len(self.title.acting(self.state)) > 1
        return turn_time_for(self.recipient, self.game).deadline if is_shared else self.game.deadline

    @cached_property
    def plies(self) -> list[Ply]:
        """What the recipient may know of all plies, without later ones: the game may go on meanwhile."""
        return known_plies_of(self.game, self.seat, self.game.ply)

    @cached_property
    def scene(self) -> Scene:
        return self.title.scene(self.state)

    @property
    def opponents(self) -> str:
        return join_names([name for seat, name in enumerate(self.names) if seat != self.seat])

    @property
    def first_names(self) -> str:
        """Who acted first in this game, however far it has come since."""
        states = (ply.before for ply in self.plies[self.game.branched_at or 0 :])
        acting = next((seats for state in states if (seats := self.title.acting(state))), ())
        return join_names([self.names[seat] for seat in acting or self.title.acting(self.state)])

    @property
    def figures_text(self) -> str:
        sentences = [
            self.say(Message(f"token.{token.kind}", {"square": token.cell}))
            for token in self.scene.tokens
            if f"token.{token.kind}" in self.title.phrases
        ]
        return join_names(sentences)

    @cached_property
    def chance_text(self) -> str:
        """The result of chance in the turn in progress: "you rolled 3", "" for none."""
        return chance_text(self.title, self.plies, self.names)

    @property
    def prompt_brief(self) -> str:
        prompt = self.title.prompt(self.state)
        return self.phrase(f"{prompt.text.key}.brief") if prompt else ""

    @property
    def question(self) -> str:
        prompt = self.title.prompt(self.state)
        return self.say(prompt.text) if prompt else ""

    def say(self, message: Message) -> str:
        return render_message(self.title, message, self.names, self.seat)

    def end_text(self) -> str:
        last = self.plies[-1] if self.plies else None
        return game_end_text(self.game, self.title, last, self.names)

    def phrase(self, key: str) -> str:
        """Return one of the title's sentences without parameters, "" if it does not exist."""
        return self.say(Message(key)) if key in self.title.phrases else ""

    def board(self, width: int = SHOWN, places: tuple[tuple[str, ...], ...] = ()) -> MailBoard:
        """Return the position with a picture ``width`` pixels wide, in which these places have numbers.

        A board that grows has coordinates and its empty cells if the recipient writes them. Drawing the picture takes
        about fifteen milliseconds.
        """
        panels = self.title.panels(self.state)
        writes = self.recipient is not None and plays_by_reply(self.recipient)
        return MailBoard(
            scene=self.scene if writes else close_up(self.scene, LEAST_COLUMNS, LEAST_ROWS),
            places=places,
            has_coordinates=writes,
            width=width,
            content_id=f"board.{self.game.code}.{self.game.ply}.{width}@{host()}",
            letters=board_letters(self.scene),
            legend=legend(self.title, self.scene, panels, self.names),
            words=position_sentences(self.title, self.scene, panels, self.names, self.seat, with_empty=writes),
            most_bytes=MOST_BYTES_BESIDE_HAND if self._held else MOST_BYTES,
        )

    @cached_property
    def _held(self) -> tuple[Held, ...]:
        return self.title.held(self.state, self.seat) if self.seat is not None else ()

    def hand(self) -> MailHand | None:
        """Return the pieces that the recipient could lay, None if there are none to choose from or the game is over.

        Who plays by replies sees how their parts and turns are written.
        """
        held = self._held
        if not held or self.game.is_over:
            return None
        replies = self.recipient is not None and plays_by_reply(self.recipient)
        return MailHand(
            title=self.title.key,
            held=held,
            content_id=f"hand.{self.game.code}.{self.game.ply}.{self.seat}@{host()}",
            words=[self._in_words(one, with_names=replies) for one in held],
            heading=self.phrase("held.heading") or _("Your pieces"),
            note=self.phrase("held.note") if replies and self.seat in self.title.acting(self.state) else "",
            has_parts=replies,
        )

    def _in_words(self, held: Held, *, with_names: bool) -> str:
        texts = [self.say(text) for text in held.texts]
        if with_names:
            texts[1:] = [f"{text} ({name})" for text, name in zip(texts[1:], held.parts, strict=True)]
        return ". ".join(texts[:1] + [text[:1].upper() + text[1:] for text in texts[1:]]) + "."

    def purses(self) -> Purses:
        """Return the purses, with the changes since the turns of ``recent_turns``."""
        since = self._since
        return purses_of(
            self.title, self.state, self.names, self.seat, since[0][0].before if since else None, self.left
        )

    @cached_property
    def left(self) -> dict[int, str]:
        """How players have left the game, by seat."""
        return departures_in(self.plies)

    @cached_property
    def _since(self) -> list[list[Ply]]:
        return turns_since(self.title, self.plies, self.seat)

    def recent_turns(self) -> list[TurnSummary]:
        return [self.summary(group) for group in self._since]

    def summary(self, group: Sequence[Ply]) -> TurnSummary:
        """Return one turn, with the name of the deputy who has played it."""
        found = turn_summary(self.title, group, self.names, self.seat)
        deputies = {self.deputies[ply.number]: ply.action.seat for ply in group if ply.number in self.deputies}
        marks = [
            _("(%(deputy)s for %(player)s)") % {"deputy": name_of(display_name(deputy)), "player": self.names[seat]}
            for deputy, seat in deputies.items()
            if seat is not None
        ]
        return replace(found, sentences=(*marks, *found.sentences))

    @cached_property
    def deputies(self) -> Mapping[int, User]:
        """The deputies who have played for a player here, by ply."""
        return deputies_at(self.game)

    @property
    def is_from_start(self) -> bool:
        """True if ``recent_turns`` begins with the first turn of the game."""
        return not self._since or self._since[0][0].number == self.plies[0].number

    def facts(self) -> list[tuple[str, str]]:
        game, rules = self.game, rules_of(self.game)
        return [
            (_("Game"), self.title.name),
            (_("Rules"), f"{rules.name}. {rules.summary}"),
            *self._options(game.options),
            (_("Seats"), str(game.seat_count)),
            (_("At the table"), join_names(self.names)),
            *table_terms(game),
            *rating_terms(game, self.seats, self.recipient),
        ]

    def _options(self, changes: Mapping[str, str]) -> list[tuple[str, str]]:
        specs = {spec.name: spec for spec in self.title.option_specs}
        return [
            (self.say(Message(specs[name].label)), self._value(specs[name].value_labels, specs[name].values, value))
            for name, value in changes.items()
        ]

    def _value(self, labels: tuple[str, ...], values: tuple[str, ...], value: str) -> str:
        return self.say(Message(labels[values.index(value)])) if value in values else value


def colours_of(title: str, styles: tuple[str, ...]) -> list[tuple[str, str]]:
    """Return letter and colour (hexadecimal) of each style of a title, for the small squares beside a name."""
    return [(style[:1].upper(), skin_of(title).style_colour(style)) for style in styles]


def shown_height(png: bytes, width: int) -> int:
    """Return the height of a picture that is shown in this width."""
    return int.from_bytes(png[20:24], "big") * width // int.from_bytes(png[16:20], "big")


def styles_of(title: Title, panel: Panel) -> tuple[str, ...]:
    """Return the colours of a seat's pieces, its own first: the styles whose pictures are of the same kind."""
    icon = skin_of(title.key).style_icon
    kind = icon(panel.style).removesuffix(panel.style)
    styles = (stat.style for stat in panel.stats if stat.style and icon(stat.style) == kind + stat.style)
    return tuple(dict.fromkeys([panel.style, *styles]))


def _row(
    title: Title,
    panel: Panel,
    names: Sequence[str],
    columns: Sequence[str],
    reader: int | None,
    acting: Sequence[int],
    earlier: Mapping[str, int],
) -> SeatLine:
    next_piece = next((stat for stat in panel.stats if stat.kind == "next"), None)
    pieces = {stat.name for stat in panel.stats if stat.kind == "piece"}
    figures = {name: [str(s.value) for s in panel.stats if s.name == name and s.kind != "next"] for name in columns}
    return SeatLine(
        name=names[panel.seat],
        styles=styles_of(title, panel),
        figures=tuple((", " if name in pieces else " + ").join(figures[name]) or "–" for name in columns),
        changes=tuple(
            signed(_coins(panel).get(name, 0) - earlier[name]) if name in earlier else "" for name in columns
        ),
        next=labelled(render_message(title, Message(next_piece.label), names), colour_name(title, next_piece.style))
        if next_piece
        else "",
        next_style=next_piece.style if next_piece else "",
        is_reader=panel.seat == reader,
        is_acting=panel.seat in acting,
        out_text=out_text("") if panel.out else "",
        left_money="",
    )


def _without_money(row: SeatLine, panel: Panel, columns: Sequence[str], departure: str) -> SeatLine:
    """Return the figures of a player who has left with their money: a dash for it, and a sentence."""
    coins = coins_of(panel)
    return replace(
        row,
        figures=tuple("–" if name in coins else text for name, text in zip(columns, row.figures, strict=True)),
        changes=tuple("" if name in coins else text for name, text in zip(columns, row.changes, strict=True)),
        out_text=out_text(departure),
        left_money=left_money_text(is_reader=row.is_reader) if coins else "",
    )


def coins_of(panel: Panel) -> set[str]:
    """Return the names of the figures that are money."""
    return {stat.name for stat in panel.stats if stat.kind == "coins"}


def _coins(panel: Panel) -> dict[str, int]:
    """Return the figures whose changes are told: money, or points in a title without money."""
    money = {stat.name: stat.value for stat in panel.stats if stat.kind == "coins"}
    return money or {stat.name: stat.value for stat in panel.stats if stat.kind == SCORE}


def signed(change: int) -> str:
    """Return "+3", "−3" with a true minus, "" for nothing."""
    return f"+{change}" if change > 0 else f"−{-change}" if change else ""


def _places(scene: Scene, style: str) -> str:
    pieces = [piece for piece in scene.pieces if piece.style == style]
    whole = _list("-".join(sorted(piece.cells)) for piece in pieces if piece.whole)
    half = _list("-".join(sorted(piece.cells)) for piece in pieces if not piece.whole)
    parts = [_("whole on %(cells)s") % {"cells": whole}] if whole else []
    return join_phrases([*parts, _("half on %(cells)s") % {"cells": half}] if half else parts)


def _list(places: Iterable[str]) -> str:
    return ", ".join(sorted(places))


@dataclass(frozen=True, slots=True)
class FinishedTurn:
    """A finished turn. ``seat`` acted last in it, ``end`` is the length of the log after it."""

    number: int
    seat: int | None
    sentences: tuple[str, ...]
    line: str
    end: int


def finished_turns(
    game: Game, names: Sequence[str], *, most: int, ply: int | None = None, seat: int | None = None
) -> list[FinishedTurn]:
    """Return the latest turns that were finished at ``ply`` (now by default), at most ``most``, oldest first.

    They say what ``seat`` (None: everyone) may know.
    """
    title, groups, end = get_title(game.title), [], 0
    for group in group_by_turn(title, known_plies_of(game, seat, ply)):
        end += len(group)
        groups.append((group, end))
    over = [(group, end) for group, end in groups if _is_over(title, group)]
    return [_finished_turn(title, group, end, names) for group, end in over[-most:]]


def _is_over(title: Title, group: Sequence[Ply]) -> bool:
    first, last = group[0].before, group[-1].after
    return title.turn(first) > 0 and (title.turn(last) != title.turn(first) or title.outcome(last) is not None)


def _finished_turn(title: Title, group: Sequence[Ply], end: int, names: Sequence[str]) -> FinishedTurn:
    seat = next((ply.action.seat for ply in reversed(group) if ply.action.seat is not None), None)
    sentences = tuple(render_message(title, message, names) for ply in group for message in title.describe(ply))
    return FinishedTurn(title.turn(group[0].before), seat, sentences, title.turn_line(group), end)


def _ended_by(title: Title, group: Sequence[Ply], seat: int) -> bool:
    """Return True if this seat finished this turn, and not a player who left during it."""
    last = next((ply.action.seat for ply in reversed(group) if ply.action.seat is not None), None)
    return last == seat and title.turn(group[-1].after) != title.turn(group[0].before)
