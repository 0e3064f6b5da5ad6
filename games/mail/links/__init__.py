"""Signed links and addresses in emails."""
