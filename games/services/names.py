"""Names for tables whose host has no better idea."""

import secrets

from django.utils.translation import gettext

FIRST = ("Saffron", "Indigo", "Crimson", "Silver", "Cedar", "Amber", "Copper", "Jasmine", "Pomegranate", "Mint")
SECOND = ("Table", "Courtyard", "Lantern", "Fountain", "Arcade", "Carpet", "Terrace", "Gate", "Caravan", "Teahouse")


def table_name() -> str:
    """Return something like "The Saffron Courtyard" ."""
    return gettext("The %(first)s %(second)s") % {"first": secrets.choice(FIRST), "second": secrets.choice(SECOND)}
