"""gunicorn's own settings, which it reads by itself: its lines look like those of the site."""

from typing import Any

from marrakech_site import env, logs, metrics_folder

logconfig_dict = logs.configuration(readable=env.flag("DEBUG"), level=env.text("LOG_LEVEL", "INFO").upper())
control_socket_disable = True  # nothing here uses it, and the home folder of the user may be read-only


def on_starting(server: Any) -> None:
    metrics_folder.merge_ended_processes()


def child_exit(server: Any, worker: Any) -> None:
    metrics_folder.note_end_of(worker.pid)
