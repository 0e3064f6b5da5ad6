"""Admin of ratings, rated games and records. All is computed (``manage.py rate``), so it is only read."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.admin import BoundedPaginator
from games.core.admin import (
    SEARCH_BY_PLAYER,
    SEARCH_BY_TABLE,
    SEARCH_BY_TABLE_OR_PLAYER,
    ReadOnlyAdmin,
    TitleFilter,
)

from . import formula
from .models import LUCK_FREE, PersonalRecord, Pool, RatedGame, Rating, RatingChange, RatingVersion
from .presenters import PLUS_MINUS

POOLS = {**dict(Pool.choices), LUCK_FREE: _("luck-free")}


def skill_text(mu: float, var: float) -> str:
    return f"{formula.shown(mu)}{PLUS_MINUS}{round(formula.deviation(var))}"


class LatestOfTitleFilter(TitleFilter):
    """Filter by title, of many games the latest ones."""

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if not self.value():
            return queryset
        latest = RatedGame.objects.filter(title=self.value()).order_by("-finished_at")
        return queryset.filter(pk__in=latest.values("pk")[: BoundedPaginator.MAX_ROWS])


@admin.register(RatingVersion)
class RatingVersionAdmin(ReadOnlyAdmin[RatingVersion]):
    list_display = ("number", "is_current", "created_at", "formula", "last_number", "last_luck_free")


@admin.register(RatedGame)
class RatedGameAdmin(ReadOnlyAdmin[RatedGame]):
    list_display = ("number", "game", "title", "ruleset", "pool", "finished_at", "luck_free_number")
    list_filter = (LatestOfTitleFilter,)
    list_select_related = ("game",)
    search_fields = ("game",)
    search_help_text = SEARCH_BY_TABLE


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnlyAdmin[RatingChange]):
    list_display = ("rated_game", "user", "pool_name", "before", "after", "place", "weight", "reason", "version")
    list_select_related = ("rated_game", "user", "version")
    search_fields = ("user", "rated_game__game")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    fields = list_display

    @admin.display(description=_("pool"))
    def pool_name(self, row: RatingChange) -> str:
        return str(POOLS[row.pool])

    @admin.display(description=_("before"))
    def before(self, row: RatingChange) -> str:
        return skill_text(row.mu_before, row.var_before)

    @admin.display(description=_("after"))
    def after(self, row: RatingChange) -> str:
        return skill_text(row.mu_after, row.var_after)


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin[Rating]):
    list_display = ("user", "title", "pool_name", "rating", "games", "opponents", "at", "listed_until", "version")
    list_select_related = ("user", "version")
    search_fields = ("user",)
    search_help_text = SEARCH_BY_PLAYER
    fields = list_display

    @admin.display(description=_("pool"))
    def pool_name(self, row: Rating) -> str:
        return str(POOLS[row.pool])

    @admin.display(description=_("rating"))
    def rating(self, row: Rating) -> str:
        return skill_text(row.mu, row.var)


@admin.register(PersonalRecord)
class PersonalRecordAdmin(ReadOnlyAdmin[PersonalRecord]):
    list_display = ("at", "user", "title", "kind", "value", "game")
    list_select_related = ("user", "game")
    search_fields = ("user", "game")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
