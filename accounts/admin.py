"""People, as administrators see them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from . import services
from .errors import SiteError
from .models import ApiToken, Profile, User

if TYPE_CHECKING:
    ProfileInlineBase = admin.StackedInline[Profile, User]
    TokenInlineBase = admin.TabularInline[ApiToken, User]
    PeopleAdminBase = UserAdmin[User]
    SecondFactorAdminBase = admin.ModelAdmin[Authenticator]
else:
    ProfileInlineBase, TokenInlineBase, PeopleAdminBase = admin.StackedInline, admin.TabularInline, UserAdmin
    SecondFactorAdminBase = admin.ModelAdmin

# Administrators sign in like everybody: same limits, same second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
# What allauth registers could be edited there past its own checks; confirming an address is an action on people.
for unused in (Group, EmailAddress, Authenticator, UserSession):
    admin.site.unregister(unused)


class VerifiedFilter(admin.SimpleListFilter):
    """Whether the address was confirmed."""

    title = _("address confirmed")
    parameter_name = "verified"

    def lookups(self, request: HttpRequest, model_admin: "admin.ModelAdmin[User]") -> list[tuple[str, Any]]:
        """Offer yes and no."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Keep those asked for; ``is_verified`` is annotated by the admin below."""
        return queryset.filter(Q(("is_verified", self.value() == "yes"))) if self.value() else queryset


class RobotFilter(admin.SimpleListFilter):
    """People or robots."""

    title = _("robot")
    parameter_name = "robot"

    def lookups(self, request: HttpRequest, model_admin: "admin.ModelAdmin[User]") -> list[tuple[str, Any]]:
        """Offer yes and no."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        """Keep those asked for."""
        kept = {"yes": queryset.exclude(robot=""), "no": queryset.filter(robot="")}
        return kept.get(self.value() or "", queryset)


class ProfileInline(ProfileInlineBase):
    """The profile on the user's page."""

    model = Profile
    can_delete = False
    extra = 0


class TokenInline(TokenInlineBase):
    """The API tokens: to be seen, not to be touched."""

    model = ApiToken
    fields = readonly_fields = ("name", "prefix", "created_at", "last_used_at", "revoked_at")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Tokens are made by their owners alone."""
        return False


@admin.register(User)
class UserAccountAdmin(PeopleAdminBase):
    """Find, close, open and verify accounts."""

    list_display = ("username", "email", "shown_as", "verified", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", VerifiedFilter, RobotFilter, "is_staff", "date_joined")
    list_select_related = ("profile",)
    search_fields = ("username", "email", "profile__display_name")
    ordering = ("-date_joined",)
    actions = ("deactivate", "reactivate", "verify")
    inlines = (ProfileInline, TokenInline)
    readonly_fields = ("robot", "last_login", "date_joined")
    fieldsets = (
        (None, {"fields": ("username", "email", "password", "robot")}),
        (_("Permissions"), {"fields": ("is_active", "is_staff", "is_superuser", "user_permissions")}),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),)
    filter_horizontal = ("user_permissions",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        """Tell with each user whether the address is confirmed, in the same query."""
        confirmed = EmailAddress.objects.filter(user=OuterRef("pk"), primary=True, verified=True)
        return super().get_queryset(request).annotate(is_verified=Exists(confirmed))

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Accounts are closed here; only their owners delete them, so that their games are cleared up first."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Count an address that an administrator writes down as confirmed."""
        super().save_model(request, obj, form, change)
        if obj.email and "email" in form.changed_data:
            services.verify_address(obj)

    @admin.display(description=_("display name"), ordering="profile__display_name")
    def shown_as(self, user: User) -> str:
        """Return the display name, where there is one."""
        return user.profile.display_name if hasattr(user, "profile") else ""

    @admin.display(description=_("confirmed"), boolean=True, ordering="is_verified")
    def verified(self, user: User) -> bool:
        """Return whether the address is confirmed."""
        return bool(getattr(user, "is_verified", False))

    @admin.action(description=_("Close selected accounts"))
    def deactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Keep these people out."""
        self._each(request, queryset, services.deactivate)

    @admin.action(description=_("Reopen selected accounts"))
    def reactivate(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Let these people in again."""
        self._each(request, queryset, services.reactivate)

    @admin.action(description=_("Mark email address as confirmed"))
    def verify(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Spare these people the link in the mail."""
        self._each(request, queryset, services.verify_address)

    def _each(self, request: HttpRequest, people: QuerySet[User], service: Callable[[User], None]) -> None:
        """Call the service for each; say how many went well and what was refused."""
        done = 0
        for user in people:
            try:
                service(user)
                done += 1
            except SiteError as refusal:
                self.message_user(request, f"{user}: {refusal.message}", messages.ERROR)
        text = ngettext("%(count)d account changed.", "%(count)d accounts changed.", done)
        self.message_user(request, text % {"count": done}, messages.SUCCESS)


@admin.register(Authenticator)
class SecondFactorAdmin(SecondFactorAdminBase):
    """Second factors, without their secrets: to be deleted for somebody who has lost phone and recovery codes."""

    list_display = fields = readonly_fields = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("=user__username", "=user__email")
    ordering = ("-id",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Second factors are set up by their owners alone."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """There is nothing to edit."""
        return False
