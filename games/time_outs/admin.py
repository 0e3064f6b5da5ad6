"""The page of a game's clocks: every turn explained, and what operators can change with a reason."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.errors import SiteError
from accounts.models import User
from games.board.log_lines import event_line, people_of
from games.board.rules import clock_terms
from games.clocks.explanation import TurnStory, explain_clocks
from games.clocks.models import Outage, Turn
from games.clocks.selectors import current_pause, open_turns
from games.clocks.turn_facts import pace_of
from games.common.errors import BrokenTurns
from games.common.wording import exact_text
from games.core.admin import ReadOnlyAdmin
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.log import sound_length
from games.core.models import Game, Seat
from games.core.selectors import events_of, is_robot, seats_of, title_of
from games.core.visibility import known_plies_of
from games.engine.replay import group_by_turn
from games.play.after_action import difference_from_log
from games.play.operators import require_unchanged
from games.play.undo import abort_for_operator, repair_game, rewind_game
from games.ratings.selectors import is_voided
from games.ratings.services import restore_result, void_result

from . import operators
from .forms import HandOverForm, OperatorTimeForm, OutageForm, PauseForm, ReasonForm, RewindForm
from .operators import Operator, declare_outage, outage_effects
from .repairs import carry_out, preview

Values = dict[str, Any]


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin[Outage]):
    list_display = ("began_at", "ended_at", "declared_by", "reason")
    list_select_related = ("declared_by",)

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.declare)
        return [path("declare/", page, name="games_outage_declare"), *super().get_urls()]

    def declare(self, request: HttpRequest) -> HttpResponse:
        """Say what an outage would do, then declare it: every clock that ran in it gets the time back."""
        if not self.has_change_permission(request):
            raise PermissionDenied
        form = OutageForm(request.POST if request.method == "POST" else None)
        found = form.is_valid() and self._declare(request, form.cleaned_data)
        if found is True:
            return HttpResponseRedirect(reverse("admin:games_outage_changelist"))
        page = {"title": _("Declare an outage"), "opts": self.opts, "form": form, "preview": found}
        context = {**self.admin_site.each_context(request), **page}
        return TemplateResponse(request, "admin/games/outage/declare.html", context)

    def _declare(self, request: HttpRequest, values: dict[str, Any]) -> "Preview | bool":
        """Declare an outage, or show what it would do. Return False if it was refused: the page says why."""
        by, times = Operator(cast(User, request.user), values["reason"]), (values["began_at"], values["ended_at"])
        try:
            if "confirmed" not in request.POST:
                heading = gettext_lazy("Declare an outage")
                return Preview(heading, outage_effects(*times, by), by.reason, _fields(request.POST))
            row = declare_outage(*times, by)
        except SiteError as refusal:
            self.message_user(request, str(refusal.message), messages.ERROR)
            return False
        self.log_addition(request, row, values["reason"])
        self.message_user(request, _("Outage declared. The clocks that ran in it are computed again within minutes."))
        return True


@dataclass(frozen=True, slots=True)
class OperatorAction:
    """One form of the page. The button repeats the heading."""

    key: str
    heading: Promise
    form: ReasonForm


@dataclass(frozen=True, slots=True)
class Preview:
    """What a form that was sent would do. ``sent`` are its fields, to be sent again."""

    heading: Promise
    effects: list[str]
    reason: str
    sent: list[tuple[str, str]]


def _give_time(game: Game, values: Values, by: Operator) -> None:
    operators.give_time(game.pk, values["seat"], timedelta(seconds=values["time"]), by)


def _pause(game: Game, values: Values, by: Operator) -> None:
    operators.pause(game.pk, values["until"], by)


def _end_pause(game: Game, _values: Values, by: Operator) -> None:
    operators.end_pauses(game.pk, by)


def _hand_over(game: Game, values: Values, by: Operator) -> None:
    match values["to"]:
        case "others":
            operators.offer_seat(game.pk, values["seat"], by)
        case "player":
            operators.give_seat(game.pk, values["seat"], values["name"], by)
        case _:
            operators.give_seat_to_robot(game.pk, values["seat"], by)


def _rewind(game: Game, values: Values, by: Operator) -> None:
    rewind_game(game.pk, values["ply"], by)


def _rebuild(game: Game, _values: Values, by: Operator) -> None:
    require_unchanged(game_for_update(game.pk), by)
    repair_game(game.pk, by.reason)


def _abort(game: Game, _values: Values, by: Operator) -> None:
    require_unchanged(game_for_update(game.pk), by)
    abort_for_operator(game.pk, by.reason)


def _void(game: Game, _values: Values, by: Operator) -> None:
    void_result(game.pk, by)


def _restore(game: Game, _values: Values, by: Operator) -> None:
    restore_result(game.pk, by)


Act = Callable[[Game, Values, Operator], None]
ACTS: Mapping[str, tuple[Promise, Act]] = {
    "time": (gettext_lazy("Give time"), _give_time),
    "pause": (gettext_lazy("Pause the table"), _pause),
    "resume": (gettext_lazy("End the pause"), _end_pause),
    "seat": (gettext_lazy("Hand a seat over"), _hand_over),
    "rewind": (gettext_lazy("Take the game back"), _rewind),
    "rebuild": (gettext_lazy("Repair from the log"), _rebuild),
    "abort": (gettext_lazy("End without a result"), _abort),
    "void": (gettext_lazy("Let the result not count"), _void),
    "restore": (gettext_lazy("Let the result count again"), _restore),
}


class GameClocksAdmin(ReadOnlyAdmin[Game]):
    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(self.clocks)
        return [path("<int:game_id>/clocks/", page, name="games_game_clocks"), *super().get_urls()]

    def clocks(self, request: HttpRequest, game_id: int) -> HttpResponse:
        game, now = get_object_or_404(Game, pk=game_id), timezone.now()
        may_change = self.has_change_permission(request)
        if not self.has_view_permission(request, game) or (request.method == "POST" and not may_change):
            raise PermissionDenied
        forms, found = _forms(game, seats_of(game), now, request.POST), None
        if request.method == "POST":
            found = self._carry_out(request, game, forms)
            if found is True:
                return HttpResponseRedirect(request.path)
            game = Game.objects.get(pk=game_id)  # it may have changed meanwhile
        context = {**self.admin_site.each_context(request), **_context(game, now), "opts": self.opts, "preview": found}
        return TemplateResponse(
            request, "admin/games/game/clocks.html", context | {"forms": forms if may_change else ()}
        )

    def _carry_out(self, request: HttpRequest, game: Game, forms: list[OperatorAction]) -> Preview | bool:
        """Do what was sent and say so, or show what it would do. Return False if it was refused: the page says why."""
        sent = next((action for action in forms if action.key == request.POST.get("action")), None)
        if sent is None:
            self.message_user(request, _("Something has changed at this table. Look at it, then try again."), "error")
            return False
        if not sent.form.is_valid():
            return False
        values = sent.form.cleaned_data
        by = Operator(cast(User, request.user), values["reason"], values["version"])
        try:
            if "confirmed" not in request.POST:
                return _preview(game, sent, values, by, request.POST)
            self.carry_out(request, game, sent.key, values, by)
        except SiteError as refusal:
            self.message_user(request, str(refusal.message), messages.ERROR)
            return False
        return True

    def carry_out(self, request: HttpRequest, game: Game, key: str, values: Values, by: Operator) -> None:
        """Change a table, and say what has changed. The service writes the record, this the log of the administration.

        Raises what the service raises.
        """
        heading, act = ACTS[key]
        effects = carry_out(game.pk, by, str(heading), lambda: act(game, values, by))
        self.log_change(request, game, f"{heading}: {by.reason}")
        self.message_user(request, f"{game}: {' '.join(effects)}", messages.SUCCESS)


def _preview(game: Game, sent: OperatorAction, values: Values, by: Operator, post: Mapping[str, Any]) -> Preview:
    heading, act = ACTS[sent.key]
    effects = preview(game.pk, by, lambda: act(game, values, by))
    return Preview(heading, effects, by.reason, _fields(post))


def _fields(post: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the fields of a form that was sent, to be sent again."""
    return [(name, str(value)) for name, value in post.items() if name != "csrfmiddlewaretoken"]


