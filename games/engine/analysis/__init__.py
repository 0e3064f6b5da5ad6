"""What a finished game tells about its players: luck and skill, and where points came from."""
