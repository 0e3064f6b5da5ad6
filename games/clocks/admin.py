"""Admin of what clocks are counted from: turns, waking hours, holidays and pauses."""

from typing import Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext_lazy

from accounts.admin import BoundedPaginator
from games.core.admin import (
    SEARCH_BY_PLAYER,
    SEARCH_BY_TABLE,
    SEARCH_BY_TABLE_OR_PLAYER,
    FixedChoicesFilter,
    M,
    ReadOnlyAdmin,
)
from games.core.models import Heartbeat, TableEvent

from .models import (
    AutomaticHoliday,
    PlannedHoliday,
    TablePause,
    TimeGift,
    TimeOutClaim,
    Turn,
    TurnStep,
    UnreachableSpan,
    WakingHours,
)
from .selectors import due_turns


class ReadOnlyInline(admin.TabularInline[Any, Any]):
    """Rows that belong to another one, and that can only be read. ``related`` are read with them."""

    extra = 0
    can_delete = False
    related: tuple[str, ...] = ("user",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related(*self.related)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class TurnStepInline(ReadOnlyInline):
    model = TurnStep
    fields = readonly_fields = ("kind", "number", "at", "made_at")
    related = ("turn",)


class TimeGiftInline(ReadOnlyInline):
    model = TimeGift
    fields = readonly_fields = ("at", "seconds", "user", "reason")


class TimeOutClaimInline(ReadOnlyInline):
    model = TimeOutClaim
    fields = readonly_fields = ("at", "user", "wants_substitute")


class OpenTurnFilter(FixedChoicesFilter):
    """Filter by what the sweep has to do. Indexes find all of these rows."""

    title = gettext_lazy("state")
    parameter_name = "open"
    choices_offered = (
        ("yes", gettext_lazy("under way")),
        ("due", gettext_lazy("due")),
        ("failing", gettext_lazy("failing")),
    )

    def queryset(self, request: HttpRequest, queryset: QuerySet[Turn]) -> QuerySet[Turn]:
        match self.value():
            case "yes":
                return queryset.filter(pk__in=_first(Turn.objects.filter(ended_at=None), "came_at"))
            case "due":
                return queryset.filter(pk__in=_first(due_turns(timezone.now()), "due_at"))
            case "failing":
                return queryset.filter(pk__in=_first(due_turns(timezone.now()).exclude(failed_at=None), "due_at"))
        return queryset


def _first(turns: QuerySet[Turn], order: str) -> list[int]:
    """Return the ids of as many turns as a list shows. The order is that of their index."""
    return list(turns.order_by(order).values_list("pk", flat=True)[: BoundedPaginator.MAX_ROWS])


@admin.register(Turn)
class TurnAdmin(ReadOnlyAdmin[Turn]):
    """Turns with their times. The page of the game explains them ("Clocks")."""

    list_display = ("game", "number", "user", "came_at", "deadline", "due_at", "ended_by", "failure")
    list_filter = (OpenTurnFilter,)
    list_select_related = ("game", "user")
    search_fields = ("game", "user")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    inlines = (TurnStepInline, TimeGiftInline, TimeOutClaimInline)


@admin.register(TablePause)
class TablePauseAdmin(ReadOnlyAdmin[TablePause]):
    list_display = ("game", "began_at", "until", "ended_at", "reason")
    list_select_related = ("game",)
    search_fields = ("game",)
    search_help_text = SEARCH_BY_TABLE


class OfPlayerAdmin(ReadOnlyAdmin[M]):
    """Rows that belong to a player and are found by the player's name."""

    list_select_related = ("user",)
    search_fields = ("user",)
    search_help_text = SEARCH_BY_PLAYER


@admin.register(WakingHours)
class WakingHoursAdmin(OfPlayerAdmin[WakingHours]):
    list_display = ("user", "saved_at", "zone", "rows", "is_first")


@admin.register(PlannedHoliday)
class PlannedHolidayAdmin(OfPlayerAdmin[PlannedHoliday]):
    list_display = ("user", "first", "last", "zone", "saved_at", "changes")


@admin.register(AutomaticHoliday)
class AutomaticHolidayAdmin(OfPlayerAdmin[AutomaticHoliday]):
    list_display = ("user", "began_at")


@admin.register(UnreachableSpan)
class UnreachableSpanAdmin(OfPlayerAdmin[UnreachableSpan]):
    """Times in which emails to a player bounced and the clocks were paused."""

    list_display = ("user", "began_at", "ended_at")


@admin.register(TableEvent)
class TableEventAdmin(ReadOnlyAdmin[TableEvent]):
    list_display = ("at", "game", "kind", "seat", "user", "params")
    list_select_related = ("game", "user")
    search_fields = ("game",)
    search_help_text = SEARCH_BY_TABLE


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin[Heartbeat]):
    list_display = ("name", "at")
