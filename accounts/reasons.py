"""The reason of what an administrator does: its field, and the page that says first what an action would do."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django import forms
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.contrib.auth.forms import AdminPasswordChangeForm, AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template.response import TemplateResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from .models import User

MAX_REASON = 200  # characters
MAX_SHOWN = 50  # of the selected rows
REQUIRED = _("Required. It is recorded: the player concerned and the players of the table can read it.")
OPTIONAL = _("Optional. It is recorded: the player concerned and the players of the table can read it.")

Action = Callable[[Any, HttpRequest, QuerySet[Any], str], None]
ActionWithPage = Callable[[Any, HttpRequest, QuerySet[Any]], TemplateResponse | None]


def reason_field(*, is_required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=_("Reason"),
        max_length=MAX_REASON,
        required=is_required,
        help_text=REQUIRED if is_required else OPTIONAL,
        widget=forms.TextInput({"class": "vTextField"}),
    )


class GiveReasonForm(forms.Form):
    """The form of the page, sent with ``confirmed`` by its button."""

    def __init__(self, data: Any, *, is_required: bool) -> None:
        super().__init__(data if data and "confirmed" in data else None)
        self.fields["reason"] = reason_field(is_required=is_required)


class _ReasonedForm(forms.BaseForm):
    """A form whose reason is no change of the account."""

    @property
    def changed_data(self) -> list[str]:
        return [name for name in super().changed_data if name != "reason"]


class AddUserForm(_ReasonedForm, AdminUserCreationForm[User]):
    reason = reason_field(is_required=False)


class ChangeUserForm(_ReasonedForm, UserChangeForm[User]):
    reason = reason_field()


class SetPasswordForm(AdminPasswordChangeForm):  # type: ignore[type-arg]
    reason = reason_field()


def sent_reason(request: HttpRequest) -> str:
    """Return the reason that was sent with a form of the administration, "" without one."""
    return request.POST.get("reason", "").strip()[:MAX_REASON]


def with_reason(
    effect: Promise, *, is_required: bool = True, template: str = "admin/reason.html"
) -> Callable[[Action], ActionWithPage]:
    """Let an action of the administration first show a page that says what it would do and asks for a reason.

    ``effect`` says it. The action gets the reason as its last argument. A reason is required for what takes
    something from a player.
    """

    def decorate(act: Action) -> ActionWithPage:
        @wraps(act)
        def ask(model_admin: Any, request: HttpRequest, rows: QuerySet[Any]) -> TemplateResponse | None:
            form = GiveReasonForm(request.POST, is_required=is_required)
            if form.is_valid():
                act(model_admin, request, rows, form.cleaned_data["reason"])
                return None
            context = _page(model_admin, request, rows, act.__name__)
            return TemplateResponse(request, template, {**context, "effect": effect, "form": form})

        return ask

    return decorate


def _page(model_admin: Any, request: HttpRequest, rows: QuerySet[Any], action: str) -> dict[str, Any]:
    """Return what the page shows. Its form sends the same selection again."""
    shown = list(rows[:MAX_SHOWN])
    return {
        **model_admin.admin_site.each_context(request),
        "title": str(model_admin.get_action(action)[2]).rstrip("…"),
        "opts": model_admin.opts,
        "rows": shown,
        "more": rows.count() - len(shown),
        "action": action,
        "checkbox": ACTION_CHECKBOX_NAME,
        "selected": request.POST.getlist(ACTION_CHECKBOX_NAME),
        "selects_all": request.POST.get("select_across") == "1",
    }
