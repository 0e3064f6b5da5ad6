"""Errors of the engine: a code and parameters for catalogues, and an English sentence as their text."""

from collections import defaultdict
from collections.abc import Mapping

_REFUSED = "refused."
# The sentences by code. ``registry`` adds those of the titles, ``refused.<code>`` in their phrases.
SENTENCES = {
    "no-game": "There is no game in this file.",
    "more-games": "This file has more than one game.",
    "too-long": "This is too long.",
    "not-utf-8": "This is not text in UTF-8.",
    "not-json": "This is not JSON.",
    "unreadable": "This cannot be read.",
    "malformed": "This cannot be read.",
    "unexpected": "This is not allowed here.",
    "unfinished": "The turn is not finished.",
    "contradiction": "The rules or other parts say otherwise.",
    "cut-off": "The game is not over after the last turn of the file.",
    "twice": "This is there twice.",
    "missing": "This is missing.",
    "missing-header": "A header is missing.",
    "missing-roll": "A roll is missing.",
    "bad-value": "This value is not possible.",
    "bad-seats": "This number of players is not possible.",
    "unknown-title": "This game is not known here.",
    "unknown-ruleset": "This game has no such rules.",
    "unknown-option": "This game has no such option.",
    "unknown-robot": "This game has no such robot.",
    "bad-rewind": "The game has not come so far.",
    "draft-over": "The turn is over.",
    "chance-due": "Wait for the result of chance.",
    "no-chance-due": "There is nothing to roll or draw now.",
}


def add_sentences(phrases: Mapping[str, str]) -> None:
    """Add a title's sentences about what its rules refuse. Codes that are there keep their sentence."""
    for key, text in phrases.items():
        if key.startswith(_REFUSED):
            SENTENCES.setdefault(key.removeprefix(_REFUSED), text)


class EngineError(Exception):
    """Base of all engine errors.

    ``code`` is a stable lower-case word for programs and catalogues; ``params`` are the values that a sentence about
    it needs (strings and numbers).
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    @property
    def reason(self) -> str:
        """What is wrong: a sentence without the place and without what was found and expected."""
        text = SENTENCES.get(self.code) or f"{self.code.replace('-', ' ').capitalize()}."
        return text % defaultdict(str, self.params)

    @property
    def explanation(self) -> str:
        """The reason with what was found, and what was expected instead."""
        if self.code == "not-json":
            return f"{self.reason.removesuffix('.')}: {self.params['expected']}."
        return self.reason + self._details("found", "Found") + self._details("expected", "Expected")

    @property
    def place(self) -> str:
        return ""

    def _details(self, key: str, label: str) -> str:
        value = self.params.get(key)
        return f" {label}: {value}." if value not in (None, "") else ""

    def __str__(self) -> str:
        return f"{self.place}{self.explanation.removesuffix('.')} ({self.code})."


class IllegalAction(EngineError):
    """The action is well formed, but the rules do not allow it in this state. The state is unchanged."""


class BadNotation(EngineError):
    """The text is not the notation of any action of this title."""

    @property
    def explanation(self) -> str:
        return self.reason + self._details("text", "Found")


class BadOptions(EngineError):
    """A ruleset, an option, its value or the number of seats does not exist."""

    @property
    def given(self) -> str:
        return "=".join(str(value) for key, value in self.params.items() if key not in {"least", "most"})

    @property
    def explanation(self) -> str:
        possible = f" Possible: {self.params['least']} to {self.params['most']}." if "least" in self.params else ""
        return f"{self.reason.removesuffix('.')}: {self.given}.{possible}"


class BadPosition(EngineError):
    """A position (JSON) is malformed or contradicts itself."""

    @property
    def place(self) -> str:
        column = f"column {self.params['column']}, " if "column" in self.params else ""
        place = f"{column}{self.params['where']}"
        return place and f"{place}: "


class BadFile(EngineError):
    """A game file is incomplete, malformed or contradicts the rules.

    ``line`` and ``column`` (both from 1) are the place, ``found`` is what is there, ``expected`` what should be.
    """

    @property
    def place(self) -> str:
        return f"Line {self.params['line']}, column {self.params['column']}: "


class CorruptLog(EngineError):
    """A stored log cannot be replayed: ``ply`` is the first entry that fails."""

    @property
    def place(self) -> str:
        return (
            f"Entry {int(self.params['ply']) + 1} of the log, {self.params['entry']}: " if "ply" in self.params else ""
        )
