"""Taking over a seat, and taking one's own back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.common.forms import clean_or_raise
from games.core.models import Game
from games.play.decorators import redirect_to_table, table_action

from . import substitutes
from .forms import TakeSeatForm


@table_action
def take_seat(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    substitutes.take_seat(game.pk, clean_or_raise(TakeSeatForm(request.POST))["seat"], user, timezone.now())
    messages.success(request, _("The seat is yours. Its player may return within 14 days."))
    return redirect_to_table(request, game, "#play")


@table_action
def take_back(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    substitutes.take_back(game.pk, user, timezone.now())
    messages.success(request, _("You have your seat back."))
    return redirect_to_table(request, game, "#play")
