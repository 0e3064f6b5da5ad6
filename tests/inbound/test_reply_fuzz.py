import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from anymail.inbound import AnymailInboundMessage
from hypothesis import given, settings
from hypothesis import strategies as st

from games.inbound.incoming_mail import PIPE, IncomingMail, parse_mail
from games.inbound.message_text import reply_lines, text_of_html
from games.inbound.reply_parser import parse_command
from games.inbound.sender_check import failure_of, marked_reason, subject_reason
from games.mail.reply_words import vocabulary_of
from tests.helpers.reply_mails import SAMPLES

DATA = [path.read_bytes() for path in sorted(SAMPLES.glob("*.eml"))]
BITS = [
    b"\r\n",
    b"\n\n",
    b":",
    b";",
    b"=",
    b'"',
    b"<",
    b">",
    b"--",
    b"\x00",
    b"\xff\xfe",
    b"=?utf-8?q?",
    b"charset=",
    b"(",
]


def mangled(seed: int) -> bytes:
    """Return a sample with bytes changed, cut, doubled and moved."""
    chance = random.Random(seed)
    data = bytearray(chance.choice(DATA))
    for _change in range(chance.randint(1, 12)):
        at, end = sorted((chance.randrange(len(data) + 1), chance.randrange(len(data) + 1)))
        match chance.randrange(5):
            case 0:
                data[at:at] = chance.choice(BITS)
            case 1:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 2:
                del data[at : min(end, at + 40)]
            case 3:
                data[at:at] = data[at : min(end, at + 200)]
            case _:
                data[at : at + 8] = chance.choice(BITS) * chance.randint(1, 30)
    return bytes(data)


def read_all(message: object) -> None:
    """Read everything that the site reads of an email."""
    arrival = IncomingMail(message, PIPE)  # type: ignore[arg-type]
    parse_command(arrival.lines, vocabulary_of("marrakech"))
    reason = marked_reason(arrival) or subject_reason(arrival)
    assert isinstance(failure_of(arrival) + str(reason) + arrival.subject + arrival.sender, str)
    assert len(arrival.digest) == 64


def test_mangled_mails_are_read_without_an_error() -> None:
    for seed in range(300):
        read_all(parse_mail(mangled(seed)))


def test_mangled_mails_of_mail_services_are_read_without_an_error() -> None:
    for seed in range(300, 450):
        read_all(AnymailInboundMessage.parse_raw_mime_bytes(mangled(seed)))


@settings(max_examples=60)
@given(st.binary(max_size=400))
def test_any_bytes_are_read_as_an_email(data: bytes) -> None:
    read_all(parse_mail(data))


@settings(max_examples=60)
@given(st.text(max_size=300))
def test_any_text_is_read_as_html(text: str) -> None:
    assert isinstance(text_of_html(text), str)


@settings(max_examples=60)
@given(st.lists(st.text(max_size=60), max_size=6))
def test_any_lines_are_read_as_a_command(lines: list[str]) -> None:
    assert parse_command(tuple(lines), vocabulary_of("marrakech")).intent


def test_endlessly_nested_parts_are_not_followed() -> None:
    depth = 1500
    heads = "".join(f"Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n" for n in range(depth))
    assert reply_lines(parse_mail(f"{heads}\nleft\n".encode())) == ()


@contextmanager
def at_once() -> Iterator[None]:
    """Fail if the block takes too long. Without limits each of these took minutes."""
    began = time.perf_counter()
    yield
    assert time.perf_counter() - began < 20


@pytest.mark.parametrize("bit", ["<a", "<!--", "</", "<![", "<a b='", "<script>", "&#", "<blockquote>", "<!--<a"])
def test_unclosed_html_is_read_only_once(bit: str) -> None:
    with at_once():
        text_of_html(bit * (400_000 // len(bit)))


def test_text_between_broken_html_tags_is_read() -> None:
    assert "1 < 2" in text_of_html("<p>1 < 2</p><!-- no --><!--[if !mso]><!--><p>L</p><!--<![endif]-->")
    assert text_of_html("<!-- <p>R</p> --><p>L</p><!-- left open <p>F</p>").split() == [
        "L",
        "<!--",
        "left",
        "open",
        "F",
    ]


def test_a_line_that_is_almost_a_separator_is_read_in_linear_time() -> None:
    with at_once():
        read_all(parse_mail(b"From: a@b.example\n\n--- message transf" + b"_" * 200_000 + b"!"))


def test_endless_boundaries_are_read_in_linear_time() -> None:
    heads = b"".join(b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(400))
    with at_once():
        read_all(parse_mail(heads + b"R\n" * 400_000))


@pytest.mark.parametrize("sign", ["(", '"', "<", ":", "\\", "a@b.example,", "()"])
def test_an_endless_sender_is_ignored(sign: str) -> None:
    with at_once():
        read_all(parse_mail(b"From: " + sign.encode() * (300_000 // len(sign)) + b"\n\nL\n"))


def test_a_long_line_is_read_in_linear_time() -> None:
    text = "From: a@b.example\n\n" + "1: a1" * 40_000 + " " * 40_000 + ">" * 1000
    read_all(parse_mail(text.encode()))
