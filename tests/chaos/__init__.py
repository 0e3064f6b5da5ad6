"""Faults of machines under load: killed and frozen servers and workers."""
