"""Forms that name a table, a ply or actions, for several subjects."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.errors import SiteError
from games.common.wording import title_and_rules
from games.engine.registry import TITLES

from .dice import NewShare
from .log import MAX_ACTIONS

MAX_NOTATION = 80  # characters

THEMES = [("light", "light"), ("dark", "dark")]

MAX_PLY = 10_000


class NotationsField(forms.Field):
    """The notations of several actions. Blank ones are left out."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Sequence[str] | None) -> list[str]:
        texts = [text for text in map(str.strip, value or ()) if text]
        if len(texts) > MAX_ACTIONS or any(len(text) > MAX_NOTATION for text in texts):
            raise forms.ValidationError(_("This is too long for one turn."))
        return texts


class AnswerRequestForm(forms.Form):
    """The answer to a request to be a deputy, or to a question behind the link in an email."""

    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class PicturePlyForm(forms.Form):
    """A position of a picture: the ply, and how often a turn had been taken back. Invalid values are ignored."""

    ply = forms.IntegerField(required=False, min_value=0)
    undone = forms.IntegerField(required=False, min_value=0)


class BoardForm(PicturePlyForm):
    """The position and the theme of a board."""

    theme = forms.ChoiceField(choices=THEMES, required=False)
    light = forms.ChoiceField(choices=[("dusk", "dusk")], required=False)  # the dark theme in addresses made before


class ShareFieldsForm(forms.Form):
    """What the player's device adds to the dice: ``share`` of the cleaned values.

    The script js/dice/shares.js fills in ``commitment``, ``table``, the code of the table to which it is bound, and
    ``words`` if the device's share is words of the player's. Without it, the words themselves arrive in ``entropy``.
    """

    entropy = forms.CharField(label=_("Your share in the results"), max_length=128, required=False, strip=True)
    commitment = forms.CharField(label=_("Your share in the results"), max_length=64, required=False)
    words = forms.BooleanField(required=False)
    table = forms.CharField(max_length=32, required=False)

    def clean(self) -> dict[str, Any] | None:
        values = super().clean() or self.cleaned_data
        sent = {name: values.pop(name, "") for name in ("entropy", "commitment", "words", "table")}
        share = NewShare(sent["commitment"], sent["entropy"], is_words=bool(sent["words"]), table=sent["table"])
        return {**values, "share": share}


class OpenShareForm(forms.Form):
    share = forms.CharField(label=_("Your share in the results"), max_length=128)


def ruleset_choices() -> list[tuple[str, str]]:
    """Return all offered rulesets, each with its title."""
    return [
        (f"{title.key}:{rules.key}", title_and_rules(title.key, rules.key))
        for title in TITLES.values()
        for rules in title.rulesets.values()
        if rules.offered
    ]


class PlyForm(forms.Form):
    """The ply that the player saw, and how often a turn had been taken back by then: an old page may not say it."""

    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=MAX_PLY)
    undone = forms.IntegerField(required=False, min_value=0)

    def clean_undone(self) -> int:
        """Return 0 for a page on which no turn had been taken back."""
        return self.cleaned_data["undone"] or 0


class OpeningFieldsForm(forms.Form):
    """The player's share of the dice while it is not open: their browser sends it, or they play without it."""

    share = forms.CharField(label=_("Your share in the results"), max_length=128, required=False)
    without_share = forms.BooleanField(required=False)


def sent_again(request: HttpRequest, error: SiteError | None) -> list[tuple[str, str]]:
    """Return the fields of an action to be sent again after the question of ``share-due``, [] for other errors."""
    if error is None or error.code != "share-due":
        return []
    fields = [(name, value) for name, values in request.POST.lists() for value in values]
    return [(name, value) for name, value in fields if name not in {"csrfmiddlewaretoken", "without_share"}]


class OpeningPlyForm(PlyForm, OpeningFieldsForm):
    """The ply that the player saw, and their share of the dice."""


class TableQueryForm(forms.Form):
    """The query of the table page: ``ply``, ``choose``, ``done`` and ``log``. Invalid values are ignored."""

    ply = forms.IntegerField(required=False, min_value=0)
    choose = forms.CharField(required=False, max_length=200)
    done = NotationsField(required=False)
    log = forms.CharField(required=False, max_length=10)  # "all"


class FramesForm(forms.Form):
    """The plies of a film, how often a turn had been taken back, and whether a table (to its players), a replay (with
    the figures of the seats) or a page in another site shows it.

    Invalid values are ignored.
    """

    to = forms.IntegerField(required=False, min_value=0)
    undone = forms.IntegerField(required=False, min_value=0)
    seats = forms.BooleanField(required=False)
    figures = forms.BooleanField(required=False)
    elsewhere = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from"] = forms.IntegerField(required=False, min_value=0)  # "from" cannot be an attribute


class InviteCodeForm(forms.Form):
    invite = forms.CharField(required=False, max_length=16)
