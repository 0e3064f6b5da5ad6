from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
import time_machine
from django.utils import timezone

from games.delivery.worker import drain
from games.inbound import services as inbound_services
from games.inbound.handler import receive
from games.inbound.incoming_mail import PIPE, IncomingMail, parse_mail
from games.inbound.sender_check import marked_reason, subject_reason
from games.inbound.services import MAX_ANSWERS
from games.mail.compose import compose
from games.notifications.models import InboundMail, InboundReason, InboundState, Notification
from tests.helpers.reply_mails import answer_to, answers, game_by_mail, letter, received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]
MACHINES = [
    {"Auto_Submitted": "auto-replied"},
    {"Auto_Submitted": "auto-generated (rejected)"},
    {"Precedence": "bulk"},
    {"Precedence": "Auto_Reply"},
    {"X_Autoreply": "yes"},
    {"X_Autorespond": "away"},
    {"X_Auto_Response_Suppress": "All", "Auto_Submitted": "auto-generated"},
    {"Return_Path": "<>"},
    {"List_Id": "<club.example.org>"},
    {"X_Failed_Recipients": "play@play.example.org"},
    {"From": "Mail Delivery System <MAILER-DAEMON@example.org>"},
    {"From": "postmaster@example.org"},
    {"From": "Marrakech by Mail <marrakech@localhost>"},
    {"Subject": "Automatic reply: Your turn"},
    {"Subject": "=?utf-8?q?R=C3=A9ponse_automatique_=3A_absente?="},
    {"Subject": "Out of Office: back on Monday"},
    {"Subject": "Undelivered Mail Returned to Sender"},
]
PERSONS: list[dict[str, str]] = [
    {},
    {"Auto_Submitted": "no"},
    {"Precedence": "normal"},
    {"X_Auto_Response_Suppress": "DR, RN, NRN, OOF, AutoReply"},
    {"X_Auto_Response_Suppress": "All"},
    {"Return_Path": "<a@b.example>"},
    {"Subject": "Re: Your turn at The Automatic Table"},
]


def written(headers: dict[str, str], kind: str = "text/plain") -> IncomingMail:
    """Return an email with these header fields."""
    fields = {"From": "amina@example.org", "Content-Type": kind, **headers}
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in fields.items()]
    return IncomingMail(parse_mail("\n".join([*lines, "", "L", ""]).encode()), PIPE)


def reason_of(mail: IncomingMail) -> InboundReason | None:
    return marked_reason(mail) or subject_reason(mail)


@pytest.mark.parametrize("headers", MACHINES, ids=lambda headers: str(headers))
def test_an_email_from_a_program_is_recognised(headers: dict[str, str]) -> None:
    assert reason_of(written(headers))


def test_a_bounce_report_is_recognised() -> None:
    assert reason_of(written({}, "multipart/report; report-type=delivery-status"))


@pytest.mark.parametrize("headers", PERSONS, ids=lambda headers: str(headers))
def test_an_email_from_a_person_is_not_taken_for_a_programs(headers: dict[str, str]) -> None:
    assert reason_of(written(headers)) is None


def test_a_mail_from_a_program_plays_nothing_and_gets_no_answer() -> None:
    game, user = game_by_mail()
    row = received(letter(game, user, "L", Auto_Submitted="auto-replied"))
    assert (row.state, answers()) == (InboundState.IGNORED, 0)


def test_a_reply_from_exchange_is_played() -> None:
    game, user = game_by_mail()
    assert received(letter(game, user, "L", X_Auto_Response_Suppress="All")).state == InboundState.PLAYED


def test_a_bounce_gets_no_answer() -> None:
    game, user = game_by_mail()
    assert received(letter(game, user, "L"), envelope_sender="").state == InboundState.IGNORED


Responder = Callable[[EmailMessage, int], EmailMessage]


def _polite(mail: EmailMessage, number: int) -> EmailMessage:
    """Answer as RFC 3834 requires: never an automatic email."""
    answer = _rude(mail, number)
    answer["Auto-Submitted"] = "auto-replied"
    return answer


def _rude(mail: EmailMessage, number: int) -> EmailMessage:
    """Answer everything, without marks of an automatic reply."""
    answer = EmailMessage()
    answer["From"], answer["To"] = str(mail["To"]), str(mail["Reply-To"])
    answer["Subject"], answer["Message-ID"] = f"Re: {mail['Subject']}", f"<{number}@robot.example.org>"
    answer.set_content("I am on holiday until Monday.\n")
    return answer


def _ever_new(mail: EmailMessage, number: int) -> EmailMessage:
    """Answer everything, each time with another text."""
    answer = _rude(mail, number)
    answer.set_content(f"Your ticket has the number {number}.\n")
    return answer


def correspond(responder: Responder, most: int) -> int:
    """Let a program answer every email of the site to the player. Return how many answers it got."""
    taken: set[int] = set()
    number = 0
    while number < most:
        drain(timezone.now())
        new = [row for row in Notification.objects.filter(user__username="Amina") if row.pk not in taken]
        if not new:
            break
        for row in new:
            taken.add(row.pk)
            mail = message_from_bytes(compose(row).message().as_bytes(), policy=policy.default)
            number += 1
            if mail["Reply-To"]:
                receive(IncomingMail(parse_mail(responder(mail, number).as_bytes()), PIPE))
    return answers()


def test_two_programs_do_not_answer_each_other_for_ever() -> None:
    game_by_mail()
    assert correspond(_polite, 50) == 0


def test_an_unrecognised_autoresponder_gets_one_answer() -> None:
    game_by_mail()
    assert correspond(_rude, 50) == 1


def test_an_autoresponder_with_changing_texts_is_not_flooded() -> None:
    game_by_mail()
    inbound_services.MAX_ANSWERS, most = 5, MAX_ANSWERS
    try:
        assert correspond(_ever_new, 50) == 5
    finally:
        inbound_services.MAX_ANSWERS = most
    assert InboundMail.objects.latest("pk").reason == InboundReason.NOT_ANSWERED


def test_answers_to_replies_are_limited_per_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.inbound.services.MAX_ANSWERS", 1)
    game, user = game_by_mail()
    received(letter(game, user, "what?"))
    received(letter(game, user, "why?"))
    assert answers() == 1
    with time_machine.travel(timezone.now() + timedelta(hours=2)):
        received(letter(game, user, "how come?"))
    assert answers() == 2


def test_a_reply_plays_even_where_no_answer_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.inbound.services.MAX_ANSWERS", 0)
    game, user = game_by_mail()
    assert received(letter(game, user, "L")).state == InboundState.PLAYED
    assert answers() == 0


def test_the_site_ignores_its_own_answers() -> None:
    game, user = game_by_mail()
    received(letter(game, user, "what?"))
    assert received(compose(answer_to(user)).message().as_bytes()).state == InboundState.IGNORED
