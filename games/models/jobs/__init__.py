"""Work of the background processes: analyses, films, turns of robots."""
