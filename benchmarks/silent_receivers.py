"""The Celery app of a site whose webhooks reach receivers that never answer: each call takes its six seconds."""

import time
from typing import Any

from celery.signals import worker_process_init

from marrakech_site.celery import app

__all__ = ["app"]


@worker_process_init.connect
def let_receivers_be_silent(**_: Any) -> None:
    from games.delivery import safe_http
    from games.notifications.models import CallError

    def post(*_arguments: object, **_options: object) -> safe_http.Answer:
        time.sleep(safe_http.SECONDS)
        raise safe_http.Unreachable(CallError.NO_ANSWER, seconds=safe_http.SECONDS)

    safe_http.post = post  # type: ignore[assignment]
