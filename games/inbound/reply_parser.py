"""The parser of replies: from the lines of an email to what they ask for.

Only the first lines count: one word or notation, or a whole turn (``R; 1: c4c5; 2: d5e5``) on one line or several.
Later lines are for people. A line that ends with a question mark is never played.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from games.mail.reply_words import BOARD, GREETINGS, HELP, POLITE, normalised

NO_RUG = "--"  # a notation without a letter
MAX_NOTATION_LENGTH = 14  # no text of an action has more letters
MAX_GREETING_WORDS = 4  # words
_LEADS = re.compile(
    r"\b(?:(?:on|if|for|at|a|an|the|roll|rolled|face|die|sur|si|pour|un|une|le|la|de|bei|auf|mit|eine?r?)\s+)+"
    r"(?=\d\s*(?:[:=)>.,]|->|\s[a-z]))",
    re.IGNORECASE,
)
_FACE = re.compile(r"(\d)\s*(?:[:=.)>,]|->?|\s)\s*(?:then\s+|alors\s+)?(?=\S*[a-z]|--)(.+)", re.IGNORECASE)
_SEPARATOR = re.compile(r";|,(?=\s*\d\s*(?:[:=)]|->))|\s(?=\d\s*(?:[:=)]|->))")
_LOOKS_LIKE_ORDER = re.compile(r"\b[a-z]\s?\d|\b\d\s*[:=]", re.IGNORECASE)
_JOINTS = re.compile(
    r"(?<=\d)\s*(?:-+>?|/|,|\+|&|\bto\b|\band\b|\bet\b|\ba\b|\bund\b|\bbis\b)\s*(?=[a-z])", re.IGNORECASE
)


class Intent(Enum):
    """What a reply asks for."""

    NOTHING = "nothing"
    PLAY = "play"
    TURN = "turn"
    BOARD = "board"
    HELP = "help"
    QUESTION = "question"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class ReplyCommand:
    """``text`` is one notation (PLAY), or orders for a whole turn (TURN). ``read`` is the text that was parsed."""

    intent: Intent
    text: str = ""
    read: str = ""


def parse_command(lines: tuple[str, ...], words: Mapping[str, str]) -> ReplyCommand:
    """Return what the lines ask for. ``words`` maps words to their meaning: a notation, BOARD or HELP."""
    lines = _without_greeting(lines)
    if not lines:
        return ReplyCommand(Intent.NOTHING)
    command = _parse(lines, words)
    return ReplyCommand(Intent.QUESTION, read=command.read) if command.read.endswith("?") else command


def _without_greeting(lines: tuple[str, ...]) -> tuple[str, ...]:
    if not lines or _LOOKS_LIKE_ORDER.search(lines[0]):
        return lines
    greeting = normalised(lines[0]).split(" ")
    return lines[1:] if greeting[0] in GREETINGS and len(greeting) <= MAX_GREETING_WORDS else lines


def _parse(lines: tuple[str, ...], words: Mapping[str, str]) -> ReplyCommand:
    pieces = _pieces(lines[0])
    orders = [_order(piece, words) for piece in pieces]
    first = "" if orders[0] else _notation(pieces[0], words)
    if first:
        del orders[0]
    read = [lines[0]]
    if not all(orders):
        return ReplyCommand(Intent.UNCLEAR, read=lines[0])
    for line in lines[1:]:
        more = [_order(piece, words) for piece in _pieces(line)]
        if not all(more):
            if _LOOKS_LIKE_ORDER.search(line):
                return ReplyCommand(Intent.UNCLEAR, read=" / ".join([*read, line]))
            break
        orders += more
        read.append(line)
    text = " / ".join(read)
    if orders:
        return ReplyCommand(Intent.TURN, "; ".join([first, *orders] if first else orders), text)
    if first in {BOARD, HELP}:
        return ReplyCommand(Intent(first), read=text)
    return ReplyCommand(Intent.PLAY, first, text)


def _pieces(line: str) -> list[str]:
    pieces = [piece.strip() for piece in _SEPARATOR.split(_LEADS.sub("", line))]
    return [piece for piece in pieces if piece.strip(" .,")] or [line]


def _order(piece: str, words: Mapping[str, str]) -> str:
    """Return the order for one result of chance ("2: d5e5", "2: d5e5L"), "" if the piece is no order."""
    found = _FACE.fullmatch(piece.strip(" .,!*_"))
    if found is None:
        return ""
    place, _space, last = found[2].rpartition(" ")
    turn = words.get(normalised(last), "") if place else ""
    place = _squeezed(place) + turn if turn else _squeezed(place + last)
    is_place = place == NO_RUG or (place.isalnum() and not place.isalpha())
    return f"{found[1]}: {place}" if is_place and len(place) <= MAX_NOTATION_LENGTH else ""


def _notation(piece: str, words: Mapping[str, str]) -> str:
    """Return the notation that a word stands for, or that was written; "" for anything longer than a notation."""
    spoken = normalised(piece).split(" ")
    while len(spoken) > 1 and spoken[-1].strip(",.!") in POLITE:
        spoken.pop()
    text = " ".join(spoken).strip(" ,.!")
    if text in words:
        return words[text]
    notation = _squeezed(text) or piece
    return notation if len(notation) <= MAX_NOTATION_LENGTH else ""


def _squeezed(text: str) -> str:
    """Return a notation without what people put between its parts: "C4 - D4." is c4d4."""
    return "".join(_JOINTS.sub("", text.casefold()).split()).strip(".,!*_\"'")
