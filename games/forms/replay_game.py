"""How a game that is over, or on its way, is looked at again and shared."""

from django import forms
from django.utils.translation import gettext_lazy as _

SIZES = (320, 640, 1200)
USUAL_SIZE = 640


class BoardForm(forms.Form):
    """Which position, and in which light. What makes no sense is ignored."""

    ply = forms.IntegerField(required=False, min_value=0)
    light = forms.ChoiceField(choices=[("dusk", "dusk")], required=False)


class PictureForm(forms.Form):
    """Which position, and how many pixels across. What makes no sense is ignored."""

    ply = forms.IntegerField(required=False, min_value=0)
    size = forms.TypedChoiceField(
        choices=[(size, size) for size in SIZES], coerce=int, required=False, empty_value=None
    )


class FilmForm(forms.Form):
    """The kind of film that is wanted. The service says whether there are such ones."""

    format = forms.CharField(label=_("Format"), max_length=8)


class BranchForm(forms.Form):
    """From where, in which seat and against which robot somebody plays on, with the dice that the form has shown."""

    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=10_000)
    seat = forms.IntegerField(label=_("Your seat"), min_value=0, max_value=25)
    robot = forms.CharField(label=_("Robot"), max_length=20)
    entropy = forms.CharField(label=_("Your share of the dice"), max_length=128, required=False, strip=True)
    draft = forms.CharField(required=False, max_length=1000)


class EmbedForm(forms.Form):
    """How a framed page looks. What makes no sense is ignored."""

    theme = forms.ChoiceField(choices=[("light", "light"), ("dark", "dark")], required=False)
