import random
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from games.chat.services import post_message
from games.core.models import Game
from games.mail.compose import MailWithPictures, compose
from games.notifications.models import Kind, Notification, NotificationState
from games.notifications.preferences import set_preferences
from games.play.actions import play_action
from games.play.endings import resign
from tests.helpers.notifications import height_of, html_of, pictures_of, reader, text_of
from tests.makers import acting_user, any_action, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.pictures]


def waiting(user: User, other: User, name: str, actions: int = 6) -> Game:
    return waiting_at(started_game(other, user, name=name), user, actions)


def waiting_at(game: Game, user: User, actions: int) -> Game:
    game, chooser = play_on(game, actions, seed=len(game.name)), random.Random(len(game.name))
    while acting_user(game) != user:
        game = play_action(game.pk, acting_user(game), any_action(game, chooser), game.ply)
    return game


def digest_of(user: User) -> MailWithPictures:
    row = Notification.objects.create(key="digest:now", kind=Kind.DIGEST, user=user, due_at=timezone.now())
    mine = Notification.objects.filter(user=user).exclude(pk=row.pk)
    mine.update(digest=row, state=NotificationState.HELD)
    return compose(row)


def test_a_digest_shows_every_waiting_table_with_the_most_urgent_first() -> None:
    user, other = reader(), make_user("Amina")
    games = [waiting(user, other, name) for name in ("The Late Table", "The Soon Table", "No Clock")]
    for game, days in zip(games, (3, 1, None), strict=True):
        deadline = timezone.now() + timedelta(days=days) if days else None
        Game.objects.filter(pk=game.pk).update(deadline=deadline, pace=game.pace if days else "none")
    mail = digest_of(user)
    assert (
        mail.subject == "3 tables are waiting for you: "
        "Marrakech · The Soon Table, Marrakech · The Late Table and Marrakech · No Clock"
    )
    for part, heading in ((text_of(mail), "== {} =="), (html_of(mail), ">{}</a>")):
        places = [part.index(heading.format(name)) for name in ("The Soon Table", "The Late Table", "No Clock")]
        assert places == sorted(places)
        assert "You have until" in part
        assert "There is no clock" in part


def test_every_table_in_a_digest_has_a_board_its_story_and_links_to_play() -> None:
    user, other = reader(), make_user("Amina")
    game = waiting(user, other, "The Blue Table", 12)
    mail = digest_of(user)
    assert len(pictures_of(mail)) == 1
    assert "Assam" in text_of(mail)
    for part in (text_of(mail), html_of(mail)):
        assert part.count("http://testserver/m/") == 4  # three rotations, and the whole turn
        assert f"http://testserver/t/{game.code}/" in part
        assert "Amina" in part


def test_other_news_are_summarised_in_a_digest() -> None:
    user, other = reader(name="Ben"), make_user("Amina")
    game = waiting(user, other, "The Blue Table")
    post_message(game.pk, other, "@Ben, is that <b>wool</b>?")
    over = started_game(other, user, name="The Red Table")
    resign(over.pk, other)
    text = text_of(digest_of(user))
    assert "- Marrakech · Amina mentioned you at The Blue Table\n  “@Ben, is that <b>wool</b>?”" in text
    assert "- Marrakech · Amina goes first: the game at The Red Table has started" in text
    assert "- Marrakech · You have won: the game at The Red Table is over" in text


def test_news_without_a_turn_are_sent_as_a_digest() -> None:
    user, other = reader(name="Ben"), make_user("Amina")
    post_message(started_game(other, user, name="The Blue Table").pk, other, "@Ben, hello.")
    assert digest_of(user).subject == "News from your tables"


def test_a_silenced_table_is_not_in_the_digest() -> None:
    user, other = reader(), make_user("Amina")
    loud, mute = waiting(user, other, "The Loud Table"), waiting(user, other, "The Mute Table")
    set_preferences(user, {Kind.TURN: "never"}, mute)
    assert digest_of(user).subject == f"1 table is waiting for you: Marrakech · {loud.name}"


def test_a_digest_of_twenty_tables_has_boards_and_stays_under_100_kilobytes_of_text() -> None:
    user, other = reader(), make_user("A" * 30, email="a@example.org")
    for number in range(22):
        started_game(user, other, name=f"The table with the number {number:02} and a very long name")
    play_on(Game.objects.all()[0], 1)
    for game in Game.objects.all()[1:6]:  # games with past turns
        waiting_at(game, user, 7)
    mail = digest_of(user)
    assert max(len(html_of(mail)), len(text_of(mail))) < 100_000
    assert len(mail.message().as_bytes()) < 350_000
    assert [height_of(picture) for picture in pictures_of(mail)] == [250] * 6 + [180] * 14
    assert mail.subject.startswith("22 tables are waiting for you: ")
    assert "2 more tables are waiting for you" in text_of(mail)
    assert text_of(mail).count("Assam ") >= 20
