"""Forms for push notifications, webhooks and feeds."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import LIFETIMES, PasswordForm
from games.errors import Invalid
from games.models import FeedKind, Game, WebhookShape
from games.services.notifications.web_addresses import MAX_LENGTH, parse_web_address

from .values import capitalised


class PushDeviceForm(forms.Form):
    """The push subscription of a browser. The service validates it."""

    endpoint = forms.CharField(max_length=MAX_LENGTH)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=50)


class WebhookForm(forms.Form):
    """The address of a webhook and the format of its messages."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=MAX_LENGTH,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )
    shape = forms.ChoiceField(
        label=gettext_lazy("Format"),
        choices=capitalised(WebhookShape.choices),
        initial=WebhookShape.DISCORD,
        widget=forms.RadioSelect,
    )

    def clean_url(self) -> str:
        """Refuse an address that the site would never call."""
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
        """Offer the tables where the player has a seat."""
        super().__init__(*args, **kwargs)
        own = ("", _("your turns, invitations and results"))
        everything = [(game.code, _("every turn at %(table)s") % {"table": game.name}) for game in tables]
        field: Any = self.fields["table"]
        field.choices = capitalised([own, *everything])


class NewFeedForm(PasswordForm):
    """The lifetime of a new feed (None: the usual one), and the password."""

    days = forms.TypedChoiceField(
        label=gettext_lazy("Valid for"), choices=LIFETIMES, coerce=int, initial=365, required=False, empty_value=None
    )


class FeedForm(forms.Form):
    """What a new feed shows: "calendar", "turns", or the code of a table."""

    what = forms.ChoiceField(label=gettext_lazy("Content"))

    def __init__(self, tables: list[Game], *args: Any, **kwargs: Any) -> None:
        """Offer the given tables, besides calendar and turns."""
        super().__init__(*args, **kwargs)
        field: Any = self.fields["what"]
        field.choices = capitalised(
            [
                (FeedKind.CALENDAR, _("calendar of your deadlines")),
                (FeedKind.TURNS, _("feed of your turns")),
                *[(game.code, _("feed of %(table)s") % {"table": game.name}) for game in tables],
            ]
        )
