import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from games.core.models import Game
from games.play.endings import resign
from games.replay.game_files import game_file, game_record
from tests.engine.helpers.mailed_files import MAILED
from tests.engine.helpers.sealed_games import sealed_file
from tests.helpers.page_client import squeezed, text_at
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

PITCHFORK = Path("games/engine/samples/pitchfork-three.mrm").read_text()


def send(text: str = "", **values: object) -> Any:
    return Client().post("/replay/", {"text": text, **values})


def page(text: str = "", **values: object) -> str:
    response = send(text, **values)
    assert response.status_code == 200
    return str(response.content.decode())


def refusal(text: str, **values: object) -> str:
    response = send(text, **values)
    assert response.status_code == 422
    return str(response.content.decode())


def test_the_page_to_replay_a_file_has_a_form() -> None:
    assert 'name="file"' in text_at(Client(), "/replay/")


def test_a_pasted_game_is_shown_at_its_beginning_and_its_check_at_its_head() -> None:
    html = page(sealed_file())
    assert "Amina" in html
    assert "Before the first turn" in squeezed(html)
    assert "✓ Verified" in html[: html.index('id="play"')]
    assert "every result match the secret" in html


def test_an_uploaded_game_is_shown_like_a_pasted_one() -> None:
    file = SimpleUploadedFile("game.mkg", sealed_file().encode())
    assert "every result match the secret" in page(file=file)


@pytest.mark.parametrize(
    ("text", "french"),
    [
        (f'[Title "Marrakech"]\n[Site "{"x" * 5000}"]\n', "1000 caractères par ligne au plus"),
        ('[Title "Marrakech"]\n[Site "one"]\n[Site "two"]\n', "chaque en-tête une fois"),
        ('[Title "Marrakech"]\n[Ruleset anu"]\n', '<code class="long">&quot;…&quot;</code>'),
    ],
)
def test_what_was_expected_is_said_in_the_language_of_the_reader(text: str, french: str) -> None:
    response = Client(headers={"accept-language": "fr"}).post("/replay/", {"text": text})
    assert french in response.content.decode()


def test_a_file_that_ends_within_a_turn_may_lack_its_end() -> None:
    whole = sealed_file()
    turn = whole.index("\n2. ")
    for end in (turn + 4, turn + 6):
        html = refusal(whole[:end])
        assert "This is the last line: the end of the file may be missing." in html
        assert "Expected" not in html
    assert "may be missing" not in refusal(whole.replace("\n2. ", "\n2. Z ", 1))


@pytest.mark.parametrize("text", [sealed_file(), PITCHFORK], ids=["marrakech", "marram"])
def test_the_turns_before_a_fault_can_be_watched(text: str) -> None:
    turn = text.index("\n5. ")
    for bad in (text[: turn + 6], text[:turn], text.replace("\n5. ", "\n5. Z ")):
        html = refusal(bad)
        found = re.search(r'<textarea name="text" hidden>(.*?)</textarea>', html, re.DOTALL)
        assert found
        readable = unescape(found[1])
        assert readable.rpartition("\n")[2].startswith("4. ")
        assert "✓ Verified" not in page(readable)
        assert 'data-length="' in page(readable)
    assert "turns that can be read" not in refusal(text.replace("\n1. ", "\n1. Z "))
    assert "turns that can be read" not in refusal("[Title")


def test_a_file_without_its_end_and_its_result_is_not_called_whole() -> None:
    whole = sealed_file()
    assert "✓ Verified" in page(whole)
    cut = re.sub(r'\[Result "[^\n]*\n', "", whole[: whole.rindex("\n", 0, -1)])
    html = page(cut)
    assert "The end is missing" in html
    assert "the game is not over after the last turn" in html
    assert "✓ Verified" not in html


def test_a_file_says_like_a_table_how_a_player_left() -> None:
    player = make_user("Amina")
    game = resign(play_on(started_game(player, make_user("Brahim"), make_user("Chama")), 3).pk, player)
    at_table = text_at(Client(), f"/t/{game.code}/replay/?ply={game.ply}")
    for html in (at_table, page(game_file(game, game_record(game)))):
        seats = html.split('<ol class="seats"')[1].split("</ol>")[0]
        assert '<span class="badge badge--out">resigned</span>' in seats
        assert "Their money left the game." in seats


@pytest.mark.parametrize("way", MAILED)
def test_a_game_file_that_was_mailed_is_shown(way: str) -> None:
    file = SimpleUploadedFile("game.mkg", MAILED[way](sealed_file()))
    assert "every result match the secret" in page(file=file)


def test_the_second_of_two_mailed_games_can_be_chosen() -> None:
    file = SimpleUploadedFile("games.mkg", MAILED["CR only"](sealed_file() + "\n" + sealed_file("slides", 3)))
    assert "Chama" in page(file=file, game="1")


def test_a_file_in_utf_16_without_its_mark_is_refused_by_a_sentence() -> None:
    file = SimpleUploadedFile("game.mkg", sealed_file().encode("utf-16-le"))
    assert "Save it as UTF-8." in refusal("", file=file)


