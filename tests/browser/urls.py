"""The site's URLs with the pages for development and those that refuse."""

from django.urls import path

from games.site.style_guide import style_guide
from tests.site.urls import handler400, handler403, handler404, handler500
from tests.site.urls import urlpatterns as site

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [*site, path("dev/style-guide/", style_guide)]
