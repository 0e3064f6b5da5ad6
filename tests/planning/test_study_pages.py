import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from games.core.models import Game
from games.planning.models import StudyNode
from games.planning.notes import add_diary_line, note_hash, save_note
from games.planning.studies import StudyPosition, comment_on, try_action
from tests.helpers.page_client import form_to, forms_of, signed_in, squeezed, text_at
from tests.makers import host_of, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    """A game of three, one turn old."""
    players = (make_user("Amina"), make_user("Brahim"), make_user("Chama"))
    return play_on(started_game(*players, options={"rugs": "3/3/3"}), 2)


@pytest.fixture
def amina(game: Game) -> User:
    return host_of(game)


@pytest.fixture
def desk(amina: User) -> Client:
    return signed_in(amina)


def board_of(game: Game, query: str = "") -> str:
    return reverse("games:study", args=[game.code]) + query


def sent(desk: Client, html: str, end: str, **values: object) -> Any:
    """Fill the form that leads there and send it as a browser does; return the answer."""
    form = form_to(html, end)
    return desk.post(form.action, {**form.values, **values})


def shown(desk: Client, answer: Any) -> str:
    """Return the page to which a form led."""
    assert answer.status_code == 302
    return text_at(desk, answer["Location"].partition("#")[0])


def end_of(game: Game) -> Game:
    Game.objects.filter(pk=game.pk).update(status="finished", end_reason="rugs")
    return Game.objects.get(pk=game.pk)


def line(game: Game, user: User, *notations: str) -> StudyNode:
    """Try a line from the first ply on."""
    node = try_action(game.pk, user, StudyPosition(0), notations[0])
    for notation in notations[1:]:
        node = try_action(game.pk, user, StudyPosition(0, node.pk), notation)
    return node


def test_a_line_of_a_study_is_tried_step_by_step_from_the_current_position(game: Game, desk: Client) -> None:
    page = text_at(desk, board_of(game))
    assert f"After step {game.ply} of the game" in page
    turned = shown(desk, sent(desk, page, "/study/", action="L"))
    assert re.findall(r'name="action" value="(\d)"', squeezed(turned)) == ["1", "2", "3", "4"]
    rolled = shown(desk, sent(desk, turned, "/study/", action="4"))
    assert "Brahim: Lay your" in rolled
    assert len(re.findall(r'class="node[^"]*"', rolled)) == 2
    assert rolled.count('aria-current="true"') == 1


def test_the_planning_board_offers_actions_as_links(game: Game, desk: Client) -> None:
    page = text_at(desk, board_of(game))
    address = re.search(r'data-choice="R"[^>]*href="([^"]+)"', page)
    assert address
    chosen = text_at(desk, board_of(game, address[1].replace("&amp;", "&").partition("#")[0]))
    assert form_to(chosen, "/study/").values["action"] == "R"


def test_game_and_line_of_a_study_are_stepped_through_by_links(game: Game, amina: User, desk: Client) -> None:
    node = line(game, amina, "F", "2")
    page = text_at(desk, board_of(game, f"?node={node.pk}"))
    steps = dict(re.findall(r'id="step-(\w+)" href="([^"]+)"', squeezed(page)))
    assert steps == {"first": "?ply=0", "back": f"?node={node.parent_id}"}
    before = text_at(desk, board_of(game, "?ply=0"))
    ahead = dict(re.findall(r'id="step-(\w+)" href="([^"]+)"', squeezed(before)))
    assert ahead == {"on": "?ply=1", "last": f"?ply={game.ply}"}
    turned = text_at(desk, board_of(game, steps["back"]))
    assert dict(re.findall(r'id="step-(\w+)" href="([^"]+)"', squeezed(turned)))["on"] == f"?node={node.pk}"


def test_actions_of_the_game_are_marked_in_a_study(game: Game, amina: User, desk: Client) -> None:
    played = game.entries.get(ply=0).notation
    assert "Played in the game" in text_at(desk, board_of(game, "?ply=0"))
    line(game, amina, played)
    line(game, amina, next(turn for turn in "LFR" if turn != played))
    assert text_at(desk, board_of(game)).count("(played in the game)") == 1


