"""Where mail services report (docs/operating.md): nothing without the secret that they have to know.

Only the service that carries the site's mail is let in: the pages of others would fail for want of their settings.
"""

from anymail import urls
from django.conf import settings
from django.urls import URLPattern


def webhook_patterns(service: str, secret: str) -> list[URLPattern]:
    """Return anymail's addresses for one service, "" for all; none without a secret."""
    return [found for found in urls.urlpatterns if secret and str(found.pattern).startswith(service)]


urlpatterns = webhook_patterns(settings.EMAIL_SERVICE, settings.ANYMAIL.get("WEBHOOK_SECRET", ""))
