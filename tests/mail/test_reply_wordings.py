"""How many natural replies are understood, and that none is played wrongly. See ``reply_wordings``."""

import pytest

from games.inbound.reply_parser import Intent, ReplyCommand, parse_command
from games.mail.reply_words import proposal_vocabulary, vocabulary_of
from tests.mail.reply_wordings import Wording, wordings

ALL = wordings()
HALVES = {"open": [one for one in ALL if not one.is_sealed], "sealed": [one for one in ALL if one.is_sealed]}
PLAYS = {Intent.PLAY, Intent.STEPS, Intent.TURN}
LEAST = 0.85  # of the replies of each half


def read(wording: Wording) -> ReplyCommand:
    """Return what the site reads in an email with this text."""
    vocabulary = proposal_vocabulary() if wording.is_about_proposal else vocabulary_of("marrakech")
    return parse_command(wording.lines, vocabulary)


def meaning_of(command: ReplyCommand) -> str:
    """Return the meaning as the files write it."""
    if command.intent is Intent.CHAT:
        return f"chat {command.text}"
    return command.text if command.intent in PLAYS else command.intent.value


def is_understood(wording: Wording) -> bool:
    """Return True if the reply is read as it was meant, or the right question is asked where that is enough."""
    command = read(wording)
    asked, wanted = command.guess, wording.meaning.removeprefix("? ")
    return wanted in {meaning_of(command), asked if wanted != wording.meaning else ""}


@pytest.mark.parametrize("half", HALVES)
def test_most_natural_replies_are_understood(half: str) -> None:
    replies = [one for one in HALVES[half] if not one.is_trap]
    assert len(replies) >= 120
    assert sum(map(is_understood, replies)) / len(replies) >= LEAST


@pytest.mark.parametrize("half", HALVES)
def test_no_reply_is_played_wrongly(half: str) -> None:
    wrong = [one for one in HALVES[half] if read(one).intent in PLAYS and not is_understood(one)]
    assert [(one.meaning, one.text) for one in wrong] == []


def test_there_are_enough_traps_in_three_languages() -> None:
    assert sum(one.is_trap for one in ALL) >= 40
    assert {one.language for one in ALL} == {"english", "french", "german", "traps"}
