"""URLs for the webhooks of mail services (docs/operating.md); none without the shared secret.

Only the webhooks of EMAIL_SERVICE are included: those of others fail without their settings.
"""

from anymail import urls
from django.conf import settings
from django.urls import URLPattern


def webhook_patterns(service: str, secret: str) -> list[URLPattern]:
    """Return anymail's URLs for one service, for all with ""; none without a secret."""
    return [pattern for pattern in urls.urlpatterns if secret and str(pattern.pattern).startswith(service)]


urlpatterns = webhook_patterns(settings.EMAIL_SERVICE, settings.ANYMAIL.get("WEBHOOK_SECRET", ""))
