"""A player's turn: what is asked, what is chosen, and what is written for later."""
