"""Drawings turned into pixels, on any machine alike: no font of it is used."""
