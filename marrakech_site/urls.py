"""All URLs of the site."""

from anymail import urls as anymail_urls
from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path, re_path

from accounts.views import confirm_address, language, sessions
from games.site.figures import figures
from games.site.style_guide import style_guide
from games.site.trouble import trouble

from . import health, mailbox, metrics

handler400 = "marrakech_site.problems.bad_request"
handler403 = "marrakech_site.problems.forbidden"
handler404 = "marrakech_site.problems.not_found"
handler500 = "marrakech_site.problems.server_error"


def webhook_patterns(service: str, secret: str) -> list[URLPattern]:
    """Return anymail's URLs for the webhooks of one service (docs/email.md), of all with ""; none without a secret.

    Only those of EMAIL_SERVICE are included: those of others fail without their settings.
    """
    return [pattern for pattern in anymail_urls.urlpatterns if secret and str(pattern.pattern).startswith(service)]


urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("metrics", metrics.metrics_page, name="metrics"),
    path("admin/figures/", admin.site.admin_view(figures), name="admin_figures"),
    path("admin/trouble/", admin.site.admin_view(trouble), name="admin_trouble"),
    path("admin/", admin.site.urls),
    path(
        "accounts/",
        include([re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", confirm_address, name="account_confirm_email")]),
    ),
    path("accounts/sessions/", sessions, name="usersessions_list"),
    path("accounts/", include("allauth.urls")),
    path("i18n/setlang/", language, name="set_language"),
    path("api/v1/", include("games.api.urls")),
    path("anymail/", include(webhook_patterns(settings.EMAIL_SERVICE, settings.ANYMAIL.get("WEBHOOK_SECRET", "")))),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
if settings.DEBUG:
    urlpatterns.append(path("dev/mailbox/", include(mailbox.urls)))
    urlpatterns.append(path("dev/style-guide/", style_guide, name="style_guide"))
