import json
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.board.pictures import EXAMPLES, example_board, example_frames, played_example
from games.core import lists
from games.pictures.board_svg import IDENT
from games.site.presenters import START_FRACTION
from tests.helpers.page_client import text_at
from tests.makers import finished_game, make_user

pytestmark = [pytest.mark.one_database, pytest.mark.slow]


@pytest.fixture(autouse=True)
def _any_length_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MIN_PLIES", 5)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_of_the_rules_can_be_played_and_shows_its_last_frame(name: str) -> None:
    frames = example_frames(name)
    scene = example_board(name)
    assert len(frames) == (len(EXAMPLES[name].shown.split()) + 1 if frames else 0)
    assert scene.at == max(len(frames) - 1, 0)
    assert not frames or frames[-1]["lying"] in re.sub(f"scene-({name}|start)", IDENT, scene.board)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("mosaic", "round a mosaic"),
        ("corner", "round a mosaic and stopped on g7, facing west"),
        ("rent", "via a2, a1 and stopped on b1, facing east. Chama paid 6 dirhams to Brahim."),
        ("out", "Brahim owed 2 dirhams to Amina but could only pay 1"),
        ("end", "Brahim wins with 42 points: 35 dirhams and 7 visible squares."),
    ],
)
def test_an_example_of_the_rules_matches_the_text_beside_it(name: str, said: str) -> None:
    assert said in " ".join(frame["text"] for frame in example_frames(name))


def test_the_example_of_covering_lies_on_halves_of_two_rugs_of_one_player() -> None:
    example = played_example("cover")
    prompt = example.title.prompt(example.plies[-1].before)
    assert prompt is not None
    place = next(one for one in prompt.choices if one.notation == "b2b3")
    assert [message.params["seat"] for message in place.details if message.key == "covers.half"] == [1, 1]


def test_frames_of_an_example_come_small_and_may_be_kept() -> None:
    answer = Client().get("/rules/examples/rent.json", headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert "public" in answer["Cache-Control"]
    assert len(answer.content) < 4000


@pytest.mark.django_db
def test_the_home_board_is_an_example_until_a_game_has_been_played_out() -> None:
    html = text_at(Client(), "/")
    assert "/rules/examples/game.json" in html
    assert "data-runs" in html


@pytest.mark.django_db
def test_the_home_page_needs_no_pieces_of_the_title_whose_board_stands_still() -> None:
    html = text_at(Client(), "/")
    assert "board-frame--picture" in html
    assert "/art/marram/p." not in html


@pytest.mark.django_db
def test_the_home_board_is_the_latest_public_game_that_was_played_out() -> None:
    game = finished_game(make_user("Ada"), make_user("Bea"))
    finished_game(is_private=True)
    html = text_at(Client(), "/")
    assert f'data-frames-url="/home-board/{game.code}.json' in html
    assert f'href="/t/{game.code}/replay/?ply={game.ply}"' in html
    assert "How it ended" in html
    frames = json.loads(Client().get(f"/home-board/{game.code}.json").content)["frames"]
    assert [frame["ply"] for frame in frames] == list(range(int(game.ply * START_FRACTION), game.ply + 1))


@pytest.mark.django_db
def test_frames_of_a_private_game_are_not_found() -> None:
    hidden = finished_game(is_private=True)
    assert Client().get(f"/home-board/{hidden.code}.json").status_code == 404


@pytest.mark.django_db
def test_the_home_page_asks_the_database_nothing_while_its_board_is_cached() -> None:
    finished_game()
    client = Client()
    client.get("/")
    with CaptureQueriesContext(connection) as queries:
        client.get("/")
    assert not queries.captured_queries


def test_the_boards_of_the_rules_share_what_they_are_drawn_with() -> None:
    html = text_at(Client(), "/rules/")
    drawn = "".join(re.findall(r"<svg class=\"board\".*?</svg>", html, flags=re.DOTALL))
    ids = re.findall(r' id="([^"]+)"', drawn)
    assert set(re.findall(r'(?:href="#|url\(#|data-of=")(scene-[\w-]+)(?:"|\))', drawn)) <= {*ids, "scene-start"}
    assert len(ids) == len(set(ids))
    assert len(html.encode()) < 100_000
