"""The parser of replies: from the lines of an email to what they ask for.

A reply is played if it says one thing: one action, one place, an action and a place, or orders for the faces. Words
that say no more (greetings, "I'll go", "please") may stand around it, and sentences of their own before and after it.
With a denial, a condition, a doubt, a question or an unknown word beside it, or a second action, nothing is played.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise

from games.mail.reply_words import BOARD, COMMANDS, GREETINGS, HELP, POLITE, TALK, Vocabulary, words_in

from ..text.closings import remarks_in
from .sentences import Sentence, sentences_of
from .tokens import ReplyToken, TokenKind
from .typing_errors import intended_meaning

MAX_LEAD_LINES = 8  # lines before the command
MAX_TURN_LENGTH = 80  # no turn in notation has more letters
MAX_GREETED = 3  # words after "Hi"
MAX_GUESSED = 6  # words of a line in which a typing error is looked for


class Intent(Enum):
    """What a reply asks for."""

    NOTHING = "nothing"
    PLAY = "play"
    STEPS = "steps"
    TURN = "turn"
    BOARD = "board"
    HELP = "help"
    RESIGN = "resign"
    UNDO = "undo"
    CHAT = "chat"
    QUESTION = "question"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class ReplyCommand:
    """``text`` is one notation (PLAY), two (STEPS), orders for a whole turn (TURN), or what is said (CHAT).

    ``read`` is the text that was parsed. ``guess`` is what the player may have meant where nothing is clear.
    ``remarks`` are the lines for people at the table: those below a command, or all of a text that contains none.
    """

    intent: Intent
    text: str = ""
    read: str = ""
    guess: str = ""
    remarks: tuple[str, ...] = ()


def parse_command(lines: tuple[str, ...], vocabulary: Vocabulary) -> ReplyCommand:
    """Return what the lines ask for."""
    lines = _without_greeting(lines)
    if not lines:
        return ReplyCommand(Intent.NOTHING)
    if said := TALK.fullmatch(lines[0]):
        return ReplyCommand(Intent.CHAT, "\n".join([said[1], *remarks_in(lines[1:])]), lines[0])
    if not vocabulary.actions:
        return _plain_notation(lines, vocabulary)
    sentences = sentences_of(lines, vocabulary)
    active = [one for one in sentences if one.is_active]
    if not active or active[0].line > MAX_LEAD_LINES:
        return _without_action(lines, sentences, vocabulary)
    return _with_action(lines, sentences, _without_asides(active))


def _without_greeting(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines without "Hi Bob," at the beginning."""
    words = words_in(lines[0]) if lines else []
    if not words or words[0] not in GREETINGS:
        return lines
    called, *more = re.split(r"[,!.:]|\s-\s", lines[0], maxsplit=1)
    if len(words_in(called)) > MAX_GREETED + 1 or re.search(r"\d", called):
        return lines
    rest = more[0].strip() if more else ""
    if any(map(str.isalnum, rest)):
        return (rest, *lines[1:])
    return lines[1:] if more or len(lines) > 1 or len(words) == 1 else lines


def _without_asides(active: list[Sentence]) -> list[Sentence]:
    """Return the sentences without those that ask for the board or for help beside a move: "How is your knee?"."""
    moves = [one for one in active if any(item.text not in {BOARD, HELP} for item in one.items)]
    return moves or active


