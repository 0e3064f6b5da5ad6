"""Cleaning what people send. Forms write nothing."""
