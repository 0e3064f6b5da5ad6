from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from games.clocks.outages import database_now

pytestmark = pytest.mark.django_db


def test_the_time_of_a_sweep_is_that_of_postgresql_whatever_the_clock_of_the_worker() -> None:
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=True):
        ahead = timezone.now() - database_now()
    assert (ahead > timedelta(minutes=59)) == (connection.vendor == "postgresql")
