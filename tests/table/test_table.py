import re

import pytest
from django.test import Client

from accounts.models import Profile
from games.core.log import log_of
from games.core.models import Game
from games.pictures.marrakech.icons import PAINTS
from games.table.view import table_view
from tests.helpers.page_client import form_to, signed_in, squeezed, text_at
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def address(game: Game) -> str:
    return f"/t/{game.code}/"


def test_a_whole_turn_can_be_played_with_plain_forms() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    turn = form_to(text_at(client, address(game)), "/act/")
    assert turn.offers["action"] == ["F", "L", "R"]
    answer = client.post(turn.action, {**turn.values, "action": "L"}, follow=True)
    assert answer.redirect_chain == [(f"{address(game)}#play", 302)]
    lay = form_to(answer.content.decode(), "/act/")
    place = lay.offers["action"][0]
    client.post(lay.action, {**lay.values, "action": place})
    assert [notation for _seat, notation in log_of(game) if notation in {"L", place}] == ["L", place]


def test_choices_on_the_board_are_links() -> None:
    game = started_game()
    html = text_at(signed_in(acting_user(game)), address(game))
    assert re.findall(r'href="\?choose=(\w)#play"', html) == ["F", "L", "R"]


def test_a_place_on_the_board_has_the_name_of_its_entry_in_the_list() -> None:
    game = play_on(started_game(), 1)
    html = text_at(signed_in(acting_user(game)), address(game))
    places = form_to(html, "/act/").offers["action"]
    for ident in (f"choice-{place}" for place in places):
        assert html.count(f'aria-labelledby="{ident}"') == html.count(f'id="{ident}"') == 1


def test_a_link_of_the_board_brings_the_choice_to_be_confirmed() -> None:
    game = started_game()
    html = text_at(signed_in(acting_user(game)), f"{address(game)}?choose=R")
    assert form_to(html, "/act/").values["action"] == "R"
    assert 'Confirm and roll<span data-chosen-label=": ">:<span>Right, to the east' in squeezed(html)


def test_opening_a_choice_plays_nothing() -> None:
    game = started_game()
    before = log_of(game)
    text_at(signed_in(acting_user(game)), f"{address(game)}?choose=R")
    assert log_of(game) == before


@pytest.mark.parametrize("choice", ["zzz", "e6e7", "<script>", ""])
def test_an_illegal_choice_in_the_address_is_ignored(choice: str) -> None:
    game = started_game()
    html = text_at(signed_in(acting_user(game)), address(game), data={"choose": choice})
    assert "action" not in form_to(html, "/act/").values


def test_a_rotation_in_the_list_says_where_each_face_would_lead() -> None:
    game = started_game()
    html = text_at(signed_in(acting_user(game)), address(game))
    ahead = html[html.index('value="F"') : html.index('value="L"')]
    assert re.findall(r"<b>(\w\d)</b>", ahead) == ["d5", "d6", "d7", "c7"]
    assert re.findall(r"(\d/6)", ahead) == ["1/6", "2/6", "2/6", "1/6"]


def test_die_and_payment_are_shown_after_the_roll() -> None:
    game = play_on(started_game(), 1)
    html = text_at(signed_in(acting_user(game)), address(game))
    face = log_of(game)[-1][1]
    assert f'alt="The die shows {face}"' in html
    assert "you pay nothing" in html


def test_the_table_page_says_whose_turn_it_is() -> None:
    game = started_game()
    acting = acting_user(game)
    waiting = game.seats.exclude(user=acting).get().user
    assert waiting is not None
    html = text_at(signed_in(waiting), address(game))
    assert f"It’s {acting.username}’s turn." in html
    assert "/act/" not in html


def test_a_stranger_watches_a_public_table() -> None:
    game = play_on(started_game(), 5)
    html = text_at(Client(), address(game))
    assert "data-choice" not in html
    assert "/act/" not in html
    assert "/chat/" not in html


def test_the_panel_of_a_player_shows_purse_rugs_and_score() -> None:
    game = play_on(started_game(), 6)
    view = table_view(game, None)
    html = text_at(Client(), address(game))
    for seat in view.seats:
        for stat in seat.stats:
            assert stat.label in html
    assert re.search(r'Dirhams</dt><dd><span data-figure="0">\d+</span><svg', squeezed(html))


def test_every_ply_has_a_permalink_that_shows_it() -> None:
    game = play_on(started_game(), 4)
    html = text_at(Client(), address(game))
    assert {int(ply) for ply in re.findall(r'href="\?ply=(\d+)#play"', html)} >= set(range(1, game.ply + 1))
    earlier = text_at(Client(), f"{address(game)}?ply=3")
    assert f"step 3 of {game.ply}" in earlier
    assert "Back to now" in earlier


