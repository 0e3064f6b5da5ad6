"""A whole game as an animated picture, GIF or WebP."""

import io
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from PIL import Image

from games.engine.core import Title
from games.engine.registry import TITLES, get_title
from games.engine.values import Ply
from games.models import FilmFormat, Game
from games.selectors.log import plies_of

from ..raster import FONT
from ..share_card import share_card_svg
from .film_painter import FilmPainter

PIXELS = 432  # across
FRAME_MS, LAST_FRAME_MS = 750, 5000  # milliseconds of a position, and of the last one
COLOURS = 127  # and one more, transparent, for unchanged pixels
EFFORT, METHOD = 50, 2  # of WebP: 0 to 100 and 0 to 6; higher is smaller and slower
SAMPLE_PLIES = 40  # plies of the game whose drawing makes the version


@lru_cache(maxsize=1)
def drawing_version() -> int:
    """Return a number that changes with the drawings of any title: films of another version are out of date."""
    drawn = "".join(share_card_svg(title, _sample(title)) for title in TITLES.values())
    return zlib.crc32(f"{PIXELS} {COLOURS} {EFFORT} {FONT} {drawn}".encode()) % 32768


def _sample(title: Title) -> Any:
    """Return a position with many pieces: that of a game in which every player takes the first legal action."""
    state = title.start(next(iter(title.rulesets)), {}, title.min_seats)
    for _ply in range(SAMPLE_PLIES):
        if title.outcome(state) is not None:
            break
        state = title.apply(state, title.legal_actions(state)[0])
    return state


def render_film(game: Game, kind: str) -> bytes:
    """Return the file of a game that has begun. Takes some seconds for a long game."""
    title, plies = get_title(game.title), plies_of(game)
    states = list(_shown(title, plies))
    painter = FilmPainter(title, states, PIXELS)
    # All pictures use the palette of the last one, which has the most colours: then unchanged pixels stay the same.
    colours = painter.paint(states[-1]).quantize(COLOURS, dither=Image.Dither.NONE)
    pictures = (painter.paint(state).quantize(palette=colours, dither=Image.Dither.NONE) for state in states)
    times = [FRAME_MS] * (len(states) - 1) + [LAST_FRAME_MS]
    written = io.BytesIO()
    write = _write_gif if kind == FilmFormat.GIF else _write_webp
    write(written, pictures, times)
    return written.getvalue()


def _shown(title: Title, plies: Sequence[Ply]) -> Iterator[Any]:
    """Yield the first position, the position after each chance action and each turn, and the last."""
    yield plies[0].before
    for ply in plies:
        is_turned = title.turn(ply.before) != title.turn(ply.after)
        if ply.action.seat is None or is_turned or ply is plies[-1]:
            yield ply.after


def _write_webp(file: io.BytesIO, pictures: Iterator[Image.Image], times: list[int]) -> None:
    """Write the pictures without loss. With so few colours that takes less space than a lossy file."""
    picture, *others = (each.convert("RGB") for each in pictures)
    picture.save(
        *(file, "WEBP"),
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        lossless=True,
        quality=EFFORT,
        method=METHOD,
    )


def _write_gif(file: io.BytesIO, pictures: Iterator[Image.Image], times: list[int]) -> None:
    """Write the first picture, then only the changed pixels of each; the rest is transparent."""
    picture, *others = pictures
    colours = bytes(picture.getpalette() or ())[: 3 * COLOURS].ljust(3 * COLOURS + 3, b"\0")
    picture.save(
        *(file, "GIF"),
        save_all=True,
        append_images=others,
        duration=times,
        loop=0,
        optimize=True,
        palette=colours,
        transparency=COLOURS,
    )
