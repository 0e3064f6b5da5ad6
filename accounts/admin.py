"""Admin pages of users, tokens and second factors."""

from collections.abc import Callable
from typing import Any, cast

from allauth.account.decorators import secure_admin_login
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from . import services
from .errors import SiteError
from .forms import ProfileChoicesForm
from .models import ApiToken, Block, Profile, User
from .reasons import AddUserForm, ChangeUserForm, SetPasswordForm, sent_reason, with_reason
from .selectors import lookalikes, search_accounts
from .signals import account_administered


class BoundedPaginator(Paginator[Any]):
    """Pages of the first ``MAX_ROWS`` rows: counting millions would take too long. Search and filters find others."""

    MAX_ROWS = 300

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return int(rows.order_by()[: self.MAX_ROWS].count())


class BoundedList:
    """What makes the list of a ``ModelAdmin`` bounded: its first rows only, in the order of the primary key."""

    paginator: Any = BoundedPaginator
    ordering: Any = ("-pk",)
    sortable_by: Any = ()  # any other order would read and sort the whole table
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50


CLOSING = _(
    "The owners of these accounts are signed out at once and cannot sign in again. Their seats in running games are "
    "given up, as after a missed deadline; a game in which no one else is left ends without a result. Reopening an "
    "account does not bring its games back."
)
BY_NAME = _("Search by email address, player name, or a part of them.")


def _to_own_password_page(_request: HttpRequest, extra_context: object = None) -> HttpResponse:
    return redirect("account_change_password")


# Administrators sign in like all users: same limits, same second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
# Administrators change their own password like all users, too: the session of this browser goes on.
admin.site.password_change = _to_own_password_page  # type: ignore[method-assign, assignment]
# The admin would edit these past allauth's checks. Confirming an address is an action on users.
for unused in (Group, EmailAddress, Authenticator, UserSession):
    admin.site.unregister(unused)


def note_act(request: HttpRequest, user: User, what: str, reason: str) -> None:
    """Tell who keeps the record what was done to an account."""
    account_administered.send(sender=User, actor=request.user, user=user, what=what, reason=reason)


class VerifiedFilter(admin.SimpleListFilter):
    title = _("address confirmed")
    parameter_name = "verified"

    def lookups(self, request: HttpRequest, model_admin: "admin.ModelAdmin[User]") -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        choices = {"yes": queryset.exclude(email=""), "no": queryset.filter(email="")}
        return choices.get(self.value() or "", queryset)


class RobotFilter(admin.SimpleListFilter):
    title = _("robot")
    parameter_name = "robot"

    def lookups(self, request: HttpRequest, model_admin: "admin.ModelAdmin[User]") -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        robots = User.objects.filter(robot__gt="")  # looked up first, so that an index finds them
        choices = {"yes": queryset.filter(pk__in=robots.values("pk")), "no": queryset.filter(robot="")}
        return choices.get(self.value() or "", queryset)


