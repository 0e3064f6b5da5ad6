import io
import re
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import User
from games.analysis.models import Analysis
from games.board.log_lines import PlyText, TurnView
from games.chat.services import post_message
from games.clocks.selectors import TurnDuration
from games.common.rate_limits import RATES, Rate
from games.core.choices import Status
from games.core.models import Game, JobState
from games.core.selectors import seat_name
from games.lobby.robot_games import branch_from
from games.planning.models import DiaryLine
from games.play.endings import resign
from games.replay import films
from games.replay.models import Film
from games.replay.presenters import TurnTimesView, game_replay_view
from tests.board.test_marram_size import GAMES, late_game
from tests.helpers.page_client import signed_in, squeezed
from tests.makers import host_of, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]
SHORT = {"rugs": "1/1/1"}
END = 6


@pytest.fixture
def player() -> User:
    return make_user()


@pytest.fixture
def over(player: User) -> Game:
    return play_on(started_game(player, make_user(), options=SHORT))


@pytest.fixture
def hidden(player: User) -> Game:
    return play_on(started_game(player, make_user(), options=SHORT, is_private=True))


def html(game: Game, client: Client | None = None, path: str = "replay/", **query: Any) -> str:
    response = (client or Client()).get(f"/t/{game.code}/{path}", query)
    assert response.status_code == 200
    return response.content.decode()


def turn_view(seats: set[int], last_ply: int) -> TurnView:
    return TurnView(last_ply, frozenset(seats), (PlyText(last_ply, ""),), "", "")


def turn_time(seat: int, ply: int, seconds: int) -> TurnDuration:
    at = timezone.now()
    return TurnDuration(ply, 0, seat, None, "", at, at, at, "", seconds, None, None)


def test_a_replay_begins_at_the_beginning(over: Game) -> None:
    assert "Before the first turn" in html(over)


def test_a_replay_leads_to_the_luck_of_a_game_that_has_a_result(over: Game, player: User) -> None:
    link = f'<a href="/t/{over.code}/analysis/">Luck and skill</a>'
    assert link in html(over)
    Analysis.objects.filter(game=over).delete()  # as of a game that was too short for one
    assert link not in html(over)
    assert "Luck and skill" not in html(play_on(started_game(player, make_user()), 3))


def test_who_is_not_signed_in_gets_one_link_to_sign_in_for_an_animation(over: Game, player: User) -> None:
    link = f'href="/accounts/login/?next=/t/{over.code}/replay/"'
    page = html(over)
    assert page.count(link) == page.count("Sign in to make one") == 1
    assert "Sign in to make one" not in html(over, signed_in(player))


def test_the_time_of_a_turn_names_its_player_if_another_one_acted_in_it() -> None:
    plies = [turn_view(seats={2}, last_ply=1), turn_view(seats={0}, last_ply=2)]
    times = [turn_time(seat=2, ply=0, seconds=600), turn_time(seat=2, ply=1, seconds=480)]
    view = TurnTimesView(times, plies, ["Amina", "Brahim", "Chama"], {}, 2, 2)
    assert [view.text_of(0), view.text_of(1)] == ["10 minutes", "Chama: 8 minutes"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [([20, 30], "less than a minute"), ([60, 600, 120], "usually 2 minutes, at most 10 minutes"), ([480], "8 minutes")],
)
def test_times_that_read_alike_are_said_once(seconds: list[int], text: str) -> None:
    turns = [turn_view(seats={0}, last_ply=at + 1) for at in range(len(seconds))]
    times = [turn_time(seat=0, ply=at, seconds=one) for at, one in enumerate(seconds)]
    view = TurnTimesView(times, turns, ["Amina"], {}, len(turns), 0)
    assert view.players[0].text == text
    assert f"Amina (A): {text}, in all" in view.graph


def test_every_ply_of_a_replay_has_an_address(over: Game) -> None:
    page = squeezed(html(over, ply=3))
    assert "Turn 1 of 2, step 3 of 6" in page
    assert 'value="3" autocomplete="off" data-slider' in page
    assert f'/t/{over.code}/replay/?ply=2#play" rel="prev"' in page
    assert f'/t/{over.code}/replay/?ply=4#play" rel="next"' in page


