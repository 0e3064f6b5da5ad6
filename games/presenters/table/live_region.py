"""What a live region says when a table has changed: what happened since, and what is asked now."""

from .view import TableView

MAX_ANNOUNCED = 4  # plies: a turn and what it led to


def live_region_text(view: TableView, seen: int | None) -> str:
    """Return what happened after the ply that was shown until now, and the question or state the table is in.

    Of many plies the last few are told. ``seen`` is None for whoever says nothing of it: they hear the state alone.
    The last ply of a game tells by itself how it ended.
    """
    fresh = [entry.text for turn in view.turns for entry in turn.texts if seen is not None and entry.ply > seen]
    if fresh and view.stage == "over":
        return " ".join(fresh[-MAX_ANNOUNCED:])
    return " ".join([*fresh[-MAX_ANNOUNCED:], view.ask.text if view.ask else view.status])
