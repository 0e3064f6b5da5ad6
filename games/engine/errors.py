"""What the engine raises. Each error carries a code and parameters, never prose."""


class EngineError(Exception):
    """Base of all engine errors.

    ``code`` is a stable lower-case word for programs and catalogues; ``params`` are the values that a sentence about
    it needs (plain strings and numbers).
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
    """A game file breaks off, breaks its format or contradicts the rules.

    ``line`` and ``column`` (both from 1) are where, ``found`` is what stands there and ``expected`` what should.
    """


class CorruptLog(EngineError):
    """A stored log does not replay: ``ply`` is the first entry that fails."""
