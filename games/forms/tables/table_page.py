"""Forms of the table page."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services.tables.chat import MAX_LENGTH

from ..notations import NotationsField

MAX_PLY = 10_000


class PlyForm(forms.Form):
    """The ply that the player saw, and how often a turn had been taken back by then: an old page may not say it."""

    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=MAX_PLY)
    undone = forms.IntegerField(required=False, min_value=0)

    def clean_undone(self) -> int:
        """Return 0 for a page on which no turn had been taken back."""
        return self.cleaned_data["undone"] or 0


class OpeningPlyForm(PlyForm):
    """The ply that the player saw, and their share of the dice while it is not open and their browser has it."""

    share = forms.CharField(label=_("Your share of the dice"), max_length=128, required=False)


class PlayActionForm(OpeningPlyForm):
    """An action, or several of one turn, and what comes with them."""

    action = NotationsField(label="", error_messages={"required": _("Choose on the board or in the list first.")})


class ResignGameForm(PlyForm):
    """Resigning, and the ply that the player saw."""


class ConfirmResignationForm(forms.Form):
    """The seat of a player who has resigned, for whom the others do not wait."""

    seat = forms.IntegerField(min_value=0, max_value=20)


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
    """A chat message. The service checks its length."""

    text = forms.CharField(label=_("Message"), max_length=4 * MAX_LENGTH, required=False)


class InvitePlayerForm(forms.Form):
    """An invitation by name."""

    player = forms.CharField(label=_("Player"), max_length=60)


class InviteAddressForm(forms.Form):
    """An invitation by email address."""

    email = forms.EmailField(label=_("Email address"), max_length=254)


class RobotForm(forms.Form):
    """A robot for a free seat. The service checks whether it exists."""

    robot = forms.CharField(label=_("Robot"), max_length=20)


class WithdrawInvitationForm(forms.Form):
    """An invitation to withdraw."""

    invitation = forms.CharField(max_length=16)


class TableQueryForm(forms.Form):
    """The query of the table page: ``ply``, ``choose``, ``done`` and ``log``. Invalid values are ignored."""

    ply = forms.IntegerField(required=False, min_value=0)
    choose = forms.CharField(required=False, max_length=200)
    done = NotationsField(required=False)
    log = forms.CharField(required=False, max_length=10)  # "all"


class FramesForm(forms.Form):
    """The first and last ply of a replay. Invalid values are ignored."""

    to = forms.IntegerField(required=False, min_value=0)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from"] = forms.IntegerField(required=False, min_value=0)  # "from" cannot be an attribute


class PollForm(forms.Form):
    """What an open page shows when it polls: version, ply, stage, latest event, and the earlier ply on the board.

    ``done`` and ``choose`` are what its player has chosen but not confirmed.
    """

    done = NotationsField(required=False)
    choose = forms.CharField(required=False, max_length=200)

    v = forms.IntegerField(required=False, min_value=0)
    seen = forms.IntegerField(required=False, min_value=0)
    stage = forms.CharField(required=False, max_length=16)
    event = forms.IntegerField(required=False, min_value=0)
    at = forms.IntegerField(required=False, min_value=0)


class PresenceForm(forms.Form):
    """What the player has seen: the length of the log, and the last chat message. Invalid values are ignored."""

    seen = forms.IntegerField(required=False, min_value=0)
    read = forms.IntegerField(required=False, min_value=0, max_value=2**63 - 1)


class InviteCodeForm(forms.Form):
    """The invite code of a private table."""

    invite = forms.CharField(required=False, max_length=16)


class NextGameForm(forms.Form):
    """The table from which the player goes to the next game."""

    after = forms.CharField(required=False, max_length=16)
