"""Boards of games and of examples: as PNG and SVG, and with frames that the page plays.

Frames have the action of each ply and the board after it (static/js/board/film/film.js). They follow from title, plies
and names alone, and are dictionaries for JSON. Coordinates are drawing units of board_svg.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NotRequired, TypedDict

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.common import rate_limits
from games.common.errors import NotFound
from games.common.wording import render_message
from games.core.models import Game
from games.core.position_cache import cached, position_key
from games.core.selectors import Viewer, name_elsewhere, seat_name, seat_names, seat_of, seats_of
from games.core.visibility import has_secrets, knowing_seat, known_plies_of, known_state_of
from games.engine.core import Title
from games.engine.messages import Message
from games.engine.prompts import SCORE
from games.engine.registry import get_title
from games.engine.scene import Scene, Token, Trail
from games.engine.values import ABORT, Ply
from games.pictures.board_svg import IDENT, BoardLook, board_layers, board_svg, close_up
from games.pictures.film import (
    LaidPiece,
    TurnedPiece,
    figures_of,
    flows_between,
    laid_pieces,
    piece_styles,
    turned_pieces,
)
from games.pictures.geometry import SIDES, Ground
from games.pictures.raster import smooth_png
from games.pictures.registry import skin_of
from games.pictures.share_card import CARD_SIZE, share_card_svg

from .log_lines import ply_text, rolled_face
from .seats import figures_of_seats


class Frame(TypedDict):
    """A ply. ``ply`` is the length of the log after it; 0 is the position before the first ply, without an action.

    ``text`` describes it in sentences, ``seat`` is the seat that acted or for which chance did (null: none), ``result``
    the result of chance that moves the figure or "", and ``thrown`` the definition that shows it ("": none).
    ``path`` has the cells of the figure's walk, from the cell that it left, through the loops with the indexes
    ``loops``; ``route`` is the same walk as SVG path data ("" without a walk). ``facing`` is the direction of the
    figure at the end, ``turn`` its turn on the spot, in degrees from north, before and after (null: none).
    ``flows`` are lists of seat or null that pays, seat or null that receives, and amount; ``token`` is the definition
    that shows what flows ("": a number), ``figures`` what each seat has after it (null: the seat has no such figure),
    ``scores`` the score of each seat then, ``stats`` all figures of each seat as a table's page shows them, in HTML
    (only if they are wanted); ``sources`` are the middles of the cells that it flows for. ``laid`` are
    new pieces, ``turned`` those turned over or round. ``lying`` and ``standing`` are board_svg's layers of the
    position, ``box`` is the view box of its drawing.
    """

    ply: int
    text: str
    seat: int | None
    result: str
    thrown: str
    path: list[str]
    loops: list[int]
    route: str
    facing: str
    turn: list[int] | None
    flows: list[list[int | None]]
    token: str
    figures: list[int | None]
    scores: list[int | None]
    stats: NotRequired[list[str]]
    sources: list[list[float]]
    laid: list[LaidPiece]
    turned: list[TurnedPiece]
    lying: str
    standing: str
    box: str


def make_frames(
    title: Title,
    plies: Sequence[Ply],
    names: Sequence[str],
    *,
    start: int = 0,
    stop: int | None = None,
    reader: int | None = None,
) -> list[Frame]:
    """Return the frames of the plies from ``start`` to ``stop`` (both included; by default all; 0 is the beginning).

    ``plies`` is the log from its first ply on, ``names`` are those of the players by seat. The player of the seat
    ``reader`` is "you". Empty for an empty log.
    """
    last = len(plies) if stop is None else min(stop, len(plies))
    if not plies or start > last:
        return []
    states = [plies[0].before, *(ply.after for ply in plies)]
    scenes = {at: title.scene(states[at]) for at in range(max(start - 1, 0), last + 1)}
    begun = [_beginning(title, states[0], scenes[0])] if start == 0 else []
    later = range(max(start, 1), last + 1)
    return begun + [_played(title, plies[at - 1], names, reader, scenes[at - 1], scenes[at]) for at in later]


def _beginning(title: Title, state: Any, scene: Scene) -> Frame:
    skin, (lying, standing) = skin_of(title.key), board_layers(scene)
    return Frame(
        ply=0,
        text="",
        seat=None,
        result="",
        thrown="",
        path=[],
        loops=[],
        route="",
        facing=scene.tokens[0].facing if scene.tokens else "",
        turn=None,
        flows=[],
        token=skin.flow_icon,
        figures=figures_of(title.panels(state), skin.flow),
        scores=figures_of(title.panels(state), SCORE),
        sources=[],
        laid=[],
        turned=[],
        lying=lying,
        standing=standing,
        box=Ground(scene).box(skin.margin),
    )


def _played(title: Title, ply: Ply, names: Sequence[str], reader: int | None, before: Scene, after: Scene) -> Frame:
    face, ground, skin = rolled_face(title, ply), Ground(after), skin_of(title.key)
    old, new = before.tokens[:1], after.tokens[:1]
    walked = _walk(bool(face), after.trails, old, new)
    had, has = (figures_of(title.panels(state), skin.flow) for state in (ply.before, ply.after))
    flows, brush = flows_between(had, has), skin.brush(IDENT, "page")
    lying, standing = board_layers(after)
    return Frame(
        ply=ply.number + 1,
        text=ply_text(title, ply, names, reader),
        seat=_whose(title, ply),
        result=face,
        thrown=skin.result_icon(face),
        path=list(walked.cells),
        loops=list(walked.loops),
        route=ground.route(walked.cells, walked.loops) if walked.cells else "",
        facing=new[0].facing if new else "",
        turn=None if walked.cells else _turned(old, new),
        flows=flows,
        token=skin.flow_icon,
        figures=has,
        scores=figures_of(title.panels(ply.after), SCORE),
        sources=[list(ground.centre(cell)) for cell in _sources(title, ply, after)] if flows else [],
        laid=laid_pieces(skin, brush, before, after),
        turned=turned_pieces(skin, brush, before, after),
        lying=lying,
        standing=standing,
        box=ground.box(skin.margin),
    )


def _sources(title: Title, ply: Ply, after: Scene) -> list[str]:
    """Return the cells that gave points in this ply, otherwise the marked ones that the turn has not merely changed."""
    if gains := title.gains(ply):
        return list(dict.fromkeys(cell for gain in gains for cell in gain.cells))
    return [cell for kind, cells in after.marks.items() if kind != "last" for cell in cells]


def _whose(title: Title, ply: Ply) -> int | None:
    """Return the seat that acted, or for which chance acted."""
    chance = title.chance(ply.before)
    is_drawn = chance and ply.action.seat is None and title.notation(ply.action) != ABORT
    return chance.seat if chance and is_drawn else ply.action.seat


def _walk(has_rolled: bool, trails: Sequence[Trail], old: Sequence[Token], new: Sequence[Token]) -> Trail:
    """Return the walk of the first figure in this ply: the trail of a roll, otherwise the straight way."""
    if not old or not new or (not has_rolled and old[0].cell == new[0].cell):
        return Trail("walk", ())
    last = trails[-1] if trails else None
    if last and (last.cells[0], last.cells[-1]) == (old[0].cell, new[0].cell):
        return last
    return Trail("walk", () if old[0].cell == new[0].cell else (old[0].cell, new[0].cell))


def _turned(old: Sequence[Token], new: Sequence[Token]) -> list[int] | None:
    """Return the turn of the first figure, the short way ([90, 0] or [270, 360]), None without a turn."""
    if not old or not new or old[0].facing == new[0].facing or not old[0].facing or not new[0].facing:
        return None
    was = SIDES.index(old[0].facing)
    quarters = (SIDES.index(new[0].facing) - was + 1) % 4 - 1
    return [90 * was, 90 * (was + quarters)]


NAMES = ("Amina", "Brahim", "Chama", "Driss")
SEATS = 4

# A game of four players: up to a roll that takes Assam to a patch of six squares, then the rest in two parts.
FIRST_HALF = (
    "L 2 c4d4 F 3 b4c4 F 3 d4d5 F 1 d5e5 R 2 f2g2 L 4 d4d5 L 4 b1c1 R 3 g2g3 R 3 g3g4 L 4 b1b2 R 3 b4b5 R 2 c5d5 "
    "F 3 f5g5 L 3 f5f6 F 3 c5c6 F 2 a6b6 L 2 b5c5 F 3 a3b3 L 3 e2f2 L 3 c4c5 F 1 d4d5 R 2 g5g6 L 2 e6f6 R 3 c6c7 "
    "R 3 a4b4 F 2 a4a5 F 4"
)
THIRD_QUARTER = (
    "b2b3 R 2 d2e2 L 1 b3c3 L 2 c2d2 L 1 a1a2 L 1 c2c3 R 2 d2e2 L 4 c5d5 F 3 g6g7 R 3 d6d7 L 2 d5e5 R 3 b4c4"
)
LAST_QUARTER = "R 2 a3a4 R 2 b1b2 F 1 b2c2 F 2 e4f4 L 4 c7d7 L 3 b5b6 R 3 b4b5 L 3 c6d6 L 2 d5d6 L 2 c6c7"

HOME_EXAMPLE = "game"  # the example of the home page
SHARED_DEFINITIONS = "start"  # the example of the rules whose definitions the others use

LEAST = 5  # columns and rows in the picture of a board that grows
MAX_FRAMES = 60  # plies in one answer


def board_png(game: Game, ply: int | None, pixels: int, who: str) -> bytes:
    """Return the board as everyone may know it, now or after ``ply`` entries, ``pixels`` wide.

    The drawing counts towards the limit of ``who`` if it is not cached. Raises NotFound for a later ply, TooMany.
    """

    def drawn(title: Title, state: Any) -> str:
        scene = close_up(title.scene(state), LEAST, LEAST)
        look = BoardLook("light", letters=skin_of(title.key).letters_in_pictures)
        return board_svg(scene, look, say=lambda _message: "", title="")

    return _cached("board", game, ply, pixels, who, drawn)


def card_png(game: Game, ply: int | None, who: str) -> bytes:
    """Return the board with the score, now or after ``ply`` entries. ``who`` and errors are those of ``board_png``."""
    return _cached("card", game, ply, CARD_SIZE[0], who, share_card_svg)


def _cached(kind: str, game: Game, ply: int | None, pixels: int, who: str, draw: Callable[[Title, Any], str]) -> bytes:
    """Return the picture from the cache: drawing one takes about 40 ms."""
    at = game.ply if ply is None else ply  # the log may have grown since the game was read
    what = f"{kind}-{pixels}{'-secret' if has_secrets(game) else ''}"

    def make() -> bytes:
        state = known_state_of(game, None, at)
        rate_limits.count("picture", who)
        return smooth_png(draw(get_title(game.title), state), pixels)

    return cached(position_key(what, f"{game.code}{game.undo_mark}", at), make)


def board_picture(game: Game, ply: int | None = None, *, is_dark: bool = False) -> str:
    """Return the board as everyone may know it, now or after ``ply`` entries. Raises NotFound for a later ply."""
    title, names = get_title(game.title), seat_names(game)
    scene = close_up(title.scene(known_state_of(game, None, ply)), LEAST, LEAST)

    def say(message: Message) -> str:
        return render_message(title, message, names)

    name = _("The board of %(table)s") % {"table": game.name}
    return board_svg(scene, BoardLook("dark" if is_dark else "light", width=532), say=say, title=name)


@dataclass(frozen=True)
class ExamplePart:
    """A part of a game: the plies ``done`` before it and the plies ``shown``."""

    shown: str
    done: str = ""
    ruleset: str = "gigamic"
    options: Mapping[str, str] = field(default_factory=dict)
    title: str = "marrakech"


EXAMPLES = {
    "start": ExamplePart(""),
    "turn": ExamplePart("L 2 c4d4"),
    "mosaic": ExamplePart("F 4 b6b7"),
    "corner": ExamplePart("F 1", "R 3 f4f5 L 3 e7f7"),
    "rent": ExamplePart("F 4", FIRST_HALF.removesuffix(" F 4")),
    "cover": ExamplePart("b2b3", FIRST_HALF),
    "out": ExamplePart("L 1", "F 1 b5c5", options={"dirhams": "1"}),
    "variant": ExamplePart("2 d5c5 L", ruleset="gigamic-variant"),
    "end": ExamplePart("L 2 c6c7", f"{FIRST_HALF} {THIRD_QUARTER} {LAST_QUARTER}".removesuffix(" L 2 c6c7")),
    "game": ExamplePart(LAST_QUARTER, f"{FIRST_HALF} {THIRD_QUARTER}"),
}


@dataclass(frozen=True)
class PlayedExample:
    """A part with its positions: all plies, and the number of those before it."""

    title: Title
    plies: tuple[Ply, ...]
    first: int


@lru_cache(maxsize=len(EXAMPLES))
def played_example(name: str) -> PlayedExample:
    """Return an example with the positions before and after each ply. Raises KeyError for an unknown name."""
    part = EXAMPLES[name]
    title = get_title(part.title)
    plies = tuple(_plies(title, part))
    return PlayedExample(title, plies, len(part.done.split()))


def _plies(title: Title, part: ExamplePart) -> Iterator[Ply]:
    state = title.start(part.ruleset, part.options, SEATS)
    for number, text in enumerate(f"{part.done} {part.shown}".split()):
        acting = title.acting(state)
        action = title.parse(state, acting[0] if acting else None, text)
        before, state = state, title.apply(state, action)
        yield Ply(number, before, action, state)


@dataclass(frozen=True, slots=True)
class AnimatedBoard:
    """A board that can move. ``at`` is the index of the frame that ``board`` shows, ``address`` that of the frames.

    ``link`` leads to the game, "" for an example; ``title`` is a key.
    """

    board: SafeString
    address: str
    at: int
    link: str = ""
    title: str = "marrakech"


def example_board(name: str, at: int | None = None) -> AnimatedBoard:
    """Return an example after ``at`` of its plies (by default all of them), in the reader's language.

    All but the longest use the definitions of the first one, which must be on the same page.
    """
    return _example(name, at, get_language() or "en")


@lru_cache(maxsize=64)
def _example(name: str, at: int | None, language: str) -> AnimatedBoard:
    example = played_example(name)
    frames = len(example.plies) - example.first
    at = frames if at is None else at
    last = example.first + at
    title = example.title
    state = (
        example.plies[last - 1].after if last else title.start(EXAMPLES[name].ruleset, EXAMPLES[name].options, SEATS)
    )
    board = animatable_board(
        title, state, NAMES, ident=f"scene-{name}", of="" if name == HOME_EXAMPLE else f"scene-{SHARED_DEFINITIONS}"
    )
    address = reverse("games:example_frames", args=[name]) + f"?in={language}" if frames else ""
    return AnimatedBoard(board, address, at)


@lru_cache(maxsize=64)
def _frames(name: str, language: str) -> list[Frame]:
    example = played_example(name)
    return make_frames(example.title, example.plies, NAMES, start=example.first)


def example_frames(name: str) -> list[Frame]:
    """Return the frames of an example, from the position before it. Raises KeyError for an unknown name."""
    return _frames(name, get_language() or "en")


def animatable_board(title: Title, state: Any, names: tuple[str, ...], *, ident: str, of: str = "") -> SafeString:
    """Return a board on which frames can be played; ``of`` as in BoardLook."""

    def say(message: Message) -> str:
        return render_message(title, message, names)

    scene = title.scene(state)
    tokens = {token.cell for token in scene.tokens}
    where = ". ".join(say(cell.text) for cell in scene.cells if cell.name in tokens)
    look = BoardLook(ident=ident, styles=piece_styles(title, state), of=of)
    return SafeString(
        board_svg(scene, look, say=say, title=_("A game of %(title)s") % {"title": title.name}, desc=where)
    )


def game_frames(
    game: Game,
    viewer: Viewer,
    first: int | None,
    last: int | None,
    *,
    at_table: bool | None = False,
    has_figures: bool = False,
    elsewhere: bool = False,
) -> dict[str, Any]:
    """Return ``{"from", "to", "of", "frames"}``: the frames of these plies for a viewer, at most 60 from ``first`` on.

    ``of`` is the length of the log. By default all plies up to that limit. Raises NotFound for plies that do not exist.
    ``has_figures`` adds the figures of the seats. ``at_table``: texts call the viewer "you". ``elsewhere``: for other
    sites.
    """
    start = first or 0
    stop = min(game.ply if last is None else last, start + MAX_FRAMES - 1)
    if stop > game.ply or start > stop:
        raise NotFound
    plies = known_plies_of(game, knowing_seat(game, viewer), stop) if game.started_at else []
    me = seat_of(game, viewer) if at_table else None
    reader = me.number if me else None
    names = [name_elsewhere(seat) if elsewhere else seat_name(seat) for seat in seats_of(game)]
    title = get_title(game.title)
    if has_figures:
        frames = frames_with_figures(title, plies, names, start, stop, reader=reader)
    else:
        frames = make_frames(title, plies, names, start=start, stop=stop, reader=reader)
    return {"from": start, "to": stop, "of": game.ply, "frames": frames}


def frames_with_figures(
    title: Title,
    plies: Sequence[Ply],
    names: Sequence[str],
    start: int,
    stop: int,
    *,
    reader: int | None = None,
) -> list[Frame]:
    """Return the frames with ``stats``: the figures of each seat, as the cards of a table show them."""
    frames = make_frames(title, plies, names, start=start, stop=stop, reader=reader)
    view = SimpleNamespace(title_key=title.key)  # what the template needs of a page's view
    for frame in frames:
        state = plies[frame["ply"] - 1].after if frame["ply"] else plies[0].before
        frame["stats"] = [
            render_to_string("games/board/_seat_stats.html", {"view": view, "seat": seat})
            for seat in figures_of_seats(title, state)
        ]
    return frames
