"""Headers: a lasting name, one thread per table and reader, a way to stop."""

import pytest
from django.utils import timezone

from games import delivery
from games.mail.compose import compose
from games.models import Kind, Notification
from tests.mail.rows import SPOKEN, code_of, latest, reader, row_of
from tests.makers import make_user, play_on, started_game

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", SPOKEN)
def test_a_row_has_one_message_id_for_ever(kind: str) -> None:
    row = row_of(kind, reader())
    first, again = compose(row).message(), compose(row).message()
    assert first["Message-ID"] == again["Message-ID"] == f"<{kind}.{code_of(row)}.{row.pk}@testserver>"


@pytest.mark.parametrize("kind", SPOKEN)
def test_it_says_that_a_machine_wrote_it_and_when(kind: str) -> None:
    message = compose(row_of(kind, reader())).message()
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"]


@pytest.mark.parametrize("kind", SPOKEN)
def test_mail_programs_can_stop_it_with_one_click(kind: str) -> None:
    message = compose(row_of(kind, reader())).message()
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(message["List-Unsubscribe"]).startswith("<http://testserver/mail/unsubscribe/")


def test_mails_of_one_table_share_a_list() -> None:
    user = reader()
    game = started_game(make_user(), user)
    play_on(game, 2)
    ids = {str(compose(row).message()["List-Id"]) for row in Notification.objects.filter(user=user)}
    assert ids == {f"<{game.code}.tables.testserver>"}


def test_the_first_mail_of_a_table_begins_its_thread() -> None:
    user = reader()
    row = row_of(Kind.STARTED, user)
    message = compose(row).message()
    assert message["References"] == message["In-Reply-To"] == f"<table.{code_of(row)}.{user.pk}@testserver>"


def test_the_next_mail_answers_the_one_before() -> None:
    user = reader()
    game = started_game(make_user(), user)
    delivery.drain(timezone.now())
    before = latest(Kind.STARTED, user).message_id
    play_on(game, 2)
    message = compose(latest(Kind.TURN, user)).message()
    assert message["In-Reply-To"] == before
    assert message["References"] == f"<table.{game.code}.{user.pk}@testserver> {before}"


def test_two_readers_of_one_table_have_threads_of_their_own() -> None:
    first, second = reader(), reader()
    game = started_game(first, second)
    roots = {str(compose(row).message()["References"]) for row in Notification.objects.filter(game=game)}
    assert len(roots) == 2
