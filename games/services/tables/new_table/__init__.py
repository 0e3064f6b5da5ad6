"""New tables: their times, their names, and what they ask of players."""
