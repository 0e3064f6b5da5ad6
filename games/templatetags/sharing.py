"""Template filter for addresses with a placeholder for the ply."""

from django import template

register = template.Library()


@register.filter
def at_ply(address: str, ply: int) -> str:
    """Return the address at a ply."""
    return address.replace("{ply}", str(ply))
