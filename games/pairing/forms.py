"""Forms of pairing: a search, a standing challenge, how one wants them, a challenge from a profile."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.clocks.presenters import pace_view
from games.common.forms import capitalised
from games.core.choices import Pace
from games.core.forms import ruleset_choices
from games.engine.registry import TITLES
from games.lobby.forms import hours_choices

from .models import DEFAULT_MAX_RUNNING
from .services import MAX_AT_ONCE, MAX_RUNNING, PACES, RATINGS, NewChallenge


def _title_choices() -> list[tuple[str, str]]:
    return [(title.key, title.name) for title in TITLES.values()]


def _pace_choices() -> list[tuple[str, str]]:
    return capitalised((pace, pace_view(pace).label) for pace in PACES)


def _player_counts() -> list[tuple[int, str]]:
    most = max(title.max_seats for title in TITLES.values())
    text = ngettext("%(count)d player", "%(count)d players", 2)
    return [(count, text % {"count": count}) for count in range(2, most + 1)]


class FindOpponentForm(forms.Form):
    """What a search looks for. A button elsewhere leaves out all of it, or names the title."""

    title = forms.ChoiceField(label=_("Game"), choices=_title_choices, required=False)
    seat_count = forms.TypedChoiceField(
        label=_("Players"), choices=_player_counts, coerce=int, empty_value=None, required=False, initial=2
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=_pace_choices, required=False, initial=Pace.USUAL)


class OfferForm(FindOpponentForm):
    """The answer to what a search has found: the key of that table or challenge, or that a table is opened."""

    only = forms.CharField(required=False, max_length=40)
    is_rated = forms.BooleanField(required=False)


class DirectChallengeForm(forms.Form):
    """A challenge from a profile: a table for two with an invitation."""

    ruleset = forms.ChoiceField(label=_("Game"), choices=ruleset_choices)
    pace = forms.ChoiceField(label=_("Pace"), initial=Pace.USUAL, choices=_pace_choices)
    rated = forms.BooleanField(label=_("Rated"), required=False, initial=True)

    def wanted(self) -> dict[str, Any]:
        """Return what ``challenge_directly`` takes."""
        title, _colon, ruleset = self.cleaned_data["ruleset"].partition(":")
        rest = {"pace": self.cleaned_data["pace"], "is_rated": self.cleaned_data["rated"]}
        return {"title": title, "ruleset": ruleset, **rest}


class NewChallengeForm(forms.Form):
    """A standing challenge. The service checks what depends on the title."""

    ruleset = forms.ChoiceField(label=_("Game"))
    seat_count = forms.TypedChoiceField(label=_("Players"), coerce=int, initial=2)
    pace = forms.ChoiceField(label=_("Pace"), initial=Pace.USUAL)
    max_games = forms.IntegerField(label=_("Games at once"), min_value=1, max_value=MAX_AT_ONCE, initial=1)
    min_rating = forms.IntegerField(label=_("Rating from"), min_value=RATINGS[0], max_value=RATINGS[1], required=False)
    max_rating = forms.IntegerField(label=_("Rating to"), min_value=RATINGS[0], max_value=RATINGS[1], required=False)
    min_hours = forms.TypedChoiceField(label=_("Awake together"), coerce=int, empty_value=None, required=False)
    rated = forms.BooleanField(
        label=_("Rated: the game changes the ratings of its players"), required=False, initial=True
    )
    replaces = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=1, max_value=2**62)

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        choices: dict[str, list[tuple[Any, Any]]] = {
            "ruleset": list(ruleset_choices()),
            "seat_count": list(_player_counts()),
            "pace": list(_pace_choices()),
            "min_hours": capitalised([("", gettext("any hours")), *hours_choices()]),
        }
        for name, found in choices.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = found

    def new_challenge(self) -> NewChallenge:
        sent = dict(self.cleaned_data)
        title, _colon, ruleset = sent.pop("ruleset").partition(":")
        is_rated, min_hours = sent.pop("rated"), sent.pop("min_hours") or 0
        return NewChallenge(title=title, ruleset=ruleset, is_rated=is_rated, min_hours=min_hours, **sent)


class RemakeForm(forms.Form):
    """The challenge whose values a new one begins with. Invalid values are ignored."""

    remake = forms.IntegerField(required=False, min_value=1, max_value=2**62)


class SavePairingForm(forms.Form):
    max_running = forms.IntegerField(
        label=_("Limit of running games"),
        min_value=1,
        max_value=MAX_RUNNING,
        initial=DEFAULT_MAX_RUNNING,
        help_text=_("While you have this many games with other people, your challenges no longer start games."),
    )
    paused = forms.BooleanField(label=_("Pause all my standing challenges"), required=False)
