"""Emails about the site's own email, to its administrators."""