def test_lines_of_a_study_are_commented_promoted_moved_and_deleted(game: Game, amina: User, desk: Client) -> None:
    line(game, amina, "L")
    node = line(game, amina, "F")
    page = text_at(desk, board_of(game, f"?node={node.pk}"))
    assert ">or<" in page
    page = shown(desk, sent(desk, page, "/study/node/", do="comment", comment="Better <b>so</b>."))
    assert '<p class="tree__comment">Better &lt;b&gt;so&lt;/b&gt;.</p>' in page
    page = shown(desk, sent(desk, page, "/study/node/", do="promote"))
    assert [one.notation for one in StudyNode.objects.filter(parent=None)] == ["F", "L"]
    page = shown(desk, sent(desk, page, "/study/node/", do="later"))
    assert [one.notation for one in StudyNode.objects.filter(parent=None)] == ["L", "F"]
    shown(desk, sent(desk, page, "/study/node/", do="earlier"))
    page = shown(desk, sent(desk, page, "/study/node/", do="delete"))
    assert "After step 0 of the game" in page
    assert StudyNode.objects.get().notation == "L"


@pytest.mark.parametrize(
    ("fields", "status", "said"),
    [
        ({"ply": "0", "action": "💥"}, 422, "This action is not written correctly"),
        ({"ply": "0"}, 422, "choose something first."),
        ({"ply": "9999", "action": "F"}, 409, "The game has moved on"),
        ({"ply": "0", "node": "9999", "action": "F"}, 409, "deleted in another window"),
        ({"ply": "x", "action": "F"}, 422, "whole number"),
        ({"ply": "0", "node": "99999999999999999999999", "action": "F"}, 422, ""),
    ],
)
def test_an_impossible_action_of_a_study_is_explained_on_the_board(
    game: Game, desk: Client, fields: dict[str, str], status: int, said: str
) -> None:
    answer = desk.post(board_of(game), fields)
    page = answer.content.decode()
    assert (answer.status_code, said in page) == (status, True)
    assert 'role="alert"' in page
    assert not StudyNode.objects.exists()


def test_a_too_long_comment_of_a_study_is_not_lost(game: Game, amina: User, desk: Client) -> None:
    node = line(game, amina, "L")
    page = text_at(desk, board_of(game, f"?node={node.pk}"))
    answer = sent(desk, page, "/study/node/", do="comment", comment="x" * 501)
    assert answer.status_code == 422
    assert "x" * 501 in answer.content.decode()


def test_others_do_not_see_the_text_of_a_private_study(game: Game, amina: User) -> None:
    node = line(game, amina, "L")
    comment_on(game.pk, amina, node.pk, "My secret.")
    brahim = signed_in(User.objects.get(username="Brahim"))
    over = end_of(game)
    assert brahim.get(reverse("games:published_study", args=[game.code, "Amina"])).status_code == 404
    for address in (over.get_absolute_url(), board_of(game), reverse("games:studies", args=[game.code])):
        assert "My secret." not in text_at(brahim, address)
    assert "My secret." not in text_at(brahim, f"/api/v1/games/{game.code}/")


def test_a_study_is_published_with_one_button_and_read_by_all(game: Game, amina: User, desk: Client) -> None:
    node = line(game, amina, "L", "4")
    comment_on(game.pk, amina, node.pk, "Look at this.")
    assert "publish/" not in text_at(desk, board_of(game))
    end_of(game)
    assert "Unpublish" in shown(desk, sent(desk, text_at(desk, board_of(game)), "/study/publish/"))
    stranger = Client()
    assert "Amina" in text_at(stranger, reverse("games:studies", args=[game.code]))
    study = text_at(stranger, reverse("games:published_study", args=[game.code, "Amina"]) + f"?node={node.pk}")
    assert "Look at this." in study
    assert all(not form.action.endswith(("/study/", "/study/node/")) for form in forms_of(study))


