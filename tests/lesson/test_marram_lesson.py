import re
from urllib.parse import urlencode

import pytest
from django.test import Client

from games.core.models import Game
from games.engine.marram.board import NODE_BITS
from games.engine.marram.scoring import appraise
from games.lesson.marram import TASKS, TITLE, MarramLesson
from tests.helpers.page_client import form_to, squeezed, text_at

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
PAGE = "/learn/marram/"


def test_the_lesson_of_marram_is_played_to_its_end_by_its_form_alone() -> None:
    client, address = Client(), PAGE
    for task in TASKS:
        form = form_to(text_at(client, address, follow=True), f"{PAGE}")
        assert task.right[0] in form.offers["action"]
        address = f"{PAGE}?{urlencode({**form.values, 'action': task.right[0]})}"
    html = text_at(client, address, follow=True)
    assert "You can play Marram" in html
    form = form_to(html, "/play/greedy/")
    client.post(form.action, form.values)
    assert Game.objects.get().title == "marram"


@pytest.mark.parametrize("number", range(len(TASKS)))
def test_every_other_answer_of_a_task_stays_in_it_and_gets_a_hint(number: int) -> None:
    task = TASKS[number]
    offered = [choice.notation for choice in MarramLesson(number).ask.choices]
    assert len(offered) > 1
    for answer in set(offered) - set(task.right):
        html = text_at(Client(), f"{PAGE}?{urlencode({'log': number or '', 'action': answer})}")
        assert 'role="alert"' in html
        assert f"Step {number + 1} of {len(TASKS)}" in squeezed(html)


@pytest.mark.parametrize("number", [number for number, task in enumerate(TASKS) if task.numbers])
def test_each_wrong_number_gets_a_hint_of_its_own(number: int) -> None:
    wrong = set(map(str, TASKS[number].numbers)) - set(TASKS[number].right)
    hints = {MarramLesson(number, wrong=answer).answer for answer in wrong}
    assert len(hints - {TASKS[number].hints[""]}) == len(wrong)


def test_the_lesson_has_no_empty_cells_but_those_that_are_answers_and_numbers_on_its_tiles() -> None:
    html = text_at(Client(), f"{PAGE}?log=4")
    assert html.count('role="gridcell"') == 2
    assert "b-letters--shown" in html
    assert "Tile 36\n" in html  # beside the question: on the board the tile is only about to lie


def test_the_lesson_shows_the_points_of_a_completed_snake() -> None:
    html = text_at(Client(), f"{PAGE}?log=3")
    assert "Orange snake complete, size 3. You get 3 points." in html


def test_the_lesson_flips_a_tile_and_a_boot_leaves_the_game() -> None:
    html = text_at(Client(), f"{PAGE}?log={len(TASKS) - 2}")
    assert "Tile 78 with a shovel" in html
    assert html.count("choice__piece--turn-") == 2
    html = text_at(Client(), f"{PAGE}?log={len(TASKS)}")
    assert "You flipped tile 78. Brahim loses a boot for good." in html


@pytest.mark.parametrize(("number", "kind"), [(3, "freak"), (5, "mound")])
def test_the_points_that_the_lesson_asks_for_are_those_of_the_rules(number: int, kind: str) -> None:
    state = TITLE.read_position(TASKS[number].position)
    board, rules = state.board, state.rules
    nodes = [cell << NODE_BITS | segment for cell in board.laid for segment in board.segments(cell)]
    complete = [
        one.nodes for one in (board.trace(node, rules.creatures_block_land) for node in nodes) if one.is_complete
    ]
    assert (kind, int(TASKS[number].right[0])) in {appraise(rules, board, found) for found in complete}


def test_a_choice_on_the_board_of_the_lesson_of_marram_waits_for_confirmation() -> None:
    link = re.search(r'data-choice="42 s1" href="([^"]+)"', text_at(Client(), PAGE))
    link = link or re.search(r'href="([^"]*choose=42\+s1[^"]*)"', text_at(Client(), PAGE))
    assert link
    html = text_at(Client(), PAGE + link[1].replace("&amp;", "&"))
    assert 'value="42 s1" checked' in squeezed(html)


@pytest.mark.parametrize("log", ["x", "99", "-1"])
def test_an_impossible_step_of_the_lesson_redirects(log: str) -> None:
    assert Client().get(f"{PAGE}?log={log}")["Location"].startswith(PAGE)


@pytest.mark.parametrize("path", ["/", "/rules/marram/", "/play/greedy/?title=marram"])
def test_the_lesson_of_marram_is_linked_from_a_page(path: str) -> None:
    assert f'href="{PAGE}"' in text_at(Client(), path)


def test_the_lesson_of_marram_speaks_french() -> None:
    html = Client().get(f"{PAGE}?log=6", headers={"accept-language": "fr"}).content.decode()
    assert "Retourner une tuile" in html


def test_an_empty_answer_in_the_lesson_is_asked_for_in_the_words_of_the_site() -> None:
    html = text_at(Client(), f"{PAGE}?log=2&answer=1")
    assert "Choose an answer first, on the board or in the list." in html
    assert "Choose an answer first" not in text_at(Client(), f"{PAGE}?log=2")


def test_the_button_of_the_lesson_stands_below_its_answers_and_the_step_above_them() -> None:
    html = text_at(Client(), f"{PAGE}?log=2")
    places = [
        html.index(part)
        for part in ('id="lesson"', "Step 3 of", 'name="action"', '<button class="button button--primary')
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("number", range(1, len(TASKS)))
def test_a_task_of_the_lesson_begins_with_the_points_that_were_played_for(number: int) -> None:
    before, now = TASKS[number - 1], TITLE.read_position(TASKS[number].position)
    earlier = TITLE.read_position(before.position)
    if before.played:
        earlier = TITLE.apply(earlier, TITLE.parse(earlier, 0, before.played))
    assert now.seats[0].score == earlier.seats[0].score or number == 1


def test_one_answer_alone_of_the_flip_lets_a_boot_complete_a_blue_snake() -> None:
    flip = next(task for task in TASKS if task.asked.startswith("f"))
    state = TITLE.read_position(flip.position)
    offered = [choice.notation for choice in MarramLesson(TASKS.index(flip)).ask.choices]
    prompts = {answer: TITLE.prompt(state, answer) for answer in offered}
    told = {
        answer: {message.key for choice in prompt.choices for message in choice.details}
        for answer, prompt in prompts.items()
        if prompt
    }
    assert {answer for answer, keys in told.items() if "told.complete.blue" in keys} == set(flip.right)