def _forms(game: Game, seats: list[Seat], now: datetime, sent: Mapping[str, Any]) -> list[OperatorAction]:
    def make(key: str, form: Callable[..., ReasonForm], *about: Any) -> OperatorAction:
        data = sent if sent.get("action") == key else None
        return OperatorAction(key, ACTS[key][0], form(*about, data, auto_id=f"id_{key}_%s"))

    if game.status != Status.RUNNING:
        is_damaged, is_void = game.status == Status.FINISHED and game.troubled_at is not None, is_voided(game)
        found = [make("rebuild", ReasonForm)] if is_damaged else []
        return found if is_void is None else [*found, make("restore" if is_void else "void", ReasonForm)]
    has_clock = pace_of(game) is not None
    acting = [seat for seat in seats if seat.is_acting and not is_robot(seat)] if has_clock else []
    there = [seat for seat in seats if not seat.is_out]
    found = [make("time", OperatorTimeForm, acting)] if acting else []
    if current_pause(game, now):
        found.append(make("resume", ReasonForm))
    elif has_clock:
        found.append(make("pause", PauseForm))
    found.append(make("seat", HandOverForm, there))
    first, sound = game.branched_at or 0, min(sound_length(game), game.ply - 1)
    if first <= sound:
        found.append(make("rewind", RewindForm, first, sound))
    return [*found, make("rebuild", ReasonForm), make("abort", ReasonForm)]