def test_the_log_can_be_stepped_through() -> None:
    game = play_on(started_game(), 4)
    html = squeezed(text_at(Client(), f"{address(game)}?ply=3"))
    assert '<a href="?ply=2#play" rel="prev"' in html
    assert '<a href="?ply=4#play" rel="next"' in html
    assert f"Turn 1, step 3 of {game.ply}" in html
    assert 'rel="prev"' not in text_at(Client(), f"{address(game)}?ply=0")
    assert 'rel="next"' not in text_at(Client(), f"{address(game)}?ply={game.ply}")


def test_an_earlier_position_asks_for_no_action() -> None:
    game = play_on(started_game(), 2)
    assert "/act/" not in text_at(signed_in(acting_user(game)), f"{address(game)}?ply=1")


def test_a_ply_after_the_last_is_not_found() -> None:
    game = started_game()
    assert Client().get(f"{address(game)}?ply=999999").status_code == 404


@pytest.mark.parametrize(
    ("ply", "status"), [("abc", 200), ("-1", 200), ("1.5", 200), ("", 200), ("٣٣", 404), ("9" * 400, 404)]
)
def test_an_invalid_ply_in_the_address_is_ignored_or_not_found(ply: str, status: int) -> None:
    game = started_game()
    response = Client().get(address(game), {"ply": ply})
    assert response.status_code == status
    assert "Back to now" not in response.content.decode()


def test_names_of_players_and_tables_are_escaped() -> None:
    host = make_user()
    Profile.objects.filter(user=host).update(display_name="<script>x</script>")
    game = play_on(started_game(host, make_user(), name='"><img src=x>'), 3)
    html = text_at(signed_in(host), address(game))
    assert "<script>x" not in html
    assert "<img src=x>" not in html
    assert "&lt;script&gt;x" in html


def test_the_table_page_shows_the_deadline_in_the_viewers_time_zone() -> None:
    game = started_game(pace="1d")
    watcher = make_user()
    Profile.objects.filter(user=watcher).update(time_zone="Asia/Tokyo")
    html = text_at(signed_in(watcher), address(game))
    assert re.search(r'<time datetime="[^"]+\+09:00"', html)
    assert "left" in html


def test_a_player_out_of_time_is_called_overdue() -> None:
    game = started_game(pace="1d")
    Game.objects.filter(pk=game.pk).update(deadline="2020-01-01T00:00Z", overdue_at="2020-01-01T00:00Z")
    html = text_at(Client(), address(game))
    assert '<span class="badge badge--waits">overdue</span>' in squeezed(html)
    assert " overdue" in html


def test_the_board_of_a_table_is_served_as_a_picture() -> None:
    game = play_on(started_game(), 3)
    response = Client().get(f"{address(game)}board.svg?ply=2")
    assert response["Content-Type"] == "image/svg+xml"
    assert "public" in response["Cache-Control"]
    assert response.content.startswith(b"<svg")
    assert Client().get(f"{address(game)}board.svg")["Cache-Control"] == "private, no-cache"


def test_the_picture_of_a_private_table_is_for_its_viewers_only() -> None:
    host = make_user()
    game = started_game(host, make_user(), is_private=True)
    assert signed_in(host).get(f"{address(game)}board.svg?ply=0").status_code == 200
    assert Client().get(f"{address(game)}board.svg?ply=0").status_code == 404


@pytest.mark.parametrize(("query", "palette"), [("", "light"), ("theme=dark", "dark"), ("light=dusk", "dark")])
def test_the_picture_of_a_board_has_the_requested_theme(query: str, palette: str) -> None:
    game = started_game()
    picture = Client().get(f"/t/{game.code}/board.svg?{query}").content.decode()
    assert [name for name in ("light", "dark") if PAINTS[name]["tile"] in picture] == [palette]


def test_the_last_turn_is_described_once() -> None:
    game = play_on(started_game(), 8)
    rugs = [notation for _seat, notation in log_of(game) if re.fullmatch("[a-g][1-7][a-g][1-7]", notation)]
    first, second = rugs[-1][:2], rugs[-1][2:]
    there = rugs.count(first + second) + rugs.count(second + first)  # a rug may lie exactly on an earlier one
    told = rf"laid a [a-z ]+ rug on ({first} and {second}|{second} and {first})"
    for client in (Client(), *(signed_in(seat.user) for seat in game.seats.all() if seat.user)):
        assert len(re.findall(told, " ".join(text_at(client, address(game)).split()))) == there
