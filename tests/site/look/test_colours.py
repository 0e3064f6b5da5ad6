import io
import re
from functools import cache
from itertools import combinations, product

import pytest
import resvg_py
from django.conf import settings
from PIL import Image

from games.engine.core import Title
from games.engine.registry import TITLES
from games.pictures.marrakech.icons import rug_svg
from games.pictures.marrakech.rugs import WEAVES

from .colour_vision import BLINDNESS, contrast, difference, distance, tokens

AAA, AA = 7, 3  # WCAG 2: text, and whatever else has to be seen
GROUNDS = ("ground", "surface", "surface-raised", "surface-sunk", "plaza")
WASHES = ("saffron-wash", "tea-wash", "crimson-wash", "majorelle-wash")
STRONG = ("majorelle-strong", "majorelle-deep", "crimson-strong")
TEXT = (
    *product(["ink"], [*GROUNDS, *WASHES, "skyline"]),
    *product(["ink-soft"], ["ground", "surface", "surface-raised", "surface-sunk", *WASHES]),
    *product(["majorelle"], ["ground", "surface", "surface-raised", "surface-sunk", "majorelle-wash"]),
    *product(["crimson"], ["ground", "surface", "surface-raised"]),
    *product(["ink-on-strong"], STRONG),
    ("saffron-ink", "saffron-wash"),
    ("tea", "tea-wash"),
)
SEEN = (
    *product(["line-strong", "focus", "saffron-ink", "crimson", "tea"], ["ground", "surface", "surface-raised"]),
    ("awning", "awning-pale"),
)
# Rugs lie side by side in patches, so their colours are compared as seen from afar, each as the mean of its picture.
# 12 is six times what is just noticeable: sure at a glance. Weave, border, fringe and letter tell them apart besides.
SURE = 12


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "back"), TEXT)
def test_text_has_the_contrast_of_wcag_aaa(front: str, back: str, scheme: int) -> None:
    assert contrast(tokens()[front][scheme], tokens()[back][scheme]) >= AAA


@pytest.mark.parametrize("scheme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("front", "back"), SEEN)
def test_lines_and_icons_have_enough_contrast(front: str, back: str, scheme: int) -> None:
    assert contrast(tokens()[front][scheme], tokens()[back][scheme]) >= AA


@cache
def mean_of(style: str) -> str:
    """Return the mean colour of a rug's picture without its fringes."""
    picture = resvg_py.svg_to_bytes(svg_string=rug_svg(style, size=120), width=120)
    rug = Image.open(io.BytesIO(bytes(picture))).convert("RGB").crop((8, 6, 112, 54))
    return "#" + bytes(rug.resize((1, 1), Image.Resampling.BOX).tobytes()).hex()


@pytest.mark.parametrize("eyes", BLINDNESS)
@pytest.mark.parametrize(("one", "other"), list(combinations(WEAVES, 2)))
def test_rug_colours_differ_for_every_kind_of_colour_vision(one: str, other: str, eyes: str) -> None:
    assert distance(mean_of(one), mean_of(other), eyes) >= SURE


def test_rug_patterns_differ_in_motif_border_and_fringe() -> None:
    for shared in ("motif", "border", "fringe", "yarn"):
        assert len({getattr(weave, shared) for weave in WEAVES.values()}) == len(WEAVES)


# From the test data of Sharma, Wu, Dalal 2005.
@pytest.mark.parametrize(
    ("one", "other", "difference_between"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
        ((50, 0, 0), (50, -1, 2), 2.3669),
        ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ],
)
def test_the_colour_difference_is_the_published_formula(
    one: tuple[float, float, float], other: tuple[float, float, float], difference_between: float
) -> None:
    assert difference(one, other) == pytest.approx(difference_between, abs=0.0001)


def test_the_colour_measures_know_the_extremes() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert distance("#c81e1e", "#1e7d1e") > 3 * distance("#c81e1e", "#6e5a1e", "protanopia")


@pytest.mark.parametrize("sheet", ["board", "analysis"])
def test_each_title_has_colours_of_its_own_for_its_seats(sheet: str) -> None:
    text = (settings.BASE_DIR / f"static/css/{sheet}.css").read_text()
    styles = [style for title in TITLES.values() for style in styles_of(title)]
    assert len(set(styles)) == len(styles)
    assert sorted(set(re.findall(r'\[data-style="(\w+)"\]', text))) == sorted(styles)


def styles_of(title: Title) -> list[str]:
    """Return the styles of the seats in a game for as many players as the title has."""
    state = title.start(next(iter(title.rulesets)), {}, title.max_seats)
    return [panel.style for panel in title.panels(state)]
