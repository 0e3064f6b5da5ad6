"""A field for a length of time: a number and its unit."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

HOUR, DAY = 3600, 86400
UNITS = [("hours", _("hours")), ("days", _("days"))]
SECONDS = {"hours": HOUR, "days": DAY}
MAX_NUMBER = 9999


class DurationWidget(forms.MultiWidget):
    """A number and a list of units, side by side."""

    def __init__(self) -> None:
        """Make both inputs."""
        number = forms.NumberInput({"min": 0, "max": MAX_NUMBER, "step": 1, "inputmode": "numeric"})
        super().__init__({"number": number, "unit": forms.Select({"aria-label": _("Unit")}, UNITS)})

    def decompress(self, value: Any) -> list[Any]:
        """Return number and unit of some seconds: whole days from two days on, else hours."""
        if value is None:
            return [None, "hours"]
        if value % DAY == 0 and value >= 2 * DAY:
            return [value // DAY, "days"]
        return [value // HOUR, "hours"]


class DurationField(forms.MultiValueField):
    """A length of time in whole hours or days; its value is seconds."""

    widget = DurationWidget

    def __init__(self, **kwargs: Any) -> None:
        """Make both fields."""
        number = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
        fields = (number, forms.ChoiceField(choices=UNITS, required=False))
        super().__init__(fields, require_all_fields=False, **kwargs)

    def compress(self, values: list[Any]) -> int | None:
        """Return the seconds, None without a number."""
        if not values or values[0] is None:
            return None
        return int(values[0]) * SECONDS[values[1] or "hours"]
