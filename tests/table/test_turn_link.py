import re
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.core.log import log_of, state_of
from games.core.models import Game
from games.engine.registry import get_title
from games.notifications.links import TurnToken, turn_link_token
from games.play.endings import resign
from tests.helpers.page_client import form_to, forms_of, signed_in, squeezed, text_at
from tests.makers import acting_user, fresh, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def link(user: User, game: Game, choice: str = "") -> str:
    return reverse("games:turn_link", args=[turn_link_token(TurnToken.of(user, game), choice)])


def anybody() -> Client:
    return Client(enforce_csrf_checks=True)


def test_a_turn_link_shows_its_choice_with_its_effects_and_one_button() -> None:
    game = started_game(make_user("Amina"), make_user("Bob"), name="The Blue Table")
    page = text_at(anybody(), link(acting_user(game), game, "L"))
    form = form_to(page, "/")
    assert "Left, to the west" in page
    assert "The Blue Table" in page
    assert "empty square" in page
    assert (form.values, form.offers) == ({"action": "L"}, {})
    assert page[page.index("<main") : page.index("</main")].count("<button") == 1
    assert set(re.findall(r'data-choice="(\w+)"', page)) == {"L"}


def test_a_whole_turn_is_played_by_a_turn_link_without_signing_in_or_a_cookie() -> None:
    game = started_game(make_user("Amina"), make_user("Bob"))
    player, client = acting_user(game), anybody()
    rolled = client.post(link(player, game, "R"), {"action": "R"})
    question = text_at(client, rolled["Location"])
    form = form_to(question, "/")
    place = form.offers["action"][-1]
    assert "rolled" in question
    result = text_at(client, client.post(form.action, {"action": place})["Location"])
    assert [notation for seat, notation in log_of(fresh(game)) if seat is not None] == ["R", place]
    assert "The turn has been played." in result
    assert "You laid a" in result
    assert acting_user(fresh(game)) != player


def test_choices_on_the_board_behind_a_turn_link_are_turn_links() -> None:
    game = play_on(started_game(), 1)
    page = text_at(anybody(), link(acting_user(game), game))
    place, address = re.findall(r'data-choice="(\w+)" href="([^"]+)"', page)[3]
    assert form_to(text_at(anybody(), address), "/").values == {"action": place}


@pytest.mark.parametrize("title", ["marrakech", "marram"])
def test_a_turn_link_has_the_style_of_the_table_of_its_title(title: str) -> None:
    game = started_game(title=title, ruleset=next(iter(get_title(title).rulesets)))
    at_table, behind_link = (
        "css/marram" in text_at(client, address)
        for client, address in (
            (signed_in(acting_user(game)), game.get_absolute_url()),
            (anybody(), link(acting_user(game), game)),
        )
    )
    assert at_table == behind_link == (title == "marram")


def test_the_question_behind_a_turn_link_offers_every_choice() -> None:
    game = started_game()
    form = form_to(text_at(anybody(), link(acting_user(game), game)), "/")
    assert form.offers == {"action": ["F", "L", "R"]}


def test_opening_a_turn_link_plays_nothing() -> None:
    game = started_game()
    address = link(acting_user(game), game, "L")
    for method in ("get", "head", "get", "head"):
        assert getattr(anybody(), method)(address).status_code == 200
    assert log_of(fresh(game)) == log_of(game)


def test_pages_behind_turn_links_are_not_cached_and_send_no_referrer() -> None:
    game = started_game()
    address = link(acting_user(game), game, "L")
    for answer in (anybody().get(address), anybody().post(address, {"action": "L"})):
        assert answer["Cache-Control"] == "private, no-store"
        assert "noindex" in answer["X-Robots-Tag"]
        assert answer["Referrer-Policy"] == "same-origin"


ELSEWHERE = [{"origin": origin} for origin in ("https://evil.example", "null", "http://[x", "")]


@pytest.mark.parametrize("headers", [*ELSEWHERE, {"sec-fetch-site": "cross-site"}])
def test_a_form_of_another_site_plays_nothing_by_a_turn_link(headers: dict[str, str]) -> None:
    game = started_game()
    answer = anybody().post(link(acting_user(game), game, "L"), {"action": "L"}, headers=headers)
    assert answer.status_code == 403
    assert "came from another site" in answer.content.decode()
    assert log_of(fresh(game)) == log_of(game)


