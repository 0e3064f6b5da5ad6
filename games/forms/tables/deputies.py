"""Forms about deputies and seats."""

from django import forms
from django.utils.translation import gettext_lazy as _


class NameDeputyForm(forms.Form):
    """A friend, and the days for which they act; without days, whenever the player is late."""

    deputy = forms.CharField(label=_("Player’s name"), max_length=60)
    first = forms.DateField(label=_("First day (optional)"), required=False, widget=forms.DateInput({"type": "date"}))
    last = forms.DateField(label=_("Last day (optional)"), required=False, widget=forms.DateInput({"type": "date"}))


class AnswerRequestForm(forms.Form):
    """The answer to a request to be a deputy, or to a question behind the link in an email."""

    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class TakeSeatForm(forms.Form):
    """The number of a seat to take."""

    seat = forms.IntegerField(min_value=0, max_value=20)
