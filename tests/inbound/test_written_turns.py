import re

import pytest
from django.test import Client

from accounts.models import User
from games.chat.models import ChatMessage
from games.core.log import log_of
from games.core.models import Game
from games.engine import registry
from games.mail.compose import compose
from games.notifications.models import InboundState, Kind
from tests.engine.helpers.tiles import TILES
from tests.helpers.notifications import latest, text_of
from tests.helpers.page_client import text_at
from tests.helpers.reply_mails import answer_to, game_by_mail, letter, received

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.usefixtures("mail_comes_in")]
UNCLEAR = "Your reply was not understood"


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> tuple[Game, User]:
    """Return a game of the title, and the acting player, who plays by reply."""
    monkeypatch.setitem(registry.TITLES, TILES.key, TILES)
    return game_by_mail(title="tiles", ruleset="standard")


def notations(game: Game) -> list[str]:
    return [notation for _seat, notation in log_of(game)]


@pytest.mark.parametrize(
    "text",
    [
        "b n1 2, a e1 x",
        "B N1 2,A  E1 X",
        "b n1 2; a e1 x.",
        "b n1 2\na e1 x",
        "b n1 2, a e1 x please",
        "Hi,\nb n1 2, a e1 x",
    ],
)
def test_a_whole_turn_in_notation_is_played_by_one_reply(table: tuple[Game, User], text: str) -> None:
    game, user = table
    row = received(letter(game, user, text))
    assert (row.state, notations(game)) == (InboundState.PLAYED, ["b n1 2", "a e1 x"])
    assert compose(answer_to(user)).subject.startswith("Tiles · Played: your turn is over")
    assert not ChatMessage.objects.exists()


def test_the_lines_after_the_turn_go_to_the_chat(table: tuple[Game, User]) -> None:
    game, user = table
    received(letter(game, user, "b n1 2, a e1 x\nA fine tile that was."))
    assert len(notations(game)) == 2
    assert ChatMessage.objects.get().text == "A fine tile that was."


def test_the_first_action_alone_in_a_reply_leaves_the_turn_open(table: tuple[Game, User]) -> None:
    game, user = table
    received(letter(game, user, "b n1 2\nThe other one later"))
    assert notations(game) == ["b n1 2"]
    assert compose(answer_to(user)).subject.startswith("Tiles · Played: it’s still your turn")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("b n1 2, a n1", "There is no room for that tile on n1."),
        ("b n1 2\na n1", "There is no room for that tile on n1."),
        ("b n1 2, a e1, a e2", "Your turn is over before the last of these actions."),
    ],
)
def test_an_impossible_action_stops_the_whole_reply(table: tuple[Game, User], text: str, why: str) -> None:
    game, user = table
    assert received(letter(game, user, text)).state == InboundState.ANSWERED
    assert notations(game) == []
    assert why in compose(answer_to(user)).body


def test_an_ambiguous_action_in_a_reply_is_answered_with_links_to_its_meanings(table: tuple[Game, User]) -> None:
    game, user = table
    received(letter(game, user, "a w1, b n1 x"))
    mail = compose(answer_to(user))
    assert notations(game) == []
    assert "Say how “b n1 x” is turned: 0, 1, 2, 3." in mail.body
    assert "Did you mean:" in mail.body
    links = re.findall(r" a w1, (b n1 \d x)\n +http://[^/]+(\S+)", str(mail.body))
    assert [text for text, _ in links] == ["b n1 0 x", "b n1 1 x", "b n1 2 x", "b n1 3 x"]
    page = text_at(Client(), links[2][1])
    assert re.findall(r'name="action"\s+value="([^"]*)"', page) == ["a w1", "b n1 2 x"]


def test_a_step_in_a_reply_is_answered_with_a_link_to_the_next_question(table: tuple[Game, User]) -> None:
    game, user = table
    received(letter(game, user, "b"))
    found = re.search(r"  b\n *http://[^/]+(\S+)", text_of(compose(answer_to(user))))
    assert found
    assert "Choose a square for it." in text_at(Client(), found[1])


@pytest.mark.parametrize("text", ["Nice weather", "b n9 9 9 9 9", "resigns"])
def test_a_reply_that_is_no_action_plays_nothing(table: tuple[Game, User], text: str) -> None:
    game, user = table
    received(letter(game, user, text))
    assert notations(game) == []
    assert compose(answer_to(user)).subject.startswith(f"Tiles · {UNCLEAR}") or text == "resigns"


def test_the_mail_of_a_turn_has_the_first_steps_the_points_and_an_example(table: tuple[Game, User]) -> None:
    game, user = table
    received(letter(game, user, "b n1 2, a e1 x"))
    game.refresh_from_db()
    body = text_of(compose(latest(Kind.TURN, None, game)))
    assert "lays b n1 2 and scores 1." in body
    assert "Each link opens your turn with that choice, and you choose the rest there." in body
    assert "tile b" in body
    assert "Points 2 (+2)" in re.sub(r"\s+", " ", body)
