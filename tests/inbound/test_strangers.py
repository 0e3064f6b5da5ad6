import codecs
from email.message import Message

import pytest

from games.inbound.handler import receive
from games.inbound.incoming_mail import PIPE, IncomingMail, parse_mail
from games.inbound.message_text import CODECS, decoded, reply_lines
from games.notifications.models import InboundReason
from tests.helpers.reply_mails import game_by_mail, letter, received

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mail_comes_in"), pytest.mark.one_database]

HEAD = b"From: eve@example.net\nTo: play+key@play.example.org\nSubject: =?punycode?q?left?=\n"


def test_nothing_of_an_email_is_decoded_before_its_key_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_args: object, **_kwargs: object) -> None:
        raise AssertionError("decoded")

    game, user = game_by_mail()
    stranger = HEAD + b"Content-Transfer-Encoding: base64\n\nTGVmdA==\n"
    reply = letter(game, user, "L")
    monkeypatch.setattr(Message, "get_payload", never)
    monkeypatch.setattr("games.inbound.incoming_mail.decode_header", never)
    assert received(stranger).reason == InboundReason.NO_TURN
    assert receive(IncomingMail(parse_mail(stranger), PIPE)) is None
    assert IncomingMail(parse_mail(reply), PIPE).token is not None


def test_a_key_in_encoded_words_is_not_found() -> None:
    game, user = game_by_mail()
    key = IncomingMail(parse_mail(letter(game, user, "L")), PIPE).addresses[0]
    data = letter(game, user, "L", To="play@play.example.org").replace(
        b"To: play@", f"To: =?utf-8?q?{key.replace('@', '=40')}?= <play@".encode()
    )
    assert received(data).reason == InboundReason.NO_TURN


def test_emails_without_a_message_id_differ_by_their_bytes() -> None:
    one, other = HEAD + b"\nleft\n", HEAD + b"\nleft \n"
    assert IncomingMail(parse_mail(one), PIPE).digest == IncomingMail(parse_mail(one), PIPE).digest
    assert IncomingMail(parse_mail(one), PIPE).digest != IncomingMail(parse_mail(other), PIPE).digest


@pytest.mark.parametrize(
    "charset", ["punycode", "idna", "unicode_escape", "rot13", "undefined", "no-such-thing", "x\0y", ""]
)
def test_a_text_in_no_character_set_of_emails_is_read_as_utf_8(charset: str) -> None:
    assert decoded("à gauche".encode(), charset) == "à gauche"
    assert decoded("à gauche".encode("cp1252"), charset) == "à gauche"


@pytest.mark.parametrize("codec", sorted(CODECS))
def test_every_character_set_of_emails_is_known(codec: str) -> None:
    assert codecs.lookup(codec).name == codec


def test_the_character_set_of_a_reply_counts() -> None:
    data = b"Content-Type: text/plain; charset=windows-1251\n\n" + "налево".encode("cp1251")
    assert reply_lines(parse_mail(data)) == ("налево",)
