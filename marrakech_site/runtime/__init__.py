"""The processes of the site: their health, logs, memory and connections."""
