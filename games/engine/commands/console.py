"""Shared parts of the commands: input, error messages, colours, the progress bar."""

import json
import os
import sys
from pathlib import Path
from typing import IO, Any

from ..core import Title
from ..errors import BadFile, BadOptions, BadPosition, EngineError
from ..messages import in_english, refusal
from ..registry import TITLES, alternatives

INTERRUPTED = 130  # the exit code of shells for this end


class CommandFailed(Exception):
    """The failure of a command, as one line for standard error."""


def reason_text(error: EngineError, title: Title) -> str:
    """Return why an action is refused, in the words of its title."""
    refused = refusal(error)
    return in_english(title.phrases, refused) if refused.key in title.phrases else error.reason


def error_line(error: BadFile | BadPosition | BadOptions, source: str = "", title: Title | None = None) -> str:
    """Return an error as one line, with the place in front: ``game.mkg:12:8: ...``.

    ``title`` is the one whose options failed.
    """
    if isinstance(error, BadOptions):
        possible = " ".join(TITLES) if title is None else alternatives(title, error)
        return printable(
            f"{error.reason.removesuffix('.')}: {error.given}." + (f" Possible: {possible}." if possible else "")
        )
    if isinstance(error, BadFile):
        place = f"{source}:{error.params['line']}:{error.params['column']}: "
    else:
        place = f"{source + ': ' if source else ''}{error.place}"
    return printable(f"{place}{error.explanation}")


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
