import re
from datetime import UTC, date, datetime, timedelta
from html import unescape

import pytest
import time_machine
from django.utils import timezone

from games.clocks.holidays import plan_holiday
from games.clocks.models import Turn
from games.core.models import Game
from games.mail.compose import compose
from games.notifications.models import Kind
from games.notifications.outbox import resend_turn_mail
from games.play.actions import play_action
from tests.helpers.advanced_games import far_too_long, late_game, turn_row
from tests.helpers.notifications import html_of, latest, pictures_of, reader, text_of, words_of
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.pictures]
NOON = datetime(2031, 2, 27, 12, tzinfo=UTC)


def test_the_email_after_the_roll_has_result_and_question_in_its_subject() -> None:
    user = reader()
    game = started_game(user, make_user("Amina"), name="The Blue Table")
    game = play_action(game.pk, user, "F", game.ply)
    face = game.entries.get(seat=None, ply=game.ply - 1).notation
    mail = compose(turn_row(game, user))
    assert mail.subject == f"Marrakech · You rolled {face}, lay a rug: your turn at The Blue Table with Amina, turn 1"
    assert f"You rolled {face}. Assam stands on " in text_of(mail)
    assert f"You rolled {face}. Assam stands on " in words_of(mail)


def test_an_email_resent_during_a_turn_asks_for_the_rug() -> None:
    user = reader()
    game = started_game(user, make_user())
    latest(Kind.TURN, user).delete()
    play_action(game.pk, user, "F", game.ply)
    resend_turn_mail(game.pk)
    assert compose(latest(Kind.TURN, user)).subject.startswith("Marrakech · You rolled ")


def test_the_email_about_a_turn_has_the_time_left() -> None:
    user = reader(zone="Asia/Tokyo")
    game = started_game(user, make_user())
    Game.objects.update(deadline=datetime(2031, 3, 1, 15, 30, tzinfo=UTC))
    Turn.objects.update(notified_at=datetime(2031, 2, 1, tzinfo=UTC))
    with time_machine.travel(NOON, tick=False):
        row = latest(Kind.TURN, user, game)
        mail = compose(row)
        for part in (text_of(mail), unescape(re.sub("<.*?>", "", html_of(mail)))):
            assert "until Sunday, 2 March 2031, 00:30 in Tokyo: 2\xa0days, 3\xa0hours left" in part


def test_the_deadline_of_a_french_email_has_a_word_before_the_hour() -> None:
    user = reader("fr", zone="Asia/Tokyo")
    game = started_game(user, make_user())
    Game.objects.update(deadline=datetime(2031, 3, 1, 15, 30, tzinfo=UTC))
    Turn.objects.update(notified_at=datetime(2031, 2, 1, tzinfo=UTC))
    with time_machine.travel(NOON, tick=False):
        assert "jusqu’au dimanche 2 mars 2031 à 00:30" in text_of(compose(latest(Kind.TURN, user, game)))


def test_a_clock_of_three_days_has_three_days_left_in_its_first_hour() -> None:
    user = reader()
    game = started_game(user, make_user(), pace="3d")
    with time_machine.travel(timezone.now() + timedelta(seconds=3), tick=False):
        assert ": 3\xa0days left." in text_of(compose(latest(Kind.TURN, user, game)))


def test_the_email_about_a_turn_says_that_the_time_is_up() -> None:
    user = reader()
    started_game(user, make_user())
    Game.objects.update(deadline=datetime(2031, 2, 27, 11, tzinfo=UTC))
    Turn.objects.update(notified_at=datetime(2031, 2, 1, tzinfo=UTC))
    with time_machine.travel(NOON, tick=False):
        text = text_of(compose(latest(Kind.TURN, user)))
        assert "Your turn is overdue: the deadline was Thursday, 27 February 2031, 11:00" in text


def test_the_email_about_a_turn_says_when_an_opponent_is_back() -> None:
    with time_machine.travel(NOON, tick=False):
        user, amina = reader(), make_user("Amina")
        row = latest(Kind.TURN, user, started_game(user, amina))
        plan_holiday(amina, NOON.date(), date(2031, 3, 2), NOON)
        mail = compose(row)
        for part in (text_of(mail), words_of(mail)):
            assert "Amina: on holiday, back on Monday 3 March." in " ".join(part.split())


def test_the_email_about_a_turn_names_its_number() -> None:
    user = reader()
    game = late_game(user, make_user(), turn=9)
    mail = compose(turn_row(game, user))
    assert f": turn {game.turn}." in text_of(mail)
    assert f" · turn {game.turn} " in words_of(mail)


def test_the_email_about_a_turn_shows_payments_since_the_readers_last_turn() -> None:
    user = reader(name="Ada")
    game = late_game(user, reader(name="Bo"), reader(name="Cy"), turn=13, seed=10)
    text = text_of(compose(turn_row(game, user)))
    assert "Cy paid you 4 dirhams." in text
    changes = re.findall(r"(\w+): Dirhams \d+(?: \((.\d+)\))?,", text)
    assert dict(changes) == {"Ada": "+4", "Bo": "", "Cy": "−4"}


def test_the_picture_of_an_email_is_drawn_at_twice_its_width() -> None:
    user = reader()
    mail = compose(turn_row(started_game(user, make_user()), user))
    (picture,) = pictures_of(mail)
    png = bytes(picture.get_payload(decode=True))
    image = re.search(r'<img [^>]*width="(\d+)" height="(\d+)"', html_of(mail))
    assert image
    assert image.groups() == ("360", "360")
    assert [int.from_bytes(png[at : at + 4], "big") for at in (16, 20)] == [720, 720]


def test_the_email_about_a_turn_shows_its_own_position_after_later_actions() -> None:
    user = reader()
    game = started_game(user, make_user())
    row = turn_row(game, user)
    before = compose(row)
    play_action(game.pk, user, "L", game.ply)
    after = compose(row)
    assert text_of(after) == text_of(before)
    assert [part.get_payload() for part in pictures_of(after)] == [part.get_payload() for part in pictures_of(before)]


@pytest.mark.parametrize(
    ("kind", "asked"), [("turn", r" [a-g][1-7]$"), ("place", r"^Marrakech · Vous .*, posez un tapis.")]
)
def test_the_largest_email_stays_under_a_hundred_kilobytes(kind: str, asked: str) -> None:
    user = reader("fr", "America/Argentina/Buenos_Aires", display_name="Maximilienne d’Auvergne-Roux")
    mail = compose(far_too_long(user, kind))
    assert len(mail.message().as_bytes()) < 100_000
    assert len(mail.subject) <= 150
    assert re.search(asked, str(mail.subject))
    assert str(mail.subject).count(":") == 1


def test_the_text_of_an_email_about_a_turn_has_no_gaps() -> None:
    user = reader()
    assert "\n\n\n" not in text_of(compose(turn_row(started_game(user, make_user()), user)))


def test_the_email_about_a_first_turn_describes_all_turns() -> None:
    user = reader()
    text = text_of(compose(turn_row(started_game(user, make_user()), user)))
    assert "== What has happened so far ==" in text
    assert "since your last turn" not in text


def test_the_email_about_a_turn_leads_to_fewer_emails_from_this_table() -> None:
    user = reader()
    game = started_game(user, make_user())
    mail = compose(turn_row(game, user))
    for part in (text_of(mail), html_of(mail)):
        assert f"http://testserver/t/{game.code}/mail/" in part
