import re

import pytest
from django.test import Client
from django.utils import translation

from games.board.dice import dice_view
from games.board.status import winners_text
from games.core.choices import Status
from games.core.log import log_of
from games.core.models import Game
from games.play.endings import resign
from games.table.view import table_view
from tests.helpers.page_client import HTMX, form_to, signed_in, squeezed, text_at
from tests.makers import fresh, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def test_the_page_of_resigning_changes_nothing() -> None:
    host = make_user()
    game = started_game(host, make_user())
    log = log_of(game)
    assert "Yes, I resign" in text_at(signed_in(host), f"/t/{game.code}/resign/")
    assert log_of(game) == log


@pytest.mark.parametrize(("ply", "status"), [("0", 409), ("abc", 422), ("", 422)])
def test_a_stale_or_invalid_resignation_is_refused(ply: str, status: int) -> None:
    host = make_user()
    game = play_on(started_game(host, make_user()), 2)
    assert signed_in(host).post(f"/t/{game.code}/resign/", {"ply": ply}).status_code == status
    assert fresh(game).status == Status.RUNNING


def test_a_player_who_resigned_is_marked_as_such_and_not_as_out() -> None:
    host = make_user()
    game = play_on(started_game(host, make_user(), make_user()), 2)
    resign(game.pk, host)
    html = squeezed(text_at(Client(), f"/t/{game.code}/"))
    assert re.findall(r'<span class="badge badge--out">([^<]*)</span>', html) == ["resigned"]
    assert html.count("Their money left the game.") == 1
    own = text_at(signed_in(host), f"/t/{game.code}/")
    assert "Your money left the game." in own
    assert "Their money" not in own
    with translation.override("fr"):
        assert table_view(fresh(game), host).seats[0].out_text == "abandon"  # right behind "Vous" and behind a name


def test_a_watcher_cannot_resign() -> None:
    game = started_game()
    client = signed_in(make_user())
    assert client.get(f"/t/{game.code}/resign/").status_code == 403
    assert client.post(f"/t/{game.code}/resign/", {"ply": game.ply}).status_code == 403


def test_a_game_is_aborted_when_all_agree_on_its_page() -> None:
    host, other = make_user(), make_user()
    game = started_game(host, other)
    first, second = signed_in(host), signed_in(other)
    first.post(f"/t/{game.code}/abort/", {"agrees": "on"})
    html = text_at(second, f"/t/{game.code}/")
    assert f"{host.username} proposes to end the game without a result." in html
    form = form_to(html, "/answer/")
    answer = second.post(form.action, {**form.values, "answer": "yes"}, follow=True)
    assert fresh(game).status == Status.ABORTED
    assert "The game ended without a result." in answer.content.decode()


def test_agreeing_to_abort_can_be_taken_back_on_the_page() -> None:
    host = make_user()
    game = started_game(host, make_user())
    client = signed_in(host)
    client.post(f"/t/{game.code}/abort/", {"agrees": "on"}, headers=HTMX)
    assert game.seats.filter(wants_abort=True).exists()
    client.post(f"/t/{game.code}/abort/", {}, headers=HTMX)
    assert not game.seats.filter(wants_abort=True).exists()


def test_a_rematch_keeps_seats_for_the_same_people() -> None:
    host, other = make_user(), make_user("Other")
    game = play_on(started_game(host, other, options={"rugs": "2/2/2"}))
    client = signed_in(host)
    form = form_to(text_at(client, f"/t/{game.code}/"), "/rematch/")
    assert "Reserved for Other" in client.post(form.action, form.values, follow=True).content.decode()
    assert Game.objects.get(rematch_of=game).status == Status.OPEN


def test_an_open_page_of_the_finished_game_shows_the_rematch_at_once() -> None:
    host, other = make_user("Host"), make_user("Other")
    game = play_on(started_game(host, other, options={"rugs": "2/2/2"}))
    client = signed_in(other)
    query = f"?v={game.version}&seen={game.ply}&stage={game.status}"
    signed_in(host).post(f"/t/{game.code}/rematch/")
    update = client.get(f"/t/{game.code}/poll/{query}", headers=HTMX)
    assert update.status_code == 200
    assert "Host offers a rematch." in update.content.decode()
    form = form_to(text_at(client, f"/t/{game.code}/"), "/rematch/")
    client.post(form.action, form.values)
    assert "The rematch has begun." in text_at(client, f"/t/{game.code}/")


def test_a_running_game_offers_no_rematch() -> None:
    host = make_user()
    game = started_game(host, make_user())
    assert "/rematch/" not in text_at(signed_in(host), f"/t/{game.code}/")
    assert signed_in(host).post(f"/t/{game.code}/rematch/").status_code == 409


def test_a_finished_table_shows_standings_and_the_way_to_the_opened_dice() -> None:
    game = play_on(started_game(options={"rugs": "2/2/2"}))
    html = text_at(Client(), f"/t/{game.code}/")
    assert f'href="/t/{game.code}/dice/"' in html
    assert f'href="/t/{game.code}/game.mkg"' in html
    assert "Standings" in html
    assert re.search(r"<noscript>\s*<p>\s*<a[^>]*>Published planning boards of this game<", squeezed(html))
    places = [seat.place for seat in table_view(game, None).seats]
    assert places == sorted(places)
    assert places[0] == 1


def test_the_page_of_a_running_game_does_not_contain_its_secret() -> None:
    game = play_on(started_game(), 4)
    assert 'id="dice"' not in text_at(Client(), f"/t/{game.code}/")
    assert dice_view(game, None).secret == ""


def test_players_who_share_the_win_are_named_together() -> None:
    assert winners_text(["Amina", "Brahim", "Chama"]) == "Amina, Brahim and Chama share the win."


def test_the_winner_reads_that_they_have_won_and_others_who_has() -> None:
    host, other = make_user("Amina"), make_user("Brahim")
    game = play_on(started_game(host, other), 2)
    resign(game.pk, host)
    assert "You have won." in text_at(signed_in(other), f"/t/{game.code}/")
    for client in (signed_in(host), Client()):
        html = text_at(client, f"/t/{game.code}/")
        assert "You have won." not in html
        assert "Brahim wins." in html
