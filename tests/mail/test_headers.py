import re
from datetime import timedelta
from email.header import decode_header, make_header
from hashlib import sha256

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import MailThreads, Profile, User
from games.delivery import worker
from games.mail.compose import compose, headers_of
from games.notifications.models import InboundMail, Kind, Notification
from tests.helpers.notifications import KINDS_WITH_MAIL, code_of, latest, reader, row_of, shared_mail
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_an_email_keeps_its_message_id_when_composed_again(kind: str) -> None:
    row = row_of(kind, reader())
    first, again = compose(row).message(), compose(row).message()
    assert first["Message-ID"] == again["Message-ID"]
    assert str(first["Message-ID"]).startswith(f"<{kind}.{code_of(row)}.{row.pk}.")
    assert str(first["Message-ID"]).endswith("@testserver>")


def test_a_long_message_id_stands_on_the_line_of_its_name() -> None:
    mail = compose(row_of(Kind.STARTED, reader()))
    name = f"<{'started.' * 9}@play.example.org>"
    mail.extra_headers["Message-ID"] = name
    assert f"\nMessage-ID: {name}\n".encode() in mail.message().as_bytes()


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_an_email_is_marked_as_automatic(kind: str) -> None:
    message = shared_mail(kind).message()
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Precedence"] == "list"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_the_subject_of_an_email_begins_on_its_first_line(kind: str, language: str) -> None:
    mail = shared_mail(kind, language)
    [header, *_rest] = re.findall(rb"^Subject: (.*(?:\n .*)*)", mail.message().as_bytes(), re.MULTILINE)
    lines = header.decode("ascii").split("\n")
    assert lines[0].strip()
    assert max(map(len, lines)) <= 78
    assert str(make_header(decode_header("".join(lines)))) == mail.subject


def test_an_email_may_be_answered_by_a_bounce_report() -> None:
    assert "NDR" not in headers_of(row_of(Kind.STARTED, reader()))["X-Auto-Response-Suppress"]


def test_an_email_has_a_feedback_id_with_its_kind() -> None:
    assert headers_of(row_of(Kind.STARTED, reader()))["Feedback-ID"] == "started:marrakech:mail:testserver"


def test_a_long_site_name_is_cut_in_the_feedback_id(settings: Settings) -> None:
    row = row_of(Kind.STARTED, reader())
    settings.SITE_URL = "https://correspondence.games.example.org"
    assert headers_of(row)["Feedback-ID"].rsplit(":", 1)[1] == "mes-example-org"


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("play@example.org", "Marrakech by Mail <play@example.org>"),
        ("The Souk <play@example.org>", "The Souk <play@example.org>"),
    ],
)
def test_the_sender_of_an_email_has_a_name(setting: str, expected: str, settings: Settings) -> None:
    settings.DEFAULT_FROM_EMAIL, settings.SITE_NAME = setting, "Marrakech by Mail"
    assert compose(row_of(Kind.STARTED, reader())).message()["From"] == expected


def _siteless(kind: Kind) -> Notification:
    return Notification.objects.create(kind=kind, key=f"{kind}:1", user=reader(), due_at=timezone.now())


def test_an_answer_to_a_reply_is_marked_as_one_and_has_no_unsubscribe_link() -> None:
    headers = headers_of(_siteless(Kind.REPLY))
    assert headers["Auto-Submitted"] == "auto-replied"
    assert "List-Unsubscribe" not in headers


def test_a_digest_can_be_unsubscribed_and_has_a_list_of_its_own() -> None:
    row = _siteless(Kind.DIGEST)
    headers = headers_of(row)
    assert headers["List-Id"] == "<digest.testserver>"
    assert headers["References"] == f"<digest.{row.user_id}@testserver>"
    assert "List-Unsubscribe" in headers


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_an_email_is_unsubscribed_by_one_click_of_a_mail_program(kind: str) -> None:
    message = shared_mail(kind).message()
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert str(message["List-Unsubscribe"]).startswith("<http://testserver/mail/unsubscribe/")


def test_emails_about_one_table_share_a_list() -> None:
    user = reader()
    game = started_game(make_user(), user)
    play_on(game, 2)
    ids = {str(compose(row).message()["List-Id"]) for row in Notification.objects.filter(user=user)}
    assert ids == {f"<{game.code}.tables.testserver>"}