def test_the_form_behind_a_turn_link_plays() -> None:
    game = started_game()
    own = {"origin": "http://testserver", "sec-fetch-site": "same-origin"}
    assert anybody().post(link(acting_user(game), game, "L"), {"action": "L"}, headers=own).status_code == 302


@pytest.mark.parametrize("action", ["", "X", "resigns", "e6e7", "💥", "F" * 500])
def test_an_illegal_action_by_a_turn_link_is_refused_on_the_same_page(action: str) -> None:
    game = started_game()
    answer = anybody().post(link(acting_user(game), game), {"action": action})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert form_to(answer.content.decode(), "/").offers["action"]
    assert log_of(fresh(game)) == log_of(game)


def test_a_used_turn_link_lets_the_turn_go_on() -> None:
    game = started_game()
    player = acting_user(game)
    used = link(player, game, "L")
    anybody().post(used, {"action": "L"})
    page = text_at(anybody(), used)
    assert "This turn has moved on since the link was sent." in page
    assert "rolled" in page
    form = form_to(page, "/")
    assert anybody().post(form.action, {"action": form.offers["action"][0]}).status_code == 302
    assert acting_user(fresh(game)) != player


@pytest.mark.parametrize("title", ["marrakech", "marram"])
def test_a_turn_link_to_what_is_played_already_refuses_nothing(title: str) -> None:
    game = started_game(title=title, ruleset=next(iter(get_title(title).rulesets)))
    state = state_of(game)
    first = get_title(title).notation(next(iter(get_title(title).legal_actions(state))))
    used = link(acting_user(game), game, first.partition(" ")[0])
    anybody().post(used, {"action": first})
    page = text_at(anybody(), used)
    assert "This turn has moved on since the link was sent." in page
    assert 'role="alert"' not in page


def test_the_page_behind_a_turn_link_describes_the_turn_so_far_once() -> None:
    game = started_game()
    used = link(acting_user(game), game, "L")
    anybody().post(used, {"action": "L"})
    assert text_at(anybody(), used).count(" rolled ") == 1


def test_another_signed_in_user_sees_for_whom_a_turn_link_plays() -> None:
    game = started_game()
    holder, other = acting_user(game), make_user("Somebody")
    warning = f"You are signed in as Somebody, but what you choose here is played for {holder.username}."
    assert warning in text_at(signed_in(other), link(holder, game, "L"))


def test_the_player_of_a_turn_link_is_not_told_for_whom_it_plays() -> None:
    game = started_game()
    holder = acting_user(game)
    assert "You are signed in as" not in text_at(signed_in(holder), link(holder, game, "L"))


def test_a_truncated_turn_link_gets_an_explanation() -> None:
    game = started_game()
    cut = link(acting_user(game), game, "L")[:-6] + "/"
    assert "This link is incomplete." in anybody().get(cut).content.decode()


def test_pressing_the_button_of_a_turn_link_twice_plays_once() -> None:
    game = started_game()
    address = link(acting_user(game), game, "L")
    anybody().post(address, {"action": "L"})
    log = log_of(fresh(game))
    answer = anybody().post(address, {"action": "L"})
    assert answer.status_code == 302
    assert 'class="board"' in text_at(anybody(), answer["Location"])
    other = anybody().post(address, {"action": "R"})
    assert other.status_code == 409
    assert "The game has moved on. Check the board and try again." in other.content.decode()
    assert log_of(fresh(game)) == log


def test_a_turn_link_used_again_after_others_have_acted_shows_nothing_of_a_private_table() -> None:
    game = started_game(make_user("Amina"), make_user("Bob"), is_private=True)
    player = acting_user(game)
    old = link(player, game, "L")
    anybody().post(old, {"action": "L"})
    log = log_of(play_on(fresh(game), 3))
    answer = anybody().post(old, {"action": "L"})
    assert answer.status_code == 302
    page = anybody().get(answer["Location"])
    assert page.status_code == 410
    assert 'class="board"' not in page.content.decode()
    assert log_of(fresh(game)) == log


def test_a_turn_link_to_a_past_turn_says_what_has_happened_and_whose_turn_it_is() -> None:
    game = started_game(make_user("Amina"), make_user("Bob"))
    player = acting_user(game)
    old = link(player, game, "L")
    play_on(game, 3)
    answer = anybody().get(old)
    page = answer.content.decode()
    other = "Bob" if player.username == "Amina" else "Amina"
    assert answer.status_code == 410
    assert "turn 1 has been played" in page
    assert f"It’s {other}’s turn." in page
    assert f"{other} rolled" in page
    assert not [form for form in forms_of(page) if form.action.startswith("/m/")]


