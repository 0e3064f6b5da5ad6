"""The options that are given on the command line."""

from argparse import Namespace

from .console import CommandFailed, printable


def options_of(args: Namespace) -> dict[str, str]:
    """Return the values of ``--option NAME=VALUE``. Raises Failure."""
    options: dict[str, str] = {}
    for text in args.option:
        name, equals, value = text.partition("=")
        if not equals or name in options:
            raise CommandFailed(printable(f"--option {text}: every option once, NAME=VALUE"))
        options[name] = value
    return options
