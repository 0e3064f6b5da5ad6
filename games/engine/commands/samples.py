"""The command ``samples``: the game files that come with the engine."""

from argparse import Namespace
from pathlib import Path

from ..gamefile import read_one
from .console import CommandFailed, print_line, printable

FOLDER = Path(__file__).parent.parent / "samples"


def run(args: Namespace) -> int:
    """Write the names of the samples with their rules and players, or the file of one."""
    files = {path.stem: path for path in sorted(FOLDER.glob("*.m??"))}
    if args.name:
        if args.name not in files:
            raise CommandFailed(printable(f"{args.name}: one of {', '.join(files)}"))
        print_line(files[args.name].read_text(encoding="utf-8").rstrip("\n"))
        return 0
    for name, path in files.items():
        record = read_one(path.read_text(encoding="utf-8"))
        print_line(f"{name:<22}{record.title}, {record.ruleset}, {', '.join(record.names)}")
    return 0
