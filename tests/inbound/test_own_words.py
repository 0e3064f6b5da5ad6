"""Which lines of an email are its writer's own words, and which a program, a company or a server has added."""

from email.message import EmailMessage
from email.mime.application import MIMEApplication
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText

import pytest
from pytest_django.fixtures import Settings

from games.inbound.message_text import parse_mail, reply_lines
from games.inbound.reply_parser import Intent, parse_command
from games.inbound.sent_words import SentText
from games.mail.reply_words import vocabulary_of

from .mail_extras import BANNERS, DISCLAIMERS, FOOTERS, SIGNATURES

EXTRAS = {
    **{f"signature {name}": text for name, text in SIGNATURES.items()},
    **{f"disclaimer: {name}": text for name, text in DISCLAIMERS.items()},
    **{f"footer: {name}": text for name, text in FOOTERS.items()},
}
QUOTED = "On Fri, 27 Nov 2026 at 20:41, Marrakech <play@play.example.org> wrote:\n> It is your turn.\n"


def lines_of(text: str) -> tuple[str, ...]:
    mail = EmailMessage()
    mail.set_content(text)
    return reply_lines(parse_mail(mail.as_bytes()))


def understood(lines: tuple[str, ...]) -> tuple[Intent, str, tuple[str, ...]]:
    command = parse_command(lines, vocabulary_of("marrakech"))
    return command.intent, command.text, command.remarks


@pytest.mark.parametrize("name", EXTRAS)
def test_what_is_added_below_a_move_changes_nothing(name: str) -> None:
    assert understood(lines_of(f"Left\n\n{EXTRAS[name]}\n\n{QUOTED}")) == (Intent.PLAY, "L", ())


@pytest.mark.parametrize("name", EXTRAS)
def test_what_is_added_below_words_for_the_chat_is_not_posted(name: str) -> None:
    lines = lines_of(f"c4d4\nWhat a game!\n\n{EXTRAS[name]}\n")
    assert understood(lines) == (Intent.PLAY, "c4d4", ("What a game!",))


@pytest.mark.parametrize("name", EXTRAS)
def test_what_is_added_below_a_quotation_changes_nothing(name: str) -> None:
    assert understood(lines_of(f"Left\n\n{QUOTED}\n{EXTRAS[name]}\n")) == (Intent.PLAY, "L", ())


@pytest.mark.parametrize("name", BANNERS)
def test_a_warning_of_a_mail_server_changes_nothing(name: str) -> None:
    assert understood(lines_of(f"{BANNERS[name]}\n\nLeft\n\n{QUOTED}")) == (Intent.PLAY, "L", ())
    assert understood(lines_of(f"Left\n\n{BANNERS[name]}\n\n{QUOTED}")) == (Intent.PLAY, "L", ())


