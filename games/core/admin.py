"""Base classes of the admin for rows of games."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import admin, messages
from django.contrib.admin.utils import get_fields_from_path
from django.db import transaction
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy

from accounts.admin import BoundedList
from accounts.errors import SiteError
from accounts.models import User
from accounts.selectors import search_accounts
from games.conduct.models import RecordRole, Verb
from games.conduct.services import add_record
from games.engine.registry import TITLES

from .models import Game

M = TypeVar("M", bound=Model)
SEARCH_BY_TABLE = gettext_lazy("Search by table code.")
SEARCH_BY_PLAYER = gettext_lazy("Search by player name or a part of it.")
SEARCH_BY_TABLE_OR_PLAYER = gettext_lazy("Search by table code, player name, or a part of the name.")


def record_act(actor: User, row: Model, what: str, reason: str) -> None:
    """Write what an administrator did to a row into the record: for its table, and for the person whose row it is."""
    game = row if isinstance(row, Game) else getattr(getattr(row, "seat", row), "game", None)
    person = next((one for name in ("user", "author") if isinstance(one := getattr(row, name, None), User)), None)
    about = {"game": game, "person": person, "after": what, "reason": reason}
    add_record(actor, RecordRole.ADMIN, Verb.CHANGED, f"{type(row).__name__} {row}", **about)


class ReadOnlyAdmin(BoundedList, admin.ModelAdmin[M]):
    """Rows that can only be read. Only actions change them, by calling services.

    ``search_fields`` are columns with an index, and paths to a game or a user.
    """

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[M], search_term: str
    ) -> tuple[QuerySet[M], bool]:
        """Keep the rows with exactly this text, table code, player name or address, in a way that uses indexes."""
        word = search_term.strip()
        if not word:
            return queryset, False
        found = Q(pk__in=[])
        for path in self.search_fields:
            target = get_fields_from_path(self.model, path)[-1].related_model
            if target is Game:
                found |= Q((f"{path}__in", list(Game.objects.filter(code=word.lower()).values_list("pk", flat=True))))
            elif target is User:
                found |= Q((f"{path}__in", search_accounts(word)))
            else:
                found |= Q((path, word)) & ~Q((path, ""))  # SQLite needs it to use an index without empty texts
        return queryset.filter(found), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Return True for the list only, so that its actions are offered but no row can be edited."""
        return obj is None and super().has_change_permission(request)

    def apply_to_each(
        self, request: HttpRequest, rows: QuerySet[M], reason: str, act: Callable[[M], object], done: str = ""
    ) -> None:
        """Apply an action to every selected row. ``done`` says what it did, or else the result of ``act`` does.

        It is logged for administrators, and with the reason in the record that the row's players read. A refusal by a
        service is shown as an error; the other rows are processed all the same.
        """
        assert isinstance(request.user, User)
        for row in rows:
            try:
                with transaction.atomic():
                    result = act(row)
                    text = done or str(result)
                    record_act(request.user, row, text, reason)
            except SiteError as refusal:
                self.message_user(request, f"{row}: {refusal.message}", messages.ERROR)
            else:
                self.log_change(request, row, text)
                self.message_user(request, f"{row}: {text}", messages.SUCCESS)


class FixedChoicesFilter(admin.SimpleListFilter):
    """Filter with fixed choices, so that offering them costs no query."""

    choices_offered: tuple[tuple[str, Any], ...] = ()

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> tuple[tuple[str, Any], ...]:
        return self.choices_offered


class TitleFilter(FixedChoicesFilter):
    title = gettext_lazy("title")
    parameter_name = "title"

    def lookups(self, request: HttpRequest, model_admin: object) -> tuple[tuple[str, str], ...]:
        return tuple((title.key, title.name) for title in TITLES.values())

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(title=self.value()) if self.value() else queryset
