"""Wiring of the site: settings, URLs, middleware, checks. Imports everything, is imported by nobody."""

from .celery import app as celery_app

__all__ = ["celery_app"]
