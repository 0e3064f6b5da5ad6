"""Helpers to call the command line."""

import io
import sys

import pytest

from games.engine.commands import main
from games.engine.marrakech.position_line import to_line

from .random_games import TITLE

START = to_line(TITLE.start("gigamic", {}, 3))
COMMANDS = (*("replay", "verify", "analyse", "samples", "show", "legal", "best"), *("play", "match", "perft", "bench"))
Capture = pytest.CaptureFixture[str]


def type_in(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    def isatty(self) -> bool:
        return True


def output_of(capsys: Capture, *arguments: str) -> str:
    """Return the output of a command that succeeds."""
    assert main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refusal(capsys: Capture, *arguments: str) -> str:
    """Return the one line on standard error with which a command fails."""
    assert main(arguments) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    return err.rstrip("\n")
