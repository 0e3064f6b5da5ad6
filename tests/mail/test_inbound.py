"""A mail that comes in: what it plays, and what it is answered."""

import pytest

from games.engine.registry import get_title
from games.mail.compose import compose
from games.mail.turn_keys import TurnKey, reply_address
from games.models import Game, InboundState
from games.selectors.log import state_of
from tests.mail.replies import a_game, answer_to, answers, came, letter
from tests.mail.rows import html_of, text_of
from tests.makers import play_on

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in")]


def places(game: Game) -> list[str]:
    title, state = get_title(game.title), state_of(game)
    return [title.notation(action) for action in title.legal_actions(state)]


def test_a_rotation_rolls_and_the_places_come_back() -> None:
    game, user = a_game()
    row = came(letter(game, user, "Left.\n"))
    game.refresh_from_db()
    assert (row.state, row.user, row.game) == (InboundState.PLAYED, user, game)
    assert "L" in game.entries.values_list("notation", flat=True)
    mail = compose(answer_to(user))
    assert "rolled" in mail.subject
    assert all(place in text_of(mail) and place in html_of(mail) for place in places(game)[:1])
    assert mail.reply_to[0].endswith(f"<{reply_address(TurnKey.of(user, game))}>")