def _with_action(lines: tuple[str, ...], sentences: list[Sentence], active: list[Sentence]) -> ReplyCommand:
    read = " / ".join(dict.fromkeys(lines[one.line] for one in active))
    if any(one.has(TokenKind.QUESTION) for one in active):
        return ReplyCommand(Intent.QUESTION, read=read)
    intent, text = _meaning([item for one in active for item in one.items])
    first = sentences.index(active[0])
    before = [one for one in sentences[:first] if one.is_doubtful_lead]
    after = [one for one in sentences[first:] if not one.is_active and one.is_retraction]
    is_broken = any(one.is_broken for one in sentences)
    if is_broken or intent is Intent.UNCLEAR or before or after or any(one.is_doubtful for one in active):
        is_denied = any(one.has(TokenKind.DENIAL, TokenKind.CORRECTION) for one in [*active, *before, *after])
        can_guess = intent in {Intent.PLAY, Intent.STEPS, Intent.TURN} and not (is_denied or is_broken)
        return ReplyCommand(Intent.UNCLEAR, read=read, guess=text if can_guess else "")
    return ReplyCommand(intent, text, read, remarks=remarks_in(lines[active[-1].line + 1 :]))


def _meaning(items: Sequence[ReplyToken]) -> tuple[Intent, str]:
    """Return what all items together ask for. Words such as "board" beside an action mean nothing of their own."""
    if any(item.kind is not TokenKind.COMMAND for item in items):
        items = [item for item in items if item.text not in {BOARD, HELP}]
    items = [item for number, item in enumerate(items) if not number or item != items[number - 1]]
    kinds, texts = "".join(item.kind for item in items), [item.text for item in items]
    if kinds in {"M", "P"}:
        return Intent.PLAY, texts[0]
    if kinds == "MP":
        return Intent.STEPS, " ".join(texts)
    if kinds == "C":
        return Intent(texts[0]), ""
    orders = texts[kinds.startswith("M") :]
    if kinds.strip("o") in {"", "M"} and kinds[0] in "Mo" and not kinds.endswith("M") and _is_consistent(orders):
        return Intent.TURN, "; ".join(dict.fromkeys(texts))
    return Intent.UNCLEAR, ""


def _is_consistent(orders: Sequence[str]) -> bool:
    """Return True if no face has two different orders."""
    faces = sorted(set(orders))
    return all(one.split(":")[0] != other.split(":")[0] for one, other in pairwise(faces))


def _without_action(lines: tuple[str, ...], sentences: list[Sentence], vocabulary: Vocabulary) -> ReplyCommand:
    if any(one.has(TokenKind.QUESTION) for one in sentences[:1]):
        return ReplyCommand(Intent.QUESTION, read=lines[0], remarks=remarks_in(lines))
    if not any(
        one.has(
            TokenKind.UNKNOWN, TokenKind.FACE, TokenKind.BROKEN, TokenKind.DENIAL, TokenKind.CORRECTION, TokenKind.DOUBT
        )
        for one in sentences
    ):
        return ReplyCommand(Intent.NOTHING, remarks=remarks_in(lines))
    short = [line for line in lines[:3] if len(words_in(line)) <= MAX_GUESSED]
    is_denied = any(one.has(TokenKind.DENIAL, TokenKind.CORRECTION) for one in sentences)
    guess = "" if is_denied else intended_meaning([word for line in short for word in words_in(line)], vocabulary)
    return ReplyCommand(Intent.UNCLEAR, read=lines[0], guess=guess, remarks=remarks_in(lines))


def _plain_notation(lines: tuple[str, ...], vocabulary: Vocabulary) -> ReplyCommand:
    """Return the command of a reply in a title without words: a turn in its notation, or a word for every title."""
    if lines[0].rstrip().endswith("?"):
        return ReplyCommand(Intent.QUESTION, read=lines[0])
    words = lines[0].split(" ")
    while len(words) > 1 and words_in(words[-1])[0] in POLITE:
        words.pop()
    meaning = vocabulary.phrases.get(tuple(words_in(" ".join(words))))
    if meaning in COMMANDS:
        return ReplyCommand(Intent(meaning), read=lines[0])
    notation = " ".join(words).strip(".,!*_\"' ")
    if len(notation) > MAX_TURN_LENGTH:
        return ReplyCommand(Intent.UNCLEAR, read=lines[0], remarks=remarks_in(lines))
    return ReplyCommand(Intent.PLAY, notation, lines[0], remarks=remarks_in(lines[1:]))
