"""Forms of the replay page: positions, pictures, animations, branches, embedding."""

from django import forms
from django.utils.translation import gettext_lazy as _

from .tables.share import ShareFieldsForm

SIZES = (320, 640, 1200)
USUAL_SIZE = 640
THEMES = [("light", "light"), ("dark", "dark")]


class BoardForm(forms.Form):
    """The position and the theme of a board. Invalid values are ignored."""

    ply = forms.IntegerField(required=False, min_value=0)
    theme = forms.ChoiceField(choices=THEMES, required=False)
    light = forms.ChoiceField(choices=[("dusk", "dusk")], required=False)  # the dark theme in addresses made before


class PictureForm(forms.Form):
    """The position and the width of a picture. Invalid values are ignored."""

    ply = forms.IntegerField(required=False, min_value=0)
    size = forms.TypedChoiceField(
        choices=[(size, size) for size in SIZES], coerce=int, required=False, empty_value=None
    )


class FilmForm(forms.Form):
    """The format of an animation. The service checks whether it exists."""

    format = forms.CharField(label=_("Format"), max_length=8)


class BranchForm(ShareFieldsForm):
    """A game against a robot from a position of this one: ply, seat, robot, and the dice that the page has shown."""

    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=10_000)
    seat = forms.IntegerField(label=_("Your seat"), min_value=0, max_value=25)
    robot = forms.CharField(label=_("Robot"), max_length=20)
    draft = forms.CharField(required=False, max_length=1000)


class EmbedForm(forms.Form):
    """The theme of an embedded page. Invalid values are ignored."""

    theme = forms.ChoiceField(choices=THEMES, required=False)
