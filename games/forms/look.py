"""What somebody sends who wants the site to look otherwise."""

from django import forms
from django.utils.translation import gettext_lazy as _


class LookForm(forms.Form):
    """The look, and the address of the page on which it was chosen. A box that is not ticked is not sent."""

    theme = forms.ChoiceField(label=_("Light"), choices=[("auto", _("auto")), ("light", _("sun")), ("dark", _("dusk"))])
    letters = forms.BooleanField(label=_("Letters on rugs"), required=False)
    still = forms.BooleanField(label=_("Nothing moves"), required=False)
    next = forms.CharField(required=False, max_length=2000, empty_value="/")
