"""What a new title needs, and what it gets for nothing."""
