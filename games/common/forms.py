"""Form fields and helpers that every subject uses."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from .errors import Invalid
from .wording import labelled

HOUR, DAY = 3600, 86400
UNITS = [("hours", _("hours")), ("days", _("days"))]
SECONDS = {"hours": HOUR, "days": DAY}
MAX_NUMBER = 9999


def capitalised(choices: Iterable[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """Return choices whose labels begin with a capital. Elsewhere the same labels stand inside a sentence."""
    return [(value, capfirst(label)) for value, label in choices]


def clean_or_raise(form: forms.BaseForm) -> dict[str, Any]:
    """Return the values of a form. Raises Invalid (bad-form) with the first error."""
    if form.is_valid():
        return form.cleaned_data
    field, errors = next(iter(form.errors.items()))
    label = form.fields[field].label if field in form.fields else ""
    raise Invalid("bad-form", labelled(str(label), str(errors[0])) if label else str(errors[0]))


def valid_values(form: forms.Form) -> dict[str, Any]:
    """Return the values of the valid fields. Invalid values in an address are ignored."""
    form.is_valid()
    return form.cleaned_data


def query_values(form: type[forms.Form], data: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a form like ``valid_values``, without making the form if the data has none of its fields.

    Most requests have no query, and making a form takes as long as a database query.
    """
    return {} if data.keys().isdisjoint(form.base_fields) else valid_values(form(data))


class DurationWidget(forms.MultiWidget):
    """A number and a list of units, side by side."""

    def __init__(self) -> None:
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
        number = forms.IntegerField(min_value=0, max_value=MAX_NUMBER, required=False)
        fields = (number, forms.ChoiceField(choices=UNITS, required=False))
        super().__init__(fields, require_all_fields=False, **kwargs)

    def compress(self, values: list[Any]) -> int | None:
        if not values or values[0] is None:
            return None
        return int(values[0]) * SECONDS[values[1] or "hours"]
