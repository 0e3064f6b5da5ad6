"""Tables in lists: a line is rendered once for whoever reads it alike; from then on only the clock's words change.

Rendering fifty of them anew takes six times as long as everything else on a player's own page.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django import template
from django.conf import settings
from django.template.context import Context
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.shelf import Shelf, stand_in
from games.presenters.lists.game_cards import DashboardView, LazyCard
from games.presenters.look import Look

from .time_texts import GAP, Gaps

register = template.Library()
KEPT = 2048  # lines; one takes about 3 KB
COUNT = stand_in("count")
Rendered = tuple[list[str], Gaps]  # the text around the gaps, and what is said in them
_kept: Shelf[Rendered] = Shelf(KEPT)


class Hole(NamedTuple):
    """Where a list belongs: its name, the template of its lines, and what is given to that."""

    name: str
    part: str
    given: Mapping[str, str | bool]


class Frame:
    """Stands for a player's games while the rest of their page is rendered.

    It tells which lists have lines, COUNT for how many games wait, and says GAP in the place of a list.
    """

    def __init__(self, mine: DashboardView) -> None:
        self.waiting, self.running, self.open, self.finished, self.has_more = self.seen(mine)
        self.count, self.invitations = COUNT, ()
        self.holes: list[Hole] = []

    @staticmethod
    def seen(mine: DashboardView) -> tuple[bool, ...]:
        """Return what a frame depends on."""
        return bool(mine.waiting), bool(mine.running), bool(mine.open), bool(mine.finished), mine.has_more


@register.simple_tag(takes_context=True)
def tables(context: Context, mine: DashboardView | Frame, name: str, part: str, **given: str | bool) -> SafeString:
    """Return a list of tables, each as ``part`` shows its ``card``. The part knows ``look`` and what is given."""
    if isinstance(mine, Frame):
        mine.holes.append(Hole(name, part, given))
        return SafeString(GAP)
    return SafeString(filled(mine, Hole(name, part, given), context["look"]))


def filled(mine: DashboardView, hole: Hole, look: Look) -> str:
    """Return the lines that belong into a hole."""
    now, language = timezone.now(), get_language()
    reader = (look, language, timezone.get_current_timezone_name(), timezone.localtime(now).year)
    seen = (hole.part, *hole.given.items(), settings.ROOT_URLCONF, *reader)
    lines: Iterable[LazyCard] = getattr(mine, hole.name)
    texts: list[str] = []
    for line in lines:
        rendered = _kept.get((seen, line.key))
        if rendered is None:
            rendered = _kept.put((seen, line.key), _render(line, hole, look))
        _fill(texts, rendered, now, language)
    return "".join(texts)


def _fill(texts: list[str], rendered: Rendered, now: datetime, language: str | None) -> None:
    around, gaps = rendered
    texts.append(around[0])
    for (say, at), text in zip(gaps, around[1:], strict=True):
        texts += (say(at, now, language), text)


def _render(line: LazyCard, hole: Hole, look: Look) -> Rendered:
    # In a context of its own: what is not named cannot get into the line.
    gaps: Gaps = []
    found: Any = get_template(hole.part)
    text = found.template.render(Context({"card": line.card(), "gaps": gaps, "look": look, **hole.given}))
    return text.split(GAP), gaps
