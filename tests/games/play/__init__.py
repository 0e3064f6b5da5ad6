"""The play of a game: turns, robots, dice, ends."""
