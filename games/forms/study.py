"""Forms of the planning board and of notes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from games.services.analysis.studies import MAX_COMMENT_LENGTH
from games.services.tables.notes import MAX_LINE_LENGTH, MAX_NOTE_LENGTH

from .tables.table_page import MAX_PLY

MAX_ID = 2**63 - 1
NODE_ACTIONS = [(action, action) for action in ("comment", "earlier", "later", "promote", "delete")]


class StudyPositionForm(forms.Form):
    """The position on the planning board, and a choice there. Invalid values are ignored."""

    node = forms.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    ply = forms.IntegerField(required=False, min_value=0, max_value=MAX_PLY)
    choose = forms.CharField(required=False, max_length=80)


class StudyActionForm(forms.Form):
    """An action to try after a node, or after a ply of the game."""

    node = forms.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=MAX_PLY)
    action = forms.CharField(
        label=_("Your choice"), max_length=80, error_messages={"required": _("choose something first.")}
    )


class StudyNodeForm(forms.Form):
    """A change of a node. The service checks the length of a comment."""

    node = forms.IntegerField(min_value=1, max_value=MAX_ID)
    do = forms.ChoiceField(choices=NODE_ACTIONS)
    comment = forms.CharField(label=_("Comment"), max_length=4 * MAX_COMMENT_LENGTH, required=False, strip=False)


class PublishForm(forms.Form):
    """Whether everyone may read a study."""

    public = forms.BooleanField(required=False)


class NoteForm(forms.Form):
    """Private notes, and the hash of the text that was edited."""

    text = forms.CharField(label=_("Private notes"), max_length=4 * MAX_NOTE_LENGTH, required=False, strip=False)
    text_hash = forms.CharField(max_length=16, required=False)


class DiaryLineForm(forms.Form):
    """A line of a diary: a new one, or a change of an existing one (``line``)."""

    text = forms.CharField(label=_("Diary"), max_length=4 * MAX_LINE_LENGTH, required=False, strip=False)
    line = forms.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    remove = forms.BooleanField(required=False)


class DiaryPageForm(forms.Form):
    """The page of a diary, and the line being edited. Invalid values are ignored."""

    ply = forms.IntegerField(required=False, min_value=0, max_value=MAX_PLY)
    line = forms.IntegerField(required=False, min_value=1, max_value=MAX_ID)
