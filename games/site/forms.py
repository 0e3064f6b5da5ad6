"""The forms for the look of the site, the order of a player's games, and messages to its administrators."""

from typing import get_args

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.decorators import Theme
from games.core.querysets import PLAYER_ORDERS
from games.engine.registry import TITLES


class ReturnForm(forms.Form):
    """The address of the page to return to."""

    next = forms.CharField(required=False, max_length=2000, empty_value="/")


class LookForm(ReturnForm):
    """The chosen look, and the address of the page to return to."""

    theme = forms.ChoiceField(
        label=pgettext_lazy("of the day", "Theme"), choices=[(theme, theme) for theme in get_args(Theme)]
    )
    letters = forms.BooleanField(required=False)
    still = forms.BooleanField(required=False)
    dense = forms.BooleanField(required=False)
    sounds = forms.BooleanField(required=False)
    instant = forms.MultipleChoiceField(required=False, choices=lambda: [(key, key) for key in TITLES])
    story = forms.BooleanField(required=False)


class SortForm(forms.Form):
    sort = forms.ChoiceField(required=False, choices=[(order, order) for order in PLAYER_ORDERS])


class FeedbackForm(forms.Form):
    """A message to the administrators. Who has a confirmed address is asked for none."""

    text = forms.CharField(label=_("Your message"), max_length=4000, widget=forms.Textarea({"rows": 8}))
    email = forms.EmailField(
        label=_("Your email address (optional)"),
        required=False,
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
        help_text=_("Only for an answer."),
    )
