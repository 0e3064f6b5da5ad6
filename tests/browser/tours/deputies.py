"""Stops at deputies, at seats that look for a player, and behind the links of emails about both and about proposals."""

from django.utils import timezone

from games.mail.links.deputies import deputy_link_token
from games.mail.links.proposals import proposal_link_token
from games.mail.links.seat_tokens import seat_token
from games.models import Game
from games.services.clocks import seats
from games.services.clocks.players.deputies import accept, end, name_deputy
from games.services.tables.proposals import propose
from tests.makers import make_user, play_on, started_game

from .stops import Stop, send


def deputies_and_seats() -> list[Stop]:
    """Return the pages of deputies in every state, and of a seat that is offered and taken."""
    leila, omar, nora, now = make_user("Leila"), make_user("Omar"), make_user("Nora"), timezone.now()
    waits = name_deputy(leila, omar.username, now)
    accepted = name_deputy(omar, nora.username, now)
    accept(nora, accepted.pk, now)
    over = name_deputy(nora, omar.username, now)
    end(omar, over.pk, now)
    game = play_on(started_game(leila, omar, name="The well"), 6)
    proposal = propose(game.pk, omar, "pause")
    seats.offer(Game.objects.get(pk=game.pk), game.seats.get(user=leila), now, now)
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
