from typing import Any

import pytest
from playwright.sync_api import expect

from tests.helpers.full_runs import full_only
from tests.makers import acting_user, make_user, play_on, started_game

from ..tables import Table
from ..visitors import DESK, PHONE, Visitors

pytestmark = pytest.mark.browser


def test_a_turn_is_played_with_the_thumb_in_the_list_and_on_the_board(visit: Visitors) -> None:
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 12)
    actor = acting_user(game)
    page = visit(actor, game.get_absolute_url(), **PHONE)
    table = Table(page)
    for place in ("list", "board"):
        before, notation = table.ply, table.offers()[-1]
        on_board = table.choice(notation).locator(".b-hit")
        (on_board if place == "board" else page.locator(f'#ask label:has([value="{notation}"])')).tap()
        expect(page.locator(f'#ask input[value="{notation}"]')).to_be_checked()
        page.locator("#ask button").tap()
        table.arrived(before)
    expect(page.locator("#ask")).to_have_count(0)
    game.refresh_from_db()
    assert acting_user(game) != actor


def test_question_board_and_button_are_in_reading_order_on_a_phone(visit: Visitors) -> None:
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 13)
    page = visit(acting_user(game), game.get_absolute_url(), **PHONE)
    places = [page.locator(part).bounding_box() for part in ("#prompt", ".seats", ".board", "#ask button")]
    tops = [place["y"] for place in places if place]
    assert tops == sorted(tops)
    assert len(tops) == 4


@pytest.mark.parametrize("screen", [PHONE, full_only(DESK)])
def test_the_tiles_of_a_rack_stay_in_one_row_in_narrow_cards(visit: Visitors, screen: dict[str, Any]) -> None:
    players = [make_user(name) for name in ("Amina", "Brahim", "Chama", "Driss")]
    game = play_on(started_game(*players, title="marram", ruleset="pitchfork-short"), 2)
    page = visit(None, game.get_absolute_url(), **screen)
    for seat in page.locator(".seat").all():
        boxes = [picture.bounding_box() for picture in seat.locator(".seat__piece img").all()]
        assert len(boxes) == 3
        assert len({round(box["y"]) for box in boxes if box}) == 1
