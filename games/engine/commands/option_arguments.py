"""The options of a game on the command line."""

from argparse import Namespace

from .console import CommandFailed, printable


def options_of(args: Namespace) -> dict[str, str]:
    """Return the values of ``--option NAME=VALUE``. Raises CommandFailed."""
    options: dict[str, str] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or name in options:
            raise CommandFailed(printable(f"--option {text}: give every option once, as NAME=VALUE"))
        options[name] = value
    return options
