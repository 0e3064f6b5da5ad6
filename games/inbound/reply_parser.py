"""The parser of replies: from the lines of an email to what they ask for.

Two questions. Which one thing does the reply ask for (one action, one place, an action and a place, orders for the
faces, the actions of one turn)? A clause that says nothing else counts before one in which a move is only mentioned.
And does anything speak against it? In the same clause any denial, condition, doubt, question or unknown word does.
Elsewhere words that take back do ("wait", "sorry, wrong table"), and sentences that have too few words about something
else for the cues of doubt in them ("not sure about this", but not "no rain for weeks").
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from itertools import pairwise

from games.mail.reply_words import (
    ADDRESS,
    AND,
    ASKED_FOR,
    ASKING,
    BACK,
    BOARD,
    BOARD_NOUNS,
    BUT,
    CALLED,
    COMMANDS,
    COMPASS,
    CONDITION,
    CORRECTION,
    COULD,
    COURTESIES,
    CURIOUS,
    DENIAL,
    DICE,
    DOING,
    DOUBT,
    FILLER,
    FITTING,
    FOR_ME,
    FUNCTION_WORDS,
    GREETINGS,
    HELP,
    LACK,
    LAST,
    LATER,
    LOOKING,
    LOOKING_AGAIN,
    MANY_SENSES,
    MERE_POLITE,
    MILD,
    NAME,
    NO,
    NOT_YET,
    NUMBER,
    OF_THE_TURN,
    OR,
    OTHER,
    OTHER_ACTION,
    OTHER_FACES,
    OTHER_PEOPLE,
    OTHER_SENSES,
    OWN,
    OWN_WILL,
    OWNING,
    PLAIN_ANSWERS,
    PLAIN_YES,
    PLAYING,
    POLITE,
    PRAISE,
    REFERENCES,
    REFUSALS,
    REFUSED,
    REMATCH,
    REQUESTS,
    RESIGN,
    REST,
    REVISION,
    SLIGHT,
    SMALL_TALK,
    SO,
    SOME_DAY,
    TALK,
    TELLING,
    THIRD_PERSON,
    TIMES,
    TO_DO,
    UNDO,
    WAITING,
    WHEN,
    WISHING,
    YES,
    YESTERDAY,
    YOURS,
    Vocabulary,
    as_written,
    number_of,
    plain,
    set_of,
    words_in,
)

from .added_text import is_closing, is_signed, remarks_in
from .put_off import with_waits

MAX_LEAD_LINES = 8  # lines before the command
MAX_TURN_LENGTH = 80  # no turn in notation has more letters
MAX_GREETED = 3  # words after "Hi"
MAX_GUESSED = 6  # words of a line in which a typing error is looked for

# The faces and the place of an order, over the kinds of tokens: "if I roll 1 or 2: c4c5", "3 c4c5 left"
_ORDER = re.compile(
    r"(?:[IfA]|w(?=f*F))*(?P<faces>[Fw](?:(?:f*[sOAD](?:[fI]|w(?=f*F))*|f)[Fw])*)[fKSsDIA]*(?P<place>[PZ])(?P<turn>M?)"
)
_BACKWARDS = re.compile(r"[^PFwB]*(?P<orders>(?:P[fI]+[Fw]f*[sSAD]*)+)")
RANGE_WORDS = set_of("to bis a")
_BROKEN_ORDER = re.compile(r"B|[Fw]K[^uF]|[Fw]Ku")  # a face or a square without the rest
MAX_STRAYS = 2  # words beside a move that mean nothing here
MAX_OPENING_WORDS = 2  # "Right", "OK right"
AGREEING = set_of("ok okay oh ah yes yeah well so all alright hm hmm")
MAX_SLIGHT = 5  # words that say nothing
MAX_OPENING_FACES = 5  # "for all the other rolls"

LITTLE, LEAST_WORDS, MUCH = 2, 3, 4  # words of a sentence that are about something else
MIN_LENGTH = 3  # letters of a mistyped word
MIN_MEANT = 4  # letters of the word that is meant


class Intent(Enum):
    NOTHING = "nothing"
    PLAY = "play"
    STEPS = "steps"
    TURN = "turn"
    BOARD = "board"
    HELP = "help"
    RESIGN = "resign"
    UNDO = "undo"
    REMATCH = "rematch"
    BACK = "back"
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
    first = lines[0] if lines else ""
    lines = _without_numbers(_without_greeting(lines), vocabulary)
    if not lines:
        return ReplyCommand(Intent.NOTHING)
    if said := TALK.fullmatch(lines[0]):
        return ReplyCommand(Intent.CHAT, "\n".join([said[1], *remarks_in(lines[1:])]), lines[0])
    chat = next((number for number, line in enumerate(lines) if TALK.fullmatch(line)), len(lines))
    command = _read(lines[:chat], vocabulary, first)
    if chat == len(lines) or command.intent not in _PLAYS:
        return command
    remarks = remarks_in((TALK.sub(r"\1", lines[chat]), *lines[chat + 1 :]))
    return replace(command, remarks=(*command.remarks, *remarks))


def _read(lines: tuple[str, ...], vocabulary: Vocabulary, first: str) -> ReplyCommand:
    sentences = _without_mentions([_as_wish(one, lines) for one in sentences_of(lines, vocabulary)])
    active = [one for one in sentences if one.is_active]
    if not active:
        sentences = [_standing_alone(one, vocabulary) for one in sentences]
        active = [one for one in sentences if one.is_active]
    if active and all(item.text in {BOARD, HELP} for one in active for item in one.items):
        sentences = [one.as_request() for one in sentences]
        active = [one for one in sentences if one.is_active]
    if active and active[0].line <= MAX_LEAD_LINES and vocabulary.has_actions:
        return _with_action(lines, sentences, _without_asides(active), vocabulary)
    if vocabulary.actions:
        return _without_action(lines, sentences, vocabulary, first)
    return _plain_notation(lines, sentences, vocabulary, first)


_NUMBERED = re.compile(r"(\d{1,2})[.)]\s+(?=\S)")


def _without_numbers(lines: tuple[str, ...], vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the lines without "1." and "2." before them, which are no faces of a die.

    They number the lines if the first line has the 1, or if no place follows.
    """
    numbers = [found[1] for line in lines if (found := _NUMBERED.match(line))]
    is_list = bool(_NUMBERED.match(lines[0]) if lines else None) and numbers == [
        str(number) for number in range(1, len(numbers) + 1)
    ]
    return tuple(
        line[found.end() :]
        if (found := _NUMBERED.match(line))
        and (is_list or not (vocabulary.place and vocabulary.place.search(plain(line))))
        else line
        for line in lines
    )


TAGS = frozenset(["shall we", "why not", "pourquoi pas", "warum nicht"])  # whose question mark asks nothing
ARROWS = {
    sign: direction
    for direction, signs in {"N": "↑⬆⇑", "E": "→➡⇒", "S": "↓⬇⇓", "W": "←⬅⇐"}.items()
    for sign in (*signs, *(f"{sign}\ufe0f" for sign in signs))
} | {"->": "E", "<-": "W"}
_SEEN = {"N": "F", "E": "R", "W": "L"}  # by somebody who looks in the direction of the figure


def arrow_command(arrow: str, facings: Mapping[str, str]) -> ReplyCommand:
    """Return the command of a reply that is one arrow.

    ``facings`` are the directions in which the figure looks after each action, as the arrows of the email show them. An
    arrow that shows one action, and means another one to somebody who walks with the figure, asks.
    """
    direction = ARROWS[arrow]
    shown = next((notation for notation, facing in facings.items() if facing == direction), "")
    seen = _SEEN.get(direction, "")
    meant = {notation for notation in (shown, seen) if notation in facings}
    if len(meant) == 1:
        return ReplyCommand(Intent.PLAY, meant.pop(), arrow)
    return ReplyCommand(Intent.UNCLEAR, read=arrow, guess=shown)


