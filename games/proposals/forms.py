"""Forms of proposals on the table page."""

from datetime import datetime, time
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.core.choices import Pace
from games.play.models import ProposalKind
from games.play.proposals import OWN_PACE_FIELDS

HOUR = 3600


class ProposeForm(forms.Form):
    """A proposal: its kind, the last day of a pause, an own pace in hours."""

    kind = forms.ChoiceField(choices=ProposalKind.choices)
    until = forms.DateField(label=_("Until"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), choices=Pace.choices, required=False)
    is_sure = forms.BooleanField(required=False)  # the page asks first before a game is ended without a result

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OWN_PACE_FIELDS:
            self.fields[f"own_{name}"] = forms.IntegerField(min_value=0, max_value=10_000, required=False)

    @staticmethod
    def values_of(sent: dict[str, Any]) -> dict[str, Any]:
        """Return the values for the service. A pause ends when its day begins, in the time zone of the player."""
        day, own = sent["until"], {name: sent[f"own_{name}"] for name in OWN_PACE_FIELDS}
        return {
            "until": timezone.make_aware(datetime.combine(day, time())) if day else None,
            "pace": sent["pace"],
            "own_pace": {name: (hours or 0) * HOUR for name, hours in own.items()},
        }


class AnswerProposalForm(forms.Form):
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no"), ("withdraw", "withdraw")])
    proposal = forms.IntegerField(min_value=1, max_value=2**62)
