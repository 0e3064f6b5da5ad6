"""Advanced games for tests of emails. Their log is written at once."""

import random

from django.utils import timezone

from accounts.models import User
from games.core.log import log_of, state_of
from games.core.models import Entry, Game
from games.engine.registry import get_title
from games.notifications import outbox
from games.notifications.models import Kind, Notification
from games.play.after_action import rebuild_derived
from tests.makers import started_game

from .notifications import latest, reader


def late_game(*players: User, turn: int, kind: str = "turn", seed: int = 1, **settings: object) -> Game:
    """Return a game of these players that stops when the first of them must act, in this turn or later.

    ``kind`` is the prompt's: "turn" before the roll, "place" after it. The seed chooses every action at random; only
    the first rugs of two players come from the table's own dice.
    """
    game = started_game(*players, **settings)
    title, state, chooser = get_title(game.title), state_of(game), random.Random(seed)
    entries: list[Entry] = []
    ply = len(log_of(game))
    while True:
        prompt = title.prompt(state)
        if title.turn(state) >= turn and prompt and (prompt.seat, prompt.kind) == (0, kind):
            break
        action = chooser.choice(title.legal_actions(state))
        entry = Entry(game=game, ply=ply + len(entries), seat=action.seat, notation=title.notation(action))
        entry.at, entry.rules_version = timezone.now(), game.rules_version
        entries.append(entry)
        state = title.apply(state, action)
    Entry.objects.bulk_create(entries)
    rebuild_derived(game.pk)
    return Game.objects.get(pk=game.pk)


def turn_row(game: Game, user: User) -> Notification:
    """Return a row for the mail about this player's current turn."""
    outbox.queue(Kind.TURN, f"late:{game.pk}:{game.ply}", user=user, game=game)
    return latest(Kind.TURN, user, game)


def far_too_long(user: User, kind: str = "turn") -> Notification:
    """Return the row of a very large mail: four long names, a full board, many turns."""
    names = ("Konstantinos Papadimitriou-Oikonomidis", "Brünhilde von Schwarzenberg-Hohenlohe 4", "Wolfeschlegel" * 3)
    others = [reader(name=f"guest{number}", display_name=name) for number, name in enumerate(names)]
    name = "Le grand marché aux tapis du vendredi soir à Marrakech (IIe)"
    game = late_game(user, *others, turn=45, kind=kind, seed=8, name=name, is_private=True, options={"dirhams": "50"})
    return turn_row(game, user)
