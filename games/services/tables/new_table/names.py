"""Random names for tables whose host enters none."""

import secrets
from itertools import count

from django.utils.translation import gettext, pgettext_lazy

from games.models import Game, Status

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


def random_table_name() -> str:
    """Return a name like "The Saffron Courtyard" in the active language that no open table has.

    If those that were drawn are taken, the first one gets a number.
    """
    drawn = [_draw() for _attempt in range(ATTEMPTS)]
    open_tables = Game.objects.filter(status=Status.OPEN)
    taken = set(open_tables.filter(name__in=drawn).values_list("name", flat=True))
    free = next((name for name in drawn if name not in taken), "")
    if free:
        return free
    taken = set(open_tables.filter(name__startswith=drawn[0]).values_list("name", flat=True))
    return next(name for number in count(2) if (name := f"{drawn[0]} {number}") not in taken)


def _draw() -> str:
    return gettext("The %(first)s %(second)s") % {"first": secrets.choice(FIRST), "second": secrets.choice(SECOND)}
