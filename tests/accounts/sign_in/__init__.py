"""Signing up and in, second factors, limits of guesses."""
