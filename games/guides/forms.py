"""Forms of guides and of a newcomer's first game."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.engine.registry import TITLES
from games.lobby.forms import OneClickForm

from .services import MAX_GAMES


class GuideSettingsForm(forms.Form):
    """Whether, and how often, a player guides newcomers."""

    is_active = forms.BooleanField(label=_("I like to play first games with newcomers"), required=False)
    most_games = forms.TypedChoiceField(
        label=_("How many at once"), choices=[(n, str(n)) for n in range(1, MAX_GAMES + 1)], coerce=int, initial=1
    )


class StartFirstGameForm(OneClickForm):
    """The title of a newcomer's first game with a person, and the dice."""

    title = forms.ChoiceField(choices=[(key, title.name) for key, title in TITLES.items()])
