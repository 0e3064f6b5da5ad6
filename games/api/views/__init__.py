"""Views of the API: they read the request, call one selector or service, and show its result."""
