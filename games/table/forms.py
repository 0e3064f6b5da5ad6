"""Forms of the table page."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.chat.services import MAX_LENGTH
from games.core.forms import MAX_PLY, NotationsField, OpeningPlyForm, PlyForm


class PlayActionForm(OpeningPlyForm):
    """An action, or several of one turn, and what comes with them."""

    action = NotationsField(label="", error_messages={"required": _("Choose on the board or in the list first.")})


class ResignGameForm(PlyForm):
    """Resigning, and the ply that the player saw."""


class AbortGameForm(forms.Form):
    """Whether the player agrees to end the game without a result."""

    agrees = forms.BooleanField(required=False)


class GiveTimeForm(forms.Form):
    """Time for the player of a seat. ``given`` is the number of gifts that the giver saw."""

    seat = forms.IntegerField(min_value=0, max_value=20)
    seconds = forms.IntegerField()
    given = forms.IntegerField(required=False, min_value=0, max_value=MAX_PLY)


class ClaimLateForm(forms.Form):
    """The request to go on without a late player, or to look for another one."""

    seat = forms.IntegerField(min_value=0, max_value=20)
    wants_substitute = forms.BooleanField(required=False)


class ChatForm(forms.Form):
    """A chat message, and the last one that its writer saw. The service checks the length."""

    after = forms.IntegerField(min_value=0, max_value=10**18, required=False)
    text = forms.CharField(label=_("Message"), max_length=4 * MAX_LENGTH, required=False)


class PollForm(forms.Form):
    """What an open page shows when it polls: version, ply, stage, latest event, drawing, and the earlier ply there;
    before the start, the seat that was taken last.

    ``defined`` stands for the definitions of the drawing. ``done`` and ``choose`` are what its player has chosen but
    not confirmed.
    """

    done = NotationsField(required=False)
    choose = forms.CharField(required=False, max_length=200)

    v = forms.IntegerField(required=False, min_value=0)
    seen = forms.IntegerField(required=False, min_value=0)
    stage = forms.CharField(required=False, max_length=16)
    event = forms.IntegerField(required=False, min_value=0)
    seat = forms.IntegerField(required=False, min_value=0)
    at = forms.IntegerField(required=False, min_value=0)
    drawn = forms.CharField(required=False, max_length=16)
    defined = forms.CharField(required=False, max_length=8)
    log = forms.CharField(required=False, max_length=3)


class AnalysisForm(forms.Form):
    """Whether the page shows the summary of the analysis only."""

    brief = forms.BooleanField(required=False)


class PresenceForm(forms.Form):
    """What the player has seen: the length of the log, and the last chat message. Invalid values are ignored."""

    seen = forms.IntegerField(required=False, min_value=0)
    read = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)


class NextGameForm(forms.Form):
    after = forms.CharField(required=False, max_length=16)
