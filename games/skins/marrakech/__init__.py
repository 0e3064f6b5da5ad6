"""The market in Marrakech: its square and mosaics, rugs, Assam, dirhams and the die."""
