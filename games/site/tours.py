"""Short tours: two or three sentences where a player first meets something, until they are dismissed."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Tour:
    """``place`` says where it is shown."""

    key: str
    title: Promise
    place: Promise
    text: Promise


TOURS: Mapping[str, Tour] = {
    tour.key: tour
    for tour in (
        Tour(
            "plan",
            _("Plan the whole turn"),
            _("On the page of a plan"),
            _(
                "Choose the direction and, for each face of the die, what you do then. One click rolls and plays "
                "the whole turn, so one visit is enough. You are asked again only for a face that you have left open."
            ),
        ),
        Tour(
            "orders",
            _("Orders in advance"),
            _("Where you order in advance"),
            _(
                "Choose your next turn while others play. With a condition, an order waits for one position only; you "
                "can add several, one for each case. If none fits, nothing is played, and it is your turn as usual."
            ),
        ),
        Tour(
            "replay",
            _("Replay"),
            _("In the replay of a game"),
            _(
                "Step through the game with the buttons or the arrow keys, or press a step in the log. When the game "
                "is over, you can play on from any position against a robot."
            ),
        ),
        Tour(
            "marram",
            _("Your first tile in Marram"),
            _("At a table of Marram, in your first turn"),
            _(
                "Choose a tile of your rack, then a place for it and how to turn it: edges that touch must show the "
                "same. A piece that you put on it claims the grass, sand or creature under it. You can change every "
                "choice until you confirm."
            ),
        ),
    )
}
