"""Admin of games."""

from datetime import timedelta
from typing import Any, cast

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.admin import BoundedPaginator
from accounts.errors import SiteError
from accounts.models import User
from accounts.reasons import with_reason
from accounts.selectors import search_accounts
from games.board.stored_log import game_log
from games.clocks.admin import ReadOnlyInline
from games.clocks.selectors import turns_fault
from games.common.wording import title_and_rules
from games.core.admin import FixedChoicesFilter, TitleFilter, record_act
from games.core.choices import Status
from games.core.log import note_trouble
from games.core.models import Game, Seat
from games.notifications.outbox import resend_turn_mail
from games.play.operators import Operator
from games.time_outs.admin import ACTS, GameClocksAdmin
from games.time_outs.forms import ReasonForm
from games.time_outs.repairs import preview

NAMES_LOOKED_THROUGH = 10_000  # tables: no index helps with a part of a name
MAX_PREVIEWED = 20  # games
NOT_RUNNING = [status for status in Status if status != Status.RUNNING]


class WaitingFilter(FixedChoicesFilter):
    title = gettext_lazy("waiting for more than")
    parameter_name = "waiting"
    choices_offered = tuple(
        (days, gettext_lazy("%(days)s days") % {"days": days} if days != "1" else gettext_lazy("1 day"))
        for days in ("1", "3", "7", "14")
    )

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        """Return the games that have waited for a seat for this many days, of many the longest waiting ones."""
        if self.value() not in dict(self.choices_offered):
            return queryset
        since = timezone.now() - timedelta(days=int(self.value() or 0))
        seats = Seat.objects.filter(is_acting=True, acting_since__lte=since).order_by("acting_since")
        return queryset.filter(pk__in=seats.values("game_id")[: BoundedPaginator.MAX_ROWS])


class TroubleFilter(FixedChoicesFilter):
    title = gettext_lazy("in trouble")
    parameter_name = "trouble"
    choices_offered = (("yes", gettext_lazy("Yes")), ("running", gettext_lazy("Yes, and running")))

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() not in dict(self.choices_offered):
            return queryset
        troubled = queryset.filter(troubled_at__isnull=False)
        # SQLite would rather look through all running games than exclude the others among those in trouble.
        return troubled.exclude(status__in=NOT_RUNNING) if self.value() == "running" else troubled


class SeatInline(ReadOnlyInline):
    """The seats of a game, without the players' shares of the dice."""

    model = Seat
    fields = readonly_fields = (
        "letter",
        "user",
        "joined_at",
        "is_acting",
        "acting_since",
        "offered_at",
        "owner",
        "taken_at",
        "wants_abort",
        "is_out",
        "score",
        "place",
    )
    ordering = ("number", "id")
    related = ("user", "owner")

    @admin.display(description=gettext_lazy("seat"))
    def letter(self, seat: Seat) -> str:
        return seat.letter


