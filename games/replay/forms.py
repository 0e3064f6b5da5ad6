"""Forms of the replay page: positions, pictures, animations, branches, embedding."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.core.forms import THEMES, FramesForm, PicturePlyForm

from .replay_file import MAX_CHARACTERS, decode_file

SIZES = (320, 640, 1200)
USUAL_SIZE = 640


class ReplayForm(FramesForm):
    """``text`` is the pasted text or the file's content; ``game`` the index of a game in it, ``ply`` the position.

    ``from`` and ``to`` ask for frames instead of the page.
    """

    file = forms.FileField(label=_("Game file"), required=False)
    text = forms.CharField(label=_("Or paste its text"), required=False, strip=False)
    game = forms.IntegerField(required=False, min_value=0, max_value=MAX_CHARACTERS)
    ply = forms.IntegerField(required=False, min_value=0, max_value=MAX_CHARACTERS)

    def clean(self) -> dict[str, Any]:
        """Use the text of the file if there is one. Raises Invalid if it is not text."""
        values = self.cleaned_data
        if values.get("file"):
            data = values["file"].read(4 * MAX_CHARACTERS + 4)  # a character has at most four bytes
            values["text"] = decode_file(data)
        if not values.get("text", "").strip():
            self.add_error("file", _("choose a file or paste its text."))
        return values


class PictureForm(PicturePlyForm):
    """The position and the width of a picture."""

    size = forms.TypedChoiceField(
        choices=[(size, size) for size in SIZES], coerce=int, required=False, empty_value=None
    )


class FilmForm(forms.Form):
    """The format of an animation. The service checks whether it exists."""

    format = forms.CharField(label=_("Format"), max_length=8)


class EmbedForm(forms.Form):
    """The theme of an embedded page. Invalid values are ignored."""

    theme = forms.ChoiceField(choices=THEMES, required=False)