def _without_greeting(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines without "Hi Bob," at the beginning."""
    words = words_in(lines[0]) if lines else []
    if (
        not words
        or not any(tuple(words[:length]) in GREETINGS for length in (1, 2))
        or {"nicht", "doch"} & {*words[:2]}
    ):
        return lines
    called, *more = re.split(r"[,!.:]|\s-\s", lines[0], maxsplit=1)
    if len(words_in(called)) > MAX_GREETED + 1 or re.search(r"\d", called):
        return lines
    rest = more[0].strip() if more else ""
    if any(map(str.isalnum, rest)):
        return (rest, *lines[1:])
    return lines[1:] if more or len(lines) > 1 or len(words) == 1 else lines


class TokenKind(StrEnum):
    """Kinds of tokens, one letter each, so that the grammar is a regular expression over a line's kinds."""

    ACTION = "M"
    PLACE = "P"
    COMMAND = "C"
    FACE = "F"
    NUMBER_WORD = "w"
    DASHES = "Z"
    DENIAL = "N"
    LACK = "L"
    CORRECTION = "X"
    REVISION = "V"
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
    NAME = "n"
    SMALL_TALK = "t"
    UNKNOWN = "u"
    ORDER = "o"
    BROKEN = "B"


@dataclass(frozen=True, slots=True)
class ReplyToken:
    """One word, phrase or sign. ``text`` is a meaning, a notation, or the word as it was written (``word``)."""

    kind: TokenKind
    text: str
    word: str = field(default="", compare=False)


@dataclass(slots=True)
class Sentence:
    """The tokens of one sentence on the line with the number ``line``, each order as one token.

    ``is_opening`` if its word for an action may open what the line goes on to say: "Right, I'm back." ``is_lead_in`` if
    it announces what follows: "So here is my turn:".
    """

    line: int
    tokens: list[ReplyToken] = field(default_factory=list)
    is_opening: bool = False
    is_lead_in: bool = False

    def has(self, *kinds: TokenKind) -> bool:
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
        if self.is_dashes:
            return [ReplyToken(TokenKind.ACTION, "--")]
        return [token for token in self.tokens if token.kind in ACTIVE]

    @property
    def items_but_board(self) -> list[ReplyToken]:
        return [item for item in self.items if item.text not in {BOARD, HELP}]

    def as_request(self) -> "Sentence":
        """Return the sentence without its question mark if it asks for something: "Can you show me the board?"."""
        kept = [token for token in self.tokens if token.kind is not TokenKind.QUESTION or not self.is_active]
        return Sentence(self.line, kept, self.is_opening)

    @property
    def is_broken(self) -> bool:
        """True if the sentence has a part of an order that cannot be read."""
        kinds = "".join(token.kind for token in self.tokens)
        return bool(_BROKEN_ORDER.search(kinds))

    def is_doubtful(self, least: int, *, may_leave_rest: bool = False) -> bool:
        """Return True if something in the sentence keeps what it asks for from being played."""
        lead, own, tail = self._parts
        if lead.tokens and not lead.is_talk(own):
            lead, own = Sentence(self.line), Sentence(self.line, [*lead.tokens, *own.tokens])
        return (
            self.is_opening
            or own.has(*_DOUBTS)
            or own._is_changed
            or own._has_stray_words
            or self._is_about_another
            or tail.has_condition
            or (tail.speaks_against(least, is_tail=True) and not (may_leave_rest and tail.is_about_rest))
        )

    @property
    def _parts(self) -> tuple["Sentence", "Sentence", "Sentence"]:
        """The sentence up to the clause that asks for something, this clause, and the rest. Orders have no lead."""
        if self.is_dashes:
            return Sentence(self.line), self, Sentence(self.line)
        kinds = ACTIVE - {TokenKind.COMMAND} if self.has(*ACTIVE - {TokenKind.COMMAND}) else ACTIVE
        active = [number for number, token in enumerate(self.tokens) if token.kind in kinds]
        first, last = (active[0], active[-1]) if active else (len(self.tokens), -1)
        begins = () if self.has(TokenKind.ORDER) else range(first, 0, -1)
        begin = next((number for number in begins if self._begins_clause(number)), 0)
        ends = (number for number in range(last + 1, len(self.tokens)) if self._ends_clause(number))
        end = next(ends, len(self.tokens))
        return (
            Sentence(self.line, self.tokens[:begin]),
            Sentence(self.line, self.tokens[begin:end]),
            Sentence(self.line, self.tokens[end:]),
        )

    def without_other_faces(self, ordered: Set[str]) -> "Sentence":
        """Return the sentence up to what it says of faces that are not ``ordered``."""
        if not self.is_active:
            return self
        lead, own, tail = self._parts
        return replace(self, tokens=[*lead.tokens, *own.tokens]) if tail.is_about_other_faces(ordered) else self

    @property
    def is_denied_command(self) -> bool:
        """True for "I don't resign", but not for "Nothing works any more, I resign"."""
        lead, own, tail = self._parts
        is_open = any(one.has(*_DENIALS, TokenKind.CONDITION) for one in (own, tail))
        return (
            is_open or lead.has(TokenKind.CORRECTION, TokenKind.CONDITION) or (self.has(*_DENIALS) and not lead.weight)
        )

    @property
    def qualifies(self) -> bool:
        """True for a yes in a sentence that doubts it or goes on with a condition or a "but"."""
        _lead, own, tail = self._parts
        is_weak = tail.has(TokenKind.DOUBT, TokenKind.DENIAL, TokenKind.LACK) and tail.weight < LITTLE
        has_but = any(token.word in BUT for token in self.tokens)
        return own.has(*_DOUBTS) or has_but or tail.has_condition or is_weak

    @property
    def begins_with_but(self) -> bool:
        return self.tokens[0].word in BUT

    @property
    def reopens(self) -> bool:
        """True for a sentence below a yes that doubts it. A question about something else does not."""
        is_plain_question = self.has(TokenKind.QUESTION) and not self.has(*_DOUBTS - {TokenKind.QUESTION})
        return self.begins_with_but or (not is_plain_question and self.speaks_against(1))

    @property
    def is_changed_mind(self) -> bool:
        """True for a short sentence that begins with "actually" or the like, or has "hm" and a doubt."""
        return self.tokens[0].kind is _CHANGE and self.weight < 2 * MUCH

    @property
    def clauses(self) -> list["Sentence"]:
        """The parts of the sentence, each with the sign before it. Orders are one part."""
        if self.has(TokenKind.ORDER):
            return [self]
        starts = [
            0,
            *(
                number
                for number in range(1, len(self.tokens))
                if self._begins_clause(number) or self.tokens[number].kind is TokenKind.AND
            ),
        ]
        ends = [*starts[1:], len(self.tokens)]
        return [Sentence(self.line, self.tokens[start:end]) for start, end in zip(starts, ends, strict=True)]

    @property
    def is_clear(self) -> bool:
        """True for a clause that asks for something and says nothing else."""
        return self.is_active and not self.has(*_DOUBTS) and not self._has_stray_words and not self._is_about_another

    def is_mention(self, meant: Set[str], senses: Set[str], weight: int) -> bool:
        """Return True if the clause only mentions what is ``meant`` below, or has words with other ``senses``.

        ``weight`` is the size of the whole sentence.
        """
        is_other = all(item.text in meant or item.word in senses | BOARD_NOUNS for item in self.items)
        is_open = self.has(TokenKind.OR) or (self.has(TokenKind.QUESTION) and weight < MUCH)
        return is_other and weight >= LITTLE and not is_open

    def is_same(self, meant: Set[str]) -> bool:
        """Return True for what the clear clause concludes: "nothing ahead of him, so straight on"."""
        return all(item.text in meant for item in self.items) and not self.has(TokenKind.OR, TokenKind.QUESTION)

    def is_mention_below(self, *, is_beside_place: bool) -> bool:
        """Return True for a clause with a word of another sense, below a clear one, that doubts nothing.

        Beside a place, words for directions say where other things are.
        """
        is_other = all(
            item.word in OTHER_SENSES or (is_beside_place and item.kind is TokenKind.ACTION) for item in self.items
        )
        return is_other and self.weight >= LEAST_WORDS and not self.has(*_UNSAFE)

    def _begins_clause(self, number: int) -> bool:
        return self.tokens[number].word in SO or self.tokens[number - 1].kind in {*_PARTING, TokenKind.COLON}

    def _ends_clause(self, number: int) -> bool:
        return self.tokens[number].kind in {*_PARTING, TokenKind.AND} or self.tokens[number].word in SO

    @property
    def weight(self) -> int:
        """How much the words of the sentence show that it is not about the move."""
        return sum(map(_weight, self.tokens))

    @property
    def size(self) -> int:
        """How many words the sentence has that say something."""
        return self.weight + sum(token.kind in _DOUBTS for token in self.tokens)

    @property
    def has_condition(self) -> bool:
        """True for "if Bob agrees", but not for "before the train goes"."""
        return any(
            token.kind is TokenKind.CONDITION and (token.word not in WHEN or self.weight < LITTLE)
            for token in self.tokens
        )

    def is_talk(self, own: "Sentence") -> bool:
        """Return True for the beginning of a sentence that says nothing about how sure its end (``own``) is."""
        if own.tokens[0].word in SO:
            return not self.has(TokenKind.CORRECTION) and (self.weight > 0 or not self.has(*_DOUBTS))
        return self.weight >= LEAST_WORDS and not self.has(TokenKind.CONDITION, TokenKind.OR, TokenKind.CORRECTION)

    @property
    def _is_changed(self) -> bool:
        """True for "c4c5, rather d4d5", and for "c4c5 actually"."""
        kinds = [token.kind for token in self.tokens if token.kind in ACTIVE or token.kind is TokenKind.REVISION]
        return any(one in ACTIVE and other is TokenKind.REVISION for one, other in pairwise(kinds))

    def speaks_against(self, least: int, *, is_later: bool = True, is_tail: bool = False) -> bool:
        """Return True if a sentence that asks for nothing speaks against the rest of the reply.

        It does if it takes something back, and if it has too few words about anything else: more are needed the more
        cues of doubt or change it has, and below a move where it may be about that. ``least`` are needed with no cue.
        """
        if not self.tokens:
            return False
        if is_later and (self.has(TokenKind.CORRECTION) or self._refuses or self._restricts):
            return True
        if all(token.kind in _POLITE_KINDS for token in self.tokens):
            return False
        if not is_later:
            return self._opens_with_doubt
        return self.weight < self._needed(least, is_tail=is_tail)

    @property
    def _opens_with_doubt(self) -> bool:
        """True for a sentence above a move that says hardly anything but a doubt or a question."""
        if self.is_lead_in or self.takes_back:
            return self.takes_back or self.has(TokenKind.OR)
        has_cue = self._denies or any(
            token.kind in _WEAK - {_CHANGE} and token.word not in WHEN for token in self.tokens
        )
        return (has_cue or self.has(TokenKind.QUESTION)) and self.weight < 1

    def _needed(self, least: int, *, is_tail: bool) -> int:
        """Return how much a sentence below or behind a move must weigh to be about something else."""
        tokens = self.tokens[:-2] if _is_tag(self.tokens) else self.tokens  # ", oder?"
        weak = [token for token in tokens if token.kind in _WEAK and token.word not in WHEN]
        cues, texts = len(weak) + self._denies, {token.text for token in tokens}
        is_question = self.has(TokenKind.QUESTION)
        if not cues and not is_question and self.tokens[0].text in COURTESIES:
            return 0
        if tokens[0].kind is _CHANGE or (self.has(_CHANGE) and not texts.isdisjoint(OWN)):
            return 2 * MUCH  # "Actually, let me ask my brother first"
        if is_question:
            is_addressed = self.has(TokenKind.NAME, TokenKind.SMALL_TALK) or not texts.isdisjoint(YOURS)
            needed = (LITTLE if is_addressed else MUCH) + cues
        elif is_tail and not weak:
            needed = LITTLE if cues else int(not texts.isdisjoint(REFERENCES))
        elif cues:
            needed = max(least, 1) + cues
        else:
            may_be_move = least == LEAST_WORDS and not texts.isdisjoint(REFERENCES)
            needed = LEAST_WORDS if may_be_move else min(least, 1)
        return needed - int(needed > 1 and not cues and not texts.isdisjoint(ADDRESS))

    @property
    def is_about_turn(self) -> bool:
        """True for a sentence above a move that may say that it is not to be played yet, or not so.

        "Never mind" and what somebody else may not do are no such sentences: nothing is taken back before it is said.
        """
        words = self._words
        taken = {token.word for token in self.tokens if token.kind is TokenKind.CORRECTION}
        if taken - MILD or not words.isdisjoint(OF_THE_TURN):
            return True
        is_mild = bool(taken) or not words.isdisjoint(MILD | OTHER_PEOPLE)
        return self.weight < 1 and not is_mild

    @property
    def says_not_yet(self) -> bool:
        """True for "Please don't play yet" and for "If Bob agrees:" above a move."""
        first, last = self.tokens[0], self.tokens[-1]
        if last.kind is TokenKind.COLON and first.kind is TokenKind.CONDITION and first.word not in WHEN:
            return True
        words = [word for token in self.tokens for word in (token.word or token.text).split(" ")]
        is_denied = first.kind is TokenKind.DENIAL or any(pair in NOT_YET for pair in pairwise(words))
        return self.weight < LEAST_WORDS and not PLAYING.isdisjoint(words) and is_denied

    @property
    def _words(self) -> set[str]:
        return {word for token in self.tokens for word in (token.word or token.text).split(" ")}

    @property
    def takes_back(self) -> bool:
        """True for a sentence that begins with words that take back, or has some and hardly anything else."""
        begun = next((token.kind for token in self.tokens if token.kind not in _POLITE_KINDS), None)
        return self.has(TokenKind.CORRECTION) and (self.weight < MUCH or begun is TokenKind.CORRECTION)

    @property
    def _refuses(self) -> bool:
        """True for a sentence that begins with a plain no, but not for "No rain here"."""
        first, second = [*self.tokens, _END, _END][:2]
        is_no = first.kind is TokenKind.LACK and second.kind in {*_PARTING, TokenKind.STOP}
        begun = next((token.word for token in self.tokens if token.text not in POLITE), "")
        is_told = begun in REFUSED and self.weight < MUCH  # "Don't sign me up yet"
        return is_no or is_told or (first.kind is TokenKind.DENIAL and first.text in REFUSALS)

    @property
    def _restricts(self) -> bool:
        """True for a sentence that begins with "but if"."""
        return self.tokens[0].word in BUT and any(
            token.kind is TokenKind.CONDITION and token.word not in WHEN for token in self.tokens
        )

    @property
    def is_about_rest(self) -> bool:
        """True for what is said of the other action of a turn, if one is played: "the second one later"."""
        words = [token.word or token.text for token in self.tokens]
        is_other = any(pair in OTHER_ACTION for pair in pairwise(words))
        return (is_other or not REST.isdisjoint(words)) and not self.has(TokenKind.QUESTION)

    def is_about_other_faces(self, ordered: Set[str]) -> bool:
        """Return True for what is said of faces that are not ``ordered``: "otherwise ask me", "with a 3 I'll see"."""
        if self.has(TokenKind.QUESTION, *ACTIVE - {TokenKind.COMMAND}) or not self.tokens:
            return False
        changes = {TokenKind.CORRECTION, TokenKind.REVISION}
        if self.tokens[0].kind is TokenKind.OR or any(
            token.kind in changes and WAITING.isdisjoint(token.word.split(" ")) for token in self.tokens
        ):
            return False
        said = [token for token in self.tokens if token.kind not in {*_PARTING, TokenKind.AND, TokenKind.COLON}]
        words = [[*(token.word or token.text).split(" ")] for token in said]
        begun = {word for one in words[:MAX_OPENING_FACES] for word in one}
        faces = {token.text for token in self.tokens if token.kind is TokenKind.FACE}
        if faces:
            return faces.isdisjoint(ordered) and any(token.text in faces for token in said[:MAX_OPENING_FACES])
        if not OTHER_FACES.isdisjoint(begun):
            return "one" not in begun
        is_failure = self.has(TokenKind.DENIAL) and any(not FITTING.isdisjoint(one) for one in words)
        return is_failure and bool(said) and said[0].kind is TokenKind.CONDITION

    @property
    def _denies(self) -> bool:
        """True for "not yet", but not for "no rain", which denies only a noun."""
        tokens = [*self.tokens, _END, _END]
        lacks = [
            after if after.word not in TO_DO else then
            for before, after, then in zip(tokens, tokens[1:], tokens[2:], strict=False)
            if before.kind is TokenKind.LACK
        ]
        return self.has(TokenKind.DENIAL) or not all(map(_weight, lacks))

    @property
    def _is_about_another(self) -> bool:
        """True if an action is praised ("Nice c4c5"), of the past ("last turn"), or is to be shown ("show me c4c5")."""
        if any(
            before.kind is TokenKind.NAME and after.word.split(" ")[0] in THIRD_PERSON
            for before, after in pairwise(self.tokens)
        ):
            return True
        if any(one.text in LAST and other.text in TIMES for one, other in pairwise(self.tokens)):
            return self.has(TokenKind.ACTION, TokenKind.PLACE)
        return any(
            after.kind in {TokenKind.ACTION, TokenKind.PLACE}
            and (before.kind is TokenKind.COMMAND or before.word in PRAISE | CALLED)
            for before, after in pairwise(self.tokens)
        )

    @property
    def _has_stray_words(self) -> bool:
        strays = [token for token in self.tokens if token.kind in _STRAY and token.word not in SO]
        return bool(strays) and not (self._is_own_wish and len(strays) <= MAX_STRAYS)

    @property
    def _is_own_wish(self) -> bool:
        """True for "I fancy going right this time", but not for "I turned right" and "My right knee hurts"."""
        texts = {token.text for token in self.tokens}
        strays = [token.text for token in self.tokens if token.kind in _STRAY and token.word not in SO]
        is_told = any(text in TELLING or _PAST.fullmatch(text) or text.isdecimal() for text in strays)
        is_owned = any(
            after.kind is TokenKind.ACTION and before.text in OWNING and after.word not in COMPASS
            for before, after in pairwise(self.tokens)
        )
        is_of_another = any(
            before.kind is TokenKind.NAME and after.kind is TokenKind.UNKNOWN for before, after in pairwise(self.tokens)
        )
        return not (texts.isdisjoint(WISHING) or "pass" in texts or is_told or is_owned or is_of_another)


def _standing_alone(sentence: Sentence, vocabulary: Vocabulary) -> Sentence:
    """Return the sentence, or an action if it says hardly more than words that mean one then: "Just keep going"."""
    if not vocabulary.alone or sentence.has(TokenKind.QUESTION, TokenKind.NAME):
        return sentence
    words = [word for token in sentence.tokens for word in token.word.split(" ") if word]
    for begin in range(min(len(words), MAX_SLIGHT) + 1):
        if not SLIGHT.issuperset(words[:begin]):
            break
        for end in range(len(words), begin, -1):
            if meaning := vocabulary.alone.get(tuple(words[begin:end])):
                return Sentence(sentence.line, [ReplyToken(TokenKind.ACTION, meaning, " ".join(words))])
            if words[end - 1] not in SLIGHT:
                break
    return sentence


_PAST = re.compile(
    r".+ed|.{3,}[^aeiou]te[nt]?|.{2,}aient|.{3,}ait|(?:an|auf|aus|ein|um|zu|ver|vor)?ge.+(?:t|en)"
)  # "turned", "umgezogen"
_END = ReplyToken(TokenKind.STOP, "")


_CHANGE = TokenKind.REVISION
_WEAK = frozenset({TokenKind.DOUBT, TokenKind.OR, TokenKind.CONDITION, _CHANGE})
_POLITE_KINDS = frozenset(  # a command that is no action asks for the board or for help
    {
        TokenKind.FILLER,
        TokenKind.NAME,
        TokenKind.COMMA,
        TokenKind.DASH,
        TokenKind.DASHES,
        TokenKind.AND,
        TokenKind.COLON,
        TokenKind.COMMAND,
    }
)


def _weight(token: ReplyToken) -> int:
    """Return how much a word shows that a sentence is not about the move."""
    if token.text == OTHER:
        return 0
    if token.kind is TokenKind.SMALL_TALK:
        return LITTLE if token.word in LATER | CURIOUS else MUCH
    if token.kind is TokenKind.NAME:
        return LEAST_WORDS
    if token.word in DICE:
        return LITTLE
    return int(token.kind in {TokenKind.COMMAND, TokenKind.UNKNOWN} and token.text not in FUNCTION_WORDS)


def _is_tag(tokens: Sequence[ReplyToken]) -> bool:
    """Return True for tokens that end with ", or?"."""
    return [token.kind for token in tokens[-2:]] == [TokenKind.OR, TokenKind.QUESTION] and len(tokens) > 2


def _as_wish(sentence: Sentence, lines: Sequence[str]) -> Sentence:
    """Return a polite request without its question mark: "Could you turn him left for me?"."""
    words = words_in(lines[sentence.line])
    is_polite = any(not ASKED_FOR.isdisjoint(words_in(line)) for line in lines) or any(
        pair in FOR_ME for pair in pairwise(words)
    )
    begun = [word for token in sentence.tokens for word in token.word.split(" ") if word][:5]
    is_request = any(tuple(begun[: len(one)]) == one for one in REQUESTS)
    if not (is_polite and is_request and sentence.items_but_board):
        return sentence
    length = max(len(one) for one in REQUESTS if tuple(begun[: len(one)]) == one)
    kept, count = [], 0
    for token in sentence.tokens:
        count += len(token.word.split()) if token.word else 0
        if count > length and token.kind is not TokenKind.QUESTION:
            kept.append(token)
    return replace(sentence, tokens=kept)


def _without_mentions(sentences: list[Sentence]) -> list[Sentence]:
    """Return the sentences without moves that are only mentioned, if another clause is a move and nothing else.

    A clause with enough other words mentions a move if it is the same one, or above the clear one, or if its word has
    other senses ("nothing in front of him, so straight on").
    """
    clauses = [(one, clause) for one in sentences for clause in one.clauses]
    clear = [number for number, (_one, clause) in enumerate(clauses) if clause.is_clear]
    if not clear:
        return sentences
    meant = {item.text for number in clear for item in clauses[number][1].items}
    last = clauses[clear[-1]][0]
    is_place = all(item.kind in {TokenKind.PLACE, TokenKind.ORDER} for n in clear for item in clauses[n][1].items)
    kept = dict[int, list[ReplyToken]]()
    for number, (one, clause) in enumerate(clauses):
        is_mention = False
        if number not in clear and clause.is_active:
            is_mention = (
                clause.is_mention(meant, OTHER_SENSES if one is last else MANY_SENSES, one.size)
                if number < clear[-1]
                else clause.is_mention_below(is_beside_place=is_place)
            )
            is_mention |= one is last and clauses[clear[-1]][1].tokens[0].word in SO and clause.is_same(meant)
        kept.setdefault(id(one), []).extend(
            ReplyToken(TokenKind.UNKNOWN, token.word) if is_mention and token.kind in ACTIVE else token
            for token in clause.tokens
        )
    return [Sentence(one.line, kept[id(one)], one.is_opening, one.is_lead_in) for one in sentences]


def _without_asides(active: list[Sentence]) -> list[Sentence]:
    """Return the sentences without those that ask for the board or for help beside a move: "How is your knee?"."""
    moves = [one for one in active if any(item.text not in {BOARD, HELP} for item in one.items)]
    return moves or active


def _with_action(
    lines: tuple[str, ...], sentences: list[Sentence], active: list[Sentence], vocabulary: Vocabulary
) -> ReplyCommand:
    read = " / ".join(dict.fromkeys(lines[one.line] for one in active))
    if command := _harmless_command(lines, active, vocabulary):
        return command
    if command := _social_command(lines, active):
        return command
    if any(one.has(TokenKind.QUESTION) for one in active):
        return ReplyCommand(Intent.QUESTION, read=read)
    items = [item for one in active for item in one.items]
    if vocabulary.is_final and {item.text for item in items} == {YES} and _names_later(lines):
        return ReplyCommand(Intent.UNCLEAR, read=read)  # "Yes, tomorrow"
    if YES in vocabulary.actions and (answer := _plain_answer(lines, sentences, active, is_final=vocabulary.is_final)):
        return ReplyCommand(Intent.PLAY, answer, read, remarks=remarks_in(lines[active[-1].line + 1 :]))
    intent, text = _meaning(items) if vocabulary.action is None else _written_turn(items)
    least = 0 if {item.text for item in items} == {NO} else LEAST_WORDS
    has_rest = vocabulary.action is not None and len(items) == 1
    if intent in {Intent.TURN, Intent.STEPS}:
        ordered = {item.text.split(":")[0] for item in items}
        active, sentences = (
            [one.without_other_faces(ordered) for one in some if not one.is_about_other_faces(ordered)]
            for some in (active, sentences)
        )
    against = _against(lines, sentences, active, vocabulary, least=least, has_rest=has_rest)
    if text == YES:
        against += [one for one in sentences if (one.qualifies if one in active else one.begins_with_but)]
    later = sentences[sentences.index(active[0]) :]
    is_put_off = any(puts_off(one) and not (has_rest and one.is_about_rest) for one in later)
    is_broken = any(one.is_broken for one in sentences) or is_put_off or _lacks_part(lines, active, vocabulary)
    is_doubtful = any(one.is_doubtful(least, may_leave_rest=has_rest) for one in active)
    if is_broken or is_doubtful or against or intent is Intent.UNCLEAR:
        is_denied = any(one.has(*_DENIALS) for one in [*active, *against])
        can_guess = intent in _PLAYS and vocabulary.place and not (is_denied or is_broken)
        is_talk = all(item.kind is TokenKind.COMMAND for item in items)  # "No rematch for me"
        guess, remarks = text if can_guess else "", remarks_in(lines) if is_talk else ()
        return ReplyCommand(Intent.UNCLEAR, read=read, guess=guess, remarks=remarks)
    return ReplyCommand(intent, text, read, remarks=remarks_in(lines[active[-1].line + 1 :]))


def _against(
    lines: Sequence[str],
    sentences: Sequence[Sentence],
    active: Sequence[Sentence],
    vocabulary: Vocabulary,
    *,
    least: int,
    has_rest: bool,
) -> list[Sentence]:
    """Return the sentences that speak against what the active ones ask for."""
    first = sentences.index(active[0])
    above = [one for one in sentences[:first] if one.line < active[0].line]
    is_letter = sum(one.weight for one in above) >= 2 * MUCH  # nothing is taken back before it is written
    end = next((number for number, line in enumerate(lines) if is_closing(line)), len(lines))
    end = min(end, len(lines) - vocabulary.is_signature(lines[-1]))
    against = [
        one
        for number, one in enumerate(sentences)
        if one not in active
        and not (has_rest and one.is_about_rest)
        and (not is_closing(lines[one.line]) or one.has(TokenKind.CORRECTION, TokenKind.REVISION))
        and (one.line <= end or not is_signed(lines[one.line]) or one.has(*_DENIALS, TokenKind.REVISION))
        and one.speaks_against(
            least if first < number and (one.line < end or not is_signed(lines[one.line])) else 0,
            is_later=first < number,
        )
        and not (is_letter and one.line < active[0].line and not one.is_about_turn)
    ]
    against += [one for one in sentences[:first] if one.line < active[0].line and one.says_not_yet]
    against += [
        one
        for one in sentences
        if not one.items_but_board and one.is_active and one not in active and _looks_again(lines[one.line])
    ]
    return against + [one for one in active[1:] if one.has(TokenKind.REVISION)]


def _names_later(lines: Sequence[str]) -> bool:
    """Return True for a reply with a word for another time, whatever it says of it."""
    return any(word in LATER for line in lines for word in words_in(line))


def _lacks_part(lines: Sequence[str], active: Sequence[Sentence], vocabulary: Vocabulary) -> bool:
    """Return True if words announce a part of an action that none of the line has."""
    for number in {one.line for one in active}:
        actions = [item.text for one in active if one.line == number for item in one.items]
        begun = as_written(lines[number], vocabulary)
        for announced, part in vocabulary.parts:
            if announced.search(begun) and not any(part.search(action) for action in actions):
                return True
    return False


def _looks_again(line: str) -> bool:
    """Return True for "I need to see the board again", which is no wish to see it beside a move."""
    return not LOOKING_AGAIN.isdisjoint(words_in(line))


def puts_off(sentence: Sentence) -> bool:
    """Return True if the sentence says that its writer will play later: "I'll do this at home"."""
    words = {word for token in sentence.tokens for word in (token.word or token.text).split(" ")}
    return not (words.isdisjoint(OWN_WILL) or words.isdisjoint(DOING) or words.isdisjoint(LATER))


def _harmless_command(lines: Sequence[str], active: Sequence[Sentence], vocabulary: Vocabulary) -> ReplyCommand | None:
    """Return the command of a sentence that asks for something that changes nothing, whatever else is said.

    The board and the help are only shown. The site asks before it takes a turn back or lets somebody resign.
    """
    meant = {item.text for one in active for item in one.items}
    if len(meant) > 1 or YES in vocabulary.actions or not vocabulary.has_actions:
        return None
    words = {word for one in active for word in words_in(lines[one.line])}
    for command, needed in ((BOARD, ASKING), (HELP, ASKING), (UNDO, OWN), (RESIGN, OWN)):
        is_denied = command in {UNDO, RESIGN} and any(one.is_denied_command for one in active)
        asks = any(one.has(TokenKind.QUESTION) for one in active)
        if meant == {command} and (asks or not words.isdisjoint(needed)) and not is_denied:
            return ReplyCommand(Intent(command), read=lines[active[0].line])
    return None


def _social_command(lines: Sequence[str], active: Sequence[Sentence]) -> ReplyCommand | None:
    """Return the wish for a rematch ("A rematch?"), or that a holiday is over, in any words but for some day."""
    wishes = [one for one in active if any(item.text in {REMATCH, BACK} for item in one.items)]
    if wishes and active[0].line < wishes[0].line:  # "You didn't have to give up!", and a wish below
        active = [one for one in active if one.line >= wishes[0].line]
    meant = {item.text for one in active for item in one.items}
    if meant not in ({REMATCH}, {BACK}):
        return None
    later = LATER - {"home", "hause", "zuhause", "maison", "daheim"} | SOME_DAY
    unsafe = {*_DOUBTS, TokenKind.LACK}
    if meant == {REMATCH}:
        unsafe -= {TokenKind.QUESTION}
    said = [
        one
        for one in active
        if not any(
            token.kind in unsafe
            and token.word not in WHEN
            and not (one.has(TokenKind.QUESTION) and token.word in COULD)  # "Could we have a rematch?"
            for token in one.tokens
        )
    ]
    words = [{token.word for token in one.tokens} for one in said]
    is_now = [later.isdisjoint(one) or not YESTERDAY.isdisjoint(one) for one in words]
    if not any(is_now) or (meant == {REMATCH} and not (all(is_now) and len(said) == len(active))):
        return None
    return ReplyCommand(
        Intent(meant.pop()), read=lines[active[0].line], remarks=remarks_in(lines[active[-1].line + 1 :])
    )


def _plain_answer(
    lines: Sequence[str], sentences: Sequence[Sentence], active: Sequence[Sentence], *, is_final: bool
) -> str:
    """Return YES or NO for a reply that says so at the beginning of a clause in a plain word, "" if anything is open.

    Other words may follow ("Yes please, slower suits me better"), but nothing that takes back, doubts or puts off. If
    it ``is_final``, no other sentence may say anything of that kind, however long it is.
    """
    answers = [(one, at) for one in active for at, token in enumerate(one.tokens) if token.text in {YES, NO}]
    if _begins_with_no(active[0].tokens):
        answers = [(one, at) for one, at in answers if one.tokens[at].text == NO or one.tokens[at].word in PLAIN_YES]
    meant = {one.tokens[at].text for one, at in answers}
    words = {word for line in lines for word in words_in(line)}
    is_first = bool(sentences and sentences[0].clauses[0].is_clear) and not is_final
    if len(meant) != 1 or (words.isdisjoint(PLAIN_ANSWERS) and not is_first) or any(map(puts_off, sentences)):
        return ""
    answer = meant.pop()
    is_final = is_final and answer == YES
    if is_final and not words.isdisjoint(BUT):
        return ""
    if any(one.takes_back or (one in active and one.has(TokenKind.CORRECTION)) for one in sentences):
        return ""
    open_kinds = {TokenKind.CORRECTION, TokenKind.OR}
    if answer == YES:
        open_kinds |= {TokenKind.CONDITION}
    if is_final:
        open_kinds |= {TokenKind.QUESTION}
    if any(one.has(*open_kinds) and (is_final or one.weight < MUCH) for one in sentences):
        return ""
    if answer == YES and any(one.qualifies if one in active else one.reopens for one in sentences):
        return ""
    if answer == NO and any(one.is_changed_mind for one in sentences if one not in active):
        return ""
    is_said = any(
        _begins_clause(one, at, answer) and (answer == YES or not _denies_next(one, at)) for one, at in answers
    )
    return answer if is_said else ""


def _begins_with_no(tokens: Sequence[ReplyToken]) -> bool:
    """Return True for "Non, ..." and "No. ...": what may be a yes elsewhere says how it is now."""
    signs = {TokenKind.COMMA, TokenKind.DASH, TokenKind.NAME}
    return tokens[0].word in REFUSALS and (len(tokens) == 1 or tokens[1].kind in signs)


def _denies_next(sentence: Sentence, at: int) -> bool:
    """Return True for "no objection", which refuses nothing."""
    return any(token.kind is TokenKind.UNKNOWN for token in sentence.tokens[at + 1 : at + 2])


def _begins_clause(sentence: Sentence, at: int, answer: str) -> bool:
    """Return True if only words that say nothing stand between a word and the sign before it."""
    for before in reversed(sentence.tokens[:at]):
        if before.kind in {*_PARTING, TokenKind.AND, TokenKind.COLON, *ACTIVE}:
            return True
        if before.kind is TokenKind.DENIAL and answer == NO:
            if sentence.tokens[at].word.split(" ")[0] in {"too", "trop", "zu"}:
                return False  # "I don't have too many games"
            continue
        if before.kind is not TokenKind.FILLER and before.text not in {*FUNCTION_WORDS, "im", "ihn", "gerade"}:
            return False
    return True


def _written_turn(items: Sequence[ReplyToken]) -> tuple[Intent, str]:
    """Return the actions of a turn in the notation of their title, or the one command."""
    if all(item.kind is TokenKind.ACTION for item in items):
        return Intent.PLAY, ", ".join(item.text for item in items)
    texts = {item.text for item in items}
    return (Intent(texts.pop()), "") if len(texts) == 1 else (Intent.UNCLEAR, "")


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
    faces = sorted(set(orders))
    return all(one.split(":")[0] != other.split(":")[0] for one, other in pairwise(faces))


def _without_action(
    lines: tuple[str, ...], sentences: list[Sentence], vocabulary: Vocabulary, first: str
) -> ReplyCommand:
    if any(one.has(TokenKind.QUESTION) for one in sentences[:1]):
        return ReplyCommand(Intent.QUESTION, read=lines[0], remarks=remarks_in(lines))
    if not any(one.has(*_STRAY, TokenKind.BROKEN, TokenKind.DOUBT, *_DENIALS) for one in sentences):
        return ReplyCommand(Intent.NOTHING, remarks=remarks_in(lines))
    if _is_said_to(lines, sentences, vocabulary, first):
        return ReplyCommand(Intent.CHAT, "\n".join(remarks_in(lines)), lines[0])
    short = [line for line in lines[:3] if len(words_in(line)) <= MAX_GUESSED]
    is_denied = any(one.has(*_DENIALS) for one in sentences)
    guess = (
        ""
        if is_denied or vocabulary.is_final
        else intended_meaning([word for line in short for word in words_in(line)], vocabulary)
    )
    return ReplyCommand(Intent.UNCLEAR, read=lines[0], guess=guess, remarks=remarks_in(lines))


def _is_said_to(lines: Sequence[str], sentences: Sequence[Sentence], vocabulary: Vocabulary, first: str) -> bool:
    """Return True for words to a player whom the ``first`` line names, about nothing that is to be played."""
    open_kinds = {TokenKind.QUESTION, TokenKind.OR, TokenKind.CORRECTION}
    if vocabulary.place:
        open_kinds |= {TokenKind.BROKEN}
    called = re.findall(r"(\w+)\s*(?=[,!.:;]|$)", plain(re.split(r"(?<=[.!?;:])", first)[0]))
    is_named = not vocabulary.names.isdisjoint(called) and YES not in vocabulary.actions
    return is_named and bool(remarks_in(lines)) and not any(one.has(*open_kinds) for one in sentences)


def _plain_notation(
    lines: tuple[str, ...], sentences: list[Sentence], vocabulary: Vocabulary, first: str
) -> ReplyCommand:
    """Return the command of a reply in a title without words: a turn in its notation, or a word for every title."""
    if lines[0].rstrip().endswith("?"):
        return ReplyCommand(Intent.QUESTION, read=lines[0])
    if _is_said_to(lines, sentences, vocabulary, first):
        return ReplyCommand(Intent.CHAT, "\n".join(remarks_in(lines)), lines[0])
    words = lines[0].split(" ")
    while len(words) > 1 and POLITE.issuperset(words_in(words[-1])[:1]):  # also for combining marks alone
        words.pop()
    meaning = vocabulary.phrases.get(tuple(words_in(" ".join(words))))
    if meaning in COMMANDS:
        return ReplyCommand(Intent(meaning), read=lines[0])
    notation = " ".join(words).strip(".,!*_\"' ")
    is_against = any(one.line and one.speaks_against(0, is_later=False) for one in sentences)
    if len(notation) > MAX_TURN_LENGTH or is_against:
        return ReplyCommand(Intent.UNCLEAR, read=lines[0], remarks=() if is_against else remarks_in(lines))
    return ReplyCommand(Intent.PLAY, notation, lines[0], remarks=remarks_in(lines[1:]))


ACTIVE = frozenset({TokenKind.ACTION, TokenKind.PLACE, TokenKind.ORDER, TokenKind.COMMAND})
_DENIALS = frozenset({TokenKind.DENIAL, TokenKind.LACK, TokenKind.CORRECTION})
_DOUBTS = _DENIALS | {TokenKind.DOUBT, TokenKind.CONDITION, TokenKind.OR, TokenKind.QUESTION}
_PLAYS = frozenset({Intent.PLAY, Intent.STEPS, Intent.TURN})
_STRAY = frozenset({TokenKind.UNKNOWN, TokenKind.SMALL_TALK, TokenKind.FACE})
_UNSAFE = frozenset({TokenKind.DOUBT, TokenKind.OR, TokenKind.QUESTION, TokenKind.REVISION, TokenKind.CORRECTION})
_PARTING = frozenset({TokenKind.COMMA, TokenKind.DASH, TokenKind.DASHES})


def sentences_of(lines: Sequence[str], vocabulary: Vocabulary) -> list[Sentence]:
    """Return the sentences of all lines. A line with orders is one sentence."""
    return [one for number, line in enumerate(lines) for one in _on_line(number, line, vocabulary)]


def _on_line(number: int, line: str, vocabulary: Vocabulary) -> list[Sentence]:
    tokens = _with_orders(tokens_of(line, vocabulary))
    if any(token.kind in ACTIVE - {TokenKind.COMMAND} for token in tokens) and LOOKING.isdisjoint(words_in(line)):
        is_noun = [token.kind is TokenKind.COMMAND and token.word in BOARD_NOUNS for token in tokens]
        tokens = [
            ReplyToken(TokenKind.UNKNOWN, token.word, token.word) if noun else token
            for token, noun in zip(tokens, is_noun, strict=True)
        ]
    sentences = [Sentence(number)]
    for token in tokens:
        if token.kind is TokenKind.STOP:
            sentences.append(Sentence(number))
            continue
        is_tag = (
            token.kind is TokenKind.QUESTION and sentences[-1].tokens[-1:] and sentences[-1].tokens[-1].word in TAGS
        )
        if not is_tag:
            sentences[-1].tokens.append(token)
        if token.kind is TokenKind.QUESTION:
            sentences.append(Sentence(number))
    sentences = [part for one in sentences if one.tokens for part in _without_lead_in(one)]
    if any(_opens(line, opener) for opener in vocabulary.openers) and not any(
        token.kind is TokenKind.ORDER for token in tokens
    ):
        sentences[0].is_opening = any(one.has(TokenKind.UNKNOWN, TokenKind.SMALL_TALK) for one in sentences)
    return sentences


def _without_lead_in(sentence: Sentence) -> list[Sentence]:
    """Return a sentence in two if a colon announces what it asks for: "So here is my turn: left"."""
    kinds = [token.kind for token in sentence.tokens]
    if TokenKind.COLON not in kinds or any(token.text in LAST for token in sentence.tokens):
        return [sentence]
    at = kinds.index(TokenKind.COLON)
    before = Sentence(sentence.line, sentence.tokens[:at], is_lead_in=at >= MUCH)
    after = Sentence(sentence.line, sentence.tokens[at + 1 :])
    return [before, after] if before.tokens and after.is_active else [sentence]


def _opens(line: str, opener: str) -> bool:
    """Return True if the line begins with a word that has a sign and more words behind it."""
    begun, *more = re.split(r"[,.!:…–-]+", line, maxsplit=1)
    words = words_in(begun)
    is_only = AGREEING.issuperset(words[:-1])
    return bool(more and words) and words[-1] == opener and len(words) <= MAX_OPENING_WORDS and is_only


def _with_orders(tokens: list[ReplyToken]) -> list[ReplyToken]:
    """Return the tokens with one token for each order: "1: c4c5", or "c4c5 on a 1" if all are written so."""
    result: list[ReplyToken] = []
    at = 0
    kinds = "".join(token.kind for token in tokens)
    if found := _BACKWARDS.fullmatch(kinds):
        rest = tokens[found.start("orders") :]
        numbers = [number_of(token.text) for token in rest if token.kind in {TokenKind.FACE, TokenKind.NUMBER_WORD}]
        places = [token.text for token in rest if token.kind is TokenKind.PLACE]
        orders = [f"{face}: {place}" for face, place in zip(numbers, places, strict=True)]
        return [*tokens[: found.start("orders")], *(ReplyToken(TokenKind.ORDER, order) for order in orders)]
    for found in _ORDER.finditer(kinds):
        stops = [token for token in tokens[found.end("faces") : found.start("place")] if token.kind is TokenKind.STOP]
        is_word = tokens[found.end("faces") - 1].kind is TokenKind.NUMBER_WORD
        if stops and (is_word or any(token.text != "." for token in stops)):
            continue  # "At last a two! On c4c5"
        place = "".join(token.text for token in tokens[found.start("place") : found.end("turn")])
        faces = _faces(tokens[found.start("faces") : found.end("faces")])
        result += tokens[at : found.start()]
        result += [ReplyToken(TokenKind.ORDER, f"{face}: {place}") for face in faces]
        at = found.end()
    return [*result, *tokens[at:]]


def _faces(tokens: Sequence[ReplyToken]) -> list[int]:
    """Return the faces of "1", "1 or 2", "1, 2 and 4" and "1-3"."""
    faces: list[int] = []
    is_range = is_behind_face = False
    for token, after in pairwise([*tokens, _END]):
        is_article = token.kind is TokenKind.NUMBER_WORD and after.kind is TokenKind.FACE  # "un 1 ou un 2"
        is_face = token.kind in {TokenKind.FACE, TokenKind.NUMBER_WORD} and not is_article
        if is_face:
            face = number_of(token.text)
            faces += range(faces[-1] + 1, face + 1) if is_range and faces else [face]
        is_range = is_behind_face and (token.kind is TokenKind.DASH or token.text in RANGE_WORDS)  # not "or a 4"
        is_behind_face = is_face
    return faces


_SMILEY = re.compile(
    r"(?<![\w:])[:;=8x]'?[-o^]?[()\[\]dp|/\\o3*<>]+(?!\w)|(?<=[a-z!.,])[:;]-?[()dp]+(?!\w)|<3|\^\^|¯\S*", re.IGNORECASE
)
_FOR_POINTS = re.compile(r"(?:\bfor|\bpour|\bfur|=)\s*(?:the |les |die )?\d{1,3} (?:points?|pts|punkten?)\b")
_END_OF_PIECE = (
    r"(?: (?:end|half|side|part|tip|square|bout|cote|extremite|moitie|partie|case|ende|halfte|seite|teil|feld))"
)
_ON_SQUARE = (
    r"(?: (?:goes|is|lies|going|va|ira|vient|sera|kommt|liegt|soll))?"
    r"(?: (?:to|on|onto|at|in|over|sur|en|a|auf|nach))?"
    r" ([a-z]\d)(?![\w])"
)
# "One end on f5, the other on f6": the two squares of a place, each with words of its own
_BOTH_ENDS = re.compile(
    rf"\b(?:(?:one|un|une|ein|eine)(?: of the)?{_END_OF_PIECE}|(?:the |l'|la |le |das |die |der )?(?:first|premiere?|"
    rf"erste){_END_OF_PIECE}){_ON_SQUARE}(?:\s*,)?(?: (?:and|und|et))?"
    rf" (?:the other|the second|l'autre|la seconde|le second|das andere|die andere|das zweite|die zweite)"
    rf"{_END_OF_PIECE}?{_ON_SQUARE}"
)
# "I think f5 and g5 will do nicely" leaves nothing open
_I_THINK = re.compile(
    r"\b(?:i (?:think|guess)|i'd say|je (?:pense|crois)(?: que)?|je dirais(?: que)?|ich (?:denke|glaube|wurde sagen)),?"
    r" ([a-z]\d(?: ?(?:and|et|und|[-/+&,])? ?)[a-z]\d) (?:(?:will|would|should) do|(?:fera|feront|ferait) l'affaire|"
    r"(?:wird|werden|sollte|sollten) (?:gut )?passen|passt|passen)"
    r"(?: (?:very |quite |just )?(?:nicely|fine|well|gut|bien))?"
    r"(?= for my | fur meinen | pour mon |\s*[.!,]|\s*$)"
)
# "Let it be f5 and g5", "mein Teppich soll auf f5 und g5 liegen", "falls eine 2 fällt, f5 g5"
_SAYS_NO_MORE = re.compile(
    r"\blet it be(?= (?:on )?[a-z]\d)|(?<= [a-z]\d) (?:liegen|landen|hin)(?=\s*[.!,]|\s*$)|(?<= [1-6]) fallt(?=\s*,)"
)
_MARKS = re.compile(r"[←↑↓⇐⇑⇒⇓↖↗↘↙_*~`]+")  # arrows, and what stands for bold and italic letters
_SQUARE = re.compile(r"[a-z]\d")
_SCAN = re.compile(
    r"(?P<agreed>\+1(?!\w))|(?P<mixed>(?<!\w)(?=[^\W\d_]+\d)\w+)|(?P<letters>(?<!\w)[^\W\d_](?:\.[^\W\d_])+(?!\w))|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*'?)|(?P<number>\d+(?!\w))|(?P<rest>\w+)|(?P<sign>--+>?|->|\.+|\S)"
)
THUMBS = frozenset("👍👎👌✅")  # in answers to proposals they are words
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
    NAME: TokenKind.NAME,
    DENIAL: TokenKind.DENIAL,
    LACK: TokenKind.LACK,
    CORRECTION: TokenKind.CORRECTION,
    REVISION: TokenKind.REVISION,
    SMALL_TALK: TokenKind.SMALL_TALK,
    DOUBT: TokenKind.DOUBT,
    CONDITION: TokenKind.CONDITION,
    OR: TokenKind.OR,
    AND: TokenKind.AND,
    NUMBER: TokenKind.NUMBER_WORD,
}


