"""Filter forms of lists. Unknown values are ignored."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.registry import TITLES
from games.models import Pace
from games.presenters.wording import labelled, phrase
from games.selectors.game_lists import HISTORY_FILTERS

from .values import capitalised

SHARED_HOURS = (2, 4, 6, 8, 10, 12)
FOR_PLAYERS = ("hours", "open_to_me")  # tables that suit them


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


def hours_choices() -> list[tuple[str, str]]:
    """Return for how many hours a day players may ask to be awake together."""
    return [
        (
            str(count),
            ngettext("at least %(count)d hour a day", "at least %(count)d hours a day", count) % {"count": count},
        )
        for count in SHARED_HOURS
    ]


class LobbyForm(forms.Form):
    """The filter of the lobby. Visitors do not get the fields FOR_PLAYERS."""

    ruleset = forms.ChoiceField(required=False)
    pace = forms.ChoiceField(required=False)
    seats = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    sort = forms.ChoiceField(required=False)
    hours = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    open_to_me = forms.BooleanField(required=False)

    def __init__(self, *args: Any, is_player: bool = True, **kwargs: Any) -> None:
        """Fill the choices in the active language."""
        super().__init__(*args, **kwargs)
        hours = self.fields["hours"]
        assert isinstance(hours, forms.ChoiceField)
        hours.label, hours.choices = _("Awake together"), capitalised([("", _("any hours")), *hours_choices()])
        self.fields["open_to_me"].label = _("Only tables whose minimum I meet")
        if not is_player:
            for name in FOR_PLAYERS:
                del self.fields[name]
        rules, pace = self.fields["ruleset"], self.fields["pace"]
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(pace, forms.ChoiceField)
        rules.label, rules.choices = _("Rules"), capitalised([("", _("all rules")), *ruleset_choices()])
        pace.label, pace.choices = _("Pace"), capitalised([("", _("any pace")), *Pace.choices])
        self._fill_seats_and_sort()

    def _fill_seats_and_sort(self) -> None:
        seats, sort = self.fields["seats"], self.fields["sort"]
        assert isinstance(seats, forms.ChoiceField)
        assert isinstance(sort, forms.ChoiceField)
        most = max(title.max_seats for title in TITLES.values())
        counts = [
            (str(count), ngettext("%(count)d player", "%(count)d players", count) % {"count": count})
            for count in range(2, most + 1)
        ]
        seats.label, seats.choices = _("Players"), capitalised([("", _("any number")), *counts])
        orders = [("", _("newest first")), ("age", _("oldest first")), ("pace", _("pace")), ("seats", _("free seats"))]
        sort.label, sort.choices = _("Sort by"), capitalised(orders)


class HistoryForm(forms.Form):
    """The filter of a game history."""

    show = forms.ChoiceField(required=False, choices=[(name, name) for name in HISTORY_FILTERS])
    opponent = forms.CharField(required=False, max_length=60)
    ruleset = forms.ChoiceField(required=False)
    before = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)  # the id of a game

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Fill the choices in the active language."""
        super().__init__(*args, **kwargs)
        rules = self.fields["ruleset"]
        assert isinstance(rules, forms.ChoiceField)
        rules.label, rules.choices = _("Rules"), capitalised([("", _("all rules")), *ruleset_choices()])
        self.fields["opponent"].label = _("Opponent")
