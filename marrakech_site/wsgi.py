"""The WSGI application that gunicorn serves."""

import gc
import os

from django.core.management.base import BaseCommand
from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
application = get_wsgi_application()
BaseCommand().check()  # a web server with a misconfiguration does not start, and says why
gc.collect()
gc.freeze()  # modules stay: each full collection would look at all of them again, for a tenth of a second
