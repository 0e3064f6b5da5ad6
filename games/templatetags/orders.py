"""Template tags for orders in advance."""

from dataclasses import dataclass

from django import template

from games.common.wording import phrase
from games.engine.core import Title

register = template.Library()


@dataclass(frozen=True, slots=True)
class OrderPart:
    """One part of orders: the action after ``face`` is rolled, "" for any face."""

    face: str
    text: str


@register.filter
def order_parts(text: str) -> list[OrderPart]:
    """Return the parts of canonical orders, as in ``L; 1: e6e7; 2: d4d5``."""
    parts = [part.partition(": ") for part in text.split("; ")]
    return [OrderPart(face, action) if colon else OrderPart("", face) for face, colon, action in parts]


@register.simple_tag
def order_word(title: Title, word: str, **params: str) -> str:
    """Return one of the title's words for the forms of orders (``games.engine.prompts.WORDS``)."""
    return phrase(title, f"orders.{word}") % params
