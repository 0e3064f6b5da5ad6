"""Form of a player's share of the dice, wherever someone takes a seat."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services.play.shares import NewShare


class ShareFieldsForm(forms.Form):
    """What the player's device adds to the dice: ``share`` of the cleaned values.

    The script js/dice/shares.js fills in ``commitment``, and ``words`` if the device's share is words of the player's.
    Without it, the words themselves arrive in ``entropy``.
    """

    entropy = forms.CharField(label=_("Your share of the dice"), max_length=128, required=False, strip=True)
    commitment = forms.CharField(label=_("Your share of the dice"), max_length=64, required=False)
    words = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any] | None:
        """Put the fields together, as the services take them."""
        values = super().clean() or self.cleaned_data
        sent = {name: values.pop(name, "") for name in ("entropy", "commitment", "words")}
        return {**values, "share": NewShare(sent["commitment"], sent["entropy"], bool(sent["words"]))}


class JoinForm(ShareFieldsForm):
    """Taking a seat, and a game that begins with one click."""


class OpenShareForm(forms.Form):
    """A share that the player's device opens."""

    share = forms.CharField(label=_("Your share of the dice"), max_length=128)
