"""A game file that somebody brings along, as text or as a file."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.presenters.replay.replay_file import MAX_CHARACTERS, decode_file


class ReplayForm(forms.Form):
    """``text`` is what was pasted or what the file holds; ``game`` which of several, ``ply`` where to look."""

    file = forms.FileField(label=_("Game file"), required=False)
    text = forms.CharField(label=_("Or paste its text"), required=False, strip=False)
    game = forms.IntegerField(required=False, min_value=0, max_value=MAX_CHARACTERS)
    ply = forms.IntegerField(required=False, min_value=0, max_value=MAX_CHARACTERS)

    def clean(self) -> dict[str, Any]:
        """Take the text from the file if there is one. Raises BadText for one that is no text."""
        values = self.cleaned_data
        if values.get("file"):
            values["text"] = decode_file(
                values["file"].read(4 * MAX_CHARACTERS + 4)
            )  # a character has four bytes at most
        if not values.get("text", "").strip():
            self.add_error("file", _("choose a file or paste its text."))
        return values
