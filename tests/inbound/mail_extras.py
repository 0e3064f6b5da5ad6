"""What mail programs, companies and servers add to an email: none of it is written to the site.

Each file in ``extras`` has texts below lines with ``## name``.
"""

import re
from pathlib import Path


def _texts(kind: str) -> dict[str, str]:
    written = (Path(__file__).parent / "extras" / f"{kind}.txt").read_text(encoding="utf-8")
    parts = re.split(r"^## (.*)\n", written, flags=re.MULTILINE)
    return {name: text.strip("\n") for name, text in zip(parts[1::2], parts[2::2], strict=True)}


SIGNATURES, DISCLAIMERS, BANNERS, FOOTERS = map(_texts, ("signatures", "disclaimers", "banners", "footers"))
