import re

import pytest

from games.chat.models import ChatMessage
from games.chat.services import post_message
from games.core.models import Game
from tests.helpers.page_client import HTMX, form_to, signed_in, text_at
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


@pytest.fixture
def game() -> Game:
    return started_game(make_user("Ada"), make_user("Bo"))


def ada(game: Game) -> str:
    return f"/t/{game.code}/"


def test_a_message_is_sent_with_a_plain_form(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    form = form_to(text_at(client, ada(game)), "/chat/")
    answer = client.post(form.action, {**form.values, "text": "Good luck, @Bo"}, follow=True)
    assert answer.redirect_chain == [(f"{ada(game)}#chat", 302)]
    assert "Good luck, <b>@Bo</b>" in answer.content.decode()


def test_markup_in_a_message_stays_text(game: Game) -> None:
    post_message(game.pk, make_user("Ada"), "<script>alert(1)</script>\n@<b>Bo</b> & @Bo<img>")
    html = text_at(signed_in(make_user("Bo")), ada(game))
    assert "<script>alert" not in html
    assert "<img>" not in html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>" in html


def drawing_of(page: str) -> str:
    """Return the mark of the drawing of the board in a page of a table."""
    (mark,) = re.findall(r'name="drawn" value="(\w+)"', page)
    return str(mark)


def test_htmx_gets_the_chat_without_the_drawing_of_the_board(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    drawn = drawing_of(text_at(client, ada(game)))
    seen = {"seen": game.ply, "stage": "running", "drawn": drawn, "text": "Hello"}
    html = client.post(f"{ada(game)}chat/", seen, headers=HTMX).content.decode()
    assert "Hello" in html
    assert 'id="play"' in html
    assert '<svg class="board' not in html


def test_a_board_that_is_out_of_date_comes_with_the_chat(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    drawn = drawing_of(text_at(client, ada(game)))
    seen = {"seen": game.ply, "stage": "running", "drawn": drawn, "text": "Hello"}
    play_on(game, 1)
    html = client.post(f"{ada(game)}chat/", seen, headers=HTMX).content.decode()
    assert '<svg class="board' in html


@pytest.mark.parametrize("text", ["Hello", ""])
def test_a_message_leaves_a_page_of_an_earlier_position_there(game: Game, text: str) -> None:
    play_on(game, 3)
    shown = {"seen": game.ply, "stage": "running", "at": 1, "text": text}
    html = signed_in(make_user("Ada")).post(f"{ada(game)}chat/", shown, headers=HTMX).content.decode()
    assert "You are viewing an earlier position" in html
    assert 'name="at"' in html


@pytest.mark.parametrize("text", ["", "   ", "x" * 1001, "x" * 9000])
def test_an_empty_or_too_long_message_is_refused(game: Game, text: str) -> None:
    response = signed_in(make_user("Ada")).post(f"{ada(game)}chat/", {"text": text})
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert not ChatMessage.objects.exists()


def test_a_refused_message_is_not_lost(game: Game) -> None:
    response = signed_in(make_user("Ada")).post(f"{ada(game)}chat/", {"text": "<b>" + "x" * 1001})
    assert "&lt;b&gt;" + "x" * 1001 in response.content.decode()


def test_a_player_with_too_many_messages_is_asked_to_wait(game: Game) -> None:
    client = signed_in(make_user("Ada"))
    statuses = [client.post(f"{ada(game)}chat/", {"text": f"line {n}"}).status_code for n in range(11)]
    assert statuses[-1] == 429
    assert ChatMessage.objects.count() == 10


def test_a_watcher_reads_the_chat_but_does_not_write(game: Game) -> None:
    client = signed_in(make_user())
    assert "/chat/" not in text_at(client, ada(game))
    assert client.post(f"{ada(game)}chat/", {"text": "Hello"}).status_code == 403
    assert not ChatMessage.objects.exists()


def test_a_message_of_a_deleted_account_stays(game: Game) -> None:
    post_message(game.pk, make_user("Ada"), "I was here")
    ChatMessage.objects.update(author=None)
    html = text_at(signed_in(make_user("Bo")), ada(game))
    assert "I was here" in html
    assert "a former player" in html


def test_a_message_sent_again_after_a_lost_answer_is_posted_once() -> None:
    ann, ben = make_user(), make_user()
    game = started_game(ann, ben)
    client = signed_in(ann)
    page = client.get(game.get_absolute_url()).content.decode()
    sent = {**form_to(page, "/chat/").values, "text": "Well played."}
    assert sent["after"] == "0"
    for _ in range(2):
        assert client.post(f"{game.get_absolute_url()}chat/", sent).status_code == 302
    assert ChatMessage.objects.count() == 1
    signed_in(ben).post(f"{game.get_absolute_url()}chat/", sent)
    seen = str(ChatMessage.objects.latest("pk").pk)
    assert f'name="after" value="{seen}"' in client.get(game.get_absolute_url()).content.decode()
    client.post(f"{game.get_absolute_url()}chat/", {**sent, "after": seen})
    assert ChatMessage.objects.filter(author=ann).count() == 2
