"""The part of a new table's form about time: pace, deadlines, late players, holidays, and what is asked of players."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.core import Title
from games.models import LateRule, Pace
from games.presenters.clocks.paces import pace_view
from games.presenters.minimum import minimum_choices
from games.presenters.people.robots import robot_views
from games.services.tables.new_table.time_settings import FIELDS, FIRST_ROBOT, LABELS, TimeSettings, bounds_text
from games.services.time.paces import USUAL, PaceTimes, find_out_of_bounds

from ..durations import DurationField
from ..values import capitalised

OWN_HELP: dict[str, Promise] = {
    "bank": gettext_lazy("1 hour to 60 days. The time that everyone has saved when the game starts."),
    "increment": gettext_lazy("0 to 14 days."),
    "cap": gettext_lazy("Up to 90 days. Turns add no more time to a bank that holds this much."),
    "grace": gettext_lazy("0 to 24 hours. An answer within this time takes nothing from the bank."),
    "ceiling": gettext_lazy("1 to 120 days. The deadline is never later, so that the others can plan."),
}
DEADLINES = [
    ("", gettext_lazy("hard: the game goes on by itself")),
    ("yes", gettext_lazy("soft: nothing happens until another player asks the game to go on")),
]


class TableTimesForm(forms.Form):
    """The times of a table."""

    pace = forms.ChoiceField(
        label=gettext_lazy("Pace"), choices=capitalised(Pace.choices), initial=Pace.USUAL, widget=forms.RadioSelect
    )
    soft = forms.ChoiceField(
        label=gettext_lazy("When time runs out"),
        choices=capitalised(DEADLINES),
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    late_rule = forms.ChoiceField(
        label=gettext_lazy("A player who stays away"),
        choices=capitalised(LateRule.choices),
        required=False,
        initial=LateRule.HOUSE,
        widget=forms.RadioSelect,
    )
    no_holidays = forms.BooleanField(
        label=gettext_lazy("Holidays do not stop the clock"),
        required=False,
        help_text=gettext_lazy("Players read this before they join."),
    )

    def __init__(self, title: Title, *args: Any, **kwargs: Any) -> None:
        """Add the times of an own pace, and the robots of the title."""
        super().__init__(*args, **kwargs)
        for name in FIELDS:
            self.fields[f"own_{name}"] = DurationField(
                label=LABELS[name], help_text=OWN_HELP[name], required=False, initial=getattr(USUAL, name)
            )
        labels = {
            "min_games": _("Finished games"),
            "max_house_turns": _("Turns played by the house in the last year"),
            "max_answer_days": _("Usual time to answer"),
        }
        for name, choices in minimum_choices().items():
            self.fields[name] = forms.TypedChoiceField(
                label=labels[name], choices=capitalised(choices), coerce=int, empty_value=None, required=False
            )
        robots = [(robot.key, robot.name) for robot in robot_views(title)]
        if robots:
            first = FIRST_ROBOT if FIRST_ROBOT in title.robots else robots[0][0]
            label = _("Robot that takes the seat after a day")
            self.fields["late_robot"] = forms.ChoiceField(label=label, choices=robots, required=False, initial=first)

    @property
    def pace_choices(self) -> Iterator[tuple[forms.boundfield.BoundWidget, str]]:
        """Each pace's radio button with its times in words."""
        for radio in self["pace"]:
            key = radio.data["value"]
            yield radio, _("Your own times: fill them in below.") if key == Pace.OWN else pace_view(key).summary

    @property
    def own_fields(self) -> list[forms.BoundField]:
        """The times of an own pace."""
        return [self[f"own_{name}"] for name in FIELDS]

    @property
    def minimum_fields(self) -> list[forms.BoundField]:
        """What the table asks of players."""
        return [self[name] for name in minimum_choices()]

    @property
    def has_minimum(self) -> bool:
        """True if something was sent that the table asks of players."""
        return any(field.value() for field in self.minimum_fields)

    @property
    def robot_field(self) -> forms.BoundField | None:
        """The robot that takes seats, None for a title without robots."""
        return self["late_robot"] if "late_robot" in self.fields else None

    @property
    def is_own(self) -> bool:
        """True if the pace "own" was sent."""
        return bool(self["pace"].value() == Pace.OWN)

    @property
    def has_late_changes(self) -> bool:
        """True if anything but the usual was sent for late players."""
        return bool(self["soft"].value() or self["no_holidays"].value() or self["late_rule"].value() == LateRule.OUT)

    def clean(self) -> dict[str, Any] | None:
        """Check the times of an own pace, each error at its field."""
        sent = super().clean() or self.cleaned_data
        if sent.get("pace") == Pace.OWN:
            missing = [name for name in FIELDS if sent.get(f"own_{name}") is None]
            for name in missing:
                if f"own_{name}" not in self.errors:
                    self.add_error(f"own_{name}", _("Enter a whole number of hours or days."))
            faults = [] if missing else find_out_of_bounds(_pace_times(sent))
            for fault in faults:
                self.add_error(f"own_{fault.field}", bounds_text(fault))
        return sent

    def times(self) -> TimeSettings:
        """Return the times of the table."""
        sent = self.cleaned_data
        own = {name: sent[f"own_{name}"] for name in FIELDS} if sent["pace"] == Pace.OWN else None
        return TimeSettings(
            pace=sent["pace"],
            own_pace=own,
            has_soft_deadlines=sent["soft"] == "yes",
            forbids_holidays=sent["no_holidays"],
            late_rule=sent["late_rule"] or LateRule.HOUSE,
            late_robot=sent.get("late_robot", ""),
            **{name: sent[name] for name in minimum_choices()},
        )


def _pace_times(sent: dict[str, Any]) -> PaceTimes:
    bank, increment, cap, grace, ceiling = (sent[f"own_{name}"] for name in FIELDS)
    return PaceTimes(bank, increment, cap, grace, ceiling)
