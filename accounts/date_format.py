"""French dates with "1er" for the first day of a month, where Django writes "1"."""

from django.utils import dateformat
from django.utils.translation import get_language


class OrdinalDateFormat(dateformat.DateFormat):
    def j(self) -> str | int:  # type: ignore[override]  # Django formats text and numbers alike
        day = super().j()
        return "1er" if day == 1 and (get_language() or "").startswith("fr") else day


def install() -> None:
    """Use this format for all dates of pages, emails and forms."""
    dateformat.DateFormat = OrdinalDateFormat  # type: ignore[misc]
