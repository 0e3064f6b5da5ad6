"""What players send when they plan: one choice, a whole turn, an order for a turn to come."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from .table import LARGEST_PLY

LONGEST = 20  # characters of one notation
FACE = "face-"  # how the fields of faces begin


class ChoiceForm(forms.Form):
    """One action."""

    action = forms.CharField(
        label=_("Your choice"), max_length=80, error_messages={"required": _("choose something first.")}
    )


class PlyForm(forms.Form):
    """Which ply the player saw."""

    ply = forms.IntegerField(label=_("Ply"), min_value=0, max_value=LARGEST_PLY)


class PlanForm:
    """A whole turn as fields: ``rotation``, and ``face-3`` for the place if a 3 is rolled ("": ask me then).

    It takes whatever comes. What it means is for the title to read, and whether it is legal for the service to say.
    """

    def __init__(self, data: Mapping[str, str]) -> None:
        self.rotation = data.get("rotation", "").strip()[:LONGEST]
        self.places = {
            name.removeprefix(FACE): value.strip()[:LONGEST] for name, value in data.items() if name.startswith(FACE)
        }

    @property
    def text(self) -> str:
        """The orders as one text, "" for none."""
        rugs = [f"{face}: {place}" for face, place in self.places.items() if place]
        return "; ".join([self.rotation, *rugs] if self.rotation else rugs)
