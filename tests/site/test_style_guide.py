from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from games.site.style_guide import THEMES, sample_boards, style_guide


def link(notation: str) -> dict[str, str]:
    return {"href": notation}


def test_the_style_guide_shows_every_board_in_both_themes() -> None:
    request = RequestFactory().get("/dev/style-guide/", {"choose": "L"})
    request.user = AnonymousUser()
    page = style_guide(request).content.decode()
    shown = [
        board.svg.split(' id="')[1].split('"')[0]
        for theme in THEMES
        for board in sample_boards("marrakech", "", link, theme)
    ]
    assert [page.count(f'id="{ident}"') for ident in shown] == [1] * len(shown)


def test_the_style_guide_selects_a_choice_as_a_table_does() -> None:
    boards = {board.caption: board.svg for board in sample_boards("marrakech", "L", link)}
    assert [board.count('aria-current="true"') for board in (boards["turn"], boards["place"])] == [1, 0]


def test_the_boards_of_the_style_guide_are_always_the_same() -> None:
    assert sample_boards("marrakech", "", link) == sample_boards("marrakech", "", link)


def test_the_style_guide_has_a_board_for_each_kind_of_choice() -> None:
    boards = {board.caption: board.svg for board in sample_boards("marrakech", "", link)}
    assert [boards[kind].count("data-choice") > 1 for kind in ("start", "turn", "place")] == [False, True, True]
