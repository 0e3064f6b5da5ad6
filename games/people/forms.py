"""Blocks, households, and the filter of a history, whose unknown values are ignored."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.timezone import make_aware
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from accounts.models import Block
from games.common.forms import capitalised
from games.core.forms import ruleset_choices
from games.core.lists import HISTORY_FILTERS
from games.engine.registry import TITLES

DAY = timedelta(days=1)


class _DayField(forms.DateField):
    """A day of this age, sent by the browser's own calendar."""

    widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    default_validators = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2999, 12, 31))]


class BlockForm(forms.ModelForm[Block]):
    """What a block hides at the tables where both play."""

    class Meta:
        model = Block
        fields = ("hides_messages",)


class QuietForm(forms.Form):
    on = forms.BooleanField(required=False)
    read = forms.BooleanField(required=False)


class HouseholdForm(forms.Form):
    player = forms.CharField(label=gettext_lazy("Name of the player with whom you live"), max_length=60)


class HistoryForm(forms.Form):
    show = forms.ChoiceField(required=False, choices=[(name, name) for name in HISTORY_FILTERS])
    opponent = forms.CharField(required=False, max_length=60)
    title = forms.ChoiceField(required=False)
    ruleset = forms.ChoiceField(required=False)
    since = _DayField(required=False)
    until = _DayField(required=False)
    before = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)  # the id of a game

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = self.fields["ruleset"]
        assert isinstance(rules, forms.ChoiceField)
        rules.label, rules.choices = _("Rules"), capitalised([("", _("all rules")), *ruleset_choices()])
        titles = self.fields["title"]
        assert isinstance(titles, forms.ChoiceField)
        names = [(title.key, title.name) for title in TITLES.values()]
        titles.label, titles.choices = _("Game"), capitalised([("", _("all games")), *names])
        self.fields["opponent"].label = _("Opponent")
        self.fields["since"].label, self.fields["until"].label = (
            pgettext("first day", "From"),
            pgettext("last day", "To"),
        )

    def clean(self) -> dict[str, Any]:
        """Return the first instant of the first day and the last of the last one, in the viewer's time zone."""
        sent = super().clean() or self.cleaned_data
        midnights = {"since": sent.get("since"), "until": sent.get("until")}
        if midnights["until"]:
            midnights["until"] += DAY
        return {**sent, **{name: make_aware(datetime.combine(day, time.min)) for name, day in midnights.items() if day}}
