"""Forms of what operators change at a table. Each needs a reason, which the players read."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.forms import DurationField
from games.core.models import Seat
from games.play.operators import MAX_REASON

NEW_PLAYERS = [
    ("others", _("Offer it to all players; after a day a robot takes it")),
    ("player", _("Give it to this player")),
    ("robot", _("Give it to the table’s robot")),
]


class TakeSeatForm(forms.Form):
    seat = forms.IntegerField(min_value=0, max_value=20)


class MomentInput(forms.DateTimeInput):
    """A date and a time, in the time zone of the page."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class ReasonForm(forms.Form):
    """A reason. ``version`` is the game's on the page, so that a second click does nothing."""

    version = forms.IntegerField(min_value=0, max_value=2**62, required=False)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        help_text=_("Required. All players of the table read it."),
        widget=forms.TextInput({"class": "vTextField"}),
    )

    field_order = ["seat", "time", "ply", "until", "began_at", "ended_at", "to", "name", "reason"]

    @property
    def shown_fields(self) -> list[forms.BoundField]:
        """The fields for the page. The page itself has the version."""
        return [field for field in self if field.name != "version"]


class OperatorSeatForm(ReasonForm):
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)

    def __init__(self, seats: Sequence[Seat], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = [(seat.number, f"{seat.letter}: {seat.user or '–'}") for seat in seats]
        self.fields["seat"] = forms.TypedChoiceField(label=_("Seat"), coerce=int, choices=names)
        self.order_fields(self.field_order)


class OperatorTimeForm(OperatorSeatForm):
    time = DurationField(label=_("Time to give"), help_text=_("At most 60 days. It is added to the bank at once."))

    def clean_time(self) -> int:
        """Check that there is a number: a unit alone passes the field."""
        seconds: int | None = self.cleaned_data["time"]
        if seconds is None:
            raise forms.ValidationError(_("Enter a whole number of hours or days."))
        return seconds


class PauseForm(ReasonForm):
    until = forms.DateTimeField(
        label=_("Until"),
        widget=MomentInput,
        help_text=_("At most 30 days ahead. All clocks stop; the players can still play."),
    )


class RewindForm(ReasonForm):
    ply = forms.IntegerField(label=_("Step"))

    def __init__(self, first: int, last: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        text = _("From %(first)s to %(last)s. What was played after this step no longer counts.")
        help_text = text % {"first": first, "last": last}
        self.fields["ply"] = forms.IntegerField(label=_("Step"), min_value=first, max_value=last, help_text=help_text)
        self.order_fields(self.field_order)


class HandOverForm(OperatorSeatForm):
    to = forms.ChoiceField(label=_("What to do"), choices=NEW_PLAYERS, widget=forms.RadioSelect)
    name = forms.CharField(
        label=_("Player’s name"),
        max_length=60,
        required=False,
        help_text=_("Exact name. Ask this player first: the seat is theirs at once."),
        widget=forms.TextInput({"class": "vTextField"}),
    )

    def clean(self) -> dict[str, Any] | None:
        sent = super().clean() or self.cleaned_data
        if sent.get("to") == "player" and not sent.get("name"):
            self.add_error("name", _("Enter the name of the player."))
        return sent


class OutageForm(ReasonForm):
    began_at = forms.DateTimeField(label=_("Beginning"), widget=MomentInput)
    ended_at = forms.DateTimeField(label=_("End"), widget=MomentInput, help_text=_("Not in the future."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("Required. All players whose clocks ran read it.")
