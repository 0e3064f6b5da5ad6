import re

import pytest

from games.core.choices import Status
from games.play.endings import resign
from games.play.proposals import answer, propose
from tests.helpers.page_client import forms_of, signed_in, squeezed, text_at
from tests.makers import fresh, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_the_page_of_resigning_says_what_it_means() -> None:
    ann, bob, eve = make_user(), make_user(), make_user()
    two, three = started_game(ann, bob), started_game(ann, bob, eve)
    page = signed_in(ann)
    shown = squeezed(text_at(page, f"/t/{two.code}/resign/"))
    assert "ends, and your opponent wins" in shown
    assert "You cannot take it back." in shown
    assert "play on without you" in squeezed(text_at(page, f"/t/{three.code}/resign/"))
    answer(three.pk, propose(three.pk, bob, "abort").pk, eve, True)
    ends = squeezed(text_at(page, f"/t/{three.code}/resign/"))
    assert re.search(r"the game at [^.]* ends\.", ends)
    assert "opponent wins" not in ends
    assert {fresh(two).status, fresh(three).status} == {Status.RUNNING}


def test_a_resignation_on_its_page_ends_the_game_for_everyone() -> None:
    ann, bob = make_user("Ann"), make_user("Bob")
    game, page = started_game(ann, bob), signed_in(bob)
    address = f"/t/{game.code}/resign/"
    form = next(form for form in forms_of(text_at(page, address)) if "ply" in form.values)
    assert page.post(address, form.values).status_code == 302
    assert fresh(game).status == Status.FINISHED
    assert page.post(address, form.values).status_code == 302  # as if the first answer had been lost
    for viewer, text in ((ann, "Bob resigned. You have won."), (bob, "You resigned. Ann wins.")):
        assert text in squeezed(text_at(signed_in(viewer), f"/t/{game.code}/"))


def test_a_resignation_on_an_earlier_page_is_refused() -> None:
    ann, bob = make_user(), make_user()
    game, page = started_game(ann, bob), signed_in(bob)
    assert page.post(f"/t/{game.code}/resign/", {"ply": game.ply + 1}).status_code == 409
    assert fresh(game).status == Status.RUNNING
    resign(game.pk, bob)
    assert fresh(game).status == Status.FINISHED
