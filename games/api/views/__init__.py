"""Views: read the request, call one selector or service, show what it gives."""
