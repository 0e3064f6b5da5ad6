"""Stops at deputies, at seats that look for a player, and behind the links of emails about both and about proposals."""

from django.utils import timezone

from games.core.models import Game
from games.deputies.selectors import deputy_link_token
from games.deputies.services import accept_request, end_deputy, name_deputy
from games.notifications.links import seat_token
from games.play.proposals import propose
from games.proposals.presenters import proposal_link_token
from games.time_outs import substitutes
from tests.makers import make_user, play_on, started_game

from .stops import Stop, send


def deputies_and_seats() -> list[Stop]:
    """Return the pages of deputies in every state, and of a seat that is offered and taken."""
    leila, omar, nora, now = make_user("Leila"), make_user("Omar"), make_user("Nora"), timezone.now()
    waits = name_deputy(leila, omar.username, now)
    accepted = name_deputy(omar, nora.username, now)
    accept_request(nora, accepted.pk, now)
    over = name_deputy(nora, omar.username, now)
    end_deputy(omar, over.pk, now)
    game = play_on(started_game(leila, omar, name="The well"), 6)
    proposal = propose(game.pk, omar, "pause")
    substitutes.offer(Game.objects.get(pk=game.pk), game.seats.get(user=leila), now, now)
    return [
        Stop("deputy, none", "/deputy/", make_user("Newcomer")),
        Stop("deputy, named", "/deputy/", leila),
        Stop("deputy, asked", "/deputy/", omar),
        Stop("deputy, accepted", "/deputy/", nora),
        Stop("deputy link", f"/m/deputy/{deputy_link_token(waits)}/"),
        Stop("deputy link, accepted", f"/m/deputy/{deputy_link_token(accepted)}/"),
        Stop("deputy link, over", f"/m/deputy/{deputy_link_token(over)}/"),
        Stop("seats", "/lobby/seats/", nora),
        Stop("table with a seat", game.get_absolute_url(), nora),
        Stop("seat link", f"/m/seat/{seat_token(leila, game)}/"),
        Stop("proposal link", f"/p/{proposal_link_token(proposal, leila)}/"),
        Stop("seat link, used", f"/m/seat/{seat_token(leila, game)}/", None, send()),
    ]
