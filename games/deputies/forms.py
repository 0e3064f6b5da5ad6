"""Forms about deputies and seats."""

from django import forms
from django.utils.translation import gettext_lazy as _


class NameDeputyForm(forms.Form):
    """A friend, and the days for which they act; without days, whenever the player is late."""

    deputy = forms.CharField(label=_("Player’s name"), max_length=60)
    first = forms.DateField(label=_("First day (optional)"), required=False, widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("Last day (optional)"), required=False, widget=forms.DateInput({"type": "date"}))
