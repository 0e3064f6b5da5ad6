"""Small helps for the account's pages."""

from django import template
from django.contrib.auth.models import AnonymousUser
from django.forms import BoundField
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name, unconfirmed_address

register = template.Library()

# The first that fits, for most browsers also claim to be others.
BROWSERS = {"Edg": "Edge", "OPR": "Opera", "SamsungBrowser": "Samsung", "Firefox": "Firefox", "FxiOS": "Firefox"}
BROWSERS |= {"CriOS": "Chrome", "Chrome": "Chrome", "Safari": "Safari", "curl": "curl"}
SYSTEMS = {"Android": "Android", "iPhone": "iPhone", "iPad": "iPad", "Windows": "Windows", "Mac OS X": "Mac"}
SYSTEMS |= {"CrOS": "Chromebook", "Linux": "Linux"}


@register.filter
def without_placeholder(field: BoundField) -> SafeString:
    """Draw a field's widget without a placeholder: the label says it, and stays visible while one types."""
    return field.as_widget(attrs={"placeholder": False})


@register.filter
def user_name(user: User | AnonymousUser) -> str:
    """Return the name by which a user is shown to people, "" for a visitor."""
    return display_name(user) if isinstance(user, User) else ""


@register.simple_tag(name="unconfirmed_address")
def unconfirmed_address_tag(user: User) -> str:
    """Return the address that the user has still to confirm, "" for none."""
    return unconfirmed_address(user)


@register.filter
def browser_name(user_agent: str) -> str:
    """Say in words which browser a User-Agent header names: "Firefox, Linux"."""
    words = [next((name for mark, name in known.items() if mark in user_agent), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, words)) or _("unknown browser")
