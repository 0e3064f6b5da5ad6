"""What pages of lower subjects offer of pairing and guides, which stand above them: their views cannot ask for it."""

from urllib.parse import urlencode

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.core.models import Game
from games.core.selectors import title_of
from games.guides.selectors import is_offered
from games.pairing.presenters import ChallengeView, challenge_views
from games.pairing.selectors import challenges_to_show
from games.play.robots import FIRST_ROBOT

register = template.Library()


@register.simple_tag(takes_context=True)
def challenges_that_suit(context: Context) -> list[ChallengeView]:
    """Return the standing challenges that the viewer can take up, none for visitors."""
    user = context.get("user")
    return challenge_views(challenges_to_show(user, timezone.now())) if isinstance(user, User) else []


@register.simple_tag(takes_context=True)
def first_game_offer(context: Context) -> bool:
    """Return True if the viewer is offered a first game with a guide."""
    user = context["user"]
    return is_offered(user if isinstance(user, User) else None, timezone.now())


@register.simple_tag
def robot_meanwhile(game: Game) -> str:
    """Return the address of a game of the same title against the first robot, "" if it has none."""
    if FIRST_ROBOT not in title_of(game).robots:
        return ""
    return f"{reverse('games:play_robot', args=[FIRST_ROBOT])}?{urlencode({'title': game.title})}"
