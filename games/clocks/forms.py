"""Forms of time settings: waking hours and holidays."""

from collections import Counter
from collections.abc import Iterator
from datetime import time
from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from .waking_weeks import Rows, WakingDay

DAYS = range(7)
HOUR_INPUT = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
DATE_INPUT = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
DATE_FORMATS = ["%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y"]  # the first is what browsers send
EARLIEST, LATEST = time(8), time(0)


class SaveWakingHoursForm(forms.Form):
    """The hours of every day, and exceptions from Monday on: other hours, or a rest day. The service checks the length.

    A day that is left empty has the hours of every day.
    """

    start = forms.TimeField(label=_("from"), widget=HOUR_INPUT)
    end = forms.TimeField(label=_("to"), widget=HOUR_INPUT)

    def __init__(self, data: Any, rows: Rows) -> None:
        (usual, _count), *_others = Counter(row for row in rows if row).most_common() or [
            (WakingDay(EARLIEST, LATEST), 0)
        ]
        initial: dict[str, Any] = {"start": usual.start, "end": usual.end}
        for day, row in zip(DAYS, rows, strict=True):
            if row and row != usual:
                initial |= {f"start_{day}": row.start, f"end_{day}": row.end}
            initial[f"rests_{day}"] = row is None
        super().__init__(data, initial=initial)
        for day in DAYS:
            self.fields[f"start_{day}"] = forms.TimeField(label=_("from"), required=False, widget=HOUR_INPUT)
            self.fields[f"end_{day}"] = forms.TimeField(label=_("to"), required=False, widget=HOUR_INPUT)
            self.fields[f"rests_{day}"] = forms.BooleanField(label=_("Rest day"), required=False)

    def days(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        for day in DAYS:
            yield capfirst(str(WEEKDAYS[day])), [self[f"{name}_{day}"] for name in ("start", "end", "rests")]

    @property
    def usual(self) -> list[forms.BoundField]:
        return [self["start"], self["end"]]

    @property
    def has_exceptions(self) -> bool:
        return any(field.value() or field.errors for _name, fields in self.days() for field in fields)

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        for day in DAYS:
            names = [f"start_{day}", f"end_{day}"]
            given = [name for name in names if cleaned.get(name) is not None or name in self.errors]
            if len(given) == 1 and not cleaned.get(f"rests_{day}"):
                (missing,) = set(names) - set(given)
                self.add_error(missing, _("Enter both times, or leave both empty for the hours of every day."))
        return cleaned

    def week(self) -> list[tuple[time, time] | None]:
        values = self.cleaned_data
        usual = values["start"], values["end"]
        return [
            None
            if values[f"rests_{day}"]
            else usual
            if values[f"start_{day}"] is None
            else (values[f"start_{day}"], values[f"end_{day}"])
            for day in DAYS
        ]


class PlanHolidayForm(forms.Form):
    first = forms.DateField(label=_("First day"), widget=DATE_INPUT, input_formats=DATE_FORMATS)
    last = forms.DateField(label=_("Last day"), widget=DATE_INPUT, input_formats=DATE_FORMATS)


class ShortenHolidayForm(forms.Form):
    last = forms.DateField(label=_("New last day"), widget=DATE_INPUT, input_formats=DATE_FORMATS)


class AutomaticHolidaysForm(forms.Form):
    is_on = forms.BooleanField(required=False)
