"""Random names for tables whose host enters none."""

import secrets

from django.utils.translation import gettext, pgettext_lazy

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


def random_table_name() -> str:
    """Return a name like "The Saffron Courtyard" in the active language."""
    return gettext("The %(first)s %(second)s") % {"first": secrets.choice(FIRST), "second": secrets.choice(SECOND)}
