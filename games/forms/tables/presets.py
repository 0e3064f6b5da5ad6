"""Usual tables, each opened by one button of the form for a new table."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.core import Title
from games.models import Pace, SeatOrder
from games.services.tables.new_table.time_settings import FIRST_ROBOT


@dataclass(frozen=True, slots=True)
class TablePreset:
    """A usual table: ``robots`` of them play, and the host can invite people if it ``is_private``."""

    key: str
    label: Promise
    summary: Promise
    seats: int
    pace: str
    is_private: bool = False
    robots: int = 0


PRESETS = (
    TablePreset(
        "friend",
        _("Quick with a friend"),
        _("Two players, brisk pace, private. You get a link for your friend."),
        seats=2,
        pace=Pace.BRISK,
        is_private=True,
    ),
    TablePreset(
        "classic", _("Classic"), _("Two players, usual pace. Anyone can join from the lobby."), seats=2, pace=Pace.USUAL
    ),
    TablePreset(
        "four",
        _("Four at a table"),
        _("Four players, usual pace. Anyone can join from the lobby."),
        seats=4,
        pace=Pace.USUAL,
    ),
    TablePreset(
        "robots",
        _("Against robots"),
        _("You and two robots, no clock. The game starts at once."),
        seats=3,
        pace=Pace.NONE,
        is_private=True,
        robots=2,
    ),
)


def presets_of(title: Title, *, only_robots: bool) -> list[TablePreset]:
    """Return the presets that this title can be played with; those without people for players who may meet none."""
    seats = range(title.min_seats, title.max_seats + 1)
    fitting = [preset for preset in PRESETS if preset.seats in seats]
    fitting = [preset for preset in fitting if not preset.robots or FIRST_ROBOT in title.robots]
    return [preset for preset in fitting if preset.robots or not only_robots]


def preset_data(title: Title, key: str, sent: Mapping[str, str]) -> dict[str, str] | None:
    """Return the fields of the form for a preset, with the dice of the sent form; None for an unknown preset."""
    preset = next((preset for preset in presets_of(title, only_robots=False) if preset.key == key), None)
    if preset is None:
        return None
    return {
        "ruleset": next(rules.key for rules in title.rulesets.values() if rules.offered),
        "seat_count": str(preset.seats),
        "pace": preset.pace,
        "private": "yes" if preset.is_private else "",
        "seat_order": SeatOrder.RANDOM,
        **{f"seat_{number}": FIRST_ROBOT for number in range(2, 2 + preset.robots)},
        **{name: sent.get(name, "") for name in ("draft", "entropy", "commitment", "words")},
    }
