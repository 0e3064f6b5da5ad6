"""Marked games: who can mark which, the star, the list, and the notification of the end."""

import pytest

from accounts.models import User
from accounts.services import block, create_guest
from games.common.errors import Conflict, Forbidden
from games.core.models import Game
from games.delivery.relevance import reason_to_drop
from games.following import services
from games.following.lists import marked_games
from games.following.models import Mark
from games.following.services import mark, unmark
from games.lobby.invitations import decline_invitation, invite_player
from games.lobby.tables import join_table
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from games.play.endings import resign
from tests.helpers.notifications import latest, text_of
from tests.helpers.page_client import form_to, signed_in, text_at
from tests.helpers.programs import Program
from tests.makers import finished_game, host_of, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def ada() -> User:
    return make_user("Ada")


@pytest.fixture
def game() -> Game:
    return started_game(make_user("Ben"), make_user("Cleo"), name="The Well")


def end(game: Game) -> None:
    resign(game.pk, host_of(game))


def test_the_end_of_a_marked_game_is_told_once(ada: User, game: Game) -> None:
    assert mark(ada, game) == mark(ada, game)
    end(game)
    row = latest(Kind.MARKED, ada, game)
    assert reason_to_drop(row) is None
    mail = compose(row)
    assert mail.subject == "Marrakech · Cleo has won: the game at The Well is over"
    text = text_of(mail)
    assert "Ada, the game at The Well is over: Cleo has won." in text
    assert "you have marked this game" in text
    assert "/mail/unsubscribe/" in text
    assert "rematch" not in text
    assert not Notification.objects.filter(kind=Kind.OVER, user=ada).exists()


def test_a_mark_that_was_removed_tells_nothing(ada: User, game: Game) -> None:
    mark(ada, game)
    other = make_user()
    mark(other, game)
    unmark(other, game)
    end(game)
    assert Notification.objects.filter(kind=Kind.MARKED).count() == 1
    unmark(ada, game)
    assert reason_to_drop(latest(Kind.MARKED, ada, game))


def test_only_games_of_others_that_are_not_over_can_be_marked(ada: User, game: Game) -> None:
    for user in (host_of(game), create_guest("en")):
        with pytest.raises(Forbidden):
            mark(user, game)
    with pytest.raises(Conflict) as refused:
        mark(ada, finished_game())
    assert refused.value.code == "game-over"
    end(Game.objects.get(pk=game.pk))
    with pytest.raises(Conflict):
        mark(ada, game)  # as it was read just before its end
    assert not Mark.objects.exists()


def test_there_is_a_limit_to_marks(monkeypatch: pytest.MonkeyPatch, ada: User, game: Game) -> None:
    monkeypatch.setattr(services, "MAX_MARKS", 1)
    mark(ada, game)
    with pytest.raises(Conflict) as refused:
        mark(ada, started_game())
    assert refused.value.code == "too-many-marks"


def test_a_block_removes_the_marks_of_its_player_and_refuses_new_ones(ada: User, game: Game) -> None:
    mark(ada, game)
    block(ada, host_of(game))
    assert not Mark.objects.exists()
    with pytest.raises(Forbidden, match="you-have-blocked"):
        mark(ada, game)


def test_who_was_blocked_lists_the_game_as_marked_and_is_told_nothing(ada: User, game: Game) -> None:
    client, table, earlier = signed_in(ada), f"/t/{game.code}/", mark(ada, game)
    block(host_of(game), ada)
    assert "/unmark/" in text_at(client, table)
    assert earlier == mark(ada, game)
    unmark(ada, game)
    client.post(form_to(text_at(client, table), "/mark/").action)
    assert Mark.objects.filter(user=ada, game=game).exists()
    assert list(marked_games(ada, {})) == [game]
    end(game)
    assert list(marked_games(ada, {})) == [game]
    assert not Notification.objects.filter(user=ada).exists()


def test_a_game_that_becomes_invisible_is_not_listed_and_not_told_of(ada: User) -> None:
    host = make_user()
    game = make_table(host, is_private=True)
    invitation = invite_player(game.pk, host, "Ada")
    mark(ada, game)
    assert list(marked_games(ada, {})) == [game]
    decline_invitation(invitation.code, ada)
    assert list(marked_games(ada, {})) == []
    join_table(game.pk, make_user())
    end(game)
    assert not Notification.objects.filter(kind=Kind.MARKED).exists()
    assert not Mark.objects.exists()


def test_a_player_who_takes_a_seat_gets_the_usual_notification(ada: User) -> None:
    game = make_table(make_user())
    mark(ada, game)
    join_table(game.pk, ada)
    end(game)
    kinds = set(Notification.objects.filter(user=ada).values_list("kind", flat=True))
    assert Kind.OVER in kinds
    assert Kind.MARKED not in kinds


def test_the_star_of_a_table_and_of_the_list(ada: User, game: Game) -> None:
    client, table = signed_in(ada), f"/t/{game.code}/"
    client.get(table)  # for the CSRF cookie
    first = client.get(table)
    client.post(form_to(first.content.decode(), "/mark/").action)
    assert Mark.objects.filter(user=ada, game=game).exists()
    second = client.get(table, headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 200
    assert "/unmark/" in second.content.decode()
    assert "The Well" in text_at(client, "/lobby/games/?show=marked")
    form = form_to(text_at(client, "/lobby/games/?seats=2"), "/unmark/")
    answer = client.post(form.action, form.values)
    assert answer["Location"] == "/lobby/games/?seats=2"
    assert "The Well" not in text_at(client, "/lobby/games/?show=marked")
    assert client.post(form.action, {"back": "//evil.example"})["Location"] == table
    assert "mark/" not in text_at(signed_in(host_of(game)), table)


def test_the_api_marks_games_and_lists_the_last_marked_first(ann: Program, game: Game) -> None:
    later = started_game()
    for one in (later, game):
        ann.post(f"games/{one.code}/mark/", status=204)
    assert [row["id"] for row in ann.get("marks/")] == [game.code, later.code]
    assert list(marked_games(ann.user, {}, before=game.pk)) == [later]
    ann.post(f"games/{game.code}/mark/end/", status=204)
    assert [row["id"] for row in ann.get("marks/")] == [later.code]
