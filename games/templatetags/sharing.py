"""Addresses with a gap for the ply."""

from django import template

register = template.Library()


@register.filter
def at_ply(address: str, ply: int) -> str:
    """Return an address with its gap filled."""
    return address.replace("{ply}", str(ply))
