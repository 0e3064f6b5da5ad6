"""The query of the lesson's page. Invalid values are ignored."""

from django import forms


class LessonForm(forms.Form):
    """The answers so far (``log``), one previewed on the board (``choose``), and the new one (``action``)."""

    log = forms.CharField(required=False, max_length=60)
    choose = forms.CharField(required=False, max_length=10)
    action = forms.CharField(required=False, max_length=10)
