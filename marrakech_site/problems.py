"""Where a domain error becomes an HTTP answer, once: a page, a fragment for htmx, or problem+json."""

import json
from http import HTTPStatus

import structlog
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from accounts.errors import AccountError
from games.errors import DomainError

log = structlog.get_logger("errors")
PAGES = {403, 404, 409, 429}


def error_response(request: HttpRequest, exception: Exception) -> HttpResponse | None:
    """Return the answer to a domain error, or None when the exception is none.

    A view function may carry an attribute ``recover(request, error, **kwargs)`` that draws its own page or fragment
    with the error's sentence (a stale turn shows the fresh table). The status always comes from the error.
    """
    if not isinstance(exception, DomainError | AccountError):
        return None
    log.info("refused", code=exception.code, status=exception.status)
    match = request.resolver_match
    recover = getattr(match.func, "recover", None) if match else None
    if wants_json(request):
        response = problem_response(exception.status, exception.code, str(exception.message))
    elif recover and match and exception.status != HTTPStatus.NOT_FOUND:
        response = recover(request, exception, **match.kwargs)
    else:
        response = error_page(request, exception.status, str(exception.message))
    response.status_code = exception.status
    return response


def wants_json(request: HttpRequest) -> bool:
    """Tell whether the answer is for a program."""
    return request.path.startswith("/api/") or (
        not request.accepts("text/html") and request.accepts("application/problem+json")
    )


def problem_response(status: int, code: str, message: str) -> HttpResponse:
    """Return an RFC 9457 problem document."""
    body = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "code": code,
    }
    return HttpResponse(json.dumps(body), status=status, content_type="application/problem+json")


def error_page(request: HttpRequest, status: int, message: str) -> HttpResponse:
    """Return an error page with the sentence, or only the sentence when htmx asks for a part."""
    if request.headers.get("HX-Request") == "true":
        response = render(request, "errors/_sentence.html", {"message": message}, status=status)
        response["HX-Retarget"] = "#messages"
        response["HX-Reswap"] = "innerHTML"
        return response
    template = f"{status}.html" if status in PAGES else "errors/other.html"
    return render(request, template, {"message": message, "status": status}, status=status)


def _refuse(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    return problem_response(status, code, message) if wants_json(request) else error_page(request, status, message)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer what cannot be understood, and what is too large to be looked at."""
    if isinstance(exception, RequestDataTooBig):
        return _refuse(request, 413, "too-large", _("Your request is too large. Send something smaller."))
    return _refuse(request, 400, "bad-request", _("This request could not be understood."))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what this visitor may not do."""
    return _refuse(request, 403, "forbidden", _("You are not allowed to do this."))


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer what does not exist, or must look as if it did not."""
    return _refuse(request, 404, "not-found", _("There is nothing here, or you do not have access to it."))


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form without its token: an old tab, or cookies switched off."""
    log.warning("csrf", reason=reason)
    message = _("This form has expired or came from another site. Go back, reload the page and send it again.")
    return _refuse(request, 403, "csrf", message)


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a fault of ours. The page stands alone: nothing that may be broken is used."""
    if wants_json(request):
        return problem_response(500, "server-error", _("Something went wrong on our side."))
    return render(request, "500.html", status=500)
