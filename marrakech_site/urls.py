"""All URLs of the site."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from accounts.views import language
from games.site.style_guide import style_guide
from marrakech_site import anymail_urls

from .development import mailbox_views
from .runtime import health

handler400 = "marrakech_site.problems.bad_request"
handler403 = "marrakech_site.problems.forbidden"
handler404 = "marrakech_site.problems.not_found"
handler500 = "marrakech_site.problems.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/setlang/", language, name="set_language"),
    path("api/v1/", include("games.api.urls")),
    path("anymail/", include(anymail_urls)),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
if settings.DEBUG:
    urlpatterns.append(path("dev/mailbox/", include(mailbox_views.urls)))
    urlpatterns.append(path("dev/style-guide/", style_guide, name="style_guide"))
