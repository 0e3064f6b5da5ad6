"""Pages that are open or unchanged."""
