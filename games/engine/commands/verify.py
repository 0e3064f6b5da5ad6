"""The command ``verify``: every roll of a game file against its opened dice."""

import sys
from argparse import Namespace
from collections import Counter

from ..dice import DEVICE, SITE, WORDS
from ..errors import BadFile
from ..gamefile import Record, decode, games, verify
from .console import CommandFailed, Progress, error_line, print_line, printable, read_bytes

DRAWN_BY = {DEVICE: "the players' own devices", WORDS: "players in words", SITE: "the site"}


def run(args: Namespace) -> int:
    """Write a line for every correct game, and one on standard error for every fault."""
    code, progress = 0, Progress("lines")
    try:
        text = decode(read_bytes(args.file))
        whole = text.count("\n") + 1
        for number, game in enumerate(games(text), 1):
            progress(game.sheet.at.line, whole)
            record = game.record()
            progress.end()
            code = _check(args.file, number, record) or code
    except BadFile as error:
        raise CommandFailed(error_line(error, args.file)) from None
    finally:
        progress.end()
    return code


def _check(source: str, number: int, record: Record) -> int:
    """Check one game and return the exit code."""
    try:
        faults = verify(record)
    except BadFile as error:
        sys.stderr.write(error_line(error, source) + "\n")
        return 1
    for fault in faults:
        summary = f"the dice give {fault.expected}, the file has {fault.found}"
        sys.stderr.write(printable(f"{source}:{fault.line}: {fault.code}: {summary}") + "\n")
    if faults:
        return 1
    results = sum(seat is None and text != "abort" for seat, text in record.log[record.inherited_plies :])
    begun = f", {record.inherited_plies} plies inherited" if record.inherited_plies else ""
    drawn = Counter(record.sources)
    shares = ", ".join(f"{drawn[source]} by {who}" for source, who in DRAWN_BY.items() if drawn[source])
    summary = f"all {results} results match the dice{begun}" + (f"; shares drawn: {shares}" if shares else "")
    print_line(printable(f"game {number}, table {record.headers['Table']}: {summary}"))
    return 0
