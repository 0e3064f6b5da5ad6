"""Every URL of the site, by app."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from accounts.views import language
from games.views.design import design

from . import health, mail_services, mailbox_pages

handler400 = "marrakech_site.errors.bad_request"
handler403 = "marrakech_site.errors.forbidden"
handler404 = "marrakech_site.errors.not_found"
handler500 = "marrakech_site.errors.server_error"

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/setlang/", language, name="set_language"),
    path("api/v1/", include("games.api.urls")),
    path("anymail/", include(mail_services)),
    path("", include("accounts.urls")),
    path("", include("games.urls")),
]
if settings.DEBUG:
    urlpatterns.append(path("dev/mailbox/", include(mailbox_pages.urls)))
    urlpatterns.append(path("dev/design/", design, name="design"))
