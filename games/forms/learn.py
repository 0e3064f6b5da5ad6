"""What the address of the lesson carries. What makes no sense in it is ignored."""

from django import forms


class LessonForm(forms.Form):
    """The answers so far, one looked at on the board (``choose``), and one that is given (``action``)."""

    log = forms.CharField(required=False, max_length=60)
    choose = forms.CharField(required=False, max_length=10)
    action = forms.CharField(required=False, max_length=10)
