"""Template filters and tags of the account pages."""

from django import template
from django.contrib.auth.models import AnonymousUser
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name, unconfirmed_address
from accounts.tabs import Link, page_links, tab_links

register = template.Library()

# The first match counts: most browsers also name others.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox", "FxiOS": "Firefox"}
BROWSERS |= {"CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari", "curl": "curl"}
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS X": "Mac"}
SYSTEMS |= {"CrOS": "Chromebook", "Linux": "Linux"}


@register.filter
def without_placeholder(field: BoundField) -> SafeString:
    """Render a field without a placeholder: its label stays visible while the user types.

    The first wrong one has the focus.
    """
    wrong = next((name for name in field.form.fields if name in field.form.errors), "")
    focus = {"autofocus": field.name == wrong} if wrong else {}
    return field.as_widget(attrs={"placeholder": False, **focus})


@register.filter
def user_name(user: User | AnonymousUser) -> str:
    return display_name(user) if isinstance(user, User) else ""


@register.simple_tag(name="unconfirmed_address")
def unconfirmed_address_tag(user: User) -> str:
    return unconfirmed_address(user)


@register.filter
def browser_name(user_agent: str) -> str:
    """Return the browser of a User-Agent header in words: "Firefox, Linux"."""
    words = [next((name for mark, name in known.items() if mark in user_agent), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, words)) or _("unknown browser")


@register.simple_tag
def settings_tabs(path: str) -> list[Link]:
    return list(tab_links(path))


@register.simple_tag
def settings_pages(path: str) -> list[Link]:
    return page_links(path)
