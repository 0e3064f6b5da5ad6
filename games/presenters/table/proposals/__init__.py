"""Proposals, resignations and rematches, as the players of a table see them."""
