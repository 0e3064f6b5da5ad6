"""Forms for how often a player gets emails: in general and from one table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.forms import LIFETIMES, PasswordForm
from accounts.models import MailThreads, Profile
from games.common.errors import Invalid
from games.common.forms import capitalised
from games.common.wording import titled
from games.core.models import Game

from .models import FeedKind, Frequency, Kind, WebhookShape
from .preferences import OPTIONAL_KINDS, TABLE_KINDS, frequencies_for
from .webhooks import MAX_LENGTH, parse_web_address

ChoiceList = Sequence[tuple[Any, Any]]  # values and labels
HOURS: ChoiceList = [(hour, f"{hour:02}:00") for hour in range(24)]
HOURLY = ("digest_hour", "quiet_from", "quiet_until")
LOOKS = ("mail_threads", "mails_as_text")
THREADS: ChoiceList = [
    (MailThreads.TURN.value, _("One for each turn")),
    (MailThreads.TABLE.value, _("One for each table")),
]
FORMATS: ChoiceList = [("html", _("Text and pictures")), ("text", _("Text only"))]
CLOCK = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


# What most players want, each with the frequency of kinds; of one that a kind does not have, emails come every time.
PRESETS: ChoiceList = [
    ("every", _("Everything")),
    ("turns", _("Only my turns")),
    ("daily", _("One digest a day")),
    ("never", _("No emails")),
]
OF_MY_TURN = frozenset({Kind.TURN, Kind.REMINDER})


def preset_choices(preset: str) -> dict[str, str]:
    """Return the frequency of each kind of email, "" for the default: every time."""
    return {kind.value: _preset_frequency(preset, kind) for kind in OPTIONAL_KINDS}


def _preset_frequency(preset: str, kind: Kind) -> str:
    if preset == "turns":
        return "" if kind in OF_MY_TURN else Frequency.NEVER
    return preset if preset != Frequency.EVERY and preset in frequencies_for(kind) else ""


def _frequency_field(kind: str, first: ChoiceList = ()) -> forms.ChoiceField:
    choices = capitalised([*first, *((frequency.value, frequency.label) for frequency in frequencies_for(kind))])
    label = Kind(kind).label if kind else _("All emails from this table")
    return forms.ChoiceField(label=label, choices=choices, required=False)


class MailPreferencesForm(forms.Form):
    """The frequency of each kind of email, and the hours. Fields that were not sent stay unchanged."""

    resume = forms.BooleanField(required=False, widget=forms.HiddenInput)  # from its own button: resume all emails
    preset = forms.ChoiceField(choices=PRESETS, required=False)  # from its own button: instead of the kinds
    digest_hour = forms.TypedChoiceField(label=_("Digest time"), choices=HOURS, coerce=int, required=False)
    quiet_from = forms.TimeField(label=_("No emails from"), required=False, widget=CLOCK)
    quiet_until = forms.TimeField(label=_("until"), required=False, widget=CLOCK)
    mail_threads = forms.ChoiceField(label=_("Conversations"), choices=THREADS, required=False)
    mails_as_text = forms.ChoiceField(label=_("Format"), choices=FORMATS, required=False)

    def __init__(self, data: Any, chosen: dict[str, str], profile: Profile) -> None:
        hours = {name: getattr(profile, name) for name in HOURLY}
        frequencies = {kind.value: chosen.get(kind.value, Frequency.EVERY.value) for kind in OPTIONAL_KINDS}
        looks = {"mail_threads": profile.mail_threads, "mails_as_text": "text" if profile.mails_as_text else "html"}
        super().__init__(data, initial={**hours, **frequencies, **looks})
        self.fields.update({kind.value: _frequency_field(kind) for kind in OPTIONAL_KINDS})
        own = {kind.value: chosen.get(kind.value, "") for kind in OPTIONAL_KINDS}
        self.presets = [(key, label, preset_choices(key) == own) for key, label in PRESETS]

    @property
    def is_detailed(self) -> bool:
        """True if the kinds are not chosen as in one of the presets, or something sent is wrong."""
        return bool(self.errors) or not any(is_chosen for _key, _label, is_chosen in self.presets)

    def clean(self) -> dict[str, Any]:
        """Refuse quiet hours with one empty or two equal times."""
        cleaned = self.cleaned_data
        begin, end = cleaned.get("quiet_from"), cleaned.get("quiet_until")
        if not {"quiet_from", "quiet_until"} & set(self.errors):
            if begin is None and end is not None:
                self.add_error("quiet_from", _("Enter both times, or leave both empty."))
            elif end is None and begin is not None:
                self.add_error("quiet_until", _("Enter both times, or leave both empty."))
            elif begin is not None and begin == end:
                self.add_error(
                    "quiet_until", _("Both times are the same. To get no emails at all, choose “Never” above.")
                )
        return cleaned

    def kinds(self) -> list[forms.BoundField]:
        return [self[kind.value] for kind in OPTIONAL_KINDS]

    def choices(self) -> dict[str, str]:
        """Return the chosen frequency by kind, "" for the default: every time."""
        if self.cleaned_data.get("preset"):
            return preset_choices(self.cleaned_data["preset"])
        sent = {kind.value: self.cleaned_data.get(kind.value, "") for kind in OPTIONAL_KINDS}
        return {kind: "" if value == Frequency.EVERY else value for kind, value in sent.items() if value}

    def hours(self) -> dict[str, Any]:
        sent = {name: self.cleaned_data[name] for name in HOURLY if name in self.data}
        return {name: self.initial[name] if sent.get(name, "") == "" else sent[name] for name in HOURLY}

    def looks(self) -> dict[str, Any]:
        threads, shape = (self.cleaned_data[name] or self.initial[name] for name in LOOKS)
        return {"mail_threads": threads, "mails_as_text": shape == "text"}


class TableMailPreferencesForm(forms.Form):
    """The frequency of emails from one table: of all, and of each kind."""

    def __init__(self, data: Any, chosen: dict[str, str]) -> None:
        super().__init__(data, initial={self.name_of(kind): frequency for kind, frequency in chosen.items()})
        self.fields[self.name_of("")] = _frequency_field("", [("", _("the same as in your settings"))])
        for kind in TABLE_KINDS:
            self.fields[kind.value] = _frequency_field(kind, [("", _("the same as for the whole table"))])

    def kinds(self) -> list[forms.BoundField]:
        return [self[kind.value] for kind in TABLE_KINDS]

    def is_detailed(self) -> bool:
        """Return True if any kind has a setting or an error of its own."""
        return any(field.value() or field.errors for field in self.kinds())

    @staticmethod
    def name_of(kind: str) -> str:
        return kind or "all"

    def choices(self) -> dict[str, str]:
        return {kind: self.cleaned_data[self.name_of(kind)] for kind in ("", *TABLE_KINDS)}


class UnsubscribeForm(forms.Form):
    """The button that was pressed on the unsubscribe page. Mail programs send none."""

    scope = forms.CharField(required=False, max_length=10)
    resume = forms.BooleanField(required=False)


class PushDeviceForm(forms.Form):
    """The push subscription of a browser. The service validates it."""

    endpoint = forms.CharField(max_length=MAX_LENGTH)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=50)


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=MAX_LENGTH,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )
    shape = forms.ChoiceField(
        label=gettext_lazy("Format"),
        choices=capitalised([*WebhookShape.choices[1:], *WebhookShape.choices[:1]]),  # JSON is for programmers
        initial=WebhookShape.DISCORD,
        widget=forms.RadioSelect,
    )

    def clean_url(self) -> str:
        url: str = self.cleaned_data["url"].strip()
        try:
            parse_web_address(url)
        except Invalid as error:
            raise ValidationError(str(error.message)) from None
        return url


class NewWebhookForm(WebhookForm):
    """A new webhook for the player's own events ("") or for all events at one table."""

    table = forms.ChoiceField(label=gettext_lazy("Events"), required=False)

    def __init__(self, tables: list[Game], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = ("", gettext("your turns, invitations and results"))
        everything = [
            (game.code, titled(game.title, gettext("every turn at %(table)s") % {"table": game.name}))
            for game in tables
        ]
        field: Any = self.fields["table"]
        field.choices = capitalised([own, *everything])


class NewFeedForm(PasswordForm):
    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=LIFETIMES, coerce=int, initial=365, required=False, empty_value=None
    )


class FeedForm(forms.Form):
    """What a new feed shows: "calendar", "turns", or the code of a table."""

    what = forms.ChoiceField(label=gettext_lazy("Content"))

    def __init__(self, tables: list[Game], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["what"]
        field.choices = capitalised(
            [
                (FeedKind.CALENDAR, gettext("calendar of your deadlines")),
                (FeedKind.TURNS, gettext("feed of your turns")),
                (FeedKind.TABLES, gettext("feed of new tables that match your saved filters")),
                (FeedKind.FOLLOWING, gettext("feed of the players you follow")),
                *[
                    (game.code, titled(game.title, gettext("feed of %(table)s") % {"table": game.name}))
                    for game in tables
                ],
            ]
        )