def tokens_of(line: str, vocabulary: Vocabulary) -> list[ReplyToken]:
    """Return the tokens of a line. Smileys, arrows and quotation marks are none."""
    text = _MARKS.sub(" ", _SMILEY.sub(" ", as_written(with_waits(line), vocabulary))).replace(" / ", " , ")
    text = _FOR_POINTS.sub(" ", text)
    if vocabulary.place:
        text = _I_THINK.sub(r"\1 please", _BOTH_ENDS.sub(r"\1\2", text))
        text = _SAYS_NO_MORE.sub(" please", text)
    kind, pattern = TokenKind.PLACE, vocabulary.place
    if vocabulary.action:
        kind, pattern = TokenKind.ACTION, vocabulary.action
    tokens: list[ReplyToken] = []
    at = 0
    while pattern and (found := pattern.search(text, at)):
        tokens += _words_and_signs(text[at : found.start()], vocabulary)
        tokens.append(ReplyToken(kind, _notation(found[0], vocabulary), found[0]))
        at = found.end()
    return [*tokens, *_words_and_signs(text[at:], vocabulary)]


def _notation(written: str, vocabulary: Vocabulary) -> str:
    """Return the squares of a place, or the words of an action, without the signs between them."""
    if vocabulary.square:
        squares = [re.sub(r"[^a-z0-9]", "", square) for square in vocabulary.square.findall(written)]
        return "".join(sorted(squares))
    return " ".join(re.findall(r"\w+", as_written(written, vocabulary, drops_words=True)))


