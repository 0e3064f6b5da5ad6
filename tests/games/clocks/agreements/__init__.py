"""Proposals, resignations, gifts and requests that change clocks."""
