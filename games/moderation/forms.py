"""What reporters and moderators send."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.common.forms import capitalised
from games.conduct.models import Rule
from games.conduct.services import MAX_LENGTH

from .models import CaseOutcome
from .services import MAX_TEXT


class ReportPlayerForm(forms.Form):
    kind = forms.ChoiceField(label=_("What has happened?"), widget=forms.RadioSelect)
    text = forms.CharField(
        label=_("In your words (optional)"), required=False, max_length=MAX_TEXT, widget=forms.Textarea({"rows": 4})
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kind = self.fields["kind"]
        assert isinstance(kind, forms.ChoiceField)
        kind.choices = capitalised(Rule.choices)


class MessageQueryForm(forms.Form):
    """The message or the player that a report from a table is about."""

    message = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    player = forms.CharField(required=False, max_length=60)


class ExplainForm(forms.Form):
    """A reason, or a text to someone."""

    reason = forms.CharField(label=_("Reason"), max_length=MAX_LENGTH, widget=forms.Textarea({"rows": 4}))


class AnswerAppealForm(ExplainForm):
    lifts = forms.BooleanField(label=_("Lift the sanction"), required=False)


class QuietModeForm(ExplainForm):
    on = forms.BooleanField(required=False)


class DecideCaseForm(ExplainForm):
    outcome = forms.ChoiceField(label=_("Outcome"))
    rule = forms.ChoiceField(label=_("What it is about"))
    machine = forms.BooleanField(label=_("A program pointed it out"), required=False)
    field_order = ("outcome", "rule", "reason", "machine")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, choices in (("outcome", CaseOutcome.choices), ("rule", Rule.choices)):
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = capitalised(choices)
        self.fields["reason"].help_text = _("The player reads it. Say what was written or done, not who reported it.")
