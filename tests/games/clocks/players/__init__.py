"""Deputies, holidays, waking hours, signs of life."""
