"""The sentences of a reply: what each asks for, and what keeps it from being played."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from games.mail.reply_words import LAST, PRAISE, TIMES, Vocabulary, number_of, words_in

from .tokens import ReplyToken, TokenKind, tokens_of

# The faces and the place of an order, over the kinds of tokens: "if I roll 1 or 2: c4c5", "3 c4c5 left"
_ORDER = re.compile(r"(?:[IfA]|w(?=f*F))*(?P<faces>[Fw](?:(?:f*[sOAD]f*|f)[Fw])*)[fKSsDIA]*(?P<place>[PZ])(?P<turn>M?)")
RANGE_WORDS = frozenset({"to", "bis", "a"})  # between the first and the last face
_BROKEN_ORDER = re.compile(r"B|[Fw]K[^uF]|[Fw]Ku")  # a face or a square without the rest
MAX_OPENING_WORDS = 2  # "Right", "OK right"
ACTIVE = frozenset({TokenKind.ACTION, TokenKind.PLACE, TokenKind.ORDER, TokenKind.COMMAND})
_DOUBTS = frozenset(
    {TokenKind.DENIAL, TokenKind.CORRECTION, TokenKind.DOUBT, TokenKind.CONDITION, TokenKind.OR, TokenKind.QUESTION}
)
_STRAY = frozenset({TokenKind.UNKNOWN, TokenKind.FACE})
_PARTING = frozenset({TokenKind.COMMA, TokenKind.DASH, TokenKind.DASHES})


@dataclass(slots=True)
class Sentence:
    """The tokens of one sentence on the line with the number ``line``, each order as one token.

    ``is_opening`` if its word for an action may open what the line goes on to say: "Right, I'm back."
    """

    line: int
    tokens: list[ReplyToken] = field(default_factory=list)
    is_opening: bool = False

    def has(self, *kinds: TokenKind) -> bool:
        """Return True if a token has one of the kinds."""
        return any(token.kind in kinds for token in self.tokens)

    @property
    def is_dashes(self) -> bool:
        """True for "--" with nothing around it, which is a notation."""
        return [token.kind for token in self.tokens] == [TokenKind.DASHES]

    @property
    def is_active(self) -> bool:
        """True if the sentence asks for something."""
        return self.has(*ACTIVE) or self.is_dashes

    @property
    def items(self) -> list[ReplyToken]:
        """The tokens that ask for something."""
        if self.is_dashes:
            return [ReplyToken(TokenKind.ACTION, "--")]
        return [token for token in self.tokens if token.kind in ACTIVE]

    @property
    def is_broken(self) -> bool:
        """True if the sentence has a part of an order that cannot be read."""
        kinds = "".join(token.kind for token in self.tokens)
        return bool(_BROKEN_ORDER.search(kinds))

    @property
    def is_doubtful(self) -> bool:
        """True if something in the sentence keeps it from being played."""
        return self.is_opening or self.has(*_DOUBTS) or self._has_stray_words or self._is_about_another

    @property
    def is_doubtful_lead(self) -> bool:
        """True if the sentence makes doubtful what follows."""
        return self.has(*_DOUBTS - {TokenKind.OR})

    @property
    def is_retraction(self) -> bool:
        """True if the sentence takes back another one: "wait", or "no" with no more than polite words around it."""
        return self.has(TokenKind.CORRECTION) or (self.has(TokenKind.DENIAL) and not self.has(*_STRAY))

    @property
    def _is_about_another(self) -> bool:
        """True if an action is praised ("Nice c4c5"), of the past ("last turn"), or is to be shown ("show me c4c5")."""
        if any(one.text in LAST and other.text in TIMES for one, other in pairwise(self.tokens)):
            return self.has(TokenKind.ACTION, TokenKind.PLACE)
        return any(
            after.kind in {TokenKind.ACTION, TokenKind.PLACE}
            and (before.kind is TokenKind.COMMAND or (before.kind is TokenKind.FILLER and before.text in PRAISE))
            for before, after in pairwise(self.tokens)
        )

    @property
    def _has_stray_words(self) -> bool:
        """True for unknown words beside an order, before an action, or after it without a comma between."""
        last = max((number for number, token in enumerate(self.tokens) if token.kind in ACTIVE), default=-1)
        before, after = self.tokens[: max(last, 0)], self.tokens[last + 1 :]
        if self.has(TokenKind.ORDER):
            return self.has(*_STRAY)
        parted = next((number for number, token in enumerate(after) if token.kind in _PARTING), len(after))
        return any(token.kind in _STRAY for token in [*before, *after[:parted]])


def sentences_of(lines: Sequence[str], vocabulary: Vocabulary) -> list[Sentence]:
    """Return the sentences of all lines. A line with orders is one sentence."""
    return [one for number, line in enumerate(lines) for one in _on_line(number, line, vocabulary)]


def _on_line(number: int, line: str, vocabulary: Vocabulary) -> list[Sentence]:
    tokens = _with_orders(tokens_of(line, vocabulary))
    if any(token.kind is TokenKind.ORDER for token in tokens):
        return [Sentence(number, [token for token in tokens if token.kind is not TokenKind.STOP])]
    sentences = [Sentence(number)]
    for token in tokens:
        if token.kind is TokenKind.STOP:
            sentences.append(Sentence(number))
            continue
        sentences[-1].tokens.append(token)
        if token.kind is TokenKind.QUESTION:
            sentences.append(Sentence(number))
    sentences = [one for one in sentences if one.tokens]
    if any(_opens(line, opener) for opener in vocabulary.openers):
        sentences[0].is_opening = any(one.has(TokenKind.UNKNOWN) for one in sentences)
    return sentences


def _opens(line: str, opener: str) -> bool:
    """Return True if the line begins with a word that has a sign and more words behind it."""
    begun, *more = re.split(r"[,.!:…–-]+", line, maxsplit=1)
    words = words_in(begun)
    return bool(more and words) and words[-1] == opener and len(words) <= MAX_OPENING_WORDS


def _with_orders(tokens: list[ReplyToken]) -> list[ReplyToken]:
    """Return the tokens with one token for each order."""
    result: list[ReplyToken] = []
    at = 0
    for found in _ORDER.finditer("".join(token.kind for token in tokens)):
        place = "".join(token.text for token in tokens[found.start("place") : found.end("turn")])
        faces = _faces(tokens[found.start("faces") : found.end("faces")])
        result += tokens[at : found.start()]
        result += [ReplyToken(TokenKind.ORDER, f"{face}: {place}") for face in faces]
        at = found.end()
    return [*result, *tokens[at:]]


def _faces(tokens: Sequence[ReplyToken]) -> list[int]:
    """Return the faces of "1", "1 or 2", "1, 2 and 4" and "1-3"."""
    faces: list[int] = []
    is_range = False
    for token in tokens:
        if token.kind in {TokenKind.FACE, TokenKind.NUMBER_WORD}:
            face = number_of(token.text)
            faces += range(faces[-1] + 1, face + 1) if is_range and faces else [face]
        is_range = token.kind is TokenKind.DASH or token.text in RANGE_WORDS
    return faces
