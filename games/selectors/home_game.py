"""The game that the first page shows."""

from games.models import Game, Status

FEWEST_PLIES = 40  # a shorter one is over before anybody has looked


def latest_finished_game() -> Game | None:
    """Return the public game that was played to its end last, None where there is none yet."""
    ended = Game.objects.filter(status=Status.FINISHED, is_private=False, end_reason="rugs", ply__gte=FEWEST_PLIES)
    return ended.order_by("-id").first()
