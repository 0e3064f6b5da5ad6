"""Errors of the engine. Each carries a code and parameters, never a sentence."""


class EngineError(Exception):
    """Base of all engine errors.

    ``code`` is a stable lower-case word for programs and catalogues; ``params`` are the values that a sentence about
    it needs (strings and numbers).
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        details = ", ".join(f"{key}={value}" for key, value in self.params.items())
        return f"{self.code} ({details})" if details else self.code


class IllegalAction(EngineError):
    """The action is well formed, but the rules do not allow it in this state. The state is unchanged."""


class BadNotation(EngineError):
    """The text is not the notation of any action of this title."""


class BadOptions(EngineError):
    """A ruleset, an option, its value or the number of seats does not exist."""


class BadPosition(EngineError):
    """A position (JSON) is malformed or contradicts itself."""


class BadFile(EngineError):
    """A game file is incomplete, malformed or contradicts the rules.

    ``line`` and ``column`` (both from 1) are the place, ``found`` is what is there, ``expected`` what should be.
    """


class CorruptLog(EngineError):
    """A stored log cannot be replayed: ``ply`` is the first entry that fails."""