def test_a_replay_counts_turns_and_the_steps_of_the_game() -> None:
    game = play_on(started_game(options=SHORT))
    first, second = (seat_name(seat) for seat in game.seats.order_by("number"))
    heads = [re.search(r"data-status-here>(.*?)</h2>", squeezed(html(game, ply=ply))) for ply in (0, 1, 3, 4)]
    assert [head and head[1] for head in heads] == [
        "Before the first turn",
        *[f"Turn 1: {first}"] * 2,
        f"Turn 2: {second}",
    ]
    view = game_replay_view(game, None, 4)
    assert view.moment_text == "Turn 2 of 2, step 4 of 6"
    assert [last for last, _turn, _name in view.turn_names] == [turn.last_ply for turn in view.turns]
    assert game_replay_view(game, None, 0).moment_text == "2 turns"


def test_the_end_of_a_replay_says_that_the_game_is_over(over: Game) -> None:
    assert "the game is over" in html(over, ply=over.ply)


def test_an_address_of_a_ply_that_was_taken_back_shows_the_latest_one(over: Game) -> None:
    assert game_replay_view(over, None, over.ply + 1).ply == over.ply
    page = html(over, ply=over.ply + 1)
    assert "the game is over" in page
    assert f"card.png?ply={over.ply}" in page
    assert f"card.png?ply={over.ply + 1}" not in page


def test_a_game_that_has_not_begun_has_no_replay() -> None:
    assert Client().get(f"/t/{make_table().code}/replay/").status_code == 404


def test_the_die_of_a_turn_is_shown_from_its_roll_on() -> None:
    game = play_on(started_game(options=SHORT))
    rolled = [game_replay_view(game, None, ply).roll for ply in range(7)]
    faces = [entry.notation for entry in game.entries.order_by("ply") if entry.notation.isdigit()]
    assert [roll and roll.text for roll in rolled] == [
        *[None] * 2,
        *[f"The die shows {faces[0]}"] * 2,
        None,
        *[f"The die shows {faces[1]}"] * 2,
    ]
    assert re.search(r'src="[^"]+" alt="" hidden', squeezed(html(game, ply=1)))
    assert f'alt="The die shows {faces[0]}" width="28"' in squeezed(html(game, ply=3))


def test_a_step_of_several_draws_is_counted_from_the_first_to_the_last() -> None:
    game = play_on(started_game(title="marram", ruleset="classic-long"), 30)
    stops = game_replay_view(game, None).stops
    before, last = [pair for pair in pairwise(stops) if pair[1] - pair[0] > 1][-1]
    assert f"steps {before + 1}–{last} of {stops[-1]}" in game_replay_view(game, None, last).moment_text
    assert f", step {before} of {stops[-1]}" in game_replay_view(game, None, before).moment_text


def test_a_running_game_is_replayed_up_to_now() -> None:
    game = play_on(started_game(), 3)
    assert f'data-length="{game.ply}"' in html(game)


def test_the_chat_is_shown_in_the_replay_where_it_was_written(player: User) -> None:
    game = play_on(started_game(player, make_user(), options=SHORT), 2)
    post_message(game.pk, player, "What a rug!")
    game = play_on(Game.objects.get(pk=game.pk))
    numbers = [moment.turn.number for moment in game_replay_view(game, None).replay_turns if moment.remarks]
    assert numbers == [1]
    assert "What a rug!" in html(game)


def test_a_diary_is_shown_in_the_replay_of_a_finished_game(over: Game, player: User) -> None:
    DiaryLine.objects.create(game=over, user=player, ply=4, text="I should have turned left.")
    assert "I should have turned left." in html(over)


def test_a_diary_is_not_shown_in_the_replay_before_the_end(player: User) -> None:
    game = play_on(started_game(player, make_user()), 1)
    DiaryLine.objects.create(game=game, user=player, ply=1, text="I shall turn left.")
    assert "I shall turn left." not in html(game, signed_in(player))


def test_the_graph_of_a_replay_has_a_line_for_each_player_and_a_strip_for_each_turn(over: Game) -> None:
    graph = game_replay_view(over, None, 4).graph
    assert graph.count('class="graph__line ') == 2
    assert re.findall(r'x="(\d+)" y="0" width="(\d+)"', graph) == [("0", "3"), ("3", "3")]
    assert '<line class="score__cursor" x1="4" x2="4"' in graph


