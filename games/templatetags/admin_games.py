"""The games of an account, for the administrators' pages of users."""

from django import template
from django.db.models import QuerySet

from accounts.models import User
from games.core.models import Game

register = template.Library()


@register.filter
def running_games(user: User) -> QuerySet[Game]:
    """Return the running games in which this user has a seat, latest first."""
    return Game.objects.running_for(user).order_by("-id")
