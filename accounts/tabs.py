"""Tabs of the settings: five subjects with several pages each."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """A page: ``under`` are further addresses that belong to it."""

    label: Promise
    name: str
    under: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        return reverse(self.name)

    def holds(self, path: str) -> bool:
        return path == self.address or path.startswith(self.under)


@dataclass(frozen=True, slots=True)
class SettingsTab:
    label: Promise
    pages: tuple[SettingsPage, ...]


TABS = (
    SettingsTab(
        _("Account"),
        (
            SettingsPage(_("Profile"), "accounts:settings"),
            SettingsPage(pgettext_lazy("how the site looks", "Appearance"), "games:look"),
            SettingsPage(_("Guide"), "games:guide_settings"),
            SettingsPage(_("Your data"), "accounts:data", ("/settings/data/", "/settings/delete")),
        ),
    ),
    SettingsTab(
        _("Other players"),
        (
            SettingsPage(_("Blocked players"), "games:blocks"),
            SettingsPage(_("Quiet mode"), "games:quiet"),
            SettingsPage(_("Household"), "games:household"),
            SettingsPage(_("Reports and sanctions"), "games:conduct"),
        ),
    ),
    SettingsTab(
        _("Your time"),
        (
            SettingsPage(_("Hours and holidays"), "games:time_settings", ("/time/",)),
            SettingsPage(_("Deputy"), "games:deputy", ("/deputy/",)),
        ),
    ),
    SettingsTab(
        _("Notifications"),
        (
            SettingsPage(_("Emails"), "games:mail_settings", ("/mail/bounce/",)),
            SettingsPage(_("Other notifications"), "games:channels", ("/notifications/",)),
            SettingsPage(_("New tables"), "games:saved_filters"),
        ),
    ),
    SettingsTab(
        pgettext_lazy("settings", "Sign-in"),
        (
            SettingsPage(_("Email address"), "account_email"),
            SettingsPage(_("Password"), "account_change_password", ("/accounts/password/",)),
            SettingsPage(_("Passkeys and codes"), "mfa_index", ("/accounts/2fa/",)),
            SettingsPage(_("Your devices"), "usersessions_list"),
            SettingsPage(_("API tokens"), "accounts:tokens", ("/settings/tokens/",)),
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Link:
    """A link of the navigation. ``current`` is "page" on the page itself, "true" below it, "" elsewhere."""

    label: Promise
    address: str
    current: str


def tab_links(path: str) -> Iterator[Link]:
    """Return the tabs: each leads to its first page."""
    for tab in TABS:
        first = tab.pages[0]
        current = "page" if path == first.address else "true" if any(page.holds(path) for page in tab.pages) else ""
        yield Link(tab.label, first.address, current)


def page_links(path: str) -> list[Link]:
    """Return the pages of the current tab."""
    pages = next((tab.pages for tab in TABS if any(page.holds(path) for page in tab.pages)), ())
    return [
        Link(page.label, page.address, "page" if path == page.address else "true" if page.holds(path) else "")
        for page in pages
    ]
