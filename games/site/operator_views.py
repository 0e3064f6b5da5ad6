"""Views of the pages about the site: privacy, terms, contact, imprint, news."""

from typing import cast

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_http_methods, require_POST, require_safe

from accounts.errors import SiteError
from accounts.models import User
from accounts.rate_limits import visitor_of
from accounts.services import note_news
from games.common import rate_limits
from games.common.decorators import recover_with
from games.common.forms import clean_or_raise, valid_values
from games.core.selectors import viewer_of

from .feedback import tell_administrators
from .forms import FeedbackForm, ReturnForm
from .operator_texts import all_news, news_named, page_text
from .presenters import news_feed
from .privacy import kept_for, receivers
from .views import redirect_back

MAX_NEWS = 10  # whole ones on the page


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return _page(request, "privacy", kept=kept_for(), receivers=receivers())


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return _page(request, "terms")


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    return _page(request, "imprint")


@require_http_methods(["GET", "HEAD", "POST"])
def contact(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return _page(request, "contact", form=FeedbackForm(), error="")
    sent = clean_or_raise(FeedbackForm(request.POST))
    viewer = viewer_of(request)
    rate_limits.count("feedback", viewer.pk if isinstance(viewer, User) else visitor_of(request))
    tell_administrators(viewer, sent["text"], sent["email"])
    messages.success(request, _("Thank you. Your message is on its way to the people who run this site."))
    return redirect("games:contact")


def _refuse_message(request: HttpRequest, error: SiteError) -> HttpResponse:
    return _page(request, "contact", status=error.status, form=FeedbackForm(request.POST), error=str(error.message))


recover_with(contact, _refuse_message)


def _page(request: HttpRequest, name: str, *, status: int = 200, **context: object) -> HttpResponse:
    """Render a page about the site, with what the operator has written for it."""
    operator = {
        "name": settings.OPERATOR_NAME,
        "address": settings.OPERATOR_ADDRESS,
        "email": settings.OPERATOR_EMAIL,
    }
    context |= {"text": page_text(name), "operator": operator}
    return render(request, f"games/site/{name}.html", context, status=status)


@require_safe
def news(request: HttpRequest) -> HttpResponse:
    found = all_news()
    return render(request, "games/site/news.html", {"news": found[:MAX_NEWS], "older": found[MAX_NEWS:]})


@require_safe
def news_item(request: HttpRequest, name: str) -> HttpResponse:
    one = news_named(name)
    return render(request, "games/site/news_item.html", {"one": one, "page_description": one.text.description})


@require_POST
@login_required
def see_news(request: HttpRequest, name: str) -> HttpResponse:
    """Show the player no more news up to this one, and go on to the page that the button names."""
    note_news(cast("User", request.user), news_named(name).name)
    return redirect_back(valid_values(ReturnForm(request.POST)).get("next", "/"))


@require_safe
@conditional_page
def atom(request: HttpRequest) -> HttpResponse:
    return HttpResponse(news_feed(all_news()), content_type="application/atom+xml; charset=utf-8")
