"""The tag for parts of pages that are the same for everyone."""

from functools import lru_cache

from django import template
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

MAX_PARTS = 2048  # the navigation for each of 150 views, twice in each language, is most of them

register = template.Library()


@register.simple_tag
def fixed_part(template_name: str, **values: object) -> SafeString:
    """Include a template that depends on nothing but the language, the settings and these values.

    A process renders it once. Values must be few: no names, no numbers, nothing that a visitor enters.
    """
    render = _rendered.__wrapped__ if settings.DEBUG else _rendered  # a template may be edited
    return render(template_name, get_language(), **values)


@lru_cache(MAX_PARTS)
def _rendered(template_name: str, language: str | None, **values: object) -> SafeString:
    return render_to_string(template_name, values)
