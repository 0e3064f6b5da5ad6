"""The sources of incoming email."""
