"""Shared parts of the commands: input, error messages, colours, the progress bar."""

import json
import os
import sys
from pathlib import Path
from typing import IO, Any

from ..core import Title
from ..errors import BadFile, BadOptions, BadPosition, EngineError
from ..registry import TITLES, alternatives

_MEANINGS = {
    "contradiction": "the rules say otherwise",
    "missing": "is missing",
    "missing-header": "a header is missing",
    "missing-roll": "a roll is missing",
    "unexpected": "something else is due",
    "unfinished": "the turn is not finished",
    "unreadable": "this cannot be read",
    "malformed": "this cannot be read",
    "too-long": "this is too long",
    "not-utf-8": "this is not UTF-8",
}


INTERRUPTED = 130  # the exit code of shells for this end


class CommandFailed(Exception):
    """The failure of a command, as one line for standard error."""


def error_text(error: EngineError) -> str:
    """Return the code of an error in words."""
    if error.code == "not-json":
        return f"this is not JSON: {error.params['expected']}"
    return _MEANINGS.get(error.code, error.code.replace("-", " "))


def error_line(error: BadFile | BadPosition | BadOptions, source: str = "", title: Title | None = None) -> str:
    """Return an error as one line, with the place in front: ``game.mkg:12:8: ...``.

    ``title`` is the one whose options failed.
    """
    params, what = error.params, error_text(error)
    if isinstance(error, BadOptions):
        return printable(f"{what}, {_options_sentence(error, title)}")
    if error.code == "not-json":
        return printable(what)
    if isinstance(error, BadFile):
        place = f"{source}:{params['line']}:{params['column']}: "
    else:
        column = f"column {params['column']}, " if "column" in params else ""
        place = f"{source + ': ' if source else ''}{column}{params['where']}: "
    found = f", found {params['found']}" if params["found"] else ""
    expected = f", expected {params['expected']}" if params["expected"] else ""
    return printable(f"{place}{what}{found}{expected}")


def _options_sentence(error: BadOptions, title: Title | None) -> str:
    found = "=".join(str(value) for key, value in error.params.items() if key not in {"least", "most"})
    expected = " ".join(TITLES) if title is None else alternatives(title, error)
    return f"found {found}, expected {expected}"


def printable(text: str) -> str:
    """Return the text without the characters that control a terminal."""
    return "".join(character if character.isprintable() else "\ufffd" for character in text)


def read_bytes(name: str) -> bytes:
    """Return the content of a file, or of standard input for ``-``. Raises CommandFailed."""
    try:
        return sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise CommandFailed(printable(f"{name}: {system_message(error)}")) from None


def system_message(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def print_line(text: str = "") -> None:
    sys.stdout.write(f"{text}\n")


def as_json(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


def open_closed_streams() -> None:
    """Open the null device for each standard stream that was closed before the start."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 - it stays open


def drop_output() -> None:
    """Send the rest of the output to the null device: its reader is gone."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def shows_colours(stream: IO[str]) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class Progress:
    """A progress bar on standard error, shown on a terminal only."""

    _WIDTH = 30

    def __init__(self, what: str, is_hidden: bool = False) -> None:
        self._what, self._stream = what, sys.stderr
        self._shown = self._stream.isatty() and not is_hidden

    def __call__(self, done: int, whole: int) -> None:
        full = self._WIDTH * done // whole
        self._write(f"{self._what} [{'#' * full}{'.' * (self._WIDTH - full)}] {done}/{whole}")

    def end(self) -> None:
        self._write("")

    def _write(self, text: str) -> None:
        if self._shown:
            self._stream.write(f"\r\x1b[K{text}")
            self._stream.flush()