def _context(game: Game, now: datetime) -> Values:
    seats, events = seats_of(game), events_of(game)
    people = people_of(seats, events)
    given = {turn.seat_id: turn for turn in open_turns(game).prefetch_related("gifts")}
    return {
        "title": _("Clocks of %(game)s") % {"game": game},
        "game": game,
        "trouble": _trouble(game),
        "pause": current_pause(game, now),
        "seats": [(seat, _bank(seat, given)) for seat in seats],
        "steps": _steps(game),
        "terms": clock_terms(game),
        "stories": _stories(game, now),
        "log": [event_line(event, people) for event in reversed(events)],
        "now": now,
    }


def _stories(game: Game, now: datetime) -> list[TurnStory]:
    """Return what has happened to the clocks, nothing if that cannot be read: ``_trouble`` says so."""
    try:
        return explain_clocks(game, now)
    except BrokenTurns:
        return []


def _trouble(game: Game) -> str:
    """Return what is wrong with what is stored of a game that has begun, "" for nothing."""
    begun = Game.objects.filter(pk=game.pk, started_at__isnull=False).first()
    return (game.trouble or difference_from_log(begun)).rstrip(".") if begun else ""


def _bank(seat: Seat, turns: Mapping[int, Turn]) -> str:
    """Return what the bank of a seat holds, with the time given in the turn under way."""
    turn = turns.get(seat.pk)
    if turn is None or turn.pace is None:
        return exact_text(seat.bank) if seat.bank else "–"
    return exact_text(seat.bank + sum(gift.seconds for gift in turn.gifts.all()))


def _steps(game: Game) -> list[tuple[int, int, str]]:
    """Return the steps at which the turns of a running game began: the step, the turn, and what was played in it.

    Of a private table nobody reads what was played.
    """
    if game.status != Status.RUNNING:
        return []
    title, end = title_of(game), min(sound_length(game), game.ply)
    groups = group_by_turn(title, known_plies_of(game, None, end)) if end else []
    return [
        (turn[0].number, title.turn(turn[0].before), "" if game.is_private else title.turn_line(turn))
        for turn in reversed(list(groups))
    ]
