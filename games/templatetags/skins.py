"""Template tags of the small pictures that a title's skin draws.

They show those of the page's title: ``view.title_key``, else the title of ``game``.
"""

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presenters.table.prompt import ChoiceView
from games.presenters.table.seats import StatView
from games.skins.registry import skin_of
from games.skins.skin import Skin

register = template.Library()


def _title(context: Context) -> str:
    found: str | None = getattr(context.get("view"), "title_key", None)
    return found or str(context["game"].title)


def _skin(context: Context) -> Skin:
    return skin_of(_title(context))


@register.simple_tag(takes_context=True)
def style_picture(context: Context, style: str, width: int, alt: str = "", css: str = "") -> SafeString:
    """Return the picture of a style, at most ``width`` pixels wide and half as high."""
    skin = _skin(context)
    wide, high = skin.style_size
    size = min(width, width * wide // (2 * high))
    return _picture(context, skin.style_icon(style), alt, css, (size, round(size * high / wide)))


@register.simple_tag(takes_context=True)
def choice_picture(context: Context, choice: ChoiceView, width: int) -> SafeString:
    """Return the picture of the piece that a choice is about, as it would lie there; "" for none."""
    if not choice.style:
        return SafeString("")
    css = f"choice__piece choice__piece--turn-{choice.turn}"
    return _picture(context, _skin(context).style_icon(choice.style), "", css, (width, width))


@register.simple_tag(takes_context=True)
def stat_picture(context: Context, stat: StatView, width: int) -> SafeString:
    """Return the picture of a figure in a panel, "" for none."""
    name = _skin(context).stat_icon(stat.name, stat.kind, stat.style)
    alt = "" if stat.kind == "piece" else stat.colour  # the number beside a piece names it
    return _picture(context, name, alt, "", (width, width)) if name else SafeString("")


@register.simple_tag(takes_context=True)
def stat_drawing(context: Context, kind: str, value: int) -> SafeString:
    """Return the drawing of a figure in a panel. The page must also contain {% stat_definitions %}."""
    return SafeString(_skin(context).stat_drawing(kind, value))


@register.simple_tag(takes_context=True)
def stat_definitions(context: Context) -> SafeString:
    """Return the hidden drawing that all figures of a page share."""
    return SafeString(_skin(context).stat_definitions)


@register.simple_tag(takes_context=True)
def result_picture(context: Context, result: object, width: int, alt: str = "", css: str = "die") -> SafeString:
    """Return the picture of a result of chance, the result itself for a title without one."""
    name = _skin(context).result_icon(str(result))
    return _picture(context, name, alt, css, (width, width)) if name else format_html("<b>{}</b>", result)


def _picture(context: Context, name: str, alt: str, css: str, size: tuple[int, int]) -> SafeString:
    css_class = format_html('class="{}" ', css) if css else ""
    address = reverse("games:art", args=[_title(context), name])
    return format_html('<img {}src="{}" alt="{}" width="{}" height="{}">', css_class, address, alt, *size)
