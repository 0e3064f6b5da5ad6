"""Settings of the tests: the site's, but faster and stricter. DATABASE_URL and REDIS_URL choose the services."""

import atexit
import os
import re
import shutil
import tempfile

# The environment of the tests, before the site's settings read it.
os.environ.update(DEBUG="0", SITE_URL="http://testserver", SECRET_KEY="a key that only tests have", EMAIL_URL="")
if "DATA_DIR" not in os.environ:
    os.environ["DATA_DIR"] = tempfile.mkdtemp(prefix="marrakech-test-")  # inherited by the workers of xdist
    atexit.register(shutil.rmtree, os.environ["DATA_DIR"], ignore_errors=True)
if redis_server := os.environ.get("REDIS_URL", ""):
    # Each worker of xdist has its own Redis database, because tests clear the cache.
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    os.environ["REDIS_URL"] = f"{re.sub(r'/[0-9]+$', '', redis_server)}/{worker + 1}"

from marrakech_site.settings import *  # noqa: F403
from marrakech_site.settings import INSTALLED_APPS, MIDDLEWARE, TEMPLATES
from tests.strict_templates import RaiseIfInvalid

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True  # static files without collectstatic
ADMIN_SECOND_FACTOR = False  # tests/accounts/test_admin_door.py switches it on
DELIVERY_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
SILENCED_SYSTEM_CHECKS = ["site.W007"]  # no EMAIL_URL: tests send into memory
TEMPLATES[0]["OPTIONS"]["string_if_invalid"] = RaiseIfInvalid()  # type: ignore[index]

# A query repeated for each row of a list is an error in every page that a test asks for.
INSTALLED_APPS.append("zeal")
MIDDLEWARE.insert(0, "zeal.middleware.zeal_middleware")
ZEAL_RAISE = True
ZEAL_ALLOWLIST = [
    {"model": "mfa.Authenticator", "field": "get()"},  # allauth reads a passkey twice to remove it
    {"model": "account.EmailAddress"},  # allauth and the admin read these four in separate queries
    {"model": "usersessions.UserSession"},
    {"model": "sessions.Session"},
    {"model": "accounts.User", "field": "get()"},
    {"model": "games.Notification", "field": "get()"},  # a service writes one mail for each seat
    {"model": "games.Game", "field": "entries"},  # replayed before a game starts and when it is shown
]
