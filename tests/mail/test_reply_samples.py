"""Whole mails as mail programs write them: what of them is the player's own."""

import pytest

from games.inbound import parsed
from games.mail.reply import Wish, read_reply, understand
from games.mail.words import words_of
from tests.mail.replies import SAMPLES, sample

NAMES = sorted(path.stem for path in SAMPLES.glob("*.eml"))
TURNS = {"flowed_turn", "turn_lines"}
SILENT = {"only_quote"}


@pytest.mark.parametrize("name", sorted(set(NAMES) - TURNS - SILENT))
def test_a_player_who_writes_left_is_understood(name: str) -> None:
    command = understand(read_reply(parsed(sample(name))), words_of("marrakech"))
    assert (command.wish, command.text) == (Wish.PLAY, "L")


@pytest.mark.parametrize("name", sorted(TURNS))
def test_a_whole_turn_survives_the_mail_program(name: str) -> None:
    command = understand(read_reply(parsed(sample(name))), words_of("marrakech"))
    assert (command.wish, command.text) == (Wish.TURN, "R; 1: c4c5; 2: d5e5; 4: e4e5")


@pytest.mark.parametrize("name", sorted(SILENT))
def test_what_is_only_quoted_says_nothing(name: str) -> None:
    assert read_reply(parsed(sample(name))) == ()


@pytest.mark.parametrize("name", ["gmail", "iphone_french", "outlook_html"])
def test_line_ends_of_the_network_change_nothing(name: str) -> None:
    data = sample(name).replace(b"\n", b"\r\n")
    assert read_reply(parsed(data)) == read_reply(parsed(sample(name)))
