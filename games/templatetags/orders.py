"""How orders are shown."""

from dataclasses import dataclass

from django import template

register = template.Library()


@dataclass(frozen=True, slots=True)
class OrderPart:
    """One part of orders: what is done with ``face``, or whatever is rolled ("")."""

    face: str
    text: str


@register.filter
def order_parts(text: str) -> list[OrderPart]:
    """Return the parts of canonical orders, as in ``L; 1: e6e7; 2: d4d5``."""
    parts = [part.partition(": ") for part in text.split("; ")]
    return [OrderPart(face, done) if colon else OrderPart("", face) for face, colon, done in parts]
