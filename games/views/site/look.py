"""View that stores the look of the site in a cookie."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.forms.look import LookForm
from games.forms.values import clean_or_raise
from games.presenters.look import COOKIE, Look

YEAR = 365 * 24 * 3600


@require_POST
def look(request: HttpRequest) -> HttpResponse:
    """Store the look in a cookie, and redirect to the page on which it was chosen."""
    values = clean_or_raise(LookForm(request.POST))
    back = values.pop("next")
    is_own_page = back.startswith("/") and url_has_allowed_host_and_scheme(back, None)
    response = HttpResponseRedirect(back if is_own_page else "/")  # not redirect(), which would take it for a view name
    secure = settings.SESSION_COOKIE_SECURE
    response.set_cookie(COOKIE, Look(**values).cookie, max_age=YEAR, samesite="Lax", secure=secure, httponly=True)
    return response
