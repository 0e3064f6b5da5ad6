"""How the site looks to one browser."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from games.forms.appearance import AppearanceForm
from games.forms.values import clean_or_raise
from games.presenters.look import COOKIE, Look

YEAR = 365 * 24 * 3600


@require_POST
def look(request: HttpRequest) -> HttpResponse:
    """Keep the look in a cookie and return to the page on which it was chosen."""
    wanted = clean_or_raise(AppearanceForm(request.POST))
    back = wanted.pop("next")
    is_ours = back.startswith("/") and url_has_allowed_host_and_scheme(back, None)
    answer = HttpResponseRedirect(back if is_ours else "/")  # taken as it is: not the name of a view
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(COOKIE, Look(**wanted).cookie, max_age=YEAR, samesite="Lax", secure=secure, httponly=True)
    return answer