@admin.register(Game)
class GameAdmin(GameClocksAdmin):
    """Games with their logs, and actions for what players cannot do themselves."""

    list_display = (
        "code",
        "name",
        "players",
        "status",
        "waiting_since",
        "deadline",
        "turn",
        "rules",
    )
    list_filter = ("status", TroubleFilter, TitleFilter, "pace", WaitingFilter)
    search_fields = ("code", "seats__user")
    search_help_text = gettext_lazy(
        "Search by table code, table name, player name or email address. A part of a name is enough."
    )
    actions = ("abort", "resend", "replay", "rebuild")
    inlines = (SeatInline,)
    fieldsets = (
        (
            None,
            {
                "fields": (
                    ("name", "code"),
                    ("rules", "seat_count"),
                    ("status", "end_reason"),
                    ("host", "is_private"),
                    ("created_at", "started_at", "finished_at"),
                    ("turn", "waiting_since", "deadline", "overdue_at"),
                    ("pace", "forbids_holidays", "has_soft_deadlines"),
                    ("late_rule", "late_robot"),
                )
            },
        ),
        (gettext_lazy("Log"), {"fields": ("log",), "classes": ("collapse",)}),
        (
            gettext_lazy("As it is stored"),
            {
                "fields": (
                    ("title", "ruleset", "rules_version", "options"),
                    ("own_pace", "ply", "version", "rematch_of"),
                    ("commitment", "entropy"),
                ),
                "classes": ("collapse",),
            },
        ),
    )
    readonly_fields = ("rules", "waiting_since", "log")

    def get_fieldsets(self, request: HttpRequest, obj: Game | None = None) -> Any:
        """Return the fields of a game. What is wrong with it stands first."""
        trouble = ((gettext_lazy("Trouble"), {"fields": (("trouble", "troubled_at"),)}),)
        return trouble + self.fieldsets if obj and obj.troubled_at else self.fieldsets

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        return super().get_queryset(request).select_related("host").prefetch_related("seats__user")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """Keep the table with this code, else the games of the players with this name or address, latest first.

        Among the latest tables, those whose names contain the text are found as well.
        """
        word = search_term.strip()
        tables = queryset.filter(code=word.lower())
        if not word or tables.exists():
            return tables if word else queryset, False
        seats = Seat.objects.filter(user__in=search_accounts(word)).order_by("-game_id")
        ids = list(seats.values_list("game_id", flat=True)[: BoundedPaginator.MAX_ROWS])
        latest = Game.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        named = Game.objects.filter(pk__gt=latest - NAMES_LOOKED_THROUGH, name__icontains=word).order_by("-pk")
        ids += named.values_list("pk", flat=True)[: BoundedPaginator.MAX_ROWS]
        return queryset.filter(pk__in=ids), False

    def view_on_site(self, game: Game) -> str:
        return game.get_absolute_url()

    @admin.display(description=gettext_lazy("rules"))
    def rules(self, game: Game) -> str:
        return title_and_rules(game.title, game.ruleset, game.seat_count)

    @admin.display(description=gettext_lazy("players"))
    def players(self, game: Game) -> str:
        names = ", ".join(seat.user.username if seat.user else "–" for seat in game.seats.all())
        taken = len(game.seats.all())
        return names if taken == game.seat_count else f"{names} ({taken}/{game.seat_count})"

    @admin.display(description=gettext_lazy("waiting since"))
    def waiting_since(self, game: Game) -> str:
        since = min((seat.acting_since for seat in game.seats.all() if seat.acting_since), default=None)
        return date_format(timezone.localtime(since), "DATETIME_FORMAT") if since else "-"

    @admin.display(description=gettext_lazy("turns"))
    def log(self, game: Game) -> SafeString:
        """Return the log; of a private table a link to where it is read, with a reason that is recorded."""
        return render_to_string(
            "admin/games/game/log.html", {"log": None if game.is_private else game_log(game), "game": game}
        )

    @admin.action(description=gettext_lazy("End selected games without a result"), permissions=["change"])
    def abort(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponse | None:
        """Ask for a reason, then end the games without a result."""
        return self._ask_reason(request, queryset, "abort")

    @admin.action(description=gettext_lazy("Repair from the log"), permissions=["change"])
    def rebuild(self, request: HttpRequest, queryset: QuerySet[Game]) -> HttpResponse | None:
        """Ask for a reason, then store what follows from the logs, and take back what does not replay."""
        return self._ask_reason(request, queryset, "rebuild")

    def _ask_reason(self, request: HttpRequest, queryset: QuerySet[Game], action: str) -> HttpResponse | None:
        """Show what would happen and ask for a reason, or act on each game with the reason that was sent."""
        form = ReasonForm(request.POST if "confirmed" in request.POST else None)
        if form.is_valid():
            by = Operator(cast(User, request.user), form.cleaned_data["reason"])
            for game in queryset:
                try:
                    self.carry_out(request, game, action, {}, by)
                except SiteError as refusal:
                    self.message_user(request, f"{game}: {refusal.message}", messages.ERROR)
            return None
        number = len(queryset)
        end = ngettext("End a game without a result", "End games without a result", number)
        context = {
            **self.admin_site.each_context(request),
            "title": end if action == "abort" else ngettext("Repair a game", "Repair games", number),
            "opts": self.opts,
            "games": [(game, _effects(game, action, cast(User, request.user))) for game in queryset[:MAX_PREVIEWED]],
            "ids": list(queryset.values_list("pk", flat=True)),
            "form": form,
            "action": action,
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/games/game/reason.html", context)

    @admin.action(description=gettext_lazy("Resend the turn email"), permissions=["change"])
    @with_reason(gettext_lazy("The players whose turn it is get the email about it again."), is_required=False)
    def resend(self, request: HttpRequest, queryset: QuerySet[Game], reason: str) -> None:
        self.apply_to_each(request, queryset, reason, _resend)

    @admin.action(description=gettext_lazy("Replay and check"), permissions=["view"])
    @with_reason(
        gettext_lazy(
            "Every position is compared with what was stored. A running game whose log does not replay is marked: "
            "its clocks stop until it is repaired."
        ),
        is_required=False,
    )
    def replay(self, request: HttpRequest, queryset: QuerySet[Game], reason: str) -> None:
        """Compare every position with the stored hashes, and note the games in trouble."""
        for game in queryset:
            fault = note_trouble(game.pk, turns_fault(game))
            found = _("in trouble") if fault else _("sound")  # the fault may name what players must not know yet
            record_act(cast(User, request.user), game, f"{_('Replay and check')}: {found}", reason)
            self.message_user(request, f"{game}: {fault or found}", messages.ERROR if fault else messages.SUCCESS)


def _effects(game: Game, action: str, user: User) -> list[str]:
    """Return what an action would do to a game, or why it is refused."""
    by, act = Operator(user, "–"), ACTS[action][1]
    try:
        return preview(game.pk, by, lambda: act(game, {}, by))
    except SiteError as refusal:
        return [str(refusal.message)]


def _resend(game: Game) -> str:
    count = resend_turn_mail(game.pk)
    if not count:
        return _("no new email: the last one is still waiting to be sent, or the player has turned these emails off")
    return ngettext("%(count)d email queued", "%(count)d emails queued", count) % {"count": count}