@pytest.mark.parametrize(
    "introduction",
    [
        "On Fri, 27 Nov 2026 at 20:41, Marrakech <play@play.example.org> wrote:",
        "On Fri, 27 Nov 2026 at 20:41, Marrakech by Mail\n<play+aaaabbbbccccdddd@play.example.org> wrote:",
        "Le 27/11/2026 à 20:41, Marrakech a écrit :",
        "Am 27.11.2026 um 20:41 schrieb Marrakech:",
        "El 27/11/2026 a las 20:41, Marrakech escribió:",
        "Il 27/11/2026 20:41, Marrakech ha scritto:",
        "Op 27-11-2026 om 20:41 schreef Marrakech:",
        "Em 27/11/2026 20:41, Marrakech escreveu:",
        "W dniu 27.11.2026 o 20:41, Marrakech pisze:",
        "Den 27.11.2026 kl. 20:41 skrev Marrakech:",
        "2026/11/27 20:41、Marrakech <play@play.example.org>のメール:",
        "Marrakech wrote:",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_a_line_directly_above_an_introduction_is_read(introduction: str, gap: str) -> None:
    assert lines_of(f"Left{gap}{introduction}\n> It is your turn.\n") == ("Left",)
    assert lines_of(f"Left{gap}{introduction}\n\n> It is your turn.\n") == ("Left",)


def test_an_afterword_below_a_signature_is_read() -> None:
    lines = lines_of("Left\n\nBest wishes\nJohn Wright\nDirector | Straight Talk Ltd\n\nPS: not sure about this")
    assert lines[-1] == "PS: not sure about this"


@pytest.mark.parametrize(
    "text",
    [
        "Left\nActually no",
        "Left\n\nWait, right!",
        "Left\nCheers\nActually no, right",
        "Left\nSorry, I meant Right",
        "Left\n\nAnd this email is for Ada: well played",
        "c4d4\nYour turn, Director!",
        "What a left turn\nLeft",
        "Left\nRight\nStop it",
        "Left\nCheers\nRight",
        "Left\nBest wishes\nActually Right",
        "Left\nDirector said go right",
        "Left\nCall me at +44 20 7946 0958 if I should go right",
        "c4d4\nRight | Left",
    ],
)
def test_every_line_of_a_player_is_read(text: str) -> None:
    assert list(lines_of(text)) == [line for line in text.split("\n") if line]


@pytest.mark.parametrize("line", ["Right", "No", "Actually Right", "No wait", "Not Left", "Or right", "C4D4?"])
def test_a_line_directly_above_a_signature_is_read(line: str) -> None:
    assert lines_of(f"Left\n{line}\nDirector | Straight Talk Ltd\n+44 20 7946 0958") == ("Left", line)
    assert lines_of(f"Left\n{line}\nJohn Wright\nDirector | Straight Talk Ltd") == ("Left", line)


def test_a_clear_signed_text_is_read_without_its_armour() -> None:
    signed = (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{}\n-----BEGIN PGP SIGNATURE-----\n\n"
        "iQIzBAEBCgAdFiEELeftRight0123\n=Ab1L\n-----END PGP SIGNATURE-----\n"
    )
    assert lines_of(signed.format("Left")) == ("Left",)
    assert lines_of(signed.format("- --")) == ("--",)
    assert lines_of(signed.format("Left\n\nOn Fri, 27 Nov 2026, Marrakech <p@x.example> wrote:\n> - --\n")) == ("Left",)


@pytest.mark.parametrize(
    ("protocol", "subtype", "name"),
    [
        ("application/pgp-signature", "pgp-signature", "signature.asc"),
        ("application/pkcs7-signature", "pkcs7-signature", "smime.p7s"),
        ("application/pkcs7-signature", "x-pkcs7-signature", "smime.p7s"),
    ],
)
def test_a_signature_in_a_part_of_its_own_changes_nothing(protocol: str, subtype: str, name: str) -> None:
    mail = MIMEMultipart("signed", protocol=protocol, micalg="pgp-sha512")
    mail.attach(MIMEText("Left\n\n" + QUOTED))
    mail.attach(MIMEApplication(b"Right", subtype, name=name))
    assert reply_lines(parse_mail(mail.as_bytes())) == ("Left",)


def test_long_lines_of_letters_below_a_move_cost_no_more_than_other_lines() -> None:
    letters = "\n".join(["a" * 2000] * 250)
    lines = lines_of(f"left\n{letters}")
    assert lines[:2] == ("left", "a" * 1000)


def test_words_after_a_bracket_that_names_a_picture_and_goes_on_for_long_are_words() -> None:
    (word,) = {word.text for word in SentText(f"[image: {'left ' * 100}]").words} - {"image"}
    assert word == "left"
    assert not SentText("[image: a board with rugs]").words


@pytest.mark.parametrize(
    "heading",
    [
        *(
            f"{label} Marrakech by Mail"
            for label in ("From:", "*From:*", "De :", "Von:", "Od:", "Da:", "Van:", "发件人：")
        ),
        "From: Marrakech by Mail <play@example.org>",
        'From: "Marrakech by Mail" <play@example.org>',
        "From: Marrakech by Mail [mailto:play@example.org]",
        "Von: Bob via <play+abcdefgh@play.example.org>",
        "From: marrakech@localhost",
    ],
)
def test_the_name_of_the_site_as_sender_ends_the_own_words(heading: str, settings: Settings) -> None:
    settings.INBOUND_ADDRESS, settings.DEFAULT_FROM_EMAIL = "play@play.example.org", "marrakech@localhost"
    for below in ("left or right", "Reply in words: left\n55 s2e2 0 L1", "\nYour turn\n\nChoose:\nleft"):
        assert lines_of(f"Right\n\n{heading}\n{below}\n") == ("Right",)
    assert lines_of(f"{heading}\n> It is your turn.\n\nRight\n") == ("Right",)


@pytest.mark.parametrize(
    "line", ["From: left to right", "De : gauche", "From: Bob", "Von: Marrakech by Mail aus nach links", "From: me"]
)
def test_other_lines_that_begin_so_are_read(line: str) -> None:
    assert lines_of(f"Right\n{line}\nwait\n")[-1] == "wait"
