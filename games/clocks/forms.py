"""Forms of time settings: waking hours and holidays."""

from collections.abc import Iterator
from datetime import time
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from .waking_weeks import Rows

DAYS = range(7)
HOUR_INPUT = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
DATE_INPUT = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
DATE_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"]  # the first is what browsers send
EARLIEST, LATEST = time(8), time(0)


class SaveWakingHoursForm(forms.Form):
    """Seven days from Monday on: start, end, or a rest day. The service checks the length."""

    def __init__(self, data: Any, rows: Rows) -> None:
        initial: dict[str, Any] = {}
        for day, row in zip(DAYS, rows, strict=True):
            initial |= {f"start_{day}": row.start if row else EARLIEST, f"end_{day}": row.end if row else LATEST}
            initial[f"rests_{day}"] = row is None
        super().__init__(data, initial=initial)
        for day in DAYS:
            self.fields[f"start_{day}"] = forms.TimeField(label=_("from"), required=False, widget=HOUR_INPUT)
            self.fields[f"end_{day}"] = forms.TimeField(label=_("to"), required=False, widget=HOUR_INPUT)
            self.fields[f"rests_{day}"] = forms.BooleanField(label=_("Rest day"), required=False)

    def days(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        for day in DAYS:
            yield capfirst(str(WEEKDAYS[day])), [self[f"{name}_{day}"] for name in ("start", "end", "rests")]

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        for day in DAYS:
            for name in (f"start_{day}", f"end_{day}"):
                if not cleaned.get(f"rests_{day}") and name not in self.errors and cleaned.get(name) is None:
                    self.add_error(name, _("Enter a time, or choose a rest day."))
        return cleaned

    def week(self) -> list[tuple[time, time] | None]:
        values = self.cleaned_data
        return [None if values[f"rests_{day}"] else (values[f"start_{day}"], values[f"end_{day}"]) for day in DAYS]


class PlanHolidayForm(forms.Form):
    first = forms.DateField(label=_("First day"), widget=DATE_INPUT, input_formats=DATE_FORMATS)
    last = forms.DateField(label=_("Last day"), widget=DATE_INPUT, input_formats=DATE_FORMATS)


class ShortenHolidayForm(forms.Form):
    last = forms.DateField(label=_("New last day"), widget=DATE_INPUT, input_formats=DATE_FORMATS)


class AutomaticHolidaysForm(forms.Form):
    is_on = forms.BooleanField(required=False)
