"""Template variables of every page."""

from django.conf import settings
from django.http import HttpRequest

from accounts.models import User
from accounts.selectors import get_profile
from games.common.decorators import look_of
from games.site.search_engines import description_of

from .signed_out import person_of


def site(request: HttpRequest) -> dict[str, object]:
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "source_url": settings.SOURCE_URL,
        "has_mailbox": settings.DEBUG,
        "page_description": lambda: description_of(request),
        "canonical": request.path,
        "view_name": request.resolver_match.view_name if request.resolver_match else "",
        "person": lambda: person_of(request),  # called by a template that shows it: others need no session
        "look": look_of(request.COOKIES.get(settings.LOOK_COOKIE_NAME, "")),
        "lost_zone": lambda: get_profile(request.user).lost_zone if isinstance(request.user, User) else "",
    }
