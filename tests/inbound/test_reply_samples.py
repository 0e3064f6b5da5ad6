import pytest

from games.inbound.incoming_mail import parse_mail
from games.inbound.message_text import reply_lines
from games.inbound.reply_parser import Intent, parse_command
from games.mail.reply_words import vocabulary_of
from tests.helpers.reply_mails import SAMPLES, sample

NAMES = sorted(path.stem for path in SAMPLES.glob("*.eml"))
TURNS = {"flowed_turn", "turn_lines"}
SILENT = {"only_quote"}


@pytest.mark.parametrize("name", sorted(set(NAMES) - TURNS - SILENT))
def test_a_reply_with_the_word_left_is_understood(name: str) -> None:
    command = parse_command(reply_lines(parse_mail(sample(name))), vocabulary_of("marrakech"))
    assert (command.intent, command.text) == (Intent.PLAY, "L")


@pytest.mark.parametrize("name", sorted(TURNS))
def test_a_whole_turn_is_read_from_every_mail_program(name: str) -> None:
    command = parse_command(reply_lines(parse_mail(sample(name))), vocabulary_of("marrakech"))
    assert (command.intent, command.text) == (Intent.TURN, "R; 1: c4c5; 2: d5e5; 4: e4e5")


@pytest.mark.parametrize("name", sorted(SILENT))
def test_quoted_text_in_a_reply_is_ignored(name: str) -> None:
    assert reply_lines(parse_mail(sample(name))) == ()


@pytest.mark.parametrize("name", ["gmail", "iphone_french", "outlook_html"])
def test_network_line_ends_do_not_change_a_reply(name: str) -> None:
    data = sample(name).replace(b"\n", b"\r\n")
    assert reply_lines(parse_mail(data)) == reply_lines(parse_mail(sample(name)))
