"""Admin of the turns of robots."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.reasons import with_reason
from games.common.errors import Conflict
from games.core.admin import ReadOnlyAdmin

from . import robots
from .models import RobotTurn


@admin.register(RobotTurn)
class RobotTurnAdmin(ReadOnlyAdmin[RobotTurn]):
    """The latest turn of each robot: its state, the reason of a failure, and the time of the next attempt."""

    list_display = ("game", "robot", "ply", "state", "attempts", "reason", "detail", "due_at")
    list_filter = ("state",)
    list_select_related = ("seat__game", "seat__user")
    search_fields = ("seat__game", "seat__user")
    search_help_text = gettext_lazy("Search by table code or robot name (exact).")
    actions = ("retry",)
    fields = ("game", "robot", "ply", "state", "attempts", "reason", "detail", "due_at")
    readonly_fields = ("game", "robot")

    @admin.display(description=gettext_lazy("game"))
    def game(self, row: RobotTurn) -> str:
        return str(row.seat.game)

    @admin.display(description=gettext_lazy("robot"))
    def robot(self, row: RobotTurn) -> str:
        return row.seat.user.username if row.seat.user else "–"

    @admin.action(description=gettext_lazy("Retry now"), permissions=["change"])
    @with_reason(gettext_lazy("These robots are asked for their turns again."), is_required=False)
    def retry(self, request: HttpRequest, queryset: QuerySet[RobotTurn], reason: str) -> None:
        self.apply_to_each(request, queryset, reason, _retry)


def _retry(row: RobotTurn) -> str:
    if not robots.retry(row.pk):
        raise Conflict("not-failed", gettext_lazy("only a robot that has failed on its turn can be retried"))
    return _("retried")
