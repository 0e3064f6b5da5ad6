"""Queries of the timeline and of the pages of games to watch."""

from django import forms


class BeforeForm(forms.Form):
    """The part of a list of games that follows the game with the id ``before``."""

    before = forms.IntegerField(required=False, min_value=1, max_value=2**62)
