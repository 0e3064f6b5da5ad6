"""Tests of emails without pictures: flowed text of at most 72 columns."""

import re
import textwrap
from email.parser import BytesParser
from email.policy import default
from html import unescape

import pytest
from django.core.mail import EmailMessage

from accounts.emails import FlowedMail, encode_for_relays, flowed
from accounts.models import Profile, User
from games.mail.compose import compose
from games.notifications.models import Kind
from tests.helpers.notifications import ROWS, html_of, reader, row_of, shared_mail, unflowed

pytestmark = pytest.mark.one_database
LONG = "Assam walks over the market, pays what he owes and waits for the next player, who lays a rug beside him."


def joined(text: str) -> str:
    """Read a flowed text as a mail program does (RFC 3676)."""
    found = ""
    for line in text.split("\n"):
        line = line.removeprefix(" ")
        found += line if line.endswith(" ") and line != "-- " else f"{line}\n"
    return found.removesuffix("\n")


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        f"{LONG}\n\n  - {LONG}\n  - short\n",
        "  a b c\n1 . . .\n2 R R .",
        "> quoted\nFrom here on",
        f"end\n\n-- \nMarrakech\n{LONG}",
        "https://example.org/" + "x" * 100,
    ],
)
def test_the_text_of_an_email_survives_a_mail_program(text: str) -> None:
    assert joined(flowed(text)).replace("    ", "  ").split() == text.split()
    assert all(len(line) <= 72 or " " not in line.strip() for line in flowed(text).split("\n"))


def test_a_short_line_of_a_text_email_stays_as_it_is() -> None:
    assert flowed("Hello\n\n-- \nMarrakech") == "Hello\n\n-- \nMarrakech"


def test_a_board_in_a_text_email_keeps_its_columns() -> None:
    assert flowed("  a b\n1 R R") == textwrap.indent("  a b\n1 R R", " ")


@pytest.mark.django_db
def test_a_player_who_wants_text_gets_no_html() -> None:
    user = reader()
    Profile.objects.filter(user=user).update(mails_as_text=True)
    mail = compose(row_of(Kind.TURN, User.objects.get(pk=user.pk)))
    message = mail.message()
    assert (message.get_content_type(), message.get_param("format")) == ("text/plain", "flowed")
    assert mail.attachments == []


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(ROWS))
def test_the_text_part_of_every_email_is_flowed(kind: str) -> None:
    mail = shared_mail(kind)
    (part,) = (part for part in mail.message().walk() if part.get_content_type() == "text/plain")
    assert part.get_param("format") == "flowed"
    assert max(len(line) for line in str(mail.body).split("\n") if "http" not in line) <= 72


@pytest.mark.parametrize(
    ("line", "encodings"),
    [
        ("tea", ["7bit", "7bit"]),
        ("thé " * 100, ["quoted-printable", "7bit"]),
        ("tea " * 250, ["7bit", "quoted-printable"]),
        ("t\u200c" * 200, ["quoted-printable", "quoted-printable"]),
    ],
)
def test_no_server_has_a_reason_to_encode_an_email_anew(line: str, encodings: list[str]) -> None:
    mail = FlowedMail("Tea", f"{line}\n", "a@example.org", ["b@example.org"])
    mail.attach_alternative(f"<p>{line}</p>\n", "text/html")
    raw = mail.message().as_bytes()
    assert raw.isascii()
    assert max(map(len, raw.splitlines())) <= 998
    text, page = BytesParser(policy=default).parsebytes(raw).iter_parts()
    assert [text["Content-Transfer-Encoding"], page["Content-Transfer-Encoding"]] == encodings
    assert unflowed(text.get_content()).strip() == line.strip()
    assert unescape(page.get_content()).strip() == f"<p>{line}</p>"


def test_no_line_of_an_email_begins_with_the_word_that_servers_change() -> None:
    mail = FlowedMail("Tea", "From here to there\n", "a@example.org", ["b@example.org"])
    mail.attach_alternative("<p>Tea\nFrom here to there</p>\n", "text/html")
    raw = mail.message().as_bytes()
    assert b"\nFrom h" not in raw
    text, page = BytesParser(policy=default).parsebytes(raw).iter_parts()
    assert unflowed(text.get_content()) == "From here to there\n"
    assert unescape(page.get_content()).strip() == "<p>Tea\nFrom here to there</p>"


def test_an_email_of_django_itself_leaves_in_seven_bits() -> None:
    mail = EmailMessage("Tea", "thé\n", "a@example.org", ["b@example.org"])
    message = mail.message()
    encode_for_relays(message)
    assert message["Content-Transfer-Encoding"] == "quoted-printable"
    assert message.as_bytes().isascii()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", sorted(ROWS))
def test_the_style_sheet_of_an_email_is_ascii(kind: str) -> None:
    """Character references mean nothing there."""
    assert all(sheet.isascii() for sheet in re.findall("<style.*?</style>", html_of(shared_mail(kind)), re.DOTALL))
