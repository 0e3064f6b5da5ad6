import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.helpers.page_client import form_to, signed_in, squeezed, text_at
from tests.makers import make_user

from .test_lesson import GOOD

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def test_the_lesson_is_played_to_its_end_by_its_form_alone() -> None:
    client = Client()
    address = "/learn/"
    for answer in GOOD:
        form = form_to(text_at(client, address, follow=True), "/learn/")
        assert answer in form.offers["action"]
        address = f"/learn/?{urlencode({**form.values, 'action': answer})}"
    html = text_at(client, address, follow=True)
    assert "You can play Marrakech" in html
    assert 'action="/play/greedy/"' in html


def test_a_choice_on_the_board_of_the_lesson_waits_for_confirmation() -> None:
    client = Client()
    link = re.search(r'data-choice="e5f5" href="([^"]+)"', text_at(client, "/learn/?log=R"))
    assert link
    html = text_at(client, "/learn/" + link[1].replace("&amp;", "&"))
    assert 'value="e5f5" checked' in squeezed(html)


def test_a_wrong_answer_stays_in_the_lesson_and_says_why() -> None:
    html = text_at(Client(), "/learn/?action=about")
    assert "Assam can turn left or right, but he cannot turn round." in html
    assert "Step 1 of 8" in html


def test_an_impossible_address_of_the_lesson_redirects_to_its_last_valid_step() -> None:
    assert Client().get("/learn/?log=R.zz.F")["Location"] == "/learn/?log=R"
    assert Client().get(f"/learn/?log={'x' * 99}").status_code == 200


def test_a_signed_in_user_can_start_a_game_at_the_end_of_the_lesson() -> None:
    client = signed_in(make_user())
    form = form_to(text_at(client, f"/learn/?log={'.'.join(GOOD)}"), "/play/greedy/")
    assert "/t/" in client.post(form.action, form.values)["Location"]


@pytest.mark.parametrize("path", ["/", "/rules/", "/play/greedy/"])
def test_the_lesson_is_linked_from_a_page(path: str) -> None:
    assert 'href="/learn/"' in text_at(Client(), path)


def test_the_lesson_speaks_french() -> None:
    html = Client().get("/learn/?log=R", headers={"accept-language": "fr"}).content.decode()
    assert "Le dé et votre premier tapis" in html


def test_the_button_of_the_lesson_stands_below_the_answers() -> None:
    html = text_at(Client(), "/learn/")
    assert html.index('name="action"') < html.index("Go this way")


def test_no_place_is_praised_before_the_lesson_says_which_are_allowed() -> None:
    html = text_at(Client(), "/learn/?log=L")
    assert "Some of the marked places are not allowed." in html
    assert "starts a new patch" not in html
