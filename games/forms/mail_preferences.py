"""How often a player wants mail: in general, and from one table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Profile
from games.models import Frequency, Kind
from games.selectors.notifications.mail_preferences import OPTIONAL_KINDS, TABLE_KINDS, frequencies_for

ChoiceList = Sequence[tuple[Any, Any]]  # values and what they are called
HOURS: ChoiceList = [(hour, f"{hour:02}:00") for hour in range(24)]
HOURLY = ("digest_hour", "quiet_from", "quiet_until")
CLOCK = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


def _often(kind: str, first: ChoiceList = ()) -> forms.ChoiceField:
    choices = [*first, *((frequency.value, frequency.label) for frequency in frequencies_for(kind))]
    label = Kind(kind).label if kind else _("All emails from this table")
    return forms.ChoiceField(label=label, choices=choices, required=False)


class MailPreferencesForm(forms.Form):
    """How often mail of each kind comes, and at which hours. What is not sent along stays as it is."""

    resume = forms.BooleanField(required=False, widget=forms.HiddenInput)  # its own button: all mail, and nothing else
    digest_hour = forms.TypedChoiceField(label=_("Digest time"), choices=HOURS, coerce=int, required=False)
    quiet_from = forms.TimeField(label=_("No emails from"), required=False, widget=CLOCK)
    quiet_until = forms.TimeField(label=_("until"), required=False, widget=CLOCK)

    def __init__(self, data: Any, chosen: dict[str, str], profile: Profile) -> None:
        hours = {name: getattr(profile, name) for name in HOURLY}
        often = {kind.value: chosen.get(kind.value, Frequency.EVERY.value) for kind in OPTIONAL_KINDS}
        super().__init__(data, initial={**hours, **often})
        self.fields.update({kind.value: _often(kind) for kind in OPTIONAL_KINDS})

    def clean(self) -> dict[str, Any]:
        """Refuse half a wish for quiet, and one that is nothing or the whole day."""
        cleaned = self.cleaned_data
        begin, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if not {"quiet_from", "quiet_until"} & set(self.errors):
            if begin is None and end is not None:
                self.add_error("quiet_from", _("Enter both times, or leave both empty."))
            elif end is None and begin is not None:
                self.add_error("quiet_until", _("Enter both times, or leave both empty."))
            elif begin is not None and begin == end:
                self.add_error(
                    "quiet_until", _("Both times are the same. To get no emails at all, choose “never” above.")
                )
        return cleaned

    def kinds(self) -> list[forms.BoundField]:
        """Return the fields of the kinds of mail."""
        return [self[kind.value] for kind in OPTIONAL_KINDS]

    def choices(self) -> dict[str, str]:
        """Return what was chosen by kind, "" for what needs no row: every time."""
        sent = {kind.value: self.cleaned_data.get(kind.value, "") for kind in OPTIONAL_KINDS}
        return {kind: "" if often == Frequency.EVERY else often for kind, often in sent.items() if often}

    def hours(self) -> dict[str, Any]:
        """Return the hours as the service takes them."""
        sent = {name: self.cleaned_data[name] for name in HOURLY if name in self.data}
        return {name: self.initial[name] if sent.get(name, "") == "" else sent[name] for name in HOURLY}


class TableMailPreferencesForm(forms.Form):
    """How often mail comes from one table: all of it, and of each kind by itself."""

    def __init__(self, data: Any, chosen: dict[str, str]) -> None:
        super().__init__(data, initial={self.name_of(kind): often for kind, often in chosen.items()})
        self.fields[self.name_of("")] = _often("", [("", _("as in your settings"))])
        for kind in TABLE_KINDS:
            self.fields[kind.value] = _often(kind, [("", _("as for the whole table"))])

    def kinds(self) -> list[forms.BoundField]:
        """Return the fields of the kinds of mail."""
        return [self[kind.value] for kind in TABLE_KINDS]

    def is_detailed(self) -> bool:
        """Tell whether there is something to see in them."""
        return any(field.value() or field.errors for field in self.kinds())

    @staticmethod
    def name_of(kind: str) -> str:
        """Return the field of a kind."""
        return kind or "all"

    def choices(self) -> dict[str, str]:
        """Return what was chosen by kind, "" for no choice of its own."""
        return {kind: self.cleaned_data[self.name_of(kind)] for kind in ("", *TABLE_KINDS)}


class UnsubscribeForm(forms.Form):
    """Which button of the page behind a mail's link was pressed; a mail program presses none."""

    scope = forms.CharField(required=False, max_length=10)
    resume = forms.BooleanField(required=False)
