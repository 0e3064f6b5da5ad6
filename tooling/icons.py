"""Make the icons of the installed site anew from their drawings: python -m tooling.icons."""

from io import BytesIO

import resvg_py
from PIL import Image

from .bootstrap import ROOT

FOLDER = ROOT / "static" / "img"
DRAWINGS = {"mark": (192, 512), "mark-maskable": (192, 512)}  # maskable: a system may cut a circle out of it


def main() -> None:
    """Draw each icon in each size, in as few bytes as its few colours need."""
    for name, sizes in DRAWINGS.items():
        drawing = (FOLDER / f"{name}.svg").read_text(encoding="utf-8")
        for size in sizes:
            drawn = bytes(resvg_py.svg_to_bytes(svg_string=drawing, width=size))
            with Image.open(BytesIO(drawn)) as picture:
                few = picture.quantize(64, method=Image.Quantize.FASTOCTREE)
                few.save(FOLDER / f"{name}-{size}.png", optimize=True)


if __name__ == "__main__":
    main()
