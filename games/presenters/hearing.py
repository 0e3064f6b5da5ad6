"""What a live region says when a table has changed: what happened since, and what is asked now."""

from .table import TableView

MOST_HEARD = 4  # plies: a turn and what it led to


def heard(view: TableView, seen: int | None) -> str:
    """Return what happened after the ply that was shown until now, and the question or state the table is in.

    Of many plies the last few are told. ``seen`` is None for whoever says nothing of it: they hear the state alone.
    The last ply of a game tells by itself how it ended.
    """
    fresh = [told.text for turn in view.turns for told in turn.told if seen is not None and told.ply > seen]
    if fresh and view.stage == "over":
        return " ".join(fresh[-MOST_HEARD:])
    return " ".join([*fresh[-MOST_HEARD:], view.ask.text if view.ask else view.status])
