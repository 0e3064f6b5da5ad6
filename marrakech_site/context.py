"""What every template may use."""

from django.conf import settings
from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, object]:
    """Return the site's name and address, where its source is, and whether the mailbox page exists."""
    return {
        "site_name": settings.SITE_NAME,
        "site_url": settings.SITE_URL,
        "source_url": settings.SOURCE_URL,
        "has_mailbox": settings.DEBUG,
    }
