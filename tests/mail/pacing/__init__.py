"""When an email is sent: preferences, digests, quiet hours."""