def _with_threads_of_tables() -> User:
    user = reader()
    Profile.objects.filter(user=user).update(mail_threads=MailThreads.TABLE)
    return User.objects.get(pk=user.pk)


def test_the_first_email_about_a_table_begins_its_thread() -> None:
    user = _with_threads_of_tables()
    row = row_of(Kind.STARTED, user)
    message = compose(row).message()
    assert message["References"] == message["In-Reply-To"] == f"<table.{code_of(row)}.{user.pk}@testserver>"


def test_emails_about_a_table_refer_to_each_other() -> None:
    user = _with_threads_of_tables()
    game = started_game(make_user(), user)
    worker.drain(timezone.now())
    before = latest(Kind.STARTED, user).message_id
    play_on(game, 2)
    message = compose(latest(Kind.TURN, user)).message()
    assert message["In-Reply-To"] == before
    assert message["References"] == f"<table.{game.code}.{user.pk}@testserver> {before}"


def test_readers_of_one_table_have_separate_threads() -> None:
    first, second = reader(), reader()
    game = started_game(first, second)
    roots = {str(compose(row).message()["References"]) for row in Notification.objects.filter(game=game)}
    assert len(roots) == 2


def _written(row: Notification, name: str, *, minutes: int) -> None:
    """Add a mail from the reader about the table, some minutes from now."""
    digest = sha256(name.encode()).hexdigest()
    mail = InboundMail.objects.create(digest=digest, message_id=name, source="pipe", user=row.user, game=row.game)
    InboundMail.objects.filter(pk=mail.pk).update(received_at=timezone.now() + timedelta(minutes=minutes))


def test_an_email_answers_the_latest_reply_of_its_reader() -> None:
    user = _with_threads_of_tables()
    game = started_game(make_user(), user)
    worker.drain(timezone.now())
    row = latest(Kind.STARTED, user)
    _written(row, "<mine@phone.example>", minutes=1)
    play_on(game, 2)
    message = compose(latest(Kind.TURN, user)).message()
    assert message["In-Reply-To"] == "<mine@phone.example>"
    assert str(message["References"]).split()[1:] == [row.message_id, "<mine@phone.example>"]


@pytest.mark.parametrize("name", ["", "mine@phone.example", "<a b@c>", "<a@b>\r\nBcc: x@example.org", "<" + "a" * 249])
def test_an_invalid_message_id_is_left_out_of_a_thread(name: str) -> None:
    row = row_of(Kind.STARTED, _with_threads_of_tables())
    _written(row, name, minutes=1)
    assert headers_of(row)["References"] == headers_of(row)["In-Reply-To"]


def test_message_ids_of_a_long_thread_are_cut() -> None:
    row = row_of(Kind.STARTED, _with_threads_of_tables())
    for minute in range(12):
        _written(row, f"<{minute}@phone.example>", minutes=minute)
    named = headers_of(row)["References"].split()
    assert [named[0].split(".")[0], named[1], named[-1]] == ["<table", "<4@phone.example>", "<11@phone.example>"]


def test_emails_about_a_table_have_one_subject_if_they_are_one_conversation() -> None:
    user = _with_threads_of_tables()
    game = started_game(make_user("Amina"), user, name="The Blue Table")
    play_on(game, 2)
    subjects = {compose(row).subject for row in Notification.objects.filter(user=user, game=game)}
    assert subjects == {"Marrakech · The Blue Table with Amina"}


def test_every_turn_is_an_email_thread_of_its_own() -> None:
    user = reader()
    game = play_on(started_game(make_user(), user), 2)
    worker.drain(timezone.now())
    first = latest(Kind.TURN, user)
    again = Notification.objects.create(
        kind=Kind.TURN, key="again", user=user, game=game, params=first.params, due_at=timezone.now()
    )
    root = f"<turn.{game.code}.{first.params['turn']}.{user.pk}@testserver>"
    assert headers_of(again)["References"] == f"{root} {first.message_id}"
    later = Notification.objects.create(
        kind=Kind.TURN, key="later", user=user, game=game, params={"turn": 99}, due_at=timezone.now()
    )
    assert headers_of(later)["References"] == f"<turn.{game.code}.99.{user.pk}@testserver>"
