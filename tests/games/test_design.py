"""The design page: it draws real positions, and takes choices like a table does."""

from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from games.presenters.showcase import exhibits
from games.views.design import design


def link(notation: str) -> dict[str, str]:
    return {"href": notation}


def test_it_shows_every_board() -> None:
    request = RequestFactory().get("/dev/design/", {"choose": "L"})
    request.user = AnonymousUser()
    page = design(request).content.decode()
    assert [page.count(f'id="{board.caption}"') for board in exhibits("marrakech", "", link)[:3]] == [1, 1, 1]
    assert page.count('aria-current="true"') == 1


def test_the_boards_are_the_same_every_time() -> None:
    assert exhibits("marrakech", "", link) == exhibits("marrakech", "", link)


def test_a_board_of_the_middle_asks_for_each_kind_of_choice() -> None:
    boards = {board.caption: board.svg for board in exhibits("marrakech", "", link)}
    assert [boards[kind].count("data-choice") > 1 for kind in ("start", "turn", "place")] == [False, True, True]
