"""Orders in advance, and turns that are open."""
