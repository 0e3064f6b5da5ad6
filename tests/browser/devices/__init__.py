"""Phones, screen readers, browsers without scripts or network."""
