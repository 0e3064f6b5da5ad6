"""Celery on a machine whose clock is an hour ahead: python wrong_clock.py, and what celery is to do."""

import os
import sys
from datetime import UTC, datetime, timedelta

import time_machine

sys.path.insert(0, os.getcwd())
time_machine.travel(datetime.now(UTC) + timedelta(hours=1), tick=True).start()

from celery.__main__ import main  # noqa: E402

main()
