"""Views of the links in emails that answer a question with yes or no, without signing in.

The questions are a request to be a deputy, and a proposal to everyone at a table.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from accounts.selectors import display_name
from games.errors import Forbidden
from games.forms.tables.deputies import AnswerRequestForm
from games.forms.values import clean_or_raise
from games.mail.links.deputies import DeputyToken, read_deputy_link
from games.mail.links.proposals import ProposalToken, read_proposal_link
from games.mail.recipient import user_locale
from games.presenters.people.deputies import request_view
from games.presenters.table.proposals.link import proposal_link_view
from games.selectors.tables.turn_links import player_of_link
from games.services.clocks.players import deputies
from games.services.tables import proposals

from ..decorators import recover_with
from ..table.turn_link import ELSEWHERE, is_from_other_site, player_who_acts, private


class LinkToken(Protocol):
    """What a link says of its player."""

    @property
    def user_id(self) -> int:
        """The player who may answer."""


@dataclass(frozen=True, slots=True)
class AnswerLink:
    """A kind of link. ``page`` returns what the template shows of the question, ``answer`` answers it."""

    name: str
    template: str
    read: Callable[[str], Any]
    page: Callable[[Any, User], Mapping[str, object]]
    answer: Callable[[Any, User, bool], object]


def _view_of(link: AnswerLink) -> Callable[[HttpRequest, str], HttpResponse]:
    """Return the view of a kind of link: a page with two buttons. POST answers; GET changes nothing."""

    # No CSRF token, for the reasons given in ``turn_link``.
    @csrf_exempt
    @require_http_methods(["GET", "HEAD", "POST"])
    def view(request: HttpRequest, token: str) -> HttpResponse:
        key = link.read(token)
        if request.method != "POST":
            return _page(request, link, key)
        if is_from_other_site(request):
            raise Forbidden("elsewhere", ELSEWHERE)
        is_yes = clean_or_raise(AnswerRequestForm(request.POST))["answer"] == "yes"
        link.answer(key, player_who_acts(key.user_id), is_yes)
        return private(redirect(f"games:{link.name}", token))

    recover_with(view, lambda request, error, token: _page(request, link, link.read(token), error))
    return view


def _page(request: HttpRequest, link: AnswerLink, key: LinkToken, error: SiteError | None = None) -> HttpResponse:
    """Render the page of a link, in the language of its player."""
    player = player_of_link(key.user_id)
    if player is None:
        return private(render(request, "games/table/turn_link_closed.html", status=410))
    with user_locale(player):
        context = {"holder": display_name(player), "holder_id": player.pk, **link.page(key, player)}
        context["error"] = str(error.message) if error else ""
        return private(render(request, link.template, context, status=error.status if error else 200))


def _deputy_page(key: DeputyToken, player: User) -> Mapping[str, object]:
    return {"deputy": request_view(player, key.deputy_id)}


def _answer_request(key: DeputyToken, player: User, is_yes: bool) -> object:
    return (deputies.accept if is_yes else deputies.end)(player, key.deputy_id, timezone.now())


def _proposal_page(key: ProposalToken, player: User) -> Mapping[str, object]:
    view = proposal_link_view(key.proposal_id, player)
    return {"view": view, "game": view.game}


def _answer_proposal(key: ProposalToken, player: User, is_yes: bool) -> object:
    return proposals.answer(key.game_id, key.proposal_id, player, is_yes)


DEPUTY_LINK = AnswerLink("deputy_link", "games/site/deputy_link.html", read_deputy_link, _deputy_page, _answer_request)
PROPOSAL_LINK = AnswerLink(
    "proposal_link",
    "games/table/proposal_link.html",
    read_proposal_link,
    _proposal_page,
    _answer_proposal,
)
deputy_link = _view_of(DEPUTY_LINK)
proposal_link = _view_of(PROPOSAL_LINK)
