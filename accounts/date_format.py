"""Dates with the first day of a month as a language writes it: "1er" in French, where Django writes "1"."""

from django.utils import dateformat
from django.utils.translation import pgettext


class OrdinalDateFormat(dateformat.DateFormat):
    def j(self) -> str | int:  # type: ignore[override]  # Django formats text and numbers alike
        day = super().j()
        return pgettext("first day of a month", "1") if day == 1 else day


def install() -> None:
    """Use this format for all dates of pages, emails and forms."""
    dateformat.DateFormat = OrdinalDateFormat  # type: ignore[misc]
