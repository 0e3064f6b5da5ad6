"""Tests of emails without pictures: flowed text of at most 72 columns."""

import textwrap
from email.parser import BytesParser
from email.policy import default

import pytest

from accounts.emails import FlowedMail, flowed
from accounts.models import Profile, User
from games.mail.compose import compose
from games.notifications.models import Kind
from tests.helpers.notifications import reader, row_of, text_of

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
    assert max(len(line) for line in text_of(mail).split("\n") if "http" not in line) <= 72


@pytest.mark.parametrize(
    ("line", "encoding"), [("tea", "7bit"), ("thé" * 200, "8bit"), ("tea " * 250, "quoted-printable")]
)
def test_a_text_is_encoded_only_if_its_lines_are_too_long(line: str, encoding: str) -> None:
    mail = FlowedMail("Tea", f"{line}\n", "a@example.org", ["b@example.org"])
    mail.attach_alternative(f"<p>{line}</p>\n", "text/html")
    text, page = BytesParser(policy=default).parsebytes(mail.message().as_bytes()).iter_parts()
    assert [text["Content-Transfer-Encoding"], page["Content-Transfer-Encoding"]] == [encoding, encoding]
    assert text.get_content().strip() == line.strip()
    assert page.get_content().strip() == f"<p>{line}</p>"
