"""Forms of the account pages."""

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.db import transaction
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from .models import COLOURS, Profile, User
from .selectors import has_lookalike
from .services import end_access
from .time_zones import valid_zone_name, zone_choices
from .validators import validate_no_control_characters, validate_not_reserved, validate_readable

LIFETIMES = [(30, _("30 days")), (90, _("90 days")), (365, _("one year"))]


class SignInForm(allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or email address")
        self.fields["login"].help_text = _("You can use your email address once it is confirmed.")
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class SignUpForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """Name, address, password. A script fills in the browser's time zone."""

    time_zone = forms.CharField(required=False, max_length=64, widget=forms.HiddenInput(attrs={"data-time-zone": ""}))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("Name")
        self.fields["username"].widget.attrs["autofocus"] = True
        self.fields["email"].label = _("Email address")
        if "password1" in self.fields:
            # further rules of names and passwords are told when they are broken
            self.fields["password1"].help_text = _("At least 8 characters.")
        self.fields["email"].help_text = _("Your turns arrive here. No one else can see it.")

    def full_clean(self) -> None:
        super().full_clean()
        if wrong := next((name for name in self.fields if name in self.errors), None):
            self.fields["username"].widget.attrs.pop("autofocus", None)
            self.fields[wrong].widget.attrs["autofocus"] = True

    def clean_username(self) -> str:
        name: str = super().clean_username()
        if has_lookalike(name):
            text = _("This name is taken, or looks like another player’s name. Please choose another.")
            raise forms.ValidationError(text, code="lookalike")
        return name

    def clean_time_zone(self) -> str:
        """Ignore an unknown time zone: it was filled in by a script and must not stop a sign-up."""
        return valid_zone_name(self.cleaned_data["time_zone"])

    def save(self, request: HttpRequest) -> User:
        """Store user, profile and unconfirmed address in one transaction. Raises NameTaken."""
        adapter = get_adapter()
        with transaction.atomic():
            user: User = adapter.save_user(request, adapter.new_user(request), self)
        return user


class ResetForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("Email address")


class ChangePasswordForm(allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        _prepare_new_password(self)

    def save(self) -> None:
        super().save()
        if self.cleaned_data["ends_access"]:
            end_access(self.user)


class FirstPasswordForm(allauth_forms.SetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password1"].help_text = ""


class NewPasswordForm(allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _prepare_new_password(self)

    def save(self) -> None:
        super().save()
        if self.cleaned_data["ends_access"]:
            end_access(self.user)


def _prepare_new_password(form: forms.Form) -> None:
    form.fields["ends_access"] = forms.BooleanField(
        label=_("Also end all my API tokens, calendars and feeds"),
        required=False,
        help_text=_("Tick this if someone else may know your password."),
    )
    form.fields["password1"].label = _("New password")
    form.fields["password1"].help_text = ""  # its rules are told when they are broken
    form.fields["password2"].label = _("New password (again)")


class AddressForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New email address")


class ProfileChoicesForm(forms.ModelForm[Profile]):
    """A form of a profile whose zone, language and colour are chosen from lists."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["time_zone"] = self.instance.zone
        # a browser's own zone may have an older name
        sent = valid_zone_name(str(self.data.get(self.add_prefix("time_zone"), "")))
        self._offer("time_zone", zone_choices(filter(None, (self.instance.zone, sent))))
        self._offer("language", settings.LANGUAGES)
        self._offer("colour", [("", _("No preference")), *COLOURS.items()], required=False)

    def _offer(self, name: str, choices: Any, required: bool = True) -> None:
        field = self.fields[name]
        self.fields[name] = forms.ChoiceField(
            choices=choices, label=field.label, help_text=field.help_text, required=required
        )


class ProfileForm(ProfileChoicesForm):
    class Meta:
        model = Profile
        fields = ["display_name", "time_zone", "language", "colour", "about", "plays_by_reply"]
        widgets = {"about": forms.Textarea(attrs={"rows": 4})}
        help_texts = {
            "display_name": _("Shown instead of your name. Links and @mentions still use your name."),
            "time_zone": _("Deadlines and emails show times in this zone."),
            "colour": _("In games that have this colour, your pieces have it when possible."),
            "about": _("Shown on your public profile."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].widget.attrs["data-device-zone"] = _("This device")
        if self.instance.quiet:
            del self.fields["about"]
        if not settings.INBOUND_ADDRESS:  # the site receives no email
            del self.fields["plays_by_reply"]

    def clean_display_name(self) -> str:
        name: str = self.cleaned_data["display_name"].strip()
        if name == self.initial.get("display_name"):
            return name
        validate_readable(name)
        validate_not_reserved(name)
        if has_lookalike(name, but=self.instance.user):
            raise forms.ValidationError(
                _("This is another player’s name, or looks like it. Please choose another."), code="taken"
            )
        return name


class PasswordForm(forms.Form):
    """The password, asked again before something that cannot be taken back, or that opens the account to others."""

    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Check the password, with the same rate limit as signing in."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise forms.ValidationError(_("Wrong password. Please try again."), code="password")
        return password


class CloseForm(PasswordForm):
    """The password before an account is closed."""

    removes_messages = forms.BooleanField(
        label=_("Also delete my chat messages"),
        required=False,
        help_text=_("Otherwise they stay at their tables, without your name."),
    )
    field_order = ["removes_messages", "password"]


class TokenForm(PasswordForm):
    name = forms.CharField(
        label=_("Token name"),
        max_length=60,
        validators=[validate_no_control_characters],
        help_text=_("What will use this token, so that you recognise it later."),
    )
    days = forms.TypedChoiceField(label=_("Valid for"), choices=LIFETIMES, coerce=int, initial=365)

    field_order = ["name", "days", "password"]
