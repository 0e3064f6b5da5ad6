"""How many natural replies are understood, and that none is played wrongly. See ``reply_wordings``."""

import re

import pytest

from games.engine.errors import BadNotation
from games.engine.marrakech.title import MARRAKECH
from games.inbound.reply_parser import Intent, ReplyCommand, parse_command
from games.mail.reply_words import proposal_vocabulary, vocabulary_of

from .reply_wordings import FOLDERS, Wording, wordings

ALL = {folder: wordings(folder) for folder in FOLDERS}
HALVES = {
    f"{folder}-{name}": [one for one in replies if one.is_sealed is is_sealed]
    for folder, replies in ALL.items()
    for name, is_sealed in (("open", False), ("sealed", True))
}
HALVES["third_wordings"] = wordings("third_wordings")
PLAYS = {Intent.PLAY, Intent.STEPS, Intent.TURN}
LEAST = 0.85  # of the replies of each half


def read(wording: Wording) -> ReplyCommand:
    """Return what the site reads in an email with this text."""
    vocabulary = proposal_vocabulary() if wording.is_about_proposal else vocabulary_of("marrakech")
    return parse_command(wording.lines, vocabulary)


def is_played(command: ReplyCommand) -> bool:
    """Return True if the site plays something, or refuses it only because of the position."""
    if command.intent is Intent.TURN:
        assert MARRAKECH.orders
        try:
            MARRAKECH.orders.read(command.text)
        except BadNotation:
            return False
    return command.intent in PLAYS


def with_sorted_squares(notation: str) -> str:
    """Return a text with the lesser square of each place first, which means the same."""
    return re.sub(r"\b([a-g][1-7])([a-g][1-7])\b", lambda place: "".join(sorted(place.groups())), notation)


def meaning_of(command: ReplyCommand) -> str:
    """Return the meaning as the files write it."""
    if command.intent is Intent.CHAT:
        return f"chat {command.text}"
    return with_sorted_squares(command.text) if command.intent in PLAYS else command.intent.value


def is_understood(wording: Wording) -> bool:
    """Return True if the reply is read as it was meant, or the right question is asked where that is enough."""
    command = read(wording)
    asked, wanted = with_sorted_squares(command.guess), wording.meaning.removeprefix("? ")
    return wanted in {meaning_of(command), asked if wording.is_doubtful else ""}


@pytest.mark.parametrize("half", HALVES)
def test_most_natural_replies_are_understood(half: str) -> None:
    replies = [one for one in HALVES[half] if not (one.is_trap or one.is_doubtful)]
    assert len(replies) >= 110
    assert sum(map(is_understood, replies)) / len(replies) >= LEAST


@pytest.mark.parametrize("half", HALVES)
def test_no_reply_is_played_wrongly(half: str) -> None:
    wrong = [one for one in HALVES[half] if is_played(read(one)) and not is_understood(one)]
    assert [(one.meaning, one.text) for one in wrong] == []


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_samples_of_replies_have_enough_traps_in_three_languages(folder: str) -> None:
    assert sum(one.is_trap for one in ALL[folder]) >= 40
    assert {one.language for one in ALL[folder]} >= {"english", "french", "german", "traps"}
