"""The form for a new table, built from the title's rulesets and options."""

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.validators import validate_no_control_characters
from games.engine.core import Title
from games.engine.values import OptionSpec
from games.models import SeatOrder
from games.presenters.people.robots import robot_views
from games.presenters.rules import value_name
from games.presenters.wording import join_phrases, phrase

from ..values import capitalised
from .share import ShareFieldsForm
from .times import TableTimesForm

PRIVACY = [
    ("", gettext_lazy("public: anyone can find it in the lobby, join and watch")),
    ("yes", gettext_lazy("private: only invited players can see it")),
]


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
        label=gettext_lazy("Hints: mark a robot’s suggestion"),
        required=False,
        help_text=gettext_lazy("Players read this before they join. Tables with robots only always have hints."),
    )
    seat_order = forms.ChoiceField(
        label=gettext_lazy("Seat order"),
        choices=capitalised(SeatOrder.offered()),
        initial=SeatOrder.RANDOM,
        widget=forms.RadioSelect,
    )
    draft = forms.CharField(widget=forms.HiddenInput, required=False, max_length=1000)

    def __init__(self, title: Title, *args: Any, **kwargs: Any) -> None:
        """Add the fields that depend on the title."""
        super().__init__(title, *args, **kwargs)
        self.title = title
        offered = [rules for rules in title.rulesets.values() if rules.offered]
        self.fields["ruleset"] = forms.ChoiceField(
            label=_("Rules"),
            choices=[(rules.key, phrase(title, rules.label)) for rules in offered],
            initial=offered[0].key,
            widget=forms.RadioSelect,
        )
        counts = [(str(count), str(count)) for count in range(title.min_seats, title.max_seats + 1)]
        self.fields["seat_count"] = forms.TypedChoiceField(
            label=_("Players"), choices=counts, coerce=int, initial=counts[0][0], widget=forms.RadioSelect
        )
        self.robots = robot_views(title)
        for number in range(2, title.max_seats + 1 if self.robots else 0):
            self.fields[f"seat_{number}"] = self._seat_field(number)
        self.fields["name"].widget.attrs["placeholder"] = _("We’ll pick one for you")
        for spec in title.option_specs:
            self.fields[f"option_{spec.name}"] = _option_field(title, spec)

    def _seat_field(self, number: int) -> forms.Field:
        """Return the choices for a further seat: open, or a robot."""
        text = _("%(name)s (robot, %(rank)s)")
        robots = [(robot.key, text % {"name": robot.name, "rank": robot.rank}) for robot in self.robots]
        label = _("Seat %(number)s") % {"number": number}
        return forms.ChoiceField(
            label=label, choices=capitalised([("", _("open to everyone")), *robots]), required=False
        )

    @property
    def further_seats(self) -> list[forms.BoundField]:
        """The fields of the further seats. Those beyond the number of players are ignored."""
        return [self[name] for name in self.fields if name.startswith("seat_") and name[5:].isdecimal()]

    @property
    def summaries(self) -> list[tuple[forms.boundfield.BoundWidget, str]]:
        """Each ruleset's radio button with its summary."""
        rules = self.title.rulesets
        return [(radio, phrase(self.title, rules[radio.data["value"]].summary)) for radio in self["ruleset"]]

    @property
    def options(self) -> list[forms.BoundField]:
        """The fields of the title's options."""
        return [self[f"option_{spec.name}"] for spec in self.title.option_specs]

    @property
    def has_changes(self) -> bool:
        """True if any option was sent."""
        return any(field.value() for field in self.options)

    def changes(self) -> Mapping[str, str]:
        """Return the options that differ from the chosen ruleset."""
        usual = self.title.rulesets[self.cleaned_data["ruleset"]].options
        sent = {spec.name: self.cleaned_data[f"option_{spec.name}"] for spec in self.title.option_specs}
        return {name: value for name, value in sent.items() if value and value != usual[name]}

    def settings(self) -> dict[str, Any]:
        """Return the arguments of ``create_table``."""
        sent = self.cleaned_data
        plain = {name: sent[name] for name in ("name", "ruleset", "seat_count", "seat_order", "share", "draft")}
        robots = [key for number in range(2, sent["seat_count"] + 1) if (key := sent.get(f"seat_{number}"))]
        rules = {"title": self.title.key, "options": self.changes(), "robots": robots}
        return {
            **plain,
            **rules,
            "times": self.times(),
            "is_private": sent["private"] == "yes",
            "has_hints": sent["hints"],
        }


def _option_field(title: Title, spec: OptionSpec) -> forms.Field:
    """Return a choice field, or a text field with examples for an option that takes other values too."""
    label = phrase(title, spec.label)
    named = [(value, value_name(title, spec, value)) for value in spec.values]
    if not spec.pattern:
        usual = ("", _("as the rules say"))
        return forms.ChoiceField(label=label, choices=capitalised([usual, *named]), required=False)
    proposals = join_phrases(value if name.startswith(f"{value} ") else f"{value} ({name})" for value, name in named)
    pattern = re.compile(f"^({'|'.join(map(re.escape, spec.values))}|{spec.pattern})$")
    return forms.RegexField(
        pattern,
        label=label,
        required=False,
        max_length=40,
        help_text=_("For example: %(some)s.") % {"some": proposals},
        error_messages={"invalid": _("This format is not valid. See the examples.")},
    )
