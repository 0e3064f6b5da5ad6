"""Contact sheets: many screenshots on a few pictures."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDE, HIGH, GAP, CAPTION = 1560, 1640, 12, 18
COLUMNS = {320: 5, 390: 5, 768: 3}  # of a sheet, by the width of the page; two for wider pages
NAME = re.compile(r"(?P<page>.+)\.(?P<width>\d+)-(?P<look>\w+-\w+)\.jpg")
PAPER, INK = "#7d7d7d", "#ffffff"


@dataclass
class ContactSheet:
    """A sheet that is filled, column by column, with pieces of pages."""

    columns: int
    image: Image.Image = field(default_factory=lambda: Image.new("RGB", (WIDE, HIGH), PAPER))
    column: int = 0
    down: int = GAP

    @property
    def wide(self) -> int:
        return (WIDE - GAP) // self.columns - GAP

    def put(self, piece: Image.Image, caption: str) -> bool:
        """Place a piece in this column or the next one. Return False if the sheet is full."""
        if self.down + CAPTION + piece.height > HIGH:
            self.column, self.down = self.column + 1, GAP
        if self.column == self.columns:
            return False
        left = GAP + self.column * (self.wide + GAP)
        ImageDraw.Draw(self.image).text((left, self.down), caption, fill=INK, font=ImageFont.load_default(13))
        self.image.paste(piece, (left, self.down + CAPTION))
        self.down += CAPTION + piece.height + GAP
        return True


def make_sheets(folder: Path, out: Path) -> int:
    """Paste the pictures of a folder onto sheets, one series per width, light and language. Return their number."""
    out.mkdir(exist_ok=True)
    found = [(match["width"], match["look"], match["page"], path) for path, match in _pictures(folder)]
    made = 0
    for (width, look), pages in groupby(sorted(found), key=lambda item: item[:2]):
        for number, sheet in enumerate(_filled(int(width), [(page, path) for _, _, page, path in pages]), 1):
            sheet.image.save(out / f"{width}-{look}-{number:02}.jpg", quality=85)
            made += 1
    return made


def _pictures(folder: Path) -> Iterator[tuple[Path, re.Match[str]]]:
    for path in folder.glob("*.jpg"):
        if match := NAME.fullmatch(path.name):
            yield path, match


def _filled(width: int, pages: list[tuple[str, Path]]) -> Iterator[ContactSheet]:
    """Yield the sheets for these pages. A long page is cut and continues in the next column."""
    sheet = ContactSheet(COLUMNS.get(width, 2))
    for page, path in pages:
        for number, piece in enumerate(_pieces(path, sheet.wide)):
            caption = page if not number else f"{page} ({number + 1})"
            if not sheet.put(piece, caption):
                yield sheet
                sheet = ContactSheet(sheet.columns)
                sheet.put(piece, caption)
    if pages:
        yield sheet


def _pieces(path: Path, wide: int) -> Iterator[Image.Image]:
    with Image.open(path) as taken:
        page = taken.resize((wide, max(1, round(taken.height * wide / taken.width))), Image.Resampling.LANCZOS)
    longest = HIGH - 2 * GAP - CAPTION
    for top in range(0, page.height, longest):
        yield page.crop((0, top, wide, min(page.height, top + longest)))
