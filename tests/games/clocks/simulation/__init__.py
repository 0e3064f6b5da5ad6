"""A site whose players have habits, live in many time zones, and play for years."""
