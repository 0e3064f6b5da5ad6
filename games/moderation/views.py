"""Views of reports and of the moderators' queue."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from accounts.quiet import reader_is_quiet
from accounts.selectors import display_name, person_by_name
from games.board.pictures import animatable_board
from games.board.stored_log import game_log
from games.chat.quiet import set_quiet_by_moderator
from games.common.decorators import View, player_of, recover_with
from games.common.errors import NotFound
from games.common.forms import clean_or_raise, valid_values
from games.conduct import services as conduct_services
from games.conduct.models import Rule
from games.conduct.selectors import looks_until, open_appeals, record_of_table
from games.core.models import Game
from games.core.selectors import game_for_viewer, seat_names
from games.core.visibility import known_state_of
from games.engine.registry import get_title
from games.play.decorators import invite_code

from . import services
from .forms import AnswerAppealForm, DecideCaseForm, ExplainForm, MessageQueryForm, QuietModeForm, ReportPlayerForm
from .hints import hints_about
from .models import CaseOutcome
from .presenters import claim_text, conduct_view, copy_lines, household_names, moderated_reports, record_lines
from .selectors import (
    ReportSubject,
    all_messages,
    case_for,
    cases_about,
    closed_cases,
    copy_of,
    earlier_cases,
    hidden_messages,
    is_reportable,
    may_answer,
    message_subject,
    open_cases,
    reportable_at,
    reports_in,
)

FORM_METHODS = require_http_methods(["GET", "HEAD", "POST"])


@FORM_METHODS
@login_required
def report_player(request: HttpRequest, name: str) -> HttpResponse:
    return _report(request, _player_subject(player_of(request), name))


def _player_subject(user: User, name: str) -> ReportSubject:
    person = person_by_name(name) if name.isprintable() else None
    if person is None or not is_reportable(user, person):
        raise NotFound
    return ReportSubject(person)


@FORM_METHODS
@login_required
def report_at_table(request: HttpRequest, code: str) -> HttpResponse:
    """Report a message, or a player of the table; without either, ask which player."""
    subject = _table_subject(request, code)
    if isinstance(subject, ReportSubject):
        return _report(request, subject)
    return render(request, "games/moderation/report_whom.html", subject)


def _table_subject(request: HttpRequest, code: str) -> ReportSubject | dict[str, Any]:
    user = player_of(request)
    game = game_for_viewer(code, user, invite_code(request))
    asked = valid_values(MessageQueryForm(request.GET))
    if asked.get("message"):
        return message_subject(game, user, asked["message"])
    people = reportable_at(game, user)
    found = [person for person in people if person.username == asked.get("player")] or people
    if not found:
        raise NotFound
    return ReportSubject(found[0], game) if len(found) == 1 else {"game": game, "people": found}


def _report(request: HttpRequest, subject: ReportSubject) -> HttpResponse:
    if request.method != "POST":
        return _report_page(request, subject)
    sent = clean_or_raise(ReportPlayerForm(request.POST))
    services.report(player_of(request), subject, Rule(sent["kind"]), sent["text"])
    messages.success(request, _("Thank you. A moderator will look at it, and you will be told how it ended."))
    return redirect("games:conduct")


def _report_page(request: HttpRequest, subject: ReportSubject, error: str = "", status: int = 200) -> HttpResponse:
    form = ReportPlayerForm(request.POST or None)
    context = {"subject": subject, "name": display_name(subject.accused), "form": form, "error": error}
    lines = [] if reader_is_quiet() else copy_lines(copy_of(subject, player_of(request)))
    context |= {"lines": lines, "hidden": hidden_messages(subject, player_of(request))}
    return render(request, "games/moderation/report.html", context, status=status)


def _refuse_report(request: HttpRequest, error: SiteError, **address: str) -> HttpResponse | None:
    if isinstance(error, NotFound):
        return None
    user = player_of(request)
    subject = _player_subject(user, address["name"]) if "name" in address else _table_subject(request, address["code"])
    if not isinstance(subject, ReportSubject):
        return None
    return _report_page(request, subject, str(error.message), error.status)


recover_with(report_player, _refuse_report)
recover_with(report_at_table, _refuse_report)


@require_safe
@login_required
def table_record(request: HttpRequest, code: str) -> HttpResponse:
    """Show who sits at a table what administrators and moderators have done there."""
    user = player_of(request)
    game = game_for_viewer(code, user)
    if not game.seats.filter(user=user).exists():
        raise NotFound
    lines = record_lines(record_of_table(game.pk))
    return render(request, "games/moderation/table_record.html", {"game": game, "lines": lines})


@require_safe
@login_required
def conduct(request: HttpRequest) -> HttpResponse:
    return render(request, "games/moderation/conduct.html", {"conduct": conduct_view(player_of(request))})


@require_POST
@login_required
def read_sanction(request: HttpRequest, pk: int) -> HttpResponse:
    conduct_services.read_sanction(player_of(request), pk)
    return redirect("games:conduct")


@require_POST
@login_required
def appeal(request: HttpRequest, pk: int) -> HttpResponse:
    conduct_services.appeal(player_of(request), pk, clean_or_raise(ExplainForm(request.POST))["reason"])
    messages.success(request, _("A moderator will look at it again, and you will be told."))
    return redirect("games:conduct")


def permission_needed(permission: str) -> Callable[[View], View]:
    """Send visitors to sign in, and refuse players without this permission."""

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: HttpRequest, **address: Any) -> HttpResponse:
            if not player_of(request).has_perm(f"games.{permission}"):
                raise PermissionDenied
            return view(request, **address)

        return login_required(wrapper)

    return decorate


@require_safe
@permission_needed("moderate")
def queue(request: HttpRequest) -> HttpResponse:
    user = player_of(request)
    cases = [(case, claim_text(case, user)) for case in open_cases(user)]
    appeals = [(row, may_answer(user, row)) for row in open_appeals().exclude(user=user)]
    context = {"cases": cases, "appeals": appeals, "closed": closed_cases(user)}
    return render(request, "games/moderation/queue.html", context)


@FORM_METHODS
@permission_needed("moderate")
def case(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a case; POST decides it."""
    user = player_of(request)
    if request.method == "POST":
        sent = clean_or_raise(DecideCaseForm(request.POST))
        outcome, rule = CaseOutcome(sent.pop("outcome")), Rule(sent.pop("rule"))
        services.decide(user, pk, outcome, rule, **sent)
        messages.success(request, _("Decided. Everyone concerned gets an email."))
        return redirect("games:moderation")
    found = case_for(user, pk)
    reports = moderated_reports(reports_in(found))
    form = DecideCaseForm(initial={"rule": reports[0].row.kind} if reports else {})
    context = {"case": found, "reports": reports, "earlier": earlier_cases(found), "form": form}
    context |= {"household": household_names(found.accused), **hints_about(found.accused, timezone.now())}
    return render(request, "games/moderation/case.html", {**context, "claim": claim_text(found, user, reports)})


