"""Stops at the search for an opponent and at standing challenges."""

from games.pairing.services import NewChallenge, open_challenge, save_settings
from tests.makers import make_user

from .stops import Stop, fill


def pairing() -> list[Stop]:
    """Return the page of standing challenges in its states."""
    leila, omar = make_user("Leila"), make_user("Omar")
    new = NewChallenge(title="marrakech", ruleset="gigamic", min_rating=1300, max_rating=1700, min_hours=4, max_games=3)
    row = open_challenge(leila, new)
    nora = make_user("Nora")
    save_settings(nora, is_paused=True)
    open_challenge(nora, NewChallenge(title="marram", ruleset="classic-short"))
    return [
        Stop("find an opponent, challenge", "/find/", omar),
        Stop("find an opponent, nobody", "/find/?title=marram", omar),
        Stop("challenges", "/challenges/", omar),
        Stop("challenges, own", "/challenges/", leila),
        Stop("challenges, changed", f"/challenges/?remake={row.pk}", leila),
        Stop("challenges, refused", "/challenges/", omar, fill(min_rating="1800", max_rating="1700")),
        Stop("challenges, paused", "/challenges/", nora),
    ]
