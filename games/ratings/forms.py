"""The queries of leaderboards and records."""

from django import forms

from .models import LUCK_FREE, Pool


class LeaderboardForm(forms.Form):
    """The pool of a leaderboard, or the luck-free list, and the row after which a page begins.

    Invalid values are ignored.
    """

    pool = forms.ChoiceField(choices=[*Pool.choices, (LUCK_FREE, LUCK_FREE)], required=False)
    after = forms.IntegerField(required=False, min_value=1, max_value=2**62)


class RecordsForm(forms.Form):
    """The kind of records, and the row after which a page begins. Invalid values are ignored."""

    kind = forms.SlugField(required=False, max_length=20)
    after = forms.IntegerField(required=False, min_value=1, max_value=2**62)


class SeasonForm(forms.Form):
    """The row of a season after which a page begins. An invalid one is ignored."""

    after = forms.IntegerField(required=False, min_value=1, max_value=2**62)
