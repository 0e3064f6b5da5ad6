"""The web app manifest, with which a device installs the site as an app."""

from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _


def web_manifest() -> dict[str, Any]:
    """Return the web app manifest in the reader's language."""
    places = {_("My games"): "games:home", _("Lobby"): "games:lobby", _("New table"): "games:new_table"}
    return {
        "name": settings.SITE_NAME,
        "short_name": "Marrakech",
        "description": _("Board games by email: one turn at a time, wherever you are."),
        "lang": get_language(),
        "dir": "ltr",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "categories": ["games"],
        "background_color": "#f8efe1",
        "theme_color": "#f8efe1",
        "icons": [_icon("mark.svg", "any"), *(_icon(f"mark-{size}.png", f"{size}x{size}") for size in (192, 512))]
        + [_icon(f"mark-maskable-{size}.png", f"{size}x{size}", purpose="maskable") for size in (192, 512)],
        "shortcuts": [{"name": name, "url": reverse(place)} for name, place in places.items()],
    }


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    kind = "image/svg+xml" if name.endswith(".svg") else "image/png"
    return {"src": static(f"img/{name}"), "sizes": sizes, "type": kind, "purpose": purpose}
