"""The words and signs of a reply, each with the kind of what it does."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.mail.reply_words import (
    AND,
    COMMANDS,
    CONDITION,
    CORRECTION,
    DENIAL,
    DOUBT,
    FILLER,
    NUMBER,
    OR,
    Vocabulary,
    number_of,
    plain,
    words_in,
)


class TokenKind(StrEnum):
    """Kinds of tokens, one letter each, so that the grammar is a regular expression over a line's kinds."""

    ACTION = "M"
    PLACE = "P"
    COMMAND = "C"
    FACE = "F"
    NUMBER_WORD = "w"
    DASHES = "Z"
    DENIAL = "N"
    CORRECTION = "X"
    DOUBT = "H"
    CONDITION = "I"
    OR = "O"
    AND = "A"
    COLON = "K"
    DASH = "D"
    COMMA = "s"
    STOP = "S"
    QUESTION = "Q"
    FILLER = "f"
    UNKNOWN = "u"
    ORDER = "o"
    BROKEN = "B"


@dataclass(frozen=True, slots=True)
class ReplyToken:
    """One word, phrase or sign. ``text`` is a meaning, a notation, or the word as it was written."""

    kind: TokenKind
    text: str


_SMILEY = re.compile(
    r"(?<![\w:])[:;=8x]'?[-o^]?[()\[\]dp|/\\o3*<>]+(?!\w)|(?<=[a-z!.,])[:;]-?[()dp]+(?!\w)|<3|\^\^|¯\S*", re.IGNORECASE
)
_MARKS = re.compile(r"[←↑↓⇐⇑⇒⇓↖↗↘↙_*~`]+")  # arrows, and what stands for bold and italic letters
_SQUARE = re.compile(r"[a-z]\d")
_SCAN = re.compile(
    r"(?P<letters>(?<!\w)[^\W\d_](?:\.[^\W\d_])+(?!\w))|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*'?)|(?P<number>\d+(?!\w))|(?P<mixed>\w+)|(?P<sign>--+>?|->|\.+|\S)"
)
_SIGNS = {
    **dict.fromkeys((":", "=", ")", "->", "-->", ">"), TokenKind.COLON),
    **dict.fromkeys((",",), TokenKind.COMMA),
    **dict.fromkeys((".", "!", ";", "…"), TokenKind.STOP),
    "?": TokenKind.QUESTION,
    "-": TokenKind.DASH,
    "--": TokenKind.DASHES,
    "/": TokenKind.OR,
    "&": TokenKind.AND,
    "+": TokenKind.AND,
}
_KINDS = {
    FILLER: TokenKind.FILLER,
    DENIAL: TokenKind.DENIAL,
    CORRECTION: TokenKind.CORRECTION,
    DOUBT: TokenKind.DOUBT,
    CONDITION: TokenKind.CONDITION,
    OR: TokenKind.OR,
    AND: TokenKind.AND,
    NUMBER: TokenKind.NUMBER_WORD,
}


def tokens_of(line: str, vocabulary: Vocabulary) -> list[ReplyToken]:
    """Return the tokens of a line. Smileys, arrows and quotation marks are none."""
    text = _MARKS.sub(" ", _SMILEY.sub(" ", plain(line))).replace(" / ", " , ")
    tokens: list[ReplyToken] = []
    at = 0
    while vocabulary.place and (found := vocabulary.place.search(text, at)):
        tokens += _words_and_signs(text[at : found.start()], vocabulary)
        tokens.append(ReplyToken(TokenKind.PLACE, re.sub(r"[^a-z0-9]", "", "".join(_squares(found[0], vocabulary)))))
        at = found.end()
    return [*tokens, *_words_and_signs(text[at:], vocabulary)]


def _squares(place: str, vocabulary: Vocabulary) -> list[str]:
    assert vocabulary.square
    return vocabulary.square.findall(place)


def _words_and_signs(text: str, vocabulary: Vocabulary) -> Iterator[ReplyToken]:
    """Yield the tokens of a text without places. The longest phrase counts."""
    pieces = list(_pieces(text))
    number = 0
    while number < len(pieces):
        word, sign = pieces[number]
        if sign is not None:
            yield ReplyToken(sign, word)
            number += 1
            continue
        for length in range(vocabulary.longest, 0, -1):
            phrase = pieces[number : number + length]
            meaning = vocabulary.phrases.get(tuple(piece for piece, _sign in phrase)) if _are_words(phrase) else None
            if len(phrase) == length and meaning is not None:
                yield ReplyToken(_kind_of(meaning, vocabulary), word if meaning in {NUMBER, FILLER} else meaning)
                break
        else:
            length = 1
            yield ReplyToken(TokenKind.UNKNOWN, word)
        number += length


def _are_words(phrase: list[tuple[str, TokenKind | None]]) -> bool:
    """Return True if no sign stands between the words but hyphens, which join them."""
    return all(sign is None for _word, sign in phrase)


def _kind_of(meaning: str, vocabulary: Vocabulary) -> TokenKind:
    if meaning in vocabulary.actions:
        return TokenKind.ACTION
    return TokenKind.COMMAND if meaning in COMMANDS else _KINDS.get(meaning, TokenKind.UNKNOWN)


def _pieces(text: str) -> Iterator[tuple[str, TokenKind | None]]:
    """Yield words (with None) and signs with their kinds. A hyphen inside a word separates it like a space."""
    text = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text)
    for found in _SCAN.finditer(text):
        if found["letters"]:
            yield found["letters"], TokenKind.UNKNOWN  # F.Y.I.
        elif found["word"]:
            for word in words_in(found["word"]):
                yield word, None
        elif found["number"]:
            is_face = len(found["number"]) == 1 and number_of(found["number"])
            yield found["number"], TokenKind.FACE if is_face else TokenKind.UNKNOWN
        elif found["mixed"]:
            yield found["mixed"], TokenKind.BROKEN if _SQUARE.match(found["mixed"]) else TokenKind.UNKNOWN
        elif unicodedata.category(found["sign"][0]) in {"So", "Sk"}:
            yield found["sign"], None if found["sign"] == "👍" or found["sign"] == "👎" else TokenKind.FILLER
        elif kind := _sign_kind(found["sign"]):
            yield found["sign"], kind


def _sign_kind(sign: str) -> TokenKind | None:
    if sign.startswith("."):
        return TokenKind.STOP
    return TokenKind.DASHES if sign.startswith("---") else _SIGNS.get(sign)
