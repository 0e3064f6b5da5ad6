"""Games that are over, and game files."""