def test_any_ply_of_a_pasted_game_can_be_viewed() -> None:
    html = page(sealed_file("gigamic", 3), ply="4")
    assert re.search(r"Turn \d+ of \d+, step 4 of \d+", html)


def test_a_ply_beyond_the_end_of_a_pasted_game_is_the_end() -> None:
    assert "No rugs are left" in page(sealed_file(), ply="5000")


def test_no_pasted_game_is_stored() -> None:
    page(sealed_file())
    assert not Game.objects.exists()


def test_one_of_several_pasted_games_is_selected() -> None:
    both = sealed_file() + "\n; the second\n" + sealed_file("slides", 3, seed=2)
    assert "There are 2 games in this file." in page(both)
    html = page(both, game="1")
    assert "15 rugs, out at zero" in html
    assert "Chama" in html
    assert html.count("[Title") == 1


def test_the_first_of_several_pasted_games_ends_where_the_second_begins() -> None:
    html = page(sealed_file() + sealed_file("slides", 3), game="0")
    assert "Classic" in html
    assert html.count("[Title") == 1


def test_a_fault_of_a_pasted_game_is_shown_with_its_place() -> None:
    text = sealed_file()
    number = next(at for at, line in enumerate(text.split("\n"), 1) if line.startswith("7. "))
    lines = text.split("\n")
    lines[number - 1] = lines[number - 1].replace(">", ">a1N ", 1)
    html = refusal("\n".join(lines))
    assert f"Line {number}, column" in html
    assert "<mark>" in html
    assert "Expected" in html


def test_a_fault_in_the_second_pasted_game_is_counted_in_the_whole_text() -> None:
    first, second = sealed_file(), sealed_file("slides", 3)
    at = len(first.split("\n")) - 1 + next(n for n, line in enumerate(second.split("\n"), 1) if line.startswith("3. "))
    html = refusal(first + second.replace("\n3. ", "\n4. "), game="1")
    assert f"Line {at}, column 1." in html


def test_an_illegal_turn_of_a_pasted_game_is_refused_in_the_words_of_the_rules() -> None:
    text = '[Title "Marrakech"]\n[Ruleset "gigamic"]\n[Seats "3"]\n\n1. A F1>d5N c+a1a2\n'
    assert "a rug must touch a side of his square" in refusal(text)


@pytest.mark.parametrize("text", ["", "   \n"])
def test_an_empty_form_to_replay_a_file_is_refused(text: str) -> None:
    assert "choose a file or paste its text" in refusal(text)


def test_a_pasted_text_that_is_no_game_is_refused() -> None:
    html = refusal("Hello!")
    assert "There is no game here: a game file begins with its headers." in html
    assert "Expected" not in html


def test_an_uploaded_file_that_is_no_text_is_refused() -> None:
    assert "This is not a text file" in refusal("", file=SimpleUploadedFile("game.mkg", b"\xff\xfe\x00"))


def test_a_too_long_pasted_text_is_refused() -> None:
    assert "The limit is 200000 characters" in refusal("; much\n" * 40_000)


def test_a_much_too_long_pasted_text_is_refused_unread() -> None:
    response = send("; much\n" * 160_000)
    assert response.status_code == 413
    assert "Your request is too large. Send something smaller." in response.content.decode()


def test_a_much_too_large_uploaded_file_is_refused_unread() -> None:
    assert send("", file=SimpleUploadedFile("game.mkg", b"; much\n" * 160_000)).status_code == 413


def test_the_end_of_a_pasted_game_is_described_as_at_a_table() -> None:
    assert re.search(r"the game is over\. \w+ wins\.", page(sealed_file(), ply=9999))


def test_a_refused_pasted_text_stays_in_the_form() -> None:
    assert "Hello &amp; goodbye" in refusal("Hello & goodbye")


def test_a_pasted_game_without_secret_names_or_end_is_shown() -> None:
    html = page('[Title "Marrakech"]\n[Ruleset "gigamic"]\n[Seats "3"]\n\n1. A F1>d5N c+c5c6\n')
    assert "The file ends here." in html
    assert "Player B" in html
    assert "the file does not contain the secret" in html


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2026-11-21T22:11:40Z", "21 November 2026, 22:11"),
        ("2026-11-21", "21 November 2026"),
        ("0001-01-01T00:00:00+12:00", "0001-01-01T00:00:00+12:00"),
    ],
)
def test_instants_of_a_pasted_game_are_shown_as_dates(written: str, shown: str) -> None:
    html = page(f'[Title "Marrakech"]\n[Ruleset "gigamic"]\n[Seats "3"]\n[Begun "{written}"]\n\n1. A F1>d5N c+c5c6\n')
    assert f"<dd>{shown}</dd>" in html


def test_dice_of_a_pasted_game_that_do_not_fit_are_listed_with_their_lines() -> None:
    text = sealed_file()
    secret = next(line for line in text.split("\n") if line.startswith("[Secret"))
    html = page(text.replace(secret, f'[Secret "{"ab" * 32}"]'))
    assert "✗ Results do not match" in html[: html.index('id="play"')]  # at the head of the page
    assert "The file does not match its secret in " in html
    assert "the secret gives" in html
