"""Games and positions as text: game files, their headers, and data from outside."""
