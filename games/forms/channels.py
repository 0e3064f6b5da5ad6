"""What players send to set up other channels than mail."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Invalid
from games.models import FeedKind, Game, WebhookShape
from games.services.notifications.web_addresses import LONGEST, parse_web_address


class DeviceForm(forms.Form):
    """What a browser answers when it is asked to be told. The service says what is wrong with it."""

    endpoint = forms.CharField(max_length=LONGEST)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=50)


class WebhookForm(forms.Form):
    """Which address is called, and how one speaks there."""

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=LONGEST,
        widget=forms.URLInput(attrs={"placeholder": "https://", "autocomplete": "off"}),
    )
    shape = forms.ChoiceField(
        label=gettext_lazy("Format"),
        choices=WebhookShape,
        initial=WebhookShape.DISCORD,
        widget=forms.RadioSelect,
    )

    def clean_url(self) -> str:
        """Say at once what is wrong with an address that is never called."""
        url: str = self.cleaned_data["url"].strip()
        try:
            parse_web_address(url)
        except Invalid as refusal:
            raise ValidationError(str(refusal.message)) from None
        return url


class NewWebhookForm(WebhookForm):
    """A new webhook: for the player's own events ("") or for everything at one of their tables."""

    table = forms.ChoiceField(label=gettext_lazy("Events"), required=False)

    def __init__(self, tables: list[Game], *args: Any, **kwargs: Any) -> None:
        """Offer the tables where the player sits."""
        super().__init__(*args, **kwargs)
        own = ("", _("your turns, invitations and results"))
        everything = [(game.code, _("every turn at %(table)s") % {"table": game.name}) for game in tables]
        field: Any = self.fields["table"]
        field.choices = [own, *everything]


class FeedForm(forms.Form):
    """A new feed: "calendar", "turns", or the code of a table."""

    what = forms.ChoiceField(label=gettext_lazy("Content"))

    def __init__(self, tables: list[Game], *args: Any, **kwargs: Any) -> None:
        """Offer the tables that the player can see and may want to follow."""
        super().__init__(*args, **kwargs)
        field: Any = self.fields["what"]
        field.choices = [
            (FeedKind.CALENDAR, _("calendar of your deadlines")),
            (FeedKind.TURNS, _("feed of your turns")),
            *[(game.code, _("feed of %(table)s") % {"table": game.name}) for game in tables],
        ]
