"""Filter forms of lists. Unknown values are ignored."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from games.engine.registry import TITLES
from games.models import Pace
from games.presenters.wording import labelled, phrase
from games.selectors.game_lists import HISTORY_FILTERS

from .values import capitalised


def ruleset_choices() -> list[tuple[str, str]]:
    """Return all offered rulesets; with the title's name if there are several titles."""
    several = len(TITLES) > 1
    return [
        (
            f"{title.key}:{rules.key}",
            labelled(title.name, phrase(title, rules.label)) if several else phrase(title, rules.label),
        )
        for title in TITLES.values()
        for rules in title.rulesets.values()
        if rules.offered
    ]


class LobbyForm(forms.Form):
    """The filter of the lobby."""

    ruleset = forms.ChoiceField(required=False)
    pace = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Fill the choices in the active language."""
        super().__init__(*args, **kwargs)
        rules, pace = self.fields["ruleset"], self.fields["pace"]
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(pace, forms.ChoiceField)
        rules.label, rules.choices = _("Rules"), capitalised([("", _("all rules")), *ruleset_choices()])
        self.paces = capitalised([("", _("any pace")), *Pace.choices])
        pace.label, pace.choices = _("Pace"), self.paces


class HistoryForm(forms.Form):
    """The filter of a game history."""

    show = forms.ChoiceField(required=False, choices=[(name, name) for name in HISTORY_FILTERS])
    opponent = forms.CharField(required=False, max_length=60)
    ruleset = forms.ChoiceField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Fill the choices in the active language."""
        super().__init__(*args, **kwargs)
        rules = self.fields["ruleset"]
        assert isinstance(rules, forms.ChoiceField)
        rules.label, rules.choices = _("Rules"), capitalised([("", _("all rules")), *ruleset_choices()])
        self.fields["opponent"].label = _("Opponent")
