"""The table page in a browser."""
