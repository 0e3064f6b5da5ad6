"""Queries of the timeline and of the pages of games to watch."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext, ngettext

from games.common.forms import capitalised
from games.engine.registry import TITLES

LISTS = ("running", "finished", "best", "marked")


class BeforeForm(forms.Form):
    """The part of a list of games that follows the game with the id ``before``."""

    before = forms.IntegerField(required=False, min_value=1, max_value=2**62)


class WatchForm(BeforeForm):
    """The list of games to watch, and its filter: a title, and the number of players."""

    show = forms.ChoiceField(
        required=False, choices=[(name, name) for name in ("running", "finished", "best", "marked")]
    )
    title = forms.ChoiceField(required=False)
    seats = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(title.key, title.name) for title in TITLES.values()]
        self._offer("title", gettext("Game"), ("", gettext("all games")), *names)
        most = max(title.max_seats for title in TITLES.values())
        counts = [
            (str(count), ngettext("%(count)d player", "%(count)d players", count) % {"count": count})
            for count in range(2, most + 1)
        ]
        self._offer("seats", gettext("Players"), ("", gettext("any number")), *counts)

    def _offer(self, name: str, label: str, *choices: tuple[Any, Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.label, field.choices = label, capitalised(choices)


def watch_filters(chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of a game that a ``WatchForm`` has chosen."""
    columns = {"title": "title", "seats": "seat_count"}
    return {column: chosen[name] for name, column in columns.items() if chosen.get(name)}


class BackForm(forms.Form):
    """The page of games to watch from which one is marked."""

    back = forms.CharField(required=False, max_length=200)
