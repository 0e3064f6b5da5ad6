"""The filter of a history. Unknown values are ignored."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.common.forms import capitalised
from games.core.forms import ruleset_choices
from games.core.lists import HISTORY_FILTERS


class HistoryForm(forms.Form):
    show = forms.ChoiceField(required=False, choices=[(name, name) for name in HISTORY_FILTERS])
    opponent = forms.CharField(required=False, max_length=60)
    ruleset = forms.ChoiceField(required=False)
    before = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)  # the id of a game

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = self.fields["ruleset"]
        assert isinstance(rules, forms.ChoiceField)
        rules.label, rules.choices = _("Rules"), capitalised([("", _("all rules")), *ruleset_choices()])
        self.fields["opponent"].label = _("Opponent")
