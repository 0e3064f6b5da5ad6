"""Tables in lists: a line is rendered once for whoever reads it alike; from then on only the clock's words change.

Rendering fifty of them anew takes six times as long as everything else on a player's own page.
"""

from collections.abc import Iterable
from datetime import datetime
from threading import Lock
from typing import Any

from django import template
from django.conf import settings
from django.template.context import Context
from django.template.loader import get_template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.presenters.lobby import Line

from .moments import GAP, Gaps

register = template.Library()
KEPT = 2048  # lines; one takes about 3 KB
Rendered = tuple[list[str], Gaps]  # the text around the gaps, and what is said in them
_kept: dict[tuple[Any, ...], Rendered] = {}
_lock = Lock()  # several threads render at once


@register.simple_tag(takes_context=True)
def tables(context: Context, lines: Iterable[Line], part: str, **given: str | bool) -> SafeString:
    """Return the tables of a list, each as ``part`` shows its ``card``. The part knows ``look`` and what is given."""
    now, language, look = timezone.now(), get_language(), context["look"]
    seen = (part, *given.items(), look, language, timezone.get_current_timezone_name(), timezone.localtime(now).year)
    seen += (settings.ROOT_URLCONF,)
    texts: list[str] = []
    for line in lines:
        rendered = _kept.get((seen, line.key))
        if rendered is None:
            rendered = _keep((seen, line.key), _render(line, part, context, {"look": look, **given}))
        _fill(texts, rendered, now, language)
    return SafeString("".join(texts))


def _fill(texts: list[str], rendered: Rendered, now: datetime, language: str | None) -> None:
    around, gaps = rendered
    texts.append(around[0])
    for (say, at), text in zip(gaps, around[1:], strict=True):
        texts += (say(at, now, language), text)


def _render(line: Line, part: str, context: Context, values: dict[str, Any]) -> Rendered:
    # In a context of its own: what is not named cannot get into the line.
    gaps: Gaps = []
    found: Any = get_template(part)
    text = found.template.render(context.new({"card": line.card(), "gaps": gaps, **values}))
    return text.split(GAP), gaps


def _keep(key: tuple[Any, ...], rendered: Rendered) -> Rendered:
    with _lock:
        if len(_kept) >= KEPT:
            _kept.pop(next(iter(_kept)))
        _kept[key] = rendered
    return rendered
