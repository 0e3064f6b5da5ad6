"""Marrakech: rugs, dirhams and a merchant called Assam."""