def test_the_line_of_a_player_who_goes_out_ends_in_the_graph(player: User) -> None:
    game = play_on(started_game(player, make_user(), make_user()), 2)
    view = game_replay_view(resign(game.pk, player), None)
    first, *others = (len(values) for values in view.scores.values())
    assert [first + 1] * 2 == others
    assert view.graph.count('class="graph__line ') == 3


def test_seats_that_stand_best_first_know_their_order_of_play(player: User) -> None:
    game = resign(started_game(player, make_user()).pk, player)
    seats = game_replay_view(game, None, game.ply).seats
    assert [(seat.place, seat.order) for seat in seats] == [(1, 1), (2, 0)]


def test_a_replay_says_once_that_a_player_resigned_as_the_table_does(player: User) -> None:
    game = resign(started_game(player, make_user()).pk, player)
    page = squeezed(html(game, ply=game.ply))
    assert re.findall(r'<span class="badge badge--out">([^<]*)</span>', page) == ["resigned"]
    assert page.count("Their money left the game.") == 1
    view = game_replay_view(game, None, game.ply)
    assert (view.status, view.happened) == (" ".join(view.ply_texts), "")
    assert game_replay_view(game, None, 0).seats[0].departure == ""


def test_the_last_step_of_a_replay_says_once_why_the_game_ended(over: Game) -> None:
    view = game_replay_view(over, None, over.ply)
    assert view.status.startswith("No rugs are left: the game is over.")
    assert "No rugs are left" in " ".join(view.ply_texts)
    assert "No rugs are left" not in view.happened
    assert "the win" in view.happened or "wins" in view.happened