def test_a_turn_link_to_an_old_turn_does_not_play_a_new_one() -> None:
    game = started_game()
    player = acting_user(game)
    old = link(player, game, "L")
    game = play_on(game, 4)
    assert acting_user(game) == player
    answer = anybody().get(old)
    assert answer.status_code == 410
    assert "Use the links in the latest email about this table." in answer.content.decode()
    assert anybody().post(old, {"action": "L"}).status_code == 409
    assert log_of(fresh(game)) == log_of(game)


def test_a_turn_link_plays_nothing_in_the_turn_of_another_player() -> None:
    game = started_game()
    player = acting_user(game)
    other = game.seats.exclude(user=player).get().user
    assert other
    assert anybody().post(link(other, game), {"action": "L"}).status_code == 403
    assert log_of(fresh(game)) == log_of(game)


def test_a_private_table_is_played_by_turn_links_and_not_shown_to_strangers_afterwards() -> None:
    game = started_game(make_user("Amina"), make_user("Bob"), is_private=True, name="Behind the curtain")
    player = acting_user(game)
    old = link(player, game, "L")
    assert 'class="board"' in text_at(anybody(), old)
    play_on(game, 3)
    page = anybody().get(old).content.decode()
    assert 'class="board"' not in page
    assert "rolled" not in page
    assert "Bob" not in page
    assert game.code not in page
    assert f"/accounts/login/?next={quote(old)}" in page
    assert 'class="board"' in signed_in(player).get(old).content.decode()


def test_the_result_of_a_turn_is_shown_on_a_private_table_until_the_game_goes_on() -> None:
    game = play_on(started_game(is_private=True), 1)
    page, client = text_at(anybody(), link(acting_user(game), game)), anybody()
    form = form_to(page, "/")
    address = client.post(form.action, {"action": form.offers["action"][0]})["Location"]
    assert 'class="board"' in text_at(client, address)
    play_on(fresh(game), 1)
    assert 'class="board"' not in text_at(client, address)


def test_a_turn_link_to_a_finished_game_says_so() -> None:
    game = started_game(make_user("Amina"), make_user("Bob"))
    player = acting_user(game)
    old = link(player, game, "L")
    resign(game.pk, player)
    answer = anybody().get(old)
    assert answer.status_code == 410
    assert "the game is over" in answer.content.decode()
    assert anybody().post(old, {"action": "L"}).status_code == 409


@pytest.mark.parametrize("method", ["get", "post"])
def test_the_turn_link_of_a_closed_account_plays_nothing(method: str) -> None:
    game = started_game()
    player = acting_user(game)
    old = link(player, game, "L")
    User.objects.filter(pk=player.pk).update(is_active=False)
    answer = getattr(anybody(), method)(old, {"action": "L"})
    assert answer.status_code == 410
    assert "has been closed" in answer.content.decode()
    assert log_of(fresh(game)) == log_of(game)


def test_the_turn_link_of_a_deleted_account_says_so() -> None:
    key = TurnToken(404_404, started_game().pk, 1, 1)
    assert anybody().get(reverse("games:turn_link", args=[turn_link_token(key, "L")])).status_code == 410


def test_a_former_player_sees_behind_a_turn_link_that_the_seat_is_lost() -> None:
    game = started_game()
    player = acting_user(game)
    old = link(player, game, "L")
    game.seats.filter(user=player).update(user=None)
    answer = anybody().get(old)
    assert answer.status_code == 410
    assert "is no longer at this table" in answer.content.decode()
    assert anybody().post(old, {"action": "L"}).status_code == 403


def test_a_forged_turn_link_is_not_found() -> None:
    game = started_game()
    address = link(acting_user(game), game, "L")
    for forged in ("/m/x/", f"{address[:-2]}x/"):
        assert anybody().get(forged).status_code == 404
        assert anybody().post(forged, {"action": "L"}).status_code == 404


def test_a_turn_link_to_a_deleted_table_is_not_found() -> None:
    key = TurnToken(make_user().pk, 404, 1, 1)
    assert anybody().get(reverse("games:turn_link", args=[turn_link_token(key, "")])).status_code == 404


def test_the_page_behind_a_turn_link_is_in_the_language_of_its_player() -> None:
    game = started_game()
    player = acting_user(game)
    player.profile.language = "fr"
    player.profile.save()
    assert '<html lang="fr"' in squeezed(text_at(anybody(), link(player, game, "L")))
