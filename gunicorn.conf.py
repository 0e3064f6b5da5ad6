"""gunicorn's own settings, which it reads by itself: its lines look like those of the site."""

from marrakech_site import env, logs

logconfig_dict = logs.configuration(readable=env.flag("DEBUG"), level=env.text("LOG_LEVEL", "INFO").upper())
control_socket_disable = True  # nothing here uses it, and the home folder of the user may be read-only
