"""API tokens as authentication, and their description in the OpenAPI document."""
