"""The icons of the installed site, drawn from their SVG files: ``python -m tooling.icons``."""

from io import BytesIO

import resvg_py
from PIL import Image

from .bootstrap import ROOT

FOLDER = ROOT / "static" / "img"
DRAWINGS = {"mark": (192, 512), "mark-maskable": (192, 512)}  # maskable: the system may crop it to a circle


def main() -> None:
    for name, sizes in DRAWINGS.items():
        drawing = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        for size in sizes:
            drawn = bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size))
            with Image.open(BytesIO(drawn)) as picture:
                few = picture.quantize(64, method=Image.Quantize.FASTOCTREE)
                few.save(FOLDER / f"{name}-{size}.png", optimize=True)
    with Image.open(FOLDER / "mark-192.png") as picture:
        picture.convert("RGBA").save(FOLDER / "favicon.ico", sizes=[(size, size) for size in (16, 32, 48)])


if __name__ == "__main__":
    main()
