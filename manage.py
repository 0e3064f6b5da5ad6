#!/usr/bin/env python
"""Django's command line for this project."""

import os
import sys

from django.core.management import execute_from_command_line

from marrakech_site.runtime.call_stack import with_room

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
    with_room(execute_from_command_line)(sys.argv)