def _words_and_signs(text: str, vocabulary: Vocabulary) -> Iterator[ReplyToken]:
    """Yield the tokens of a text without places. The longest phrase counts."""
    pieces = [(_spelt(word, vocabulary) if sign is None else word, sign) for word, sign in _pieces(text)]
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
                written = " ".join(piece for piece, _sign in phrase)
                text = word if meaning in {NUMBER, FILLER, DENIAL} else meaning
                yield ReplyToken(_kind_of(meaning, vocabulary), text, written)
                break
        else:
            length = 1
            yield _slipped(word) or ReplyToken(TokenKind.UNKNOWN, word, word)
        number += length


def _spelt(word: str, vocabulary: Vocabulary) -> str:
    """Return the word for an action that is meant by one with a slip, any other word as it is."""
    return word if (word,) in vocabulary.phrases else vocabulary.slips.get(word, word)


def _slipped(word: str) -> ReplyToken | None:
    """Return a word of politeness with one slip, "pleese", as a word that says nothing."""
    is_polite = len(word) >= MIN_MEANT and any(is_one_slip(word, one) for one in MERE_POLITE)
    return ReplyToken(TokenKind.FILLER, word, word) if is_polite else None


def _are_words(phrase: list[tuple[str, TokenKind | None]]) -> bool:
    """Return True if no sign stands between the words but hyphens, which join them."""
    return all(sign is None for _word, sign in phrase)


