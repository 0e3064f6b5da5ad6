"""The forms about people. They clean; the services write."""

from typing import TYPE_CHECKING, Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import COLOURS, Profile, User
from .selectors import person_by_name
from .timezones import valid_zone_name, zone_names
from .validators import validate_not_reserved

if TYPE_CHECKING:
    ProfileFormBase = forms.ModelForm[Profile]
else:
    ProfileFormBase = forms.ModelForm


class SignInForm(allauth_forms.LoginForm):  # type: ignore[misc]
    """Name or e-mail address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or email address")
        self.fields["login"].help_text = _("You can use your email address once it is confirmed.")
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """Name, address, password; the browser adds its time zone where scripts run."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].help_text = User._meta.get_field("username").help_text
        self.fields["email"].label = _("Email address")
        self.fields["email"].help_text = _("Your turns arrive here. No one else can see it.")

    def clean_time_zone(self) -> str:
        """Drop what is not a time zone: a guess must not keep anybody out."""
        return valid_zone_name(self.cleaned_data["time_zone"])

    def save(self, request: HttpRequest) -> User:
        """Store user, profile and the address to confirm, together or not at all. Raises NameTaken."""
        adapter = get_adapter()
        with transaction.atomic():
            user: User = adapter.save_user(request, adapter.new_user(request), self)
        return user


class ResetForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    """The address to send the link for a new password to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email address")


class ChangePasswordForm(allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """The password of now, and the one to come."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        _name_new(self)


class NewPasswordForm(allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """The password to come, for whoever has followed the link of a mail."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _name_new(self)


def _name_new(form: forms.Form) -> None:
    form.fields["password1"].label = _("New password")
    form.fields["password2"].label = _("New password (again)")


class AddressForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    """The address to change to."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New email address")


class ProfileForm(ProfileFormBase):
    """What a player tells about themself."""

    class Meta:
        model = Profile
        fields = ["display_name", "time_zone", "language", "colour", "about", "plays_by_reply"]
        widgets = {"about": forms.Textarea(attrs={"rows": 4})}
        help_texts = {
            "display_name": _("Shown instead of your name. Links and @mentions still use your name."),
            "time_zone": _("Deadlines and emails show times in this zone."),
            "colour": _("You get rugs of this colour when possible."),
            "about": _("Shown on your public profile."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = zone_names()
        if self.instance.time_zone not in zones:
            zones = (self.instance.time_zone, *zones)
        self._offer("time_zone", [(name, name.replace("_", " ")) for name in zones])
        self._offer("language", settings.LANGUAGES)
        self._offer("colour", [("", _("No preference")), *COLOURS.items()], required=False)
        if not settings.INBOUND_ADDRESS:  # no mail comes in here
            del self.fields["plays_by_reply"]

    def _offer(self, name: str, choices: Any, required: bool = True) -> None:
        """Turn a text field of the model into a list to choose from."""
        was = self.fields[name]
        self.fields[name] = forms.ChoiceField(
            choices=choices, label=was.label, help_text=was.help_text, required=required
        )

    def clean_display_name(self) -> str:
        """Refuse names that would pass for the site or for somebody else; drop invisible characters."""
        name = "".join(sign for sign in self.cleaned_data["display_name"] if sign.isprintable()).strip()
        validate_not_reserved(name)
        namesake = person_by_name(name)
        if namesake is not None and namesake != self.instance.user:
            raise forms.ValidationError(_("This is another player’s name. Please choose another."), code="taken")
        return name


class TokenForm(forms.Form):
    """A name for a new API token."""

    name = forms.CharField(
        label=_("Token name"), max_length=60, help_text=_("What will use this token, so that you recognise it later.")
    )


class DeleteForm(forms.Form):
    """The password once more before an account goes."""

    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Check the password under the same limit as signing in."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise forms.ValidationError(_("Wrong password. Please try again."), code="password")
        return password