@require_POST
@permission_needed("moderate")
def quiet(request: HttpRequest, pk: int) -> HttpResponse:
    """Switch the quiet mode of the player of a case."""
    user = player_of(request)
    sent = clean_or_raise(QuietModeForm(request.POST))
    set_quiet_by_moderator(user, case_for(user, pk).accused, sent["reason"], on=sent["on"])
    return redirect("games:case", pk)


@require_POST
@permission_needed("moderate")
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    services.claim(player_of(request), pk)
    return redirect("games:case", pk)


@require_POST
@permission_needed("moderate")
def answer_appeal(request: HttpRequest, pk: int) -> HttpResponse:
    sent = clean_or_raise(AnswerAppealForm(request.POST))
    services.answer(player_of(request), pk, sent["reason"], lifts=sent["lifts"])
    messages.success(request, _("Answered. The player gets an email."))
    return redirect("games:moderation")


@FORM_METHODS
@permission_needed("read_private")
def look(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table and its messages for 30 minutes after a reason, which POST records."""
    game, user = Game.objects.filter(code=code).first(), player_of(request)
    if game is None:
        raise NotFound
    if request.method == "POST":
        services.look_at(user, game, clean_or_raise(ExplainForm(request.POST))["reason"])
        return redirect("games:look_at_table", code)
    until = looks_until(user, game.pk, timezone.now())
    context: dict[str, Any] = {"game": game, "form": ExplainForm(), "until": until}
    context["cases"] = cases_about(game, user) if user.has_perm("games.moderate") else ()
    if until:
        context |= {"lines": all_messages(game), **_played(game)}
    return render(request, "games/moderation/look.html", context)


def _played(game: Game) -> dict[str, Any]:
    """Return the log, the names, and the board of a game that has begun and can be replayed."""
    log, names = game_log(game), seat_names(game)
    context: dict[str, Any] = {"log": log, "names": names}
    if game.started_at and not log.fault:
        title, state = get_title(game.title), known_state_of(game, None)
        context["board"] = animatable_board(title, state, tuple(names), ident="board")
    return context
