"""Screenshots of every page: python -m tooling.screenshots [--out DIR] [--docs] [name ...].

The pages are those of the browser tests' tours (tests/browser/tours/all_tours.py), in every state that looks different:
for phone, tablet and desktop, light and dark, in English and French. Names choose some of them: parts of a page's or a
tour's name. sheets/ shows many pictures at once. --docs replaces the pictures of README.md and docs/.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from .bootstrap import ROOT, say
from .contact_sheets import make_sheets

WIDTHS = (390, 768, 1280)
SCHEMES = ("light", "dark")
LANGUAGES = ("en", "fr")


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
