"""Screenshots of every page: python -m tooling.screenshots [--out DIR] [--docs] [name ...].

The pages are those of the browser tests' tours (tests/browser/tours/all_tours.py), in every state that looks different:
for phone, tablet and desktop, light and dark, in English and each complete language. Names choose some of them: parts
of a page's or a tour's name. sheets/ shows many pictures at once. --docs replaces the pictures of README.md and docs/.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from .bootstrap import ROOT, say
from .translate import COMPLETE

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


WIDTHS = (390, 768, 1280)
SCHEMES = ("light", "dark")
LANGUAGES = ("en", *sorted(COMPLETE))


def _screenshot(page: str, width: int, height: int, scheme: str = "light", language: str = "en") -> dict[str, Any]:
    tour, stop = page.split("/")
    sizes = {"width": width, "height": height}
    return {"tour": tour, "stop": stop, "scheme": scheme, "language": language, **sizes}


DOCUMENTS = {  # pictures in docs/img
    "table.png": _screenshot("tables/lay", 1120, 928),
    "table-dark.png": _screenshot("tables/three", 1120, 928, "dark", "fr"),
    "table-phone.png": _screenshot("tables/turn", 390, 844),
    "home-phone.png": _screenshot("lists/my games", 390, 844, "dark"),
    "home.png": _screenshot("entrance/home", 1120, 928),
}


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parse_options(arguments)
    out = Path(options.out).resolve()
    shutil.rmtree(out / "sheets", ignore_errors=True)
    out.mkdir(parents=True, exist_ok=True)
    asked = {
        "out": str(out),
        "names": options.names
        or ([f"{picture['tour']}/{picture['stop']}" for picture in DOCUMENTS.values()] if options.docs else []),
        "widths": [] if options.docs else options.widths,
        "schemes": [] if options.docs else options.schemes,
        "languages": options.languages,
        "documents": DOCUMENTS if options.docs else {},
    }
    command = [sys.executable, "-m", "pytest", "tests/browser/screenshots.py", "-q", "-p", "no:randomly"]
    environment = {**os.environ, "SCREENSHOTS": json.dumps(asked)}
    done = subprocess.run([*command, "-n", str(options.jobs)], cwd=ROOT, env=environment, check=False)
    for picture in filter(Path.exists, (out / name for name in DOCUMENTS)):
        _move_to_docs(picture)
    say(f"{make_sheets(out, out / 'sheets')} sheets and the pictures are in {out}.")
    return done.returncode


def _parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tooling.screenshots", description="Take pictures of every page.")
    parser.add_argument(
        "names", nargs="*", help="a page (lobby), a tour (account), or both (tables/lay); parts of names are enough"
    )
    parser.add_argument("--out", default=str(ROOT / "var" / "screenshots"), help="folder of the pictures")
    parser.add_argument("--docs", action="store_true", help="replace only the pictures of README.md and docs/")
    parser.add_argument("--widths", type=int, nargs="+", default=list(WIDTHS), help="in pixels")
    parser.add_argument("--schemes", nargs="+", default=list(SCHEMES), choices=SCHEMES)
    parser.add_argument("--languages", nargs="+", default=list(LANGUAGES), choices=LANGUAGES)
    parser.add_argument("--jobs", type=int, default=min(4, os.cpu_count() or 1), help="browsers at the same time")
    return parser.parse_args(arguments)


def _move_to_docs(picture: Path) -> None:
    with Image.open(picture) as taken:
        taken.convert("RGB").quantize(256).save(ROOT / "docs" / "img" / picture.name, optimize=True)
    picture.unlink()


if __name__ == "__main__":
    sys.exit(main())
