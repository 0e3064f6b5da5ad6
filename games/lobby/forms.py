"""Forms of the lobby: its filter, a new table with the options of its title, joining, robots."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.validators import validate_no_control_characters
from games.board.robots import robot_views
from games.board.rules import minimum_choices, value_name
from games.clocks.paces import USUAL, PaceTimes, find_out_of_bounds
from games.clocks.presenters import PaceView, pace_view
from games.common.forms import DurationField, capitalised
from games.common.wording import join_phrases, phrase, phrase_for
from games.core.choices import LateRule, Pace, SeatOrder
from games.core.forms import ShareFieldsForm, ruleset_choices
from games.core.selectors import first_rules
from games.engine.core import Title
from games.engine.registry import TITLES
from games.engine.values import OptionSpec
from games.play.table_times import FIELDS, FIRST_ROBOT, LABELS, TimeSettings, bounds_text

from .models import TableNews
from .tables import NewTable

PRIVACY = [
    ("", gettext_lazy("public: anyone can find it in the lobby, join and watch")),
    ("yes", gettext_lazy("private: only invited players can see it")),
]

OWN_HELP: dict[str, Promise] = {
    "bank": gettext_lazy("1 hour to 60 days. The time that everyone has saved when the game starts."),
    "increment": gettext_lazy("0 to 14 days."),
    "cap": gettext_lazy("Up to 90 days. Turns add no more time to a bank that holds this much."),
    "grace": gettext_lazy("0 to 24 hours. An answer within this time takes nothing from the bank."),
    "ceiling": gettext_lazy("1 to 120 days. The deadline is never later, so that the others can plan."),
}
DEADLINES = [
    ("", gettext_lazy("hard: the game goes on by itself")),
    ("yes", gettext_lazy("soft: nothing happens until another player asks for the game to go on")),
]

USUAL_PACES = (Pace.BRISK, Pace.USUAL, Pace.LEISURELY, Pace.NONE)
SHARED_HOURS = (2, 4, 6, 8, 10, 12)
FOR_PLAYERS = ("hours", "open_to_me")  # tables that suit them


class BranchForm(ShareFieldsForm):
    """A game against a robot from a position of this one: ply, seat, robot, and the dice that the page has shown."""

    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=10_000)
    seat = forms.IntegerField(label=_("Your seat"), min_value=0, max_value=25)
    robot = forms.CharField(label=_("Robot"), max_length=20)
    draft = forms.CharField(required=False, max_length=1000)


class TableTimesForm(forms.Form):
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
        initial=LateRule.STAND_IN,
        widget=forms.RadioSelect,
    )
    no_holidays = forms.BooleanField(
        label=gettext_lazy("Holidays do not stop the clock"),
        required=False,
    )

    def __init__(self, title: Title, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in FIELDS:
            self.fields[f"own_{name}"] = DurationField(
                label=LABELS[name], help_text=OWN_HELP[name], required=False, initial=getattr(USUAL, name)
            )
        labels = {
            "min_games": gettext("Finished games"),
            "max_stand_in_turns": gettext("Turns played by a stand-in robot in the last year"),
            "max_answer_days": gettext("Usual time to answer"),
        }
        for name, choices in minimum_choices().items():
            self.fields[name] = forms.TypedChoiceField(
                label=labels[name], choices=capitalised(choices), coerce=int, empty_value=None, required=False
            )
        robots = [(robot.key, robot.name) for robot in robot_views(title)]
        if robots:
            first = FIRST_ROBOT if FIRST_ROBOT in title.robots else robots[0][0]
            label = gettext("Robot that takes the seat after a day")
            self.fields["late_robot"] = forms.ChoiceField(label=label, choices=robots, required=False, initial=first)

    @property
    def pace_choices(self) -> Iterator[tuple[forms.boundfield.BoundWidget, str]]:
        """The paces that most tables have, and what they mean."""
        return ((radio, text) for radio, text in self._paces() if radio.data["value"] in USUAL_PACES)

    @property
    def further_paces(self) -> Iterator[tuple[forms.boundfield.BoundWidget, str]]:
        """The fixed paces, and last the host's own one, whose fields follow."""
        found = [one for one in self._paces() if one[0].data["value"] not in USUAL_PACES]
        return iter(sorted(found, key=lambda one: one[0].data["value"] == Pace.OWN))

    def _paces(self) -> Iterator[tuple[forms.boundfield.BoundWidget, str]]:
        for radio in self["pace"]:
            key = radio.data["value"]
            yield radio, gettext("Your own times: fill them in below.") if key == Pace.OWN else pace_view(key).summary

    @property
    def own_fields(self) -> list[forms.BoundField]:
        return [self[f"own_{name}"] for name in FIELDS]

    @property
    def minimum_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in minimum_choices()]

    @property
    def has_minimum(self) -> bool:
        """True if something was sent that the table asks of players."""
        return any(field.value() for field in self.minimum_fields)

    @property
    def robot_field(self) -> forms.BoundField | None:
        return self["late_robot"] if "late_robot" in self.fields else None

    @property
    def has_further_pace(self) -> bool:
        return self["pace"].value() not in USUAL_PACES

    @property
    def has_late_changes(self) -> bool:
        """True if anything but the usual was sent for late players."""
        return bool(self["soft"].value() or self["no_holidays"].value() or self["late_rule"].value() == LateRule.OUT)

    def clean(self) -> dict[str, Any] | None:
        sent = super().clean() or self.cleaned_data
        if sent.get("pace") == Pace.OWN:
            missing = [name for name in FIELDS if sent.get(f"own_{name}") is None]
            for name in missing:
                if f"own_{name}" not in self.errors:
                    self.add_error(f"own_{name}", gettext("Enter a whole number of hours or days."))
            faults = [] if missing else find_out_of_bounds(_pace_times(sent))
            for fault in faults:
                self.add_error(f"own_{fault.field}", bounds_text(fault))
        return sent

    def times(self) -> TimeSettings:
        sent = self.cleaned_data
        own = {name: sent[f"own_{name}"] for name in FIELDS} if sent["pace"] == Pace.OWN else None
        return TimeSettings(
            pace=sent["pace"],
            own_pace=own,
            has_soft_deadlines=sent["soft"] == "yes",
            forbids_holidays=sent["no_holidays"],
            late_rule=sent["late_rule"] or LateRule.STAND_IN,
            late_robot=sent.get("late_robot", ""),
            **{name: sent[name] for name in minimum_choices()},
        )


