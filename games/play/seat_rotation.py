"""The seats of a rematch: everyone moves up by one, and the first player becomes the last."""

from collections.abc import Sequence

from games.core.models import Seat


def rotated_seats(seats: Sequence[Seat], before: Sequence[Seat]) -> list[Seat]:
    """Return the seats of a rematch in order of play. ``before`` are those of the last game in order of play.

    Players who were not there, or whose seat there another one took, get the places that are left, in order of joining.
    """
    left, found = list(seats), list[Seat | None]()
    for old in (*before[1:], *before[:1]):
        same = next((seat for seat in left if seat.user_id == old.user_id), None)
        found.append(same)
        if same:
            left.remove(same)
    others = iter(left)
    return [seat or next(others) for seat in found]