def _kind_of(meaning: str, vocabulary: Vocabulary) -> TokenKind:
    if meaning in COMMANDS:
        return TokenKind.COMMAND
    return TokenKind.ACTION if meaning in vocabulary.actions else _KINDS.get(meaning, TokenKind.UNKNOWN)


def _pieces(text: str) -> Iterator[tuple[str, TokenKind | None]]:
    """Yield words (with None) and signs with their kinds. A hyphen inside a word separates it like a space."""
    text = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " ", text)
    for found in _SCAN.finditer(text):
        if found["agreed"]:
            yield "👍", None
        elif found["letters"]:
            is_afterword = found["letters"] in {"p.s", "n.b"}
            yield found["letters"], TokenKind.FILLER if is_afterword else TokenKind.UNKNOWN  # F.Y.I.
        elif found["word"]:
            for word in words_in(found["word"]):
                yield word, None
        elif found["number"]:
            is_face = len(found["number"]) == 1 and number_of(found["number"])
            yield found["number"], TokenKind.FACE if is_face else TokenKind.UNKNOWN
        elif mixed := found["mixed"] or found["rest"]:
            yield mixed, TokenKind.BROKEN if _SQUARE.match(mixed) else TokenKind.UNKNOWN
        elif unicodedata.category(found["sign"][0]) in {"So", "Sk"}:
            yield found["sign"], None if found["sign"] in THUMBS else TokenKind.FILLER
        elif kind := _sign_kind(found["sign"]):
            yield found["sign"], kind


