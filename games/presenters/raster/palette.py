"""Pictures with a palette: what the drawing program writes in true colours takes less than half the room that way.

A drawn board has few colours, but its PNG holds four bytes for each pixel, filtered one by one. Here it is read back,
its colours are numbered, and it is written again with one byte for each pixel. Reading back is what takes time in
plain Python; so pixels are read eight at a time, and what eight pixels become is remembered: boards look much alike.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import chain

SIGNATURE = b"\x89PNG\r\n\x1a\n"
TRUE_COLOUR = bytes((8, 6, 0, 0, 0))  # eight bits, with transparency, not interlaced
MOST_COLOURS = 256
LEVEL = 7  # the next one takes twice the time for one part in a hundred
STEP = 8 * 4  # bytes of the pixels that are read at a time
MOST_REMEMBERED = 50_000  # some twenty megabytes
NOTHING = b"\0\0\0\0"

# (filter, filtered bytes, the pixels above, the pixel to the left, the one above it) -> the pixels
_known: dict[tuple[int, bytes, bytes, bytes, bytes], bytes] = {}
_like: dict[bytes, bytes] = {}  # the colour that a rare one was given up for when it was last looked for


def with_palette(png: bytes) -> bytes:
    """Return the same picture with at most 256 colours, the rarest given up for those nearest to them.

    A picture that is not of the make that the drawing program has (RGBA, eight bits) is returned as it is.
    Transparency is lost.
    """
    chunks = dict(_chunks(png))
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    if chunks[b"IHDR"][8:] != TRUE_COLOUR:
        return png
    rows = _rows(zlib.decompress(chunks[b"IDAT"]), width * 4)
    colours, numbers = _numbered(Counter(chain.from_iterable(rows)))
    data = b"".join(b"\0" + b"".join(map(numbers.__getitem__, row)) for row in rows)
    return b"".join(
        (
            SIGNATURE,
            _chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            _chunk(b"PLTE", b"".join(colour[:3] for colour in colours)),
            _chunk(b"IDAT", zlib.compress(data, LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield name and data of every part; the data of the picture itself, however it is divided, as one."""
    at, data = len(SIGNATURE), b""
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        part = png[at + 8 : at + 8 + length]
        data += part if name == b"IDAT" else b""
        yield name, data if name == b"IDAT" else part
        at += 12 + length


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def _rows(raw: bytes, length: int) -> list[list[bytes]]:
    """Return the pixels of each row of so many bytes, eight at a time, as they were before they were filtered."""
    if len(_known) > MOST_REMEMBERED:
        _known.clear()
        _like.clear()
    rows, above = [], bytes(length)
    for at in range(0, len(raw), length + 1):
        row = _row(raw[at], raw[at + 1 : at + 1 + length], above)
        rows.append(row)
        above = b"".join(row)
    return rows


def _row(kind: int, line: bytes, above: bytes) -> list[bytes]:
    left, corner, row = NOTHING, NOTHING, []
    for at in range(0, len(line), STEP):
        over = above[at : at + STEP]
        key = kind, line[at : at + STEP], over, left, corner
        read = _known.get(key)
        if read is None:
            read = _known[key] = _unfiltered(*key)
        row.append(read)
        left, corner = read[-4:], over[-4:]
    return row


def _unfiltered(kind: int, line: bytes, above: bytes, left: bytes, corner: bytes) -> bytes:
    """Return a few pixels of a row. The kinds of filter are those of the PNG specification, 9.2."""
    a, c = left, corner
    done = bytearray()
    for at in range(0, len(line), 4):
        d, b = line[at : at + 4], above[at : at + 4]
        if kind == 1:
            a = _sum(d, a)
        elif kind == 2:
            a = _sum(d, b)
        elif kind == 3:
            a = _sum(d, bytes((x + y) // 2 for x, y in zip(a, b, strict=True)))
        elif kind == 4:
            a = _sum(d, a if b == c else b if a == c else bytes(map(_nearest, a, b, c)))
        else:
            a = d
        done += a
        c = b
    return bytes(done)


def _sum(filtered: bytes, predicted: bytes) -> bytes:
    if filtered == NOTHING:
        return predicted
    return bytes((x + y) & 255 for x, y in zip(filtered, predicted, strict=True))


def _nearest(left: int, above: int, corner: int) -> int:
    """Return Paeth's prediction: whichever is nearest to left + above - corner."""
    to_left, to_above, to_corner = abs(above - corner), abs(left - corner), abs(left + above - 2 * corner)
    if to_left <= to_above and to_left <= to_corner:
        return left
    return above if to_above <= to_corner else corner


def _numbered(parts: Counter[bytes]) -> tuple[list[bytes], dict[bytes, bytes]]:
    """Return the colours, most frequent first, and the numbers of the pixels of each part."""
    counted: Counter[bytes] = Counter()
    for part, times in parts.items():
        for at in range(0, len(part), 4):
            counted[part[at : at + 4]] += times
    found = [colour for colour, _times in counted.most_common()]
    kept = found[:MOST_COLOURS]
    number = {colour: i for i, colour in enumerate(kept)}
    rare = {colour: number[_most_like(colour, number)] for colour in found[MOST_COLOURS:]}
    number |= rare
    return kept, {part: bytes(number[part[at : at + 4]] for at in range(0, len(part), 4)) for part in parts}


def _most_like(colour: bytes, kept: Collection[bytes]) -> bytes:
    found = _like.get(colour)
    if found is not None and found in kept:
        return found
    red, green, blue, _alpha = colour
    like = _like[colour] = min(kept, key=lambda one: abs(one[0] - red) + abs(one[1] - green) + abs(one[2] - blue))
    return like
