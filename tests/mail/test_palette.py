"""Pictures written again with a palette show the same."""

import random
import struct
import zlib

import pytest

from games.presenters.raster import palette
from games.presenters.raster.palette import with_palette

WIDTH, HEIGHT = 21, 6  # two and a half times what is read at a time
Pixel = tuple[int, int, int]


def _part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _predicted(kind: int, left: int, above: int, corner: int) -> int:
    """Return what a filter predicts, written as the PNG specification has it (9.2 to 9.4)."""
    estimate = left + above - corner
    nearest = min((left, above, corner), key=lambda value: abs(estimate - value))
    return (0, left, above, (left + above) // 2, nearest)[kind]


def _true_colours(rows: list[list[Pixel]], kinds: list[int], parts: int = 1) -> bytes:
    """Return a picture in true colours, each row filtered as told, its data in so many parts."""
    plain = [[byte for pixel in row for byte in (*pixel, 255)] for row in rows]
    raw, over = bytearray(), [0] * (WIDTH * 4)
    for kind, row in zip(kinds, plain, strict=True):
        raw.append(kind)
        for at, byte in enumerate(row):
            left, corner = (row[at - 4], over[at - 4]) if at >= 4 else (0, 0)
            raw.append((byte - _predicted(kind, left, over[at], corner)) & 255)
        over = row
    data = zlib.compress(bytes(raw))
    cut = len(data) // parts + 1
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 6, 0, 0, 0)
    middle = b"".join(_part(b"IDAT", data[at : at + cut]) for at in range(0, len(data), cut))
    return palette.SIGNATURE + _part(b"IHDR", head) + middle + _part(b"IEND", b"")


def _shown(png: bytes) -> list[list[Pixel]]:
    """Return the pixels of a picture with a palette whose rows are not filtered."""
    parts = dict(palette._chunks(png))
    assert struct.unpack(">IIBBBBB", parts[b"IHDR"])[2:4] == (8, 3)
    colours = list(struct.iter_unpack("BBB", parts[b"PLTE"]))
    data = zlib.decompress(parts[b"IDAT"])
    rows = [data[at : at + WIDTH + 1] for at in range(0, len(data), WIDTH + 1)]
    assert {row[0] for row in rows} == {0}
    return [[colours[number] for number in row[1:]] for row in rows]


def _drawn(colours: int, seed: int = 1) -> list[list[Pixel]]:
    """Return a picture of so many colours, in patches and in single pixels."""
    chooser = random.Random(seed)
    dyes = [(chooser.randrange(256), chooser.randrange(256), chooser.randrange(256)) for _ in range(colours)]
    return [[chooser.choice(dyes) if at % 3 else dyes[0] for at in range(WIDTH)] for _row in range(HEIGHT)]


@pytest.mark.parametrize("kind", range(5))
def test_every_pixel_is_as_it_was(kind: int) -> None:
    rows = _drawn(30)
    assert _shown(with_palette(_true_colours(rows, [kind] * HEIGHT))) == rows


def test_rows_may_be_filtered_in_different_ways_and_data_come_in_parts() -> None:
    rows = _drawn(7, seed=2)
    assert _shown(with_palette(_true_colours(rows, [4, 2, 0, 1, 3, 4], parts=3))) == rows


def test_what_was_read_before_is_remembered() -> None:
    png = _true_colours(_drawn(9, seed=3), [4] * HEIGHT)
    first, known = with_palette(png), len(palette._known)
    assert with_palette(png) == first
    assert len(palette._known) == known


def test_not_everything_is_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(palette, "MOST_REMEMBERED", 10)
    with_palette(_true_colours(_drawn(9, seed=4), [1] * HEIGHT))
    rows = _drawn(9, seed=5)
    assert _shown(with_palette(_true_colours(rows, [2] * HEIGHT))) == rows
    assert len(palette._known) <= HEIGHT * (WIDTH // 8 + 1)


def test_the_rarest_colours_become_those_nearest_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(palette, "MOST_COLOURS", 2)
    rows: list[list[Pixel]] = [[(200, 0, 0)] * 10 + [(0, 0, 200)] * 11 for _row in range(HEIGHT)]
    rows[0][0], rows[5][20] = (190, 9, 0), (0, 9, 190)
    want = [[(200, 0, 0)] * 10 + [(0, 0, 200)] * 11 for _row in range(HEIGHT)]
    assert _shown(with_palette(_true_colours(rows, [0] * HEIGHT))) == want


def test_a_picture_of_another_make_stays_as_it_is() -> None:
    small = with_palette(_true_colours(_drawn(3), [0] * HEIGHT))
    assert with_palette(small) == small
