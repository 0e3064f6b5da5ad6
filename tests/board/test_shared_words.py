import re
from pathlib import Path

import pytest
from django.test import Client

from games.engine.marram.tiles import box
from tests.helpers.page_client import squeezed, text_at
from tests.makers import play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

A_KEY = re.compile(r'data-does="figure">.*?<td>(.*?)</td>', re.DOTALL)


@pytest.mark.parametrize(
    ("title", "ruleset", "text"),
    [
        ("marrakech", "gigamic", "Go to Assam’s square"),
        ("marram", "classic-short", "Go to the tile that was placed or flipped last"),
    ],
)
def test_the_a_key_goes_where_the_title_says(title: str, ruleset: str, text: str) -> None:
    game = play_on(started_game(title=title, ruleset=ruleset), 4)
    for page in ("", "replay/"):
        found = A_KEY.search(text_at(Client(), f"/t/{game.code}/{page}"))
        assert found
        assert found.group(1) == text


def test_the_board_in_words_begins_with_the_latest_tile_if_there_is_no_figure() -> None:
    game = play_on(started_game(title="marram", ruleset="classic-short"), 4)
    html = text_at(Client(), f"/t/{game.code}/")
    stop = re.search(r'<rect role="gridcell"[^>]*data-stop=""[^>]*><title>\w+: Tile (\w+)', html)
    last = re.findall(r"placed tile (\w+) (?:north|east|south|west) of tile \w+\.", html)
    assert stop
    assert stop.group(1) in last


DOCUMENT = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")


def test_the_rules_of_marram_say_which_are_ours_and_which_are_left_out() -> None:
    page = squeezed(text_at(Client(), "/rules/marram/"))
    ours = page.partition('id="ours"')[2].partition("</section>")[0]
    assert all(rule in ours for rule in ("one boot for each action", "completed tiles stay", "Animals"))
    assert all(rule in DOCUMENT for rule in ("one piece for each action", "| completed tiles |", "*Animals*"))


def test_the_rules_of_marram_say_what_everyone_gets() -> None:
    page = squeezed(text_at(Client(), "/rules/marram/")).partition('id="supplies"')[2].partition("</section>")[0]
    told = [[int(number) for number in cell.split(", ")] for cell in re.findall(r"<td>([\d, ]+)</td>", page)]
    data = box(1).values
    supplies = [data["boots"]["classic"], *(data[kind]["pitchfork"] for kind in ("boots", "forks"))]
    assert told == [of[length] for of in (*supplies, data["shovels"], data["turns"]) for length in ("short", "long")]
    assert f"There are {len(box(1).tiles)} tiles." in page


@pytest.mark.parametrize(("language", "word"), [("en", "dice"), ("fr", "dés")])
def test_the_rules_of_marram_speak_of_no_dice(language: str, word: str) -> None:
    page = text_at(Client(), "/rules/marram/", headers={"accept-language": language}).partition("<article")[2]
    assert not re.search(rf"\b{word}\b", re.sub(r"<[^>]*>", "", page.partition("</article>")[0]))
