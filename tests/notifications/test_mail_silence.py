import pytest
from django.test import Client

from games.mail.compose import compose
from games.notifications.models import Kind
from games.notifications.preferences import UnsubscribeScope, set_preferences, stop_mail
from tests.helpers.notifications import latest, text_of
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SENTENCE = "Nora gets no emails about turns of this game."


def test_opponents_read_who_has_unsubscribed(client: Client) -> None:
    nora, ben = make_user("Nora"), make_user("Ben")
    game = started_game(nora, ben)
    client.force_login(ben)
    page = client.get(game.get_absolute_url())
    assert SENTENCE not in page.content.decode()
    stop_mail(nora, UnsubscribeScope.TABLE, Kind.TURN, game)
    again = client.get(game.get_absolute_url(), headers={"If-None-Match": page.headers.get("ETag", "")})
    assert SENTENCE in again.content.decode()
    game = play_on(game, 2)
    assert SENTENCE in text_of(compose(latest(Kind.TURN, ben)))
    client.force_login(nora)
    assert "You get no emails about turns of this game." in client.get(game.get_absolute_url()).content.decode()


def test_the_email_settings_of_a_table_count_more_than_the_general_ones(client: Client) -> None:
    nora, ben = make_user("Nora"), make_user("Ben")
    game = started_game(nora, ben)
    set_preferences(nora, {Kind.TURN: "never"})
    client.force_login(ben)
    assert SENTENCE in client.get(game.get_absolute_url()).content.decode()
    set_preferences(nora, {Kind.TURN: "every"}, game)
    assert SENTENCE not in client.get(game.get_absolute_url()).content.decode()
    assert SENTENCE not in Client().get(game.get_absolute_url()).content.decode()
