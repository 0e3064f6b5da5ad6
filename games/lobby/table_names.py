"""Names of tables that the site gives: drawn, and with a Roman numeral where a name comes again.

A name is compared with those in the lobby and with those of the player's own games, never with other private tables: so
a numeral tells nothing about them.
"""

import re
import secrets
from collections.abc import Iterator
from itertools import count

from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy

from accounts.models import User
from games.conduct.selectors import Act, refusal_of
from games.core.models import IN_LOBBY, Game

FIRST = (
    pgettext_lazy("name of a table", "Saffron"),
    pgettext_lazy("name of a table", "Indigo"),
    pgettext_lazy("name of a table", "Crimson"),
    pgettext_lazy("name of a table", "Silver"),
    pgettext_lazy("name of a table", "Cedar"),
    pgettext_lazy("name of a table", "Amber"),
    pgettext_lazy("name of a table", "Copper"),
    pgettext_lazy("name of a table", "Jasmine"),
    pgettext_lazy("name of a table", "Pomegranate"),
    pgettext_lazy("name of a table", "Mint"),
)
SECOND = (
    pgettext_lazy("name of a table", "Table"),
    pgettext_lazy("name of a table", "Courtyard"),
    pgettext_lazy("name of a table", "Lantern"),
    pgettext_lazy("name of a table", "Fountain"),
    pgettext_lazy("name of a table", "Arcade"),
    pgettext_lazy("name of a table", "Carpet"),
    pgettext_lazy("name of a table", "Terrace"),
    pgettext_lazy("name of a table", "Gate"),
    pgettext_lazy("name of a table", "Caravan"),
    pgettext_lazy("name of a table", "Teahouse"),
)

ATTEMPTS = 8
MAX_LENGTH = 60
_ROMAN = ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_NUMERAL = re.compile(r" ([LXVI]+)$")


def random_table_name(host: User) -> str:
    """Return a name like "The Saffron Courtyard" that is new to the player and to the lobby."""
    drawn = [_draw() for _attempt in range(ATTEMPTS)]
    taken = set(_names_near(host, Q(name__in=drawn)))
    return next((name for name in drawn if name not in taken), "") or _first_free(drawn[0], 2, host)


def next_table_name(name: str, host: User) -> str:
    """Return the name of the next game of a series: "The Amber Fountain II" after "The Amber Fountain".

    Who may not choose names (``Act.WRITE``) does not repeat one either: it becomes "", and the site gives one.
    """
    return "" if refusal_of(host, Act.WRITE) else _next_name(name, host)


def _next_name(name: str, host: User) -> str:
    base, number = _split(name)
    return _first_free(base, number + 1, host)


def unrepeated_name(name: str, host: User) -> str:
    """Return the name, with a numeral if the player or the lobby has it already; "" like ``next_table_name``."""
    is_new = name not in set(_names_near(host, Q(name=name)))
    return name if is_new and not refusal_of(host, Act.WRITE) else next_table_name(name, host)


def _first_free(base: str, first: int, host: User) -> str:
    taken = set(_names_near(host, Q(name__startswith=base[: MAX_LENGTH - 10])))
    return next(name for number in count(first) if (name := _numbered(base, number)) not in taken)


def _names_near(host: User, named: Q) -> Iterator[str]:
    """Return the names in the lobby, and those of the player's games, that fit."""
    lobby, own = Game.objects.filter(IN_LOBBY), Game.objects.filter(seats__user=host)
    for games in (lobby, own):
        yield from games.filter(named).values_list("name", flat=True)


def _numbered(base: str, number: int) -> str:
    numeral = roman(number)
    return f"{base[: MAX_LENGTH - len(numeral) - 1].rstrip()} {numeral}"


def _split(name: str) -> tuple[str, int]:
    """Return a name without its numeral, and the number, which is 1 without a numeral."""
    found = _NUMERAL.search(name)
    number = next((number for number in range(2, 90) if found and roman(number) == found[1]), 1)
    return (name, 1) if number == 1 or not found else (name[: found.start()], number)


def roman(number: int) -> str:
    """Return a Roman numeral, like "XIV"."""
    text = ""
    for value, letters in _ROMAN:
        times, number = divmod(number, value)
        text += letters * times
    return text


def _draw() -> str:
    return gettext("The %(first)s %(second)s") % {"first": secrets.choice(FIRST), "second": secrets.choice(SECOND)}