class LookalikeFilter(admin.SimpleListFilter):
    title = _("looks like another")
    parameter_name = "lookalike"

    def lookups(self, request: HttpRequest, model_admin: "admin.ModelAdmin[User]") -> list[tuple[str, Any]]:
        return [("yes", _("Yes"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> QuerySet[User]:
        return queryset.filter(pk__in=lookalikes()) if self.value() == "yes" else queryset


class ProfileInline(admin.StackedInline[Profile, User]):
    model = Profile
    form = ProfileChoicesForm
    can_delete = False
    extra = 0


class TokenInline(admin.TabularInline[ApiToken, User]):
    model = ApiToken
    fields = readonly_fields = ("name", "prefix", "created_at", "expires_at", "last_used_at", "revoked_at")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: only owners create tokens."""
        return False


@admin.register(User)
class UserAccountAdmin(BoundedList, UserAdmin[User]):
    list_display = ("username", "email", "shown_as", "verified", "is_active", "is_staff", "date_joined", "last_login")
    list_filter = ("is_active", VerifiedFilter, RobotFilter, LookalikeFilter, "is_staff")
    list_select_related = ("profile",)
    search_fields = ("username", "email")
    search_help_text = BY_NAME
    actions = ("deactivate", "reactivate", "verify")
    inlines = (ProfileInline, TokenInline)
    readonly_fields = ("is_active", "robot", "last_login", "date_joined")  # the actions also end games and sessions
    fieldsets = (
        (None, {"fields": ("username", "email", "robot")}),
        (_("Dates"), {"fields": (("date_joined", "last_login"),)}),
        (
            _("Password and permissions"),
            {
                "fields": ("password", "is_active", "is_staff", "is_superuser", "user_permissions"),
                "classes": ("collapse",),
            },
        ),
    )
    add_fieldsets = ((None, {"fields": ("username", "email", "usable_password", "password1", "password2")}),)
    filter_horizontal = ("user_permissions",)
    form, add_form, change_password_form = ChangeUserForm, AddUserForm, SetPasswordForm
    change_user_password_template = "admin/accounts/user/password.html"  # noqa: S105

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[User], search_term: str
    ) -> tuple[QuerySet[User], bool]:
        return queryset.filter(pk__in=search_accounts(search_term)) if search_term else queryset, False

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Return the fields, with one for the reason if they can be changed."""
        may_change = obj is None or self.has_change_permission(request, obj)
        return (*super().get_fieldsets(request, obj), *([(None, {"fields": ("reason",)})] if may_change else []))

    def get_form(self, request: HttpRequest, obj: User | None = None, change: bool = False, **kwargs: Any) -> Any:
        """Return the form. Its help says how an account is closed here, instead of Django's "Unselect this"."""
        closing = {"is_active": _("“Close the account…” above also ends sessions and gives up games.")}
        return super().get_form(request, obj, change=change, **{"help_texts": closing, **kwargs})

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """Return False: deleting skips the services that end games. Administrators close accounts instead."""
        return False

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        """Set the password of another user."""
        if id == str(request.user.pk):
            return _to_own_password_page(request)
        return super().user_change_password(request, id, form_url)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save the user. An address that an administrator enters counts as confirmed."""
        super().save_model(request, obj, form, change)
        if obj.email and "email" in form.changed_data:
            services.verify_address(obj)

    def log_change(self, request: HttpRequest, obj: User, message: Any) -> LogEntry:
        """Log what was changed, and tell it to who keeps the record."""
        entry = super().log_change(request, obj, message)
        note_act(request, obj, entry.get_change_message(), sent_reason(request))
        return entry

    def log_addition(self, request: HttpRequest, obj: User, message: Any) -> LogEntry:
        entry = super().log_addition(request, obj, message)
        note_act(request, obj, entry.get_change_message(), sent_reason(request))
        return entry

    @admin.display(description=_("display name"))
    def shown_as(self, user: User) -> str:
        return user.profile.display_name if hasattr(user, "profile") else ""

    @admin.display(description=_("confirmed"), boolean=True)
    def verified(self, user: User) -> bool:
        return bool(user.email)

    @admin.action(description=_("Close selected accounts…"), permissions=["change"])
    @with_reason(CLOSING, template="admin/accounts/user/close.html")
    def deactivate(self, request: HttpRequest, queryset: QuerySet[User], reason: str) -> None:
        self._each(request, queryset, services.deactivate, gettext("Account closed"), reason)

    @admin.action(description=_("Reopen selected accounts"), permissions=["change"])
    @with_reason(
        _("Their owners can sign in again. Reopening an account does not bring its games back."), is_required=False
    )
    def reactivate(self, request: HttpRequest, queryset: QuerySet[User], reason: str) -> None:
        self._each(request, queryset, services.reactivate, gettext("Account reopened"), reason)

    @admin.action(description=_("Mark email address as confirmed"), permissions=["change"])
    @with_reason(
        _("The addresses of these accounts count as confirmed, as if their owners had opened the link in the email."),
        is_required=False,
    )
    def verify(self, request: HttpRequest, queryset: QuerySet[User], reason: str) -> None:
        self._each(request, queryset, services.verify_address, gettext("Address marked as confirmed"), reason)

    def _each(
        self,
        request: HttpRequest,
        people: QuerySet[User],
        service: Callable[[User], None],
        what: str,
        reason: str,
    ) -> None:
        done = 0
        for user in people:
            try:
                service(user)
                done += 1
                note_act(request, user, what, reason)
            except SiteError as error:
                self.message_user(request, f"{user}: {error.message}", messages.ERROR)
        text = ngettext("%(count)d account changed.", "%(count)d accounts changed.", done)
        self.message_user(request, text % {"count": done}, messages.SUCCESS)


@admin.register(Authenticator)
class SecondFactorAdmin(BoundedList, admin.ModelAdmin[Authenticator]):
    """Second factors without their secrets. Remove them if a user has lost phone and recovery codes."""

    list_display = fields = readonly_fields = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user",)
    search_help_text = BY_NAME
    actions = ("remove",)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Authenticator], search_term: str
    ) -> tuple[QuerySet[Authenticator], bool]:
        return queryset.filter(user__in=search_accounts(search_term)) if search_term else queryset, False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: only owners set up second factors."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        """Return False: deleting a row would tell nobody. The action removes it with a reason."""
        return False

    def has_remove_permission(self, request: HttpRequest) -> bool:
        return super().has_delete_permission(request)

    @admin.action(description=_("Remove second factors…"), permissions=["remove"])
    @with_reason(
        _(
            "Make sure first that the owners of these accounts ask for it themselves. They then sign in without what "
            "is removed, and get an email with your reason. The recovery codes go with the last second factor."
        ),
        template="admin/mfa/authenticator/remove.html",
    )
    def remove(self, request: HttpRequest, queryset: QuerySet[Authenticator], reason: str) -> None:
        chosen = {row.pk: row.user for row in queryset}
        for user in set(chosen.values()):
            what = services.remove_second_factors(cast(User, request.user), user, chosen, reason)
            self.message_user(request, f"{user}: {what}", messages.SUCCESS)


@admin.register(Block)
class BlockAdmin(BoundedList, admin.ModelAdmin[Block]):
    """Who has blocked whom: only the players themselves change it."""

    list_display = ("created_at", "blocker", "blocked")
    list_select_related = ("blocker", "blocked")
    search_fields = ("blocker", "blocked")
    search_help_text = BY_NAME

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Block], search_term: str
    ) -> tuple[QuerySet[Block], bool]:
        people = search_accounts(search_term)
        found = Q(blocker__in=people) | Q(blocked__in=people)
        return queryset.filter(found) if search_term else queryset, False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Block | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Block | None = None) -> bool:
        return False
