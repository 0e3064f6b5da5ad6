import re
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

from games.pictures import paint
from games.pictures.board_svg import BoardLook, board_svg
from games.pictures.marrakech import icons
from games.pictures.marrakech.icons import PAINTS
from games.pictures.marram import faces
from games.pictures.paint import Palette
from tests.helpers.board_scenes import say, scene

ROLES = {**paint.ROLES, **icons.ROLES, **faces.ROLES}
DARK = {**paint.DARK, **icons.DARK, **faces.DARK}
PAINTED = {"class", *re.findall(r'([a-z-]+)="', " ".join(ROLES.values()))}


def test_boards_on_pages_and_in_pictures_have_the_same_shapes_except_for_letters() -> None:
    def shapes(palette: Palette) -> list[dict[str, str]]:
        drawn = re.sub(
            r'<g class="b-letters" ?>.*?</g></g>', "", board_svg(scene(), BoardLook(palette), say=say, title="Board")
        )
        return [
            {k: v for k, v in node.attrib.items() if k not in PAINTED} for node in ElementTree.fromstring(drawn).iter()
        ]

    assert shapes("page") == shapes("light")


@cache
def rules() -> dict[str, str]:
    """Return the rules of board.css for each class of the drawing, in the light theme, joined to one text."""
    css = re.sub(r"/\*.*?\*/", "", Path("static/css/board.css").read_text(), flags=re.DOTALL)
    css = re.sub(r"light-dark\((#\w+), #\w+\)", r"\1", css)
    found: dict[str, str] = {}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", css):
        for name in re.findall(r"\.b-([\w-]+)", selector if ":" not in selector.replace(":is(", "(") else ""):
            found[name] = found.get(name, "") + body
    return found


@pytest.mark.parametrize("role", ROLES)
def test_the_style_sheet_has_the_colours_of_light_board_pictures(role: str) -> None:
    found = dict(re.findall(r"([a-z-]+): ([^;]+);", rules()[role]))
    wanted = {name: value.split(",")[0] for name, value in re.findall(r'([a-z-]+)="([^"]+)"', ROLES[role])}
    assert wanted.pop("font-family", "Palatino Linotype") == "Palatino Linotype"
    plain = {
        name: re.sub(r"\b0\.|(?<=\d)px", lambda found: "." if "." in found[0] else "", found[name]) for name in wanted
    }
    assert plain == wanted


def test_every_role_of_the_board_has_a_paint_of_its_own() -> None:
    assert [role for role, paint in ROLES.items() if "fill=" not in paint] == []


def test_dark_board_pictures_have_the_colours_of_the_style_sheet() -> None:
    css = Path("static/css/board.css").read_text()
    found = {
        name: dict(re.findall(r"light-dark\((#\w+), (#\w+)\)", body))
        for name, body in re.findall(r"^  \.b-([\w-]+) \{([^}]*light-dark[^}]*)\}", css, flags=re.MULTILINE)
    }
    assert found == DARK


def test_a_dark_board_picture_has_dark_tiles() -> None:
    drawn = board_svg(scene(), BoardLook("dark"), say=say, title="Board")
    assert PAINTS["dark"]["tile"] in drawn
    assert ROLES["tile"] not in drawn
