"""The field for actions in their order, sent one by one under the same name."""

from collections.abc import Sequence

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services.play.actions import MAX_ACTIONS

MAX_NOTATION = 80  # characters


class NotationsField(forms.Field):
    """The notations of several actions. Blank ones are left out."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Sequence[str] | None) -> list[str]:
        """Return the notations."""
        texts = [text for text in map(str.strip, value or ()) if text]
        if len(texts) > MAX_ACTIONS or any(len(text) > MAX_NOTATION for text in texts):
            raise forms.ValidationError(_("This is too long for one turn."))
        return texts
