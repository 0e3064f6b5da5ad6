"""What players send from a table's page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services.people.chat import LONGEST

LARGEST_PLY = 10_000


class ActForm(forms.Form):
    """An action, for the ply that its player saw."""

    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=LARGEST_PLY)
    action = forms.CharField(
        label=_("Your choice"), max_length=80, error_messages={"required": _("choose something first.")}
    )


class ResignForm(forms.Form):
    """Resigning, for the ply that the player saw."""

    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=LARGEST_PLY)


class AbortForm(forms.Form):
    """Whether one agrees to end the game without a result."""

    agrees = forms.BooleanField(required=False)


class JoinForm(forms.Form):
    """A player's share of the dice."""

    entropy = forms.CharField(label=_("Your share of the dice"), max_length=128, required=False, strip=True)


class ChatForm(forms.Form):
    """A line of the chat. The service says what is wrong with its length."""

    text = forms.CharField(label=_("Message"), max_length=4 * LONGEST, required=False)


class InvitePlayerForm(forms.Form):
    """Inviting by name."""

    player = forms.CharField(label=_("Player"), max_length=60)


class InviteAddressForm(forms.Form):
    """Inviting by address."""

    email = forms.EmailField(label=_("Email address"), max_length=254)


class RobotForm(forms.Form):
    """Letting a robot sit down. The service says whether there is such a one."""

    robot = forms.CharField(label=_("Robot"), max_length=20)


class WithdrawForm(forms.Form):
    """Taking an invitation back."""

    invitation = forms.CharField(max_length=16)


class TableQueryForm(forms.Form):
    """How a table is looked at: the address's ``ply``, ``choose`` and ``log``. What makes no sense is ignored."""

    ply = forms.IntegerField(required=False, min_value=0)
    choose = forms.CharField(required=False, max_length=80)
    log = forms.CharField(required=False, max_length=10)  # "all"


class FramesForm(forms.Form):
    """Which plies somebody wants to see again, both included. What makes no sense is ignored."""

    to = forms.IntegerField(required=False, min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from"] = forms.IntegerField(required=False, min_value=0)  # no name for an attribute


class PollForm(forms.Form):
    """What an open page shows when it asks for news: version and ply, the stage, and the earlier ply looked at."""

    v = forms.IntegerField(required=False, min_value=0)
    seen = forms.IntegerField(required=False, min_value=0)
    stage = forms.CharField(required=False, max_length=10)
    at = forms.IntegerField(required=False, min_value=0)


class PresenceForm(forms.Form):
    """How much of the log was before the player: its length. What makes no sense is ignored."""

    seen = forms.IntegerField(required=False, min_value=0)


class InviteCodeForm(forms.Form):
    """What opens a private table: its invite code."""

    invite = forms.CharField(required=False, max_length=16)


class NextForm(forms.Form):
    """From which table one goes on to the next."""

    after = forms.CharField(required=False, max_length=16)
