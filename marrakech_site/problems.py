"""Errors as responses: a page, a fragment for htmx, or a problem document."""

import errno
import json
import sys
from http import HTTPStatus

import structlog
from django.core.exceptions import RequestDataTooBig
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from accounts.errors import MEDIA_TYPE, Problem, SiteError
from games.common.errors import BrokenGame
from games.core.log import note_if_broken
from games.table.render import render_refusal
from games.table.view import trouble_view

log = structlog.get_logger("errors")
DISK_FAULTS = {errno.ENOSPC, errno.EDQUOT, errno.EROFS}
RETRY_AFTER = 30  # seconds
STATUSES_WITH_TEMPLATE = {403, 404, 409, 429}
TEXT_FIELDS = ("text", "comment", "about", "name", "player", "reason", "url")  # what people write into forms


def error_response(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """Return the response to a SiteError, None for any other exception.

    A view function may have an attribute ``recover(request, error, **kwargs)`` that renders its own page or fragment
    with the error's sentence, or None for the table with it. The status always comes from the error.
    """
    if not isinstance(exception, SiteError):
        return None
    log.info("refused", code=exception.code, status=exception.status)
    problem, match = Problem.of(exception), request.resolver_match
    if isinstance(exception, BrokenGame):
        return _broken_game(request, exception)
    recover = getattr(match.func, "recover", None) if match else None
    if recover and match and exception.status != HTTPStatus.NOT_FOUND and not wants_json(request):
        try:
            response: HttpResponse = recover(request, exception, **match.kwargs) or render_refusal(
                request, exception, **match.kwargs
            )
        except SiteError as error:  # there is no page to show the refusal on
            return _broken_game(request, error) if isinstance(error, BrokenGame) else refuse(request, Problem.of(error))
        response.status_code = exception.status
    else:
        return refuse(request, problem)
    for name, value in problem.headers.items():
        response[name] = value
    return response


def _broken_game(request: HttpRequest, error: BrokenGame) -> HttpResponse:
    """Explain that what is stored of a game is damaged, and note it for the operators."""
    note_if_broken(error)
    problem = Problem.of(error)
    if wants_json(request) or request.headers.get("HX-Request") == "true":
        return refuse(request, problem)
    context = {"view": trouble_view(error.game_id, request.user), "message": problem.detail}
    return render(request, "games/table/trouble.html", context, status=problem.status)


def wants_json(request: HttpRequest) -> bool:
    """Return True if a program made the request."""
    return request.path.startswith("/api/") or (not request.accepts("text/html") and request.accepts(MEDIA_TYPE))


def refuse(request: HttpRequest, problem: Problem) -> HttpResponse:
    response = problem_response(problem) if wants_json(request) else error_page(request, problem)
    for name, value in problem.headers.items():
        response[name] = value
    return response


def problem_response(problem: Problem) -> HttpResponse:
    return HttpResponse(json.dumps(problem.document()), status=problem.status, content_type=MEDIA_TYPE)


def sent_texts(request: HttpRequest) -> list[str]:
    """Return what a person has written into a form that is refused, to show it on the page that says so."""
    match = request.resolver_match
    if request.method != "POST" or match is None or getattr(match.func, "csrf_exempt", False):
        return []  # only the check of forms has read the body
    found = [request.POST.get(name, "") for name in TEXT_FIELDS]
    return [text for text in found if text.strip()]


def error_page(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Return an error page with the sentence, or only the sentence when htmx asks for a part."""
    status, context = problem.status, {"message": problem.detail, "status": problem.status}
    if request.headers.get("HX-Request") == "true":
        response = render(request, "errors/_sentence.html", context, status=status)
        response["HX-Retarget"] = "#messages"
        response["HX-Reswap"] = "innerHTML"
        return response
    if status in STATUSES_WITH_TEMPLATE:
        return render(request, f"{status}.html", {**context, "texts": sent_texts(request)}, status=status)
    return render(request, "errors/other.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig):
        return refuse(request, Problem(413, "too-large", _("Your request is too large. Send something smaller.")))
    return refuse(request, Problem(400, "bad-request", _("This request could not be understood.")))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return refuse(request, Problem(403, "forbidden", _("You are not allowed to do this.")))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    detail = _("There is nothing here, or you do not have access to it.")
    return refuse(request, Problem(404, "not-found", detail))


def not_allowed(request: HttpRequest, allow: str) -> HttpResponse:
    """Refuse a method that the address does not accept. ``allow`` lists the methods that it accepts."""
    detail = _("This address can’t be opened like this. Go back and use the buttons on the page.")
    return refuse(request, Problem(405, "method-not-allowed", detail, headers={"Allow": allow}))


def is_unavailable(error: BaseException | None) -> bool:
    """Return True if the database cannot be reached or written, or the disk is full: nothing was saved."""
    if isinstance(error, OperationalError | InterfaceError | InternalError):
        return True
    return isinstance(error, OSError) and error.errno in DISK_FAULTS


def _unavailable(request: HttpRequest) -> HttpResponse:
    """Ask for patience: what was sent was not saved, and the same request will work later. Reads nothing."""
    detail = _("The site cannot reach its database at the moment. Nothing was saved. Try again in a minute.")
    problem = Problem(
        503, "unavailable", detail, headers={"Retry-After": str(RETRY_AFTER), "Cache-Control": "no-store"}
    )
    if wants_json(request):
        return refuse(request, problem)
    if request.headers.get("HX-Request") == "true":
        problem.headers |= {"HX-Retarget": "#messages", "HX-Reswap": "innerHTML"}
        page = render_to_string("errors/_sentence.html", {"message": detail})
    else:
        page = render_to_string("503.html")
    return HttpResponse(page, status=503, headers=problem.headers)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a fault of the site. The page uses neither database nor session: they may be the fault."""
    if is_unavailable(sys.exc_info()[1]):
        return _unavailable(request)
    if wants_json(request):
        return problem_response(Problem(500, "server-error", _("Something went wrong on our side.")))
    return render(request, "500.html", status=500)