def test_a_finished_table_leads_to_the_planning_board_and_to_studies(game: Game, amina: User, desk: Client) -> None:
    assert f"{board_of(game)}?ply={game.ply}" in text_at(desk, game.get_absolute_url())
    assert board_of(game) not in text_at(signed_in(make_user()), game.get_absolute_url())
    assert reverse("games:studies", args=[game.code]) not in text_at(desk, game.get_absolute_url())
    over = end_of(game)
    assert reverse("games:studies", args=[game.code]) in text_at(Client(), over.get_absolute_url())
    assert board_of(game) in text_at(signed_in(make_user()), over.get_absolute_url())


def test_a_study_of_a_hundred_nodes_takes_as_many_statements_as_of_one(game: Game, amina: User, desk: Client) -> None:
    text_at(desk, board_of(game))
    counts = []
    for first in "LFR":
        node = line(game, amina, first)
        for face in "1234":
            try_action(game.pk, amina, StudyPosition(0, node.pk), face)
        with CaptureQueriesContext(connection) as captured:
            text_at(desk, board_of(game, f"?node={node.pk}"))
        counts.append(len(captured))
    assert len(set(counts)) == 1


def test_another_result_of_chance_is_chosen_in_words_in_a_study(desk: Client, amina: User) -> None:
    two = started_game(amina, make_user("Driss"))
    page = text_at(desk, board_of(two, "?ply=0"))
    assert "The pile of rugs" in page
    drawn = shown(
        desk, sent(desk, page, "/study/", action=re.findall(r'name="action" value="(\w)"', squeezed(page))[0])
    )
    assert "Amina’s next rug is" in drawn


def test_notes_are_saved_and_survive_a_second_window(game: Game, amina: User, desk: Client) -> None:
    address = reverse("games:notes", args=[game.code])
    old = text_at(desk, address)
    saved = shown(desk, sent(desk, old, "/notes/save/", text="Toll him."))
    assert ["Toll him." in saved, "Notes saved." in saved] == [True, True]
    answer = sent(desk, old, "/notes/save/", text="Spare him.")
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "Toll him." in page
    assert "Spare him." in page
    assert "Spare him." in shown(desk, sent(desk, page, "/notes/save/", text="Spare him."))


def test_a_diary_is_written_changed_and_emptied_on_the_page(game: Game, desk: Client) -> None:
    address = reverse("games:notes", args=[game.code])
    page = shown(desk, sent(desk, text_at(desk, address), "/diary/", text="Here I go."))
    change = re.search(r'href="([^"]*\?line=\d+)', page)
    assert change
    page = text_at(desk, change[1])
    editing = [form for form in forms_of(page) if "line" in form.values and "remove" not in form.values]
    page = shown(desk, desk.post(editing[0].action, {**editing[0].values, "text": "There I go."}))
    assert "There I go." in page
    removing = next(form for form in forms_of(page) if "remove" in form.values)
    assert "There I go." not in shown(desk, desk.post(removing.action, removing.values))


def test_a_too_long_diary_line_is_not_lost(game: Game, desk: Client) -> None:
    answer = desk.post(reverse("games:diary", args=[game.code]), {"text": "y" * 1001})
    assert answer.status_code == 422
    assert "y" * 1001 in answer.content.decode()


def test_diaries_open_to_all_after_the_game(game: Game, amina: User) -> None:
    save_note(game.pk, amina, "For me alone.", note_hash(""))
    add_diary_line(game.pk, amina, "Here I go.")
    address, here = reverse("games:notes", args=[game.code]), f"?ply={game.ply}"
    for reader in (Client(), signed_in(User.objects.get(username="Brahim"))):
        assert "Here I go." not in text_at(reader, address + here)
    end_of(game)
    page = text_at(Client(), address + here)
    assert "Here I go." in page.partition('id="diary-here"')[2]
    assert "For me alone." not in page


def test_an_earlier_position_loads_its_page_of_the_diary(game: Game, desk: Client) -> None:
    address = f"{reverse('games:notes', args=[game.code])}?ply=1"
    assert f'hx-get="{address}"' in text_at(desk, f"{game.get_absolute_url()}?ply=1")
    assert "hx-get" not in text_at(desk, address).partition("<main")[2]
    assert '<div id="diary-here" hidden>' in text_at(desk, address)
