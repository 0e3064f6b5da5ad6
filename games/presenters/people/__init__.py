"""Players for others and for themselves: their time, deputies, emails, robots."""
