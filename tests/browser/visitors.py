"""Visitors with browsers of their own, which report all errors."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response

from accounts.models import User

BACKEND = "accounts.backends.NameOrAddress"
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
PATIENCE = 30_000  # milliseconds to wait: a busy machine is no fault
STILL: dict[str, Any] = {"reduced_motion": "reduce"}  # tests of animations ask for motion
EXPECTED = ("Failed to load resource", "Service Worker registration blocked by Playwright")
OWN = ("document", "xhr", "fetch")  # these may be refused; pictures and scripts may not
BROKEN = ("/crash/", "/favicon.ico")  # the page about server errors has no icon

# Not every violation of the policy reaches the console, but each is an event.
TELL_BREACHES = """
document.addEventListener("securitypolicyviolation",
  (event) => console.error(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


@dataclass
class Watch:
    """Listens to browsers. ``problems`` are errors and warnings, refused requests, and requests to other hosts."""

    origin: str
    problems: list[str] = field(default_factory=list)

    def over(self, context: BrowserContext) -> None:
        """Listen to everything that happens in a browser."""
        context.add_init_script(TELL_BREACHES)
        context.on("console", self._heard)
        context.on("weberror", lambda error: self.problems.append(f"script: {error.error}"))
        context.on("request", lambda request: self._sent(request.url))
        context.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(EXPECTED):
            self.problems.append(f"console: {message.text}")

    def _sent(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"data", "blob", "about"} and f"{parts.scheme}://{parts.netloc}" != self.origin:
            self.problems.append(f"another host: {url}")

    def _answered(self, response: Response) -> None:
        if response.url.endswith(BROKEN):
            return
        if response.status >= 500 or (response.status >= 400 and response.request.resource_type not in OWN):
            self.problems.append(f"answer: {response.status} {response.url}")


@dataclass
class Visitors:
    """Opens browsers on the site and closes them."""

    browser: Browser
    origin: str
    watch: Watch
    contexts: list[BrowserContext] = field(default_factory=list)

    def __call__(self, user: User | None = None, path: str = "", **options: Any) -> Page:
        """Return a page in a fresh browser, signed in if there is a user, on ``path`` if there is one."""
        usual = {"base_url": self.origin, "locale": "en-GB", "service_workers": "block", **STILL, **DESK}
        context = self.browser.new_context(**{**usual, **options})
        context.set_default_timeout(PATIENCE)
        self.watch.over(context)
        self.contexts.append(context)
        if user:
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session_of(user), "url": self.origin}])
        page = context.new_page()
        if path:
            page.goto(path)
        return page

    def close(self) -> list[str]:
        """Close every browser. Return the problems until then: errors of a closing page do not count."""
        try:
            for page in (page for context in self.contexts for page in context.pages):
                page.evaluate("0")  # all events before this one have arrived
            return [*self.watch.problems]
        finally:
            for context in self.contexts:
                context.close()


def session_of(user: User) -> str:
    """Return the key of a new session in which this user is signed in."""
    client = Client()
    client.force_login(user, BACKEND)
    return client.cookies[settings.SESSION_COOKIE_NAME].value
