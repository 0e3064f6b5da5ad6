"""The options that are given on the command line."""

from argparse import Namespace

from .console import Failure, printable


def options_of(chosen: Namespace) -> dict[str, str]:
    """Return the values of ``--option NAME=VALUE``. Raises Failure."""
    options: dict[str, str] = {}
    for text in chosen.option:
        name, equals, value = text.partition("=")
        if not equals or name in options:
            raise Failure(printable(f"--option {text}: every option once, NAME=VALUE"))
        options[name] = value
    return options