def _sign_kind(sign: str) -> TokenKind | None:
    if sign.startswith("."):
        return TokenKind.STOP
    return TokenKind.DASHES if sign.startswith("---") else _SIGNS.get(sign)


def intended_meaning(words: Sequence[str], vocabulary: Vocabulary) -> str:
    """Return the one action that unknown words may mean with one typing error each, "" for none or several."""
    known = {word for phrase in vocabulary.phrases for word in phrase}
    meant = {meaning for word in words if word not in known for meaning in _meanings(word, vocabulary)}
    return meant.pop() if len(meant) == 1 else ""


def _meanings(word: str, vocabulary: Vocabulary) -> set[str]:
    if len(word) < MIN_LENGTH:
        return set()
    return {
        vocabulary.phrases[phrase]
        for phrase in vocabulary.phrases
        if vocabulary.phrases[phrase] in vocabulary.actions
        and any(len(part) >= MIN_MEANT and is_one_slip(word, part) for part in phrase)
    }


def is_one_slip(written: str, meant: str) -> bool:
    """Return True if one letter is missing, added or wrong, or two neighbours are swapped."""
    if abs(len(written) - len(meant)) > 1 or written == meant:
        return False
    at = next(
        (n for n, (a, b) in enumerate(zip(written, meant, strict=False)) if a != b), min(len(written), len(meant))
    )
    rest, other = written[at:], meant[at:]
    swapped = rest[:2] == other[:2][::-1] and rest[2:] == other[2:]
    return swapped or rest[1:] == other[1:] or rest[1:] == other or rest == other[1:]
