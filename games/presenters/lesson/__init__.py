"""The first three turns, played with whoever is new: a whole game of three rugs each, step by step."""
