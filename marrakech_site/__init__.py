"""Wiring of the site: settings, URLs, middleware, checks. No other package imports it."""

from .celery import app as celery_app

__all__ = ["celery_app"]
