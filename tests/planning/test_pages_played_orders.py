import pytest
from django.test import Client

from tests.helpers.order_texts import after_next, before_a_rug, lay, load_dice, order_for, whole_turn
from tests.helpers.page_client import signed_in, text_at
from tests.makers import make_user, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_the_log_marks_the_turns_that_were_played_by_order() -> None:
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    address = f"/t/{game.code}/"
    order_for(game, bob, orders=whole_turn(after_next(game), 1))
    lay(game)
    assert text_at(Client(), address).partition('id="log"')[2].count("(ordered in advance)") == 1
    assert text_at(signed_in(ann), address).count("(ordered in advance)") == 1


def test_the_replay_marks_the_turn_that_was_foreseen() -> None:
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    order_for(game, bob, orders=whole_turn(after_next(game), 1))
    lay(game)
    page = text_at(Client(), f"/t/{game.code}/replay/")
    turns = page.split('<li class="turn')[1:]
    foreseen = [turn for turn in turns if turn.startswith(" turn--foreseen")]
    assert len(foreseen) == 1
    assert "foreseen</span>" in foreseen[0]


def test_the_replay_marks_no_turn_that_was_played_by_hand() -> None:
    game = play_on(before_a_rug(), 3)
    assert "foreseen" not in text_at(Client(), f"/t/{game.code}/replay/")


def test_a_turn_played_by_hand_is_not_marked_as_an_order() -> None:
    game = play_on(before_a_rug(), 3)
    assert "(ordered in advance)" not in text_at(Client(), f"/t/{game.code}/")


def test_others_do_not_see_a_waiting_order(monkeypatch: pytest.MonkeyPatch) -> None:
    load_dice(monkeypatch, "1")
    ann, bob = make_user(), make_user()
    game = before_a_rug(ann, bob)
    order = order_for(game, bob, "d5 N", "L; 1: b5b6")
    for viewer in (ann, make_user(is_staff=True, is_superuser=True)):
        client = signed_in(viewer)
        for address in (f"/t/{game.code}/", f"/t/{game.code}/game.json", f"/admin/games/game/{game.pk}/change/"):
            assert "b5b6" not in client.get(address).content.decode()
    assert "b5b6" not in str(order)
