import threading
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from games.core.models import Entry, Game
from games.inbound.handler import receive
from games.inbound.incoming_mail import IMAP, PIPE, IncomingMail, parse_mail
from games.mail.compose import compose
from games.notifications.models import InboundMail, InboundState
from games.site import retention
from tests.helpers.reply_mails import answer_to, answers, game_by_mail, letter, received

pytestmark = pytest.mark.usefixtures("mail_comes_in")
one_at_a_time = pytest.mark.django_db
at_once = pytest.mark.django_db(transaction=True)


@one_at_a_time
def test_an_email_delivered_twice_acts_once() -> None:
    game, user = game_by_mail()
    data = letter(game, user, "L")
    received(data)
    ply = Game.objects.get().ply
    assert receive(IncomingMail(parse_mail(data), IMAP)) is None
    assert (Game.objects.get().ply, InboundMail.objects.count(), answers()) == (ply, 1, 1)


@one_at_a_time
def test_an_email_without_a_message_id_acts_once() -> None:
    game, user = game_by_mail()
    data = letter(game, user, "what?").replace(b"Message-ID", b"X-Was")
    received(data)
    assert receive(IncomingMail(parse_mail(data), PIPE)) is None


@one_at_a_time
def test_two_replies_with_the_same_words_both_act() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "board", name="<1@mail.example.org>"))
    received(letter(game, user, "board", name="<2@mail.example.org>"))
    assert answers() == 2


@at_once
def test_an_email_delivered_twice_at_the_same_moment_acts_once() -> None:
    game, user = game_by_mail()
    arrivals = [
        IncomingMail(parse_mail(letter(game, user, "L", name="<same@x.example>")), PIPE) for _delivery in range(4)
    ]
    rows: list[InboundMail | None] = []
    barrier = threading.Barrier(len(arrivals))

    def deliver(arrival: IncomingMail) -> None:
        barrier.wait()
        try:
            rows.append(receive(arrival))
        finally:
            connection.close()

    threads = [threading.Thread(target=deliver, args=(arrival,)) for arrival in arrivals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(row is not None for row in rows) == 1
    assert (Entry.objects.filter(game=game, notation="L").count(), answers()) == (1, 1)


@one_at_a_time
def test_a_mail_is_delivered_again_if_the_database_was_unreachable(monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()
    data = letter(game, user, "L")

    def away(*_args: object) -> None:
        raise OperationalError("the server closed the connection")

    with monkeypatch.context() as broken:
        broken.setattr("games.inbound.handler.execute_command", away)
        with pytest.raises(OperationalError):
            received(data)
    assert not InboundMail.objects.exists()
    assert received(data).state == InboundState.PLAYED


@one_at_a_time
def test_an_error_in_a_reply_is_stored_and_the_player_gets_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    game, user = game_by_mail()

    def broken(*_args: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("games.inbound.handler.execute_command", broken)
    row = received(letter(game, user, "L"))
    assert (row.state, row.detail) == (InboundState.FAILED, "ZeroDivisionError: oh")
    assert compose(answer_to(user)).subject.startswith("Marrakech · Your email could not be processed")
    assert Game.objects.get().ply == game.ply


@one_at_a_time
@pytest.mark.parametrize("result", [ZeroDivisionError("oh"), None])
def test_an_error_in_the_sender_checks_is_stored_without_an_answer(
    monkeypatch: pytest.MonkeyPatch, result: Exception | None
) -> None:
    game, user = game_by_mail()
    data = letter(game, user, "L", From="eve@example.net" if result is None else user.email)

    def broken(*_args: object) -> None:
        raise ZeroDivisionError("oh")

    if result:
        monkeypatch.setattr("games.inbound.handler.verify_sender", broken)
    else:
        monkeypatch.setattr("games.inbound.handler._handle", broken)
    assert received(data).state == InboundState.FAILED
    assert answers() == 0


@one_at_a_time
def test_a_reply_that_is_too_large_gets_an_answer() -> None:
    game, user = game_by_mail()
    row = received(letter(game, user, "L"), is_truncated=True)
    assert (row.state, Game.objects.get().ply) == (InboundState.REFUSED, game.ply)
    assert compose(answer_to(user)).subject.startswith("Marrakech · Your email was too large")


@one_at_a_time
def test_old_rows_of_incoming_emails_are_deleted() -> None:
    game, user = game_by_mail()
    played = received(letter(game, user, "L"))
    ignored = received(letter(game, user, "F", Auto_Submitted="auto-replied"))
    now = timezone.now()
    assert retention.delete_expired(now + timedelta(days=13)) == 0
    assert retention.delete_expired(now + timedelta(days=15)) == 1
    assert list(InboundMail.objects.all()) == [played]
    retention.delete_expired(now + timedelta(days=91))
    assert not InboundMail.objects.exists()
    assert ignored.pk != played.pk
