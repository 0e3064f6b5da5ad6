"""``verify``: every roll of a game file against its opened dice."""

import sys
from argparse import Namespace

from ..errors import BadFile
from ..gamefile import Record, decode, read, verify
from .console import Failure, printable, put, read_bytes, sentence


def run(chosen: Namespace) -> int:
    """Write a line for every game that is well, and one on standard error for everything that fails."""
    try:
        records = read(decode(read_bytes(chosen.file)))
        return max([_verified(chosen.file, number, record) for number, record in enumerate(records, 1)])
    except BadFile as error:
        raise Failure(sentence(error, chosen.file)) from None


def _verified(source: str, number: int, record: Record) -> int:
    """Check one game and return the exit code."""
    faults = verify(record)
    for fault in faults:
        told = f"the dice say {fault.expected}, the file says {fault.found}"
        sys.stderr.write(printable(f"{source}:{fault.line}: {fault.code}: {told}") + "\n")
    if faults:
        return 1
    results = sum(seat is None and text != "abort" for seat, text in record.log)
    table = record.headers["Table"]
    put(printable(f"game {number}, table {table}: {results} results of chance, all as the dice say"))
    return 0
