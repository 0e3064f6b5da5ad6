"""The first day of a month as French has it, "1er"; Django writes "1"."""

from django.utils import dateformat
from django.utils.translation import get_language


class OrdinalDateFormat(dateformat.DateFormat):
    """Django's dates in words. A month's first day is an ordinal number in French, all others are cardinal."""

    def j(self) -> str | int:  # type: ignore[override]  # text and number are both written as they are
        """Return the day of the month."""
        day = super().j()
        return "1er" if day == 1 and (get_language() or "").startswith("fr") else day


def install() -> None:
    """Write all dates so: those of pages, mails, forms and Django's own."""
    dateformat.DateFormat = OrdinalDateFormat  # type: ignore[misc]
