"""Dunes, marram grass, snakes and worms: how Marram is drawn."""