def test_a_replay_page_takes_few_statements(over: Game, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    with django_assert_max_num_queries(20):
        html(over)


def test_a_public_game_has_a_preview_card_and_code_to_embed_it(over: Game, settings: Settings) -> None:
    page = html(over, ply=3)
    assert f'<meta property="og:image" content="{settings.SITE_URL}/t/{over.code}/card.png?ply=3">' in page
    assert f"/embed/{over.code}/3/" in page
    assert "og:image" in html(over, path="")
    assert "played Marrakech by email." in html(over, path="")
    assert f'/t/{over.code}/card.png">' in html(over)


def test_a_private_game_has_neither_preview_card_nor_code_to_embed_it(hidden: Game, player: User) -> None:
    page = html(hidden, signed_in(player), ply=3)
    assert "og:image" not in page
    assert "/embed/" not in page


@pytest.mark.parametrize(("query", "width"), [("", 640), ("?ply=3&size=320", 320), ("?size=31415", 640)])
def test_the_board_of_any_ply_is_a_png_of_some_widths(over: Game, query: str, width: int) -> None:
    response = Client().get(f"/t/{over.code}/board.png{query}")
    assert Image.open(io.BytesIO(response.content)).size[0] == width
    assert response["Content-Type"] == "image/png"


def test_pictures_of_earlier_positions_are_cached_publicly(over: Game) -> None:
    assert Client().get(f"/t/{over.code}/board.png?ply=3")["Cache-Control"] == "public, max-age=604800, immutable"
    assert Client().get(f"/t/{over.code}/card.png")["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize(
    "path",
    [f"{name}{query}" for name in ("board.svg", "board.png", "card.png", "frames/") for query in ("", "?ply=3&to=3")]
    + ["film.gif", "film.webp"],
)
def test_a_picture_of_a_private_table_is_not_shown_after_signing_out(hidden: Game, player: User, path: str) -> None:
    for kind in ("gif", "webp"):
        Film.objects.create(
            game=hidden, format=kind, data=b"a film", state=JobState.DONE, version=1, due_at=timezone.now()
        )
    client, address = signed_in(player), f"/t/{hidden.code}/{path}"
    seen = client.get(address)
    assert (seen.status_code, seen["Cache-Control"]) == (200, "private, no-cache")
    again = client.get(address, headers={"If-None-Match": seen["ETag"]})
    assert (again.status_code, again.content, again["Cache-Control"]) == (304, b"", "private, no-cache")
    client.logout()
    assert client.get(address, headers={"If-None-Match": seen["ETag"]}).status_code == 404


def test_a_picture_is_drawn_once_and_drawings_are_limited(over: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RATES, "picture", Rate(1, 1 / 3600))
    small = f"/t/{over.code}/board.png?size=320&ply="
    assert [Client().get(f"{small}{ply}").status_code for ply in (1, 1, 2, 1)] == [200, 200, 429, 200]
    assert Client(REMOTE_ADDR="192.0.2.7").get(f"{small}2").status_code == 200


def test_pictures_of_a_private_table_are_for_its_viewers(hidden: Game, player: User) -> None:
    assert Client().get(f"/t/{hidden.code}/board.png").status_code == 404
    assert "private" in signed_in(player).get(f"/t/{hidden.code}/board.png?ply=3")["Cache-Control"]


def test_a_preview_card_has_the_aspect_ratio_of_links(over: Game) -> None:
    assert Image.open(io.BytesIO(Client().get(f"/t/{over.code}/card.png").content)).size == (1200, 630)


def test_a_player_requests_a_film_and_waits_for_it(over: Game, player: User) -> None:
    client = signed_in(player)
    assert client.post(f"/t/{over.code}/film/", {"format": "gif"}).status_code == 302
    assert "Making the GIF." in html(over, client)
    part = client.get(f"/t/{over.code}/replay/", headers={"HX-Request": "true"}).content.decode()
    assert part.lstrip().startswith("<section")
    assert 'hx-trigger="every 3s"' in part


def test_a_request_for_a_film_keeps_the_position(over: Game, player: User) -> None:
    client = signed_in(player)
    page = client.get(f"/t/{over.code}/replay/?ply=3").content.decode()
    assert '<input type="hidden" name="ply" value="3" data-at="{ply}">' in page
    response = client.post(f"/t/{over.code}/film/", {"format": "gif", "ply": "3"})
    assert response["Location"] == f"/t/{over.code}/replay/?ply=3#film"
    response = client.post(f"/t/{over.code}/film/", {"format": "mp4", "ply": "3"})
    assert 'data-ply="3"' in response.content.decode()
    assert client.post(f"/t/{over.code}/film/", {"format": "gif", "ply": "x"})["Location"].endswith("/replay/#film")


def test_a_finished_film_is_available_to_everyone(over: Game, player: User) -> None:
    films.make(films.request_film(over, player, "webp").pk, lambda _game, _kind: b"RIFF", 1)
    assert f"/t/{over.code}/film.webp" in html(over)
    response = Client().get(f"/t/{over.code}/film.webp")
    assert (response.content, response["Content-Type"]) == (b"RIFF", "image/webp")


def test_a_failed_film_can_be_requested_again(over: Game, player: User) -> None:
    Film.objects.filter(pk=films.request_film(over, player, "gif").pk).update(state=JobState.FAILED)
    assert "The last attempt failed." in html(over, signed_in(player))


def test_an_impossible_film_is_refused_on_the_page(player: User) -> None:
    game = play_on(started_game(player, make_user()), 1)
    response = signed_in(player).post(f"/t/{game.code}/film/", {"format": "gif"})
    assert response.status_code == 409
    assert "The animation is available when the game is over." in response.content.decode()


def test_a_film_of_an_open_table_is_refused_by_the_table(player: User) -> None:
    game = make_table(player)
    assert signed_in(player).post(f"/t/{game.code}/film/", {"format": "gif"}).status_code == 409


@pytest.mark.parametrize("path", ["", "3/"])
def test_any_site_may_embed_a_public_game(over: Game, path: str) -> None:
    response = Client().get(f"/embed/{over.code}/{path}")
    assert response.status_code == 200
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    assert "X-Frame-Options" not in response


def test_an_embedded_page_neither_asks_who_looks_nor_sets_a_cookie(over: Game, player: User) -> None:
    response = signed_in(player).get(f"/embed/{over.code}/")
    assert not response.cookies
    assert "X-Person" not in response
    assert response["Cache-Control"] == "public, max-age=300"


def test_an_embedded_page_is_cached_for_each_language(over: Game) -> None:
    assert {"Accept-Language", "Cookie"} <= {*Client().get(f"/embed/{over.code}/")["Vary"].split(", ")}


def test_no_other_page_may_be_embedded(over: Game) -> None:
    response = Client().get(f"/t/{over.code}/replay/")
    assert "frame-ancestors 'none'" in response["Content-Security-Policy"]
    assert response["X-Frame-Options"] == "DENY"


def test_a_private_game_cannot_be_embedded(hidden: Game, player: User) -> None:
    assert signed_in(player).get(f"/embed/{hidden.code}/").status_code == 404
    assert signed_in(player).get(f"/embed/{hidden.code}/3/").status_code == 404


def test_an_embedded_position_is_still_and_follows_the_preferred_theme(over: Game) -> None:
    page = Client().get(f"/embed/{over.code}/3/?theme=dark").content.decode()
    assert "replay_game.js" not in page
    assert 'data-theme="dark"' in page


def test_the_page_of_a_branch_asks_which_seat_and_which_robot(over: Game, player: User) -> None:
    page = squeezed(html(over, signed_in(player), "branch/", ply=3))
    assert page.count('name="seat"') == 2
    assert 'name="robot" value="greedy" required checked' in page


def test_a_branch_begins_a_game_and_says_that_it_does_not_count(over: Game, player: User) -> None:
    client = signed_in(player)
    response = client.post(f"/t/{over.code}/branch/", {"ply": 3, "seat": 1, "robot": "greedy"})
    game = Game.objects.exclude(branched_at=None).get()
    assert response["Location"] == f"/t/{game.code}/"
    for path in ("", "dice/", "replay/"):
        assert "does not count in anyone’s results" in html(game, client, path)


@pytest.mark.parametrize(
    ("changes", "status"),
    [({"robot": "nobody"}, 422), ({"seat": "x"}, 422), ({"ply": END}, 409), ({"ply": 999}, 404), ({"seat": 7}, 422)],
)
def test_an_impossible_branch_is_refused(over: Game, player: User, changes: dict[str, Any], status: int) -> None:
    data = {"ply": 3, "seat": 0, "robot": "greedy", **changes}
    assert signed_in(player).post(f"/t/{over.code}/branch/", data).status_code == status
    assert not Game.objects.exclude(branched_at=None).exists()


def test_a_decided_position_offers_no_branch(over: Game, player: User) -> None:
    assert signed_in(player).get(f"/t/{over.code}/branch/?ply={END}").status_code == 409
    assert "The game is over in this position." in html(over, ply=END)


def test_the_api_says_where_a_game_was_branched(over: Game, player: User) -> None:
    game = branch_from(over, player, ply=3, seat=0, robot="greedy")
    client = signed_in(player)
    game_data = client.get(f"/api/v1/games/{game.code}/").json()
    assert (game_data["branch_of"], game_data["branched_at"]) == (over.code, 3)
    file = client.get(f"/t/{game.code}/game.json").json()
    assert (file["branch_of"], file["given"]) == (over.code, 3)
    assert host_of(game) == player


def test_a_finished_table_shows_points_by_source() -> None:
    ruleset, log, _actions = GAMES["places"]
    game = late_game(ruleset, log)
    view = game_replay_view(game, None)
    assert "Orange snake" in {source.label for source in view.point_sources}
    sums = [sum(points) for points in zip(*(source.points for source in view.point_sources), strict=True)]
    assert sums == [scores[-1] for _, scores in sorted(view.scores.items())]
    caption, address = "<caption>Where the final points came from</caption>", f"/t/{game.code}/replay/"
    assert caption not in squeezed(Client().get(address).content.decode())
    Game.objects.filter(pk=game.pk).update(status=Status.FINISHED)
    assert caption in squeezed(Client().get(address).content.decode())


def test_several_draws_are_one_step_and_turns_are_steps_too() -> None:
    game = play_on(started_game(title="marram", ruleset="classic-long"), 30)
    view = game_replay_view(game, None, 0)
    stops: list[int] = []
    ends = [turn.last_ply for turn in view.turns]
    while (step := game_replay_view(game, None, stops[-1] if stops else 0).steps.next) is not None:
        stops.append(step)
    assert stops == view.stops
    assert len(stops) < game.ply == stops[-1]
    assert set(ends) <= set(stops)
    middle = game_replay_view(game, None, ends[2])
    assert (middle.turn_steps.previous, middle.turn_steps.next) == (ends[1], ends[3])
    assert middle.steps.previous == stops[stops.index(ends[2]) - 1]


def test_each_of_several_draws_has_a_text_where_one_stands_at_it() -> None:
    game = play_on(started_game(title="marram", ruleset="classic-long"), 30)
    texts = [" ".join(game_replay_view(game, None, ply).ply_texts) for ply in range(1, 31)]
    assert all(texts)
    assert sum("drew tile " in text for text in texts) > 1


def test_a_title_without_points_by_source_shows_no_table_of_them(over: Game) -> None:
    assert "point-sources" not in Client().get(f"/t/{over.code}/replay/").content.decode()
