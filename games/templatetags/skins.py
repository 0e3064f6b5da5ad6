"""Template tags of the small pictures that a title's skin draws.

They show those of the page's title: ``view.title_key``, else the title of ``game``.
"""

from functools import lru_cache

from django import template
from django.template.context import Context
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from games.board.prompt import ChoiceView
from games.board.seats import SeatView, StatView
from games.board.still_boards import still_board
from games.engine.prompts import SCORE
from games.pictures.registry import art_address, skin_of

register = template.Library()


def _title(context: Context) -> str:
    found: str | None = getattr(context.get("view"), "title_key", None)
    return found or str(context["game"].title)


register.simple_tag(art_address)


@register.simple_tag(takes_context=True)
def style_picture(context: Context, style: str, width: int, alt: str = "", css: str = "") -> SafeString:
    """Return the picture of a style, at most ``width`` pixels wide and half as high."""
    title = _title(context)
    skin = skin_of(title)
    wide, high = skin.style_size
    size = min(width, width * wide // (2 * high))
    return _picture(title, skin.style_icon(style), alt, css, (size, round(size * high / wide)))


@register.simple_tag(takes_context=True)
def choice_picture(context: Context, choice: ChoiceView, width: int) -> SafeString:
    """Return the picture of the piece that a choice is about, as it would lie there; "" for none."""
    if not choice.style:
        return SafeString("")
    title, css = _title(context), f"choice__piece choice__piece--turn-{choice.turn}"
    return _picture(title, skin_of(title).style_icon(choice.style), "", css, (width, width))


@register.simple_tag(takes_context=True)
def stat_picture(context: Context, stat: StatView, width: int) -> SafeString:
    title = _title(context)
    name = skin_of(title).stat_icon(stat.name, stat.kind, stat.style)
    alt = stat.text if stat.kind == "piece" else stat.colour  # the number beside a piece names it
    return _picture(title, name, alt, "", (width, width)) if name else SafeString("")


@register.simple_tag(takes_context=True)
def seat_stats(context: Context, seat: SeatView) -> SafeString:
    """Return the figures of a seat. The page must also contain {% stat_definitions %}.

    Sixteen figures as nodes of a template would take 2 ms of a table's page.
    """
    coming = {stat.style for stat in seat.stats if stat.kind == "next"}
    next_word = format_html('<dd class="seat__coming" aria-hidden="true">{}</dd>', pgettext("piece", "next"))
    return format_html_join(
        "\n",
        '<div class="seat__{}{}"><dt{}>{}</dt>\n{}{}</div>',
        (
            (
                stat.kind,
                " seat__pieces--next" if stat.kind == "pieces" and stat.style in coming else "",
                "" if stat.is_labelled else SafeString(' class="visually-hidden"'),
                stat.label,
                _stat_values(context, stat, seat.number),
                next_word if stat.kind == "pieces" and stat.style in coming else "",
            )
            for stat in seat.stats
        ),
    )


def _stat_values(context: Context, stat: StatView, seat: int | None) -> SafeString:
    if stat.kind != "piece":
        return format_html("<dd>{}</dd>", _stat_value(context, stat, seat))
    pieces = ((stat_picture(context, piece, 48), piece.value) for piece in stat.pieces)
    return format_html_join("", "<dd>{} {}</dd>", pieces)


def _stat_value(context: Context, stat: StatView, seat: int | None) -> SafeString:
    if stat.style:
        shown = style_picture(context, stat.style, 32, alt=stat.colour)
        return shown if stat.kind == "next" else format_html("{} {}", shown, stat.value)
    if stat.flows or stat.kind == SCORE:
        return format_html(
            "<span{}{}>{}</span> {}",
            format_html(' data-figure="{}"', seat) if stat.flows else "",
            format_html(' data-score-of="{}"', seat) if stat.kind == SCORE else "",
            stat.value,
            SafeString(skin_of(_title(context)).stat_drawing(stat.kind, stat.value)),
        )
    return format_html("{} {}", stat_picture(context, stat, 20), stat.value)


@register.simple_tag(takes_context=True)
def stat_definitions(context: Context) -> SafeString:
    """Return the hidden drawing that all figures of a page share."""
    return SafeString(skin_of(_title(context)).stat_definitions)


@register.simple_tag
def still(name: str) -> SafeString:
    """Return the drawing of an example."""
    return still_board(name)


@register.simple_tag(takes_context=True)
def result_picture(context: Context, result: object, width: int, alt: str = "", css: str = "die") -> SafeString:
    """Return the picture of a result of chance, the result itself for a title without one."""
    title = _title(context)
    name = skin_of(title).result_icon(str(result))
    return _picture(title, name, alt, css, (width, width)) if name else format_html("<b>{}</b>", result)


@lru_cache(1024, typed=True)  # an escaped text may equal a plain one
def _picture(title: str, name: str, alt: str, css: str, size: tuple[int, int]) -> SafeString:
    """Return the picture of a title. A page has twenty, and most pages the same ones."""
    css_class = format_html('class="{}" ', css) if css else ""
    address = art_address(title, name)
    return format_html('<img {}src="{}" alt="{}" width="{}" height="{}">', css_class, address, alt, *size)