class NewTableForm(ShareFieldsForm, TableTimesForm):
    """The settings of a new table: those of ``title``, and those common to all titles."""

    name = forms.CharField(
        label=gettext_lazy("Table name"), max_length=60, required=False, validators=[validate_no_control_characters]
    )
    private = forms.ChoiceField(
        label=gettext_lazy("Who can join"),
        choices=capitalised(PRIVACY),
        required=False,
        initial="",
        widget=forms.RadioSelect,
    )
    hints = forms.BooleanField(
        label=gettext_lazy("Hints: show a robot’s suggestion"),
        required=False,
        help_text=gettext_lazy("Tables with robots only always have hints."),
    )
    rated = forms.BooleanField(
        label=gettext_lazy("Rated: the game changes the ratings of its players"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Private tables, tables with hints and games against robots only are never rated."),
    )
    seat_order = forms.ChoiceField(
        label=gettext_lazy("Seat order"),
        choices=capitalised(SeatOrder.offered()),
        initial=SeatOrder.RANDOM,
        widget=forms.RadioSelect,
    )
    draft = forms.CharField(widget=forms.HiddenInput, required=False, max_length=1000)

    def __init__(self, title: Title, *args: Any, **kwargs: Any) -> None:
        super().__init__(title, *args, **kwargs)
        self.title = title
        offered = [rules for rules in title.rulesets.values() if rules.offered]
        self.fields["ruleset"] = forms.ChoiceField(
            label=gettext("Rules"),
            choices=[(rules.key, phrase(title, rules.label)) for rules in offered],
            initial=offered[0].key,
            widget=forms.RadioSelect,
        )
        counts = [(str(count), str(count)) for count in range(title.min_seats, title.max_seats + 1)]
        self.fields["seat_count"] = forms.TypedChoiceField(
            label=gettext("Players"), choices=counts, coerce=int, initial=counts[0][0], widget=forms.RadioSelect
        )
        self.robots = robot_views(title)
        for number in range(2, title.max_seats + 1 if self.robots else 0):
            self.fields[f"seat_{number}"] = self._seat_field(number)
        self.fields["name"].widget.attrs["placeholder"] = gettext("We’ll pick one for you")
        for spec in title.option_specs:
            self.fields[f"option_{spec.name}"] = _option_field(title, spec)

    def _seat_field(self, number: int) -> forms.Field:
        text = gettext("%(name)s (robot, %(rank)s)")
        robots = [(robot.key, text % {"name": robot.name, "rank": robot.rank}) for robot in self.robots]
        label = gettext("Seat %(number)s") % {"number": number}
        return forms.ChoiceField(
            label=label, choices=capitalised([("", gettext("open to everyone")), *robots]), required=False
        )

    @property
    def further_seats(self) -> list[forms.BoundField]:
        """The fields of the further seats. Those beyond the number of players are ignored."""
        return [self[name] for name in self.fields if name.startswith("seat_") and name[5:].isdecimal()]

    @property
    def has_more(self) -> bool:
        """True if the seat order or hints that were sent are not the usual ones."""
        return bool(self["seat_order"].value() != SeatOrder.RANDOM or self["hints"].value())

    @property
    def summaries(self) -> list[tuple[forms.boundfield.BoundWidget, dict[str, str]]]:
        """The rulesets, and what each says by number of players; only "" if it says the same to all."""
        return [(radio, self._summaries_of(radio.data["value"])) for radio in self["ruleset"]]

    def _summaries_of(self, ruleset: str) -> dict[str, str]:
        key, counts = self.title.rulesets[ruleset].summary, range(self.title.min_seats, self.title.max_seats + 1)
        texts = {str(count): phrase_for(self.title, key, count) for count in counts}
        return texts if len({*texts.values()}) > 1 else {"": phrase(self.title, key)}

    @property
    def options(self) -> list[forms.BoundField]:
        return [self[f"option_{spec.name}"] for spec in self.title.option_specs]

    @property
    def has_changes(self) -> bool:
        return any(field.value() for field in self.options)

    def changes(self) -> Mapping[str, str]:
        usual = self.title.rulesets[self.cleaned_data["ruleset"]].options
        sent = {spec.name: self.cleaned_data[f"option_{spec.name}"] for spec in self.title.option_specs}
        return {name: value for name, value in sent.items() if value and value != usual[name]}

    def new_table(self) -> NewTable:
        sent = self.cleaned_data
        plain = {name: sent[name] for name in ("name", "ruleset", "seat_count", "seat_order", "share", "draft")}
        return NewTable(
            **plain,
            title=self.title.key,
            options=self.changes(),
            robots=[key for number in range(2, sent["seat_count"] + 1) if (key := sent.get(f"seat_{number}"))],
            times=self.times(),
            is_private=sent["private"] == "yes",
            has_hints=sent["hints"],
            is_rated=sent["rated"],
        )


def _option_field(title: Title, spec: OptionSpec) -> forms.Field:
    label = phrase(title, spec.label)
    named = [(value, value_name(title, spec, value)) for value in spec.values]
    if not spec.pattern:
        usual = ("", gettext("as the rules say"))
        return forms.ChoiceField(label=label, choices=capitalised([usual, *named]), required=False)
    proposals = join_phrases(value if name.startswith(f"{value} ") else f"{value} ({name})" for value, name in named)
    pattern = re.compile(f"^({'|'.join(map(re.escape, spec.values))}|{spec.pattern})$")
    return forms.RegexField(
        pattern,
        label=label,
        required=False,
        max_length=40,
        help_text=gettext("For example: %(some)s.") % {"some": proposals},
        error_messages={"invalid": gettext("This format is not valid. See the examples.")},
    )


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

    @property
    def pace_view(self) -> PaceView:
        return pace_view(self.pace)

    @property
    def pace_text(self) -> str:
        """What the name of the pace means, "" without a clock."""
        return self.pace_view.short_summary


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
        "classic",
        _("Two at a table"),
        _("Two players, usual pace, rated. Anyone can join from the lobby."),
        seats=2,
        pace=Pace.USUAL,
    ),
    TablePreset(
        "four",
        _("Four at a table"),
        _("Four players, usual pace, rated. Anyone can join from the lobby."),
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


def presets_of(title: Title, *, only_robots: bool, only_people: bool = False) -> list[TablePreset]:
    """Return the presets that this title can be played with; those without people for players who may meet none."""
    seats = range(title.min_seats, title.max_seats + 1)
    fitting = [preset for preset in PRESETS if preset.seats in seats]
    fitting = [preset for preset in fitting if not preset.robots or FIRST_ROBOT in title.robots]
    fitting = [preset for preset in fitting if not preset.robots or not only_people]
    return [preset for preset in fitting if preset.robots or not only_robots]


def preset_data(title: Title, key: str, sent: Mapping[str, str]) -> dict[str, str] | None:
    """Return the fields of the form for a preset, with the dice of the sent form; None for an unknown preset."""
    preset = next((preset for preset in presets_of(title, only_robots=False) if preset.key == key), None)
    if preset is None:
        return None
    return {
        "ruleset": first_rules(title),
        "seat_count": str(preset.seats),
        "pace": preset.pace,
        "private": "yes" if preset.is_private else "",
        "seat_order": SeatOrder.RANDOM,
        "rated": "" if preset.is_private else "on",
        **{f"seat_{number}": FIRST_ROBOT for number in range(2, 2 + preset.robots)},
        **{name: sent.get(name, "") for name in ("draft", "entropy", "commitment", "words", "table")},
    }


def _pace_times(sent: dict[str, Any]) -> PaceTimes:
    bank, increment, cap, grace, ceiling = (sent[f"own_{name}"] for name in FIELDS)
    return PaceTimes(bank, increment, cap, grace, ceiling)


class JoinForm(ShareFieldsForm):
    """Taking a seat."""


class OneClickForm(ShareFieldsForm):
    """A rematch, or a game against a robot. The page has not shown the dice of ``draft``; new ones are as good.

    Only a device has seen the code in it, so without a commitment the draft is left out: it may be out of date.
    """

    draft = forms.CharField(required=False, max_length=1000)

    def clean(self) -> dict[str, Any] | None:
        values = super().clean() or self.cleaned_data
        return values if values["share"].commitment else {**values, "draft": ""}


class PlayAgainForm(OneClickForm):
    """A rematch; against robots, perhaps with another one in their seats."""

    robot = forms.CharField(required=False, max_length=20)


class RobotGameQueryForm(forms.Form):
    """The title of a game against a robot, by default the first one that it plays."""

    title = forms.CharField(required=False, max_length=30)


class StartRobotGameForm(RobotGameQueryForm, OneClickForm):
    """A game against a robot."""


def hours_choices() -> list[tuple[str, str]]:
    return [
        (str(n), ngettext("at least %(count)d hour a day", "at least %(count)d hours a day", n) % {"count": n})
        for n in SHARED_HOURS
    ]


class LobbyForm(forms.Form):
    """The filter of the lobby. Visitors do not get the fields FOR_PLAYERS."""

    title = forms.ChoiceField(required=False)
    ruleset = forms.ChoiceField(required=False)
    pace = forms.ChoiceField(required=False)
    seats = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    sort = forms.ChoiceField(required=False)
    hours = forms.TypedChoiceField(required=False, coerce=int, empty_value=None)
    open_to_me = forms.BooleanField(required=False)

    def __init__(self, *args: Any, is_player: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._offer("hours", gettext("Awake together"), ("", gettext("any hours")), *hours_choices())
        self.fields["open_to_me"].label = gettext("Only tables that I can join")
        if not is_player:
            for name in FOR_PLAYERS:
                del self.fields[name]
        names = [(title.key, title.name) for title in TITLES.values()]
        self._offer("title", gettext("Game"), ("", gettext("all games")), *names)
        self._offer("ruleset", gettext("Rules"), ("", gettext("all rules")), *ruleset_choices())
        self._offer("pace", gettext("Pace"), ("", gettext("any pace")), *Pace.choices)
        most = max(title.max_seats for title in TITLES.values())
        counts = [
            (str(count), ngettext("%(count)d player", "%(count)d players", count) % {"count": count})
            for count in range(2, most + 1)
        ]
        self._offer("seats", gettext("Players"), ("", gettext("any number")), *counts)
        newest = gettext("newest first")
        default = {"": gettext("best match"), "new": newest} if is_player else {"": newest}
        orders = {**default, "age": gettext("oldest first"), "pace": gettext("pace")}
        self._offer("sort", gettext("Sort by"), *orders.items(), ("seats", gettext("free seats")))

    def chosen_labels(self) -> list[str]:
        """Return what is chosen, in words: "Brisk", "3 players"."""
        labels = []
        for name, field in self.fields.items():
            value = self.data.get(name)
            if name == "title" and self.data.get("ruleset", "").startswith(f"{value}:"):
                continue  # the label of the rules begins with it
            if value and isinstance(field, forms.ChoiceField):
                choices = cast("Iterable[tuple[Any, Any]]", field.choices)
                labels += [str(label) for choice, label in choices if str(choice) == value]
            elif value:
                labels.append(str(field.label))
        return labels

    def _offer(self, name: str, label: str, *choices: tuple[Any, Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.label, field.choices = label, capitalised(choices)


class TableNewsForm(forms.Form):
    """How a player learns of the new tables of a saved filter."""

    news = forms.ChoiceField(label=_("Notify me"), choices=capitalised(TableNews.choices))


class RobotForm(forms.Form):
    """A robot for a free seat. The service checks whether it exists."""

    robot = forms.CharField(label=_("Robot"), max_length=20)


class InvitePlayerForm(forms.Form):
    player = forms.CharField(label=_("Player"), max_length=60)


class ChallengeForm(forms.Form):
    """The player for whom a table is opened. Invalid values are ignored."""

    player = forms.CharField(max_length=60, required=False)


class InviteAddressForm(forms.Form):
    email = forms.EmailField(label=_("Email address"), max_length=254)


class WithdrawInvitationForm(forms.Form):
    invitation = forms.CharField(max_length=16)
